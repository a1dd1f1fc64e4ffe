// The data of the page: points with their nearest points, clusters with their members and covers,
// and communities.

import { ascendingLists, listsInOrder } from "./packed.js";

const data = JSON.parse(document.getElementById("data").textContent);
const { nodes, points, classes, communities } = data;

/** The share of each point of the page in each community, by community. */
const belonging = communities.map(() => new Map());
data.belongs.forEach((shares, point) => shares.forEach(([at, share]) => {
  belonging[at].set(point, share);
  if (communities[at].level !== "group") return;
  // The share of a point in a join is the sum of its shares in the groups.
  for (let { parent } = communities[at]; parent !== null; { parent } = communities[parent]) {
    belonging[parent].set(point, (belonging[parent].get(point) ?? 0) + share);
  }
}));

const groups = communities.flatMap(({ level }, at) => (level === "group" ? [at] : []));

/** Returns the parts of a group. */
const partsOf = (at) => communities.flatMap(({ level, parent }, one) =>
  (level === "part" && parent === at ? [one] : []));

/** True for a single group: nothing stands apart, so the page shows its parts, if any. */
const isContinuum = groups.length === 1;
const firsts = isContinuum ? partsOf(groups[0]) : groups;

/**
 * Returns the community of `some` but `except` with the largest share of a point, or null.
 */
function mainOf(point, some, except = null) {
  let [best, most] = [null, 0];
  for (const [at, share] of data.belongs[point]) {
    if (share > most && at !== except && some.has(at)) [best, most] = [at, share];
  }
  return best;
}

/** Returns the points of a community that are on the page, ascending. */
const pointsIn = (at) => [...belonging[at].keys()].sort((a, b) => a - b);

/** Returns the smallest community with some points, except the one of all points, or null. */
function meeting(some) {
  const size = (at) => communities[at].size;
  const all = communities.flatMap((_, at) => (size(at) < data.size
    && some.every((point) => belonging[at].has(point)) ? [at] : []));
  return all.length === 0 ? null : all.reduce((best, at) => (size(at) < size(best) ? at : best));
}

/** True if the page holds a sample of the points; sizes and class counts refer to all points. */
const isSample = points.length < data.size;

/** True if the graph has clusters that are not on the page. */
const isPart = nodes.length < data.clusters;

/** The attributes of each point in a ready context. */
const rows = data.attributes ? ascendingLists(data.rows, points.length) : [];

/** The nearest points of each point, nearest first; null for a point that is not on the page. */
const near = listsInOrder(data.near, points.length);
const starts = new Uint32Array(points.length + 1);
near.forEach((list, point) => { starts[point + 1] = starts[point] + list.length; });

/** Returns the distance of a point to one of its nearest, or undefined if it is not known. */
const distanceTo = (point, at) => data.distances?.[starts[point] + at];

/** Returns the attributes of a ready context, or the near points, that two points share. */
function shared([one, other]) {
  const lists = data.attributes ? rows : near;
  const others = new Set(lists[other]);
  return Array.from(lists[one]).filter((item) => item !== null && others.has(item));
}

const extents = new Array(nodes.length);

/** Returns the members of a cluster that are on the page, ascending. */
function members(node) {
  extents[node] ??= ascendingLists(nodes[node].members, 1).at(0);
  return extents[node];
}

const upper = nodes.map(() => []);
const lower = nodes.map(() => []);
for (let at = 0; at < data.covers.length; at += 2) {
  upper[data.covers[at]].push(data.covers[at + 1]);
  lower[data.covers[at + 1]].push(data.covers[at]);
}
[...upper, ...lower].forEach((list) => list.sort((a, b) => a - b));

export {
  belonging, classes, communities, data, distanceTo, firsts, groups, isContinuum, isPart, isSample,
  lower, mainOf, meeting, members, near, nodes, partsOf, points, pointsIn, rows, shared,
  upper,
};

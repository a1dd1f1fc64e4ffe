// What the page knows: points with what is near them, clusters with their members and covers,
// communities.

import { ascendingLists, listsInOrder } from "./packed.js";

const data = JSON.parse(document.getElementById("data").textContent);
const { nodes, points, classes, communities } = data;

/** The points of each community on the page, and the share of each. */
const belonging = communities.map(() => new Map());
data.belongs.forEach((shares, point) => shares.forEach(([at, share]) => {
  belonging[at].set(point, share);
  if (communities[at].level !== "group") return;
  // A point of several groups is in what joins them by the sum.
  for (let { parent } = communities[at]; parent !== null; { parent } = communities[parent]) {
    belonging[parent].set(point, (belonging[parent].get(point) ?? 0) + share);
  }
}));

const groups = communities.flatMap(({ level }, at) => (level === "group" ? [at] : []));

/** The parts of a group. */
const partsOf = (at) => communities.flatMap(({ level, parent }, one) =>
  (level === "part" && parent === at ? [one] : []));

/** With a single group nothing stands apart: its parts, if any, are what there is to see. */
const isContinuum = groups.length === 1;
const firsts = isContinuum ? partsOf(groups[0]) : groups;

/**
 * The group or part with the largest share of a point, among some but for one; nothing where there
 * is none.
 */
function mainOf(point, some, except = null) {
  let [best, most] = [null, 0];
  for (const [at, share] of data.belongs[point]) {
    if (share > most && at !== except && some.has(at)) [best, most] = [at, share];
  }
  return best;
}

/** The points of a community that are on the page, ascending. */
const pointsIn = (at) => [...belonging[at].keys()].sort((a, b) => a - b);

/** The smallest community with all of some points, of equal ones the first; never that of all. */
function meeting(some) {
  const size = (at) => communities[at].size;
  const all = communities.flatMap((_, at) => (size(at) < data.size
    && some.every((point) => belonging[at].has(point)) ? [at] : []));
  return all.length === 0 ? null : all.reduce((best, at) => (size(at) < size(best) ? at : best));
}

/** Whether the page holds a sample of the points; sizes and class counts are those of all. */
const isSample = points.length < data.size;

/** Whether the graph has clusters that are not on the page. */
const isPart = nodes.length < data.clusters;

/** The attributes of each point in a ready context. */
const rows = data.attributes ? ascendingLists(data.rows, points.length) : [];

/** The nearest points of each point, nearest first; null in place of one that is not here. */
const near = listsInOrder(data.near, points.length);
const starts = new Uint32Array(points.length + 1);
near.forEach((list, point) => { starts[point + 1] = starts[point] + list.length; });

/** How far a point is from one of its nearest; nothing where that is not known. */
const distanceTo = (point, at) => data.distances?.[starts[point] + at];

/** What two points have in common: attributes of a ready context, else points near both. */
function shared([one, other]) {
  const lists = data.attributes ? rows : near;
  const others = new Set(lists[other]);
  return Array.from(lists[one]).filter((item) => item !== null && others.has(item));
}

const extents = new Array(nodes.length);

/** The members of a cluster that are on the page, ascending. */
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

/** The class most members have, by number, and its share; a tie goes to the first. */
function majority(node) {
  const { counts, size } = nodes[node];
  if (!counts || size === 0) return null;
  const most = Math.max(...counts);
  return { at: counts.indexOf(most), share: most / size };
}

export {
  belonging, classes, communities, data, distanceTo, firsts, groups, isContinuum, isPart, isSample,
  lower, mainOf, majority, meeting, members, near, nodes, partsOf, points, pointsIn, rows, shared,
  upper,
};

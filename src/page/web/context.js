// What the page knows, and what follows from it: members, order, the smallest cluster of some
// points. A cluster's attributes are those that all points of its generator share; its members are
// the points that have them all (Ganter and Wille 1999).

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

const width = (data.attributes ?? data.neighbors ?? points).length;
const rows = unpacked(data.rows, points.length);
const columns = transposed(rows, width);

/** The rows behind the packed word: lengths and gaps, seven bits a letter. */
function unpacked(word, count) {
  const bytes = atob(word);
  let at = 0;
  const number = () => {
    let value = 0;
    for (let place = 1; ; place *= 128) {
      const byte = bytes.charCodeAt(at);
      at += 1;
      value += (byte & 127) * place;
      if (byte < 128) return value;
    }
  };
  return Array.from({ length: count }, () => {
    let next = 0;
    return Uint32Array.from({ length: number() }, () => {
      const item = next + number();
      next = item + 1;
      return item;
    });
  });
}

function transposed(lists, count) {
  const turned = Array.from({ length: count }, () => []);
  lists.forEach((list, at) => list.forEach((item) => turned[item].push(at)));
  return turned.map((list) => Uint32Array.from(list));
}

/** What all chosen lists share, ascending; everything if none is chosen. */
function common(chosen, lists, count) {
  if (chosen.length === 0) return Uint32Array.from({ length: count }, (_, at) => at);
  const by = Array.from(chosen, (at) => lists[at]).sort((a, b) => a.length - b.length);
  let left = by[0];
  for (const list of by.slice(1)) {
    let at = 0;
    left = left.filter((item) => {
      while (at < list.length && list[at] < item) at += 1;
      return list[at] === item;
    });
  }
  return left;
}

const shared = (some) => common(some, rows, width);
const having = (some) => common(some, columns, points.length);

const intents = new Array(nodes.length);
const extents = new Array(nodes.length);

/** The attributes that the members of a cluster share. */
function intent(node) {
  intents[node] ??= shared(nodes[node].generator);
  return intents[node];
}

/** The members of a cluster that are on the page, ascending. */
function members(node) {
  extents[node] ??= nodes[node].size === 0 ? new Uint32Array(0) : having(intent(node));
  return extents[node];
}

/**
 * Where attributes have names: those that a cluster introduces, since no other point has them, and
 * the points, which have no other attributes.
 */
function reduced(node) {
  if (!data.attributes || isSample) return { above: [], below: [] };
  const inside = intent(node);
  const named = (list, names) => Array.from(list, (at) => names[at]);
  return {
    above: named(inside.filter((at) => columns[at].length === nodes[node].size), data.attributes),
    below: named(members(node).filter((at) => rows[at].length === inside.length), points),
  };
}

/** A test whether all of a list is among these. */
function within(some, count) {
  const marks = new Uint8Array(count);
  some.forEach((item) => { marks[item] = 1; });
  return (list) => list.every((item) => marks[item] === 1);
}

/** The clusters of the page that hold all these points, smallest first. */
function holding(some) {
  const has = within(shared(some), width);
  return nodes.flatMap((_, node) => (has(intent(node)) ? [node] : []));
}

/** The clusters that contain a cluster, itself left out. */
function above(node) {
  const has = within(intent(node), width);
  const isAbove = (at) => nodes[at].size > nodes[node].size && has(intent(at));
  return nodes.flatMap((_, at) => (isAbove(at) ? [at] : []));
}

/** The clusters that a cluster contains, itself left out. */
function below(node) {
  const isBelow = (at) => nodes[at].size < nodes[node].size && subset(intent(node), intent(at));
  return nodes.flatMap((_, at) => (isBelow(at) ? [at] : []));
}

/** Whether one ascending list is in another. */
function subset(some, all) {
  let at = 0;
  return some.every((item) => {
    while (at < all.length && all[at] < item) at += 1;
    return all[at] === item;
  });
}

/**
 * The smallest cluster with some points: its members on the page, the clusters of the page that
 * hold them all, smallest first, and whether the first of these is the cluster itself. Where it is
 * the cluster of all points, the smallest community that they met in says more.
 */
function join(some) {
  const neighbors = shared(some);
  const held = holding(some);
  const exact = held.length > 0 && intent(held[0]).length === neighbors.length;
  const extent = having(neighbors);
  const met = extent.length === points.length ? meeting(some) : null;
  return { neighbors, extent, held, exact, met };
}

/** Some of these points, which share no more than all of them do. */
function generating(some) {
  let left = rows[some[0]];
  return Array.from(some).filter((point, at) => {
    const has = within(rows[point], width);
    const both = left.filter((item) => has([item]));
    const isNeeded = at === 0 || both.length < left.length;
    left = both;
    return isNeeded;
  });
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
  above, belonging, below, classes, columns, communities, data, firsts, generating, groups, holding,
  isContinuum, isSample, join, lower, mainOf, majority, members, nodes, partsOf,
  points, pointsIn, reduced, rows, upper, width,
};

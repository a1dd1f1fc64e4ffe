// The clusters of the page with some points, above a cluster and below it: by members alone.

import { data, isSample, lower, meeting, members, nodes, points, upper } from "./context.js";

/** A function that counts the members of a cluster among some points. */
function counter(some) {
  const marks = new Uint8Array(points.length);
  some.forEach((point) => { marks[point] = 1; });
  return (node) => members(node).reduce((sum, point) => sum + marks[point], 0);
}

/** The clusters of the page that hold all these points, smallest first. */
function holding(some) {
  const count = counter(some);
  const hasAll = (node) => nodes[node].size >= some.length && count(node) === some.length;
  return nodes.flatMap((_, node) => (hasAll(node) ? [node] : []));
}

/** The clusters that lines lead to from a cluster, one after the other. */
function reached(node, next) {
  const found = new Set([node]);
  // The set grows meanwhile.
  for (const at of found) next[at].forEach((one) => found.add(one));
  found.delete(node);
  return [...found];
}

// Members in a sample may be in another cluster where the others are not: there lines tell.

/** The clusters that contain a cluster, itself left out. */
function above(node) {
  if (isSample) return reached(node, upper);
  return holding(members(node)).filter((at) => nodes[at].size > nodes[node].size);
}

/** The clusters that a cluster contains, itself left out. */
function below(node) {
  if (isSample) return reached(node, lower);
  const count = counter(members(node));
  const isBelow = (at) => nodes[at].size < nodes[node].size && count(at) === nodes[at].size;
  return nodes.flatMap((_, at) => (isBelow(at) ? [at] : []));
}

/**
 * The clusters of the page with some points, the smallest first. Where there is none but that of
 * all points, the smallest community that they met in says more.
 */
function join(some) {
  if (some.length === 0) return { held: [], met: null };
  const held = holding(some);
  const isApart = held.length === 0 || nodes[held[0]].size === data.size;
  return { held, isApart, met: isApart ? meeting(some) : null };
}

export { above, below, holding, join };

// The clusters of the page with some points, above a cluster and below it, from members alone.

import { data, isSample, lower, meeting, members, nodes, points, upper } from "./context.js";

/** Returns a function that counts the members of a cluster among some points. */
function counter(some) {
  const marks = new Uint8Array(points.length);
  some.forEach((point) => { marks[point] = 1; });
  return (node) => members(node).reduce((sum, point) => sum + marks[point], 0);
}

/** Returns the clusters of the page that contain a point, smallest first. */
function containing(point) {
  const has = (all) => {
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle] < point) low = middle + 1;
      else high = middle;
    }
    return all[low] === point;
  };
  return nodes.flatMap((_, node) => (has(members(node)) ? [node] : []));
}

/** Returns the clusters of the page that contain some points, smallest first. */
function holding(some) {
  if (some.length === 1) return containing(some[0]);
  const count = counter(some);
  const hasAll = (node) => nodes[node].size >= some.length && count(node) === some.length;
  return nodes.flatMap((_, node) => (hasAll(node) ? [node] : []));
}

/** Returns the clusters that can be reached from a cluster by covers. */
function reached(node, next) {
  const found = new Set([node]);
  // The iteration includes elements that are added meanwhile.
  for (const at of found) next[at].forEach((one) => found.add(one));
  found.delete(node);
  return [...found];
}

// In a sample, inclusion of members does not imply inclusion of clusters, so covers are followed.

/** Returns the clusters that contain a cluster, without itself. */
function above(node) {
  if (isSample) return reached(node, upper);
  return holding(members(node)).filter((at) => nodes[at].size > nodes[node].size);
}

/** Returns the clusters that a cluster contains, without itself. */
function below(node) {
  if (isSample) return reached(node, lower);
  const count = counter(members(node));
  const isBelow = (at) => nodes[at].size < nodes[node].size && count(at) === nodes[at].size;
  return nodes.flatMap((_, at) => (isBelow(at) ? [at] : []));
}

/** Returns a shortest chain of covers from a cluster up to another; empty if there is none. */
function way(from, to) {
  const before = new Map([[from, null]]);
  // The iteration includes elements that are added meanwhile.
  for (const at of before.keys()) {
    if (at === to) break;
    upper[at].forEach((one) => { if (one <= to && !before.has(one)) before.set(one, at); });
  }
  const found = [];
  if (before.has(to)) for (let at = to; at !== null; at = before.get(at)) found.unshift(at);
  return found;
}

/**
 * Returns the clusters of the page with some points, the smallest first. If there is none, or only
 * that of all points, `met` is the smallest community with these points.
 */
function join(some) {
  if (some.length === 0) return { held: [], met: null };
  const held = holding(some);
  const isApart = held.length === 0 || nodes[held[0]].size === data.size;
  return { held, isApart, met: isApart ? meeting(some) : null };
}

export { above, below, containing, holding, join, way };

// The line diagram around a cluster: which clusters it shows, and where they stand.
//
// The larger a cluster, the higher its layer; clusters of one size share a layer, and a line always
// leads to a higher one. In a layer, clusters stand near those that they are joined with, and far
// enough apart for their names.

import { range } from "./camera.js";
import { data, lower, nodes, upper } from "./context.js";
import { letters } from "./writing.js";

/** The number of covers on either side that are unfolded at a time. */
const STEP = 8;
/** The space for a circle with its name, between layers, and between the rows of a wide layer. */
const [WIDE, HIGH, ROW] = [118, 92, 36];
/** The least distance of a line from the middle of a circle that it passes. */
const CLEAR = 24;

/** True if the diagram shows all clusters of the page at once, at places that the page has. */
const isSmall = data.diagram !== null;
const shown = new Set();
const places = new Map();

/** Returns the covers of a cluster that are not shown: above the smallest, below the largest. */
const foldedAbove = (node) => upper[node].filter((one) => !shown.has(one));
const foldedBelow = (node) => lower[node].toReversed().filter((one) => !shown.has(one));

/** Shows further covers of a cluster, above and below. */
function unfold(node) {
  shown.add(node);
  for (const one of [...foldedAbove(node).slice(0, STEP), ...foldedBelow(node).slice(0, STEP)]) {
    shown.add(one);
  }
}

/** Shows some clusters alone, or a cluster with its covers; or all clusters if they are few. */
function restart(some) {
  shown.clear();
  (isSmall ? [...nodes.keys()] : some).forEach((node) => shown.add(node));
  if (shown.size === 1) unfold(some[0]);
}

/** Returns the covers among the shown clusters. */
function shownCovers() {
  return [...shown].flatMap((low) =>
    upper[low].filter((high) => shown.has(high)).map((high) => [low, high]));
}

/** Divides the shown clusters into layers, the smallest first. */
function layersOf() {
  const found = [];
  const some = [...shown].sort((a, b) => a - b);
  for (let at = 0; at < some.length;) {
    const { size } = nodes[some[at]];
    const same = some.slice(at).filter((node) => nodes[node].size === size);
    const last = found.at(-1);
    const covers = (node) => lower[node].some((one) => last.includes(one));
    if (last && !same.some(covers)) last.push(...same);
    else found.push([...same]);
    at += same.length;
  }
  return found;
}

/** Computes the position of each shown cluster, for a width and a height in pixels. */
function arrange(width, height) {
  if (isSmall) {
    // The usual distances are stretched to the space.
    const [[left, right], [low, high]] = [0, 1].map((axis) => range(data.diagram.map((at) =>
      at[axis])));
    const across = Math.min(Math.max((width - 160) / Math.max(right - left, 1), 50), 180);
    const up = Math.min(Math.max((height - 90) / Math.max(high - low, 1), 36), 100);
    data.diagram.forEach(([x, y], node) => places.set(node, { x: x * across, y: -y * up }));
    return;
  }
  const layers = layersOf();
  // The names of a wide layer stand in several rows, one above the other.
  const most = Math.max(Math.floor(width / WIDE), 2);
  const rowsOf = (layer) => Math.min(Math.ceil(layer.length / most), 4);
  const near = new Map([...shown].map((node) => [node, []]));
  const covers = shownCovers();
  covers.forEach(([low, high]) => {
    near.get(low).push(high);
    near.get(high).push(low);
  });
  // The space for a circle with its name beside it, and with its attributes above it.
  const wideOf = (node) => Math.max(WIDE, letters(nodes[node].above?.join(", ") ?? "") + 8);
  const widths = (layer) => {
    const rows = rowsOf(layer);
    return (node) => wideOf(node) / rows;
  };
  const widest = Math.max(...layers.map((layer) => (layer.length * WIDE) / rowsOf(layer)));
  const x = new Map([...shown].map((node) => [node, nodes[node].x * widest]));
  // The order within a layer follows the neighbours above and below, several times.
  for (let round = 0; round < 24; round += 1) {
    for (const layer of round % 2 === 0 ? layers : layers.toReversed()) {
      const wish = layer.map((node) => [node, wished(node, near.get(node), x)]);
      wish.sort(([a, one], [b, other]) => one - other || a - b);
      spread(wish, widths(layer), x);
    }
  }
  const layerOf = new Map(layers.flatMap((layer, at) => layer.map((node) => [node, at])));
  for (let round = 0; round < 12; round += 1) {
    layers.forEach((layer, at) => {
      const wish = layer.map((node) => [node, x.get(node) + aside(node, at, layerOf, covers, x)]);
      wish.sort(([a, one], [b, other]) => one - other || a - b);
      spread(wish, widths(layer), x);
    });
  }
  places.clear();
  let y = 0;
  for (const layer of layers) {
    const rows = rowsOf(layer);
    layer.sort((a, b) => x.get(a) - x.get(b));
    layer.forEach((node, at) => places.set(node, { x: x.get(node), y: y - (at % rows) * ROW }));
    y -= HIGH + (rows - 1) * ROW;
  }
}

/** Returns the mean position of the neighbours of a cluster, or its own if it has none. */
function wished(node, others, x) {
  if (others.length === 0) return x.get(node);
  return others.reduce((sum, one) => sum + x.get(one), 0) / others.length;
}

/** Returns how far a cluster has to move, so that no line between other layers passes over it. */
function aside(node, layer, layerOf, covers, x) {
  let by = 0;
  for (const [low, high] of covers) {
    const [from, to] = [layerOf.get(low), layerOf.get(high)];
    if (from >= layer || to <= layer) continue;
    const line = x.get(low) + ((x.get(high) - x.get(low)) * (layer - from)) / (to - from);
    const away = x.get(node) - line;
    if (Math.abs(away) < CLEAR) by += (away < 0 ? -1 : 1) * (CLEAR + 2 - Math.abs(away));
  }
  return by;
}

/** Moves clusters as little as possible, so that they keep their order and have their widths. */
function spread(wish, wideOf, x) {
  // Runs of clusters without room between them: where the first wants to be, and the length.
  const runs = [];
  let sum = 0;
  const offsets = wish.map(([node], place) => {
    if (place > 0) sum += (wideOf(wish[place - 1][0]) + wideOf(node)) / 2;
    return sum;
  });
  wish.forEach(([, at], place) => {
    let [start, count] = [at - offsets[place], 1];
    while (runs.length > 0 && runs.at(-1)[0] > start) {
      const [before, length] = runs.pop();
      start = (before * length + start * count) / (length + count);
      count += length;
    }
    runs.push([start, count]);
  });
  const starts = runs.flatMap(([start, count]) => Array(count).fill(start));
  wish.forEach(([node], place) => x.set(node, starts[place] + offsets[place]));
}

export { arrange, foldedAbove, foldedBelow, isSmall, places, restart, shown, shownCovers, unfold };

// The peaks: a circle for each cluster, across where its points are, up its size on a logarithmic
// axis, and a line to the cover that stands nearest.

import { camera } from "./camera.js";
import { circleColours } from "./circles.js";
import { colours } from "./colours.js";
import { communities, data, firsts, nodes, points, upper } from "./context.js";
import { byId, number } from "./elements.js";
import { scene } from "./state.js";
import { caption, label, letters, placeText } from "./writing.js";

const peaks = camera(40, 100_000);
const { view, screen } = peaks;
const front = byId("mountains").getContext("2d");
const back = document.createElement("canvas").getContext("2d");

/** The space above the largest cluster, below the smallest ones, and beside the outermost. */
const [ABOVE, BELOW, ASIDE] = [30, 46, 50];
/** The most clusters whose names are tried where there is room. */
const FEW = 60;
/** The most clusters that are painted anew in each frame of a movement. */
const MANY = 1500;

// The height of the text above the peaks.
let top = 0;

const largest = Math.max(Math.log2(Math.max(data.size, 2)), 1);
const height = () => Math.max(screen.height - top - ABOVE - BELOW, 1);
const rise = (size) =>
  screen.height - BELOW - (Math.log2(Math.max(size, 1)) / largest) * height();
const placeOfPeak = (node) =>
  ({ x: (nodes[node].x - view.x) * view.scale + screen.width / 2, y: rise(nodes[node].size) });

/** The radius of a circle: its area grows with its points, and all are smaller among many. */
const crowd = Math.min(Math.max((900 / Math.max(nodes.length, 1)) ** 0.25, 0.55), 1.3);
const radiusOf = (node) => crowd * Math.sqrt(4 + (120 * nodes[node].size) / Math.max(data.size, 1));

/** The cover of each cluster that stands nearest; -1 if only that of all points covers it. */
const nearestCover = nodes.map((node, at) => {
  const away = (one) => Math.abs(nodes[one].x - node.x);
  const some = upper[at].filter((one) => nodes[one].size < data.size || nodes.length <= FEW);
  return some.reduce((one, other) => (one < 0 || away(other) < away(one) ? other : one), -1);
});

/** The clusters with points, the largest first, so that small circles lie on large ones. */
const order = [...nodes.keys()].toReversed().filter((node) => nodes[node].size > 0);

function fitPeaks() {
  peaks.fitTo({ x: 0.5, y: 0, scale: Math.max(screen.width - ASIDE - 24, 40) });
  view.x -= (ASIDE - 24) / 2 / view.scale;
  peaks.fitTo({ ...view });
}

function resizePeaks() {
  if (!peaks.measure(front, back)) return;
  top = byId("about-peaks").offsetHeight;
  if (peaks.isFitted()) fitPeaks();
  painted = null;
}

/** Returns the cluster at a position of the screen, or -1. */
function peakAt(at) {
  let [best, least] = [-1, 5];
  const x = (at.x - screen.width / 2) / view.scale + view.x;
  const far = 20 / view.scale;
  for (const node of order) {
    if (Math.abs(nodes[node].x - x) > far) continue;
    const place = placeOfPeak(node);
    const away = Math.hypot(place.x - at.x, place.y - at.y) - radiusOf(node);
    if (away < least) [best, least] = [node, away];
  }
  return best;
}

/** Draws lines to nearest covers between the clusters of a test. */
function lines(pen, isShown, colour, width) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  for (const node of order) {
    const cover = nearestCover[node];
    if (cover < 0 || !isShown(node) || !isShown(cover)) continue;
    const [low, high] = [placeOfPeak(node), placeOfPeak(cover)];
    pen.moveTo(low.x, low.y);
    pen.lineTo(high.x, high.y);
  }
  pen.stroke();
}

/** The radius up to which circles of nearly one colour are painted together, for speed. */
const SMALL = 3;

/** Paints small circles, those of nearly one colour at once. */
function smallCircles(pen, some, colourOf) {
  const byColour = new Map();
  for (const node of some) {
    // The first of two digits of each part of the colour.
    const key = [1, 3, 5].map((at) => colourOf[node][at]).join("");
    if (!byColour.has(key)) byColour.set(key, []);
    byColour.get(key).push(node);
  }
  for (const alike of byColour.values()) {
    pen.fillStyle = colourOf[alike[0]];
    pen.beginPath();
    for (const node of alike) {
      const [{ x, y }, size] = [placeOfPeak(node), radiusOf(node)];
      if (x < -20 || x > screen.width + 20) continue;
      pen.moveTo(x + size, y);
      pen.arc(x, y, size, 0, 2 * Math.PI);
    }
    pen.fill();
  }
}

function circles(pen, some, colourOf, isOutlined) {
  pen.lineWidth = 0.7;
  pen.strokeStyle = colours.paper;
  for (const node of some) {
    const { x, y } = placeOfPeak(node);
    if (x < -20 || x > screen.width + 20) continue;
    pen.beginPath();
    pen.arc(x, y, radiusOf(node), 0, 2 * Math.PI);
    pen.fillStyle = colourOf[node];
    pen.fill();
    if (isOutlined) pen.stroke();
  }
}

// The view in which all clusters are painted; null if they have to be painted anew.
let painted = null;

/** Paints all clusters, once for each view and each choice of colours. */
function paintAll() {
  if (painted) return;
  painted = { ...view };
  back.clearRect(0, 0, screen.width, screen.height);
  const faint = Math.min(Math.max(1.9 - 0.45 * Math.log10(nodes.length + 1), 0.08), 0.8);
  back.globalAlpha = faint;
  lines(back, () => true, colours.line, 0.8);
  back.globalAlpha = 1;
  const isSmall = (node) => nodes.length > 2000 && radiusOf(node) < SMALL;
  circles(back, order.filter((node) => !isSmall(node)), circleColours(), true);
  smallCircles(back, order.filter(isSmall), circleColours());
}

/** Draws the lines of sizes, each twice as large as the one below it, or more; or their numbers. */
function axis(isText) {
  const steps = Math.max(Math.ceil((18 * largest) / height()), 1);
  for (let power = 0; power <= largest; power += steps) {
    const y = rise(2 ** power);
    const text = number(2 ** power);
    if (isText) {
      label(front, text, ASIDE - 12 - letters(text) / 2, y, colours.quiet);
      continue;
    }
    front.strokeStyle = colours.edge;
    front.lineWidth = 1;
    front.beginPath();
    front.moveTo(ASIDE - 10, y);
    front.lineTo(screen.width, y);
    front.stroke();
  }
}

/** Returns true for the clusters that are lit: those of the pointer, or else of the focus. */
function litNow() {
  return scene.lineage ?? scene.lit;
}

function drawPeaks() {
  if (screen.width === 0) return;
  front.fillStyle = colours.paper;
  front.fillRect(0, 0, screen.width, screen.height);
  axis(false);
  paintAll();
  const lit = litNow();
  front.globalAlpha = lit ? 0.16 : 1;
  const by = view.scale / painted.scale;
  const left = (painted.x - view.x) * view.scale + ((1 - by) * screen.width) / 2;
  front.drawImage(back.canvas, left, 0, by * screen.width, screen.height);
  front.globalAlpha = 1;
  const strong = [...new Set([...scene.chosen, ...(scene.pointed < 0 ? [] : [scene.pointed])])];
  if (lit) {
    const some = order.filter((node) => lit[node] !== 0);
    const isWay = some.length < 120 && scene.ways.length === 0;
    front.globalAlpha = isWay ? 0.9 : 0.4;
    lines(front, (node) => lit[node] !== 0, colours.ink, isWay ? 1.4 : 0.8);
    front.globalAlpha = 1;
    circles(front, some, circleColours(), true);
  }
  const ways = scene.pointed < 0 ? scene.ways : [wayUp(scene.pointed)];
  ways.forEach(drawWay);
  for (const node of strong) {
    const { x, y } = placeOfPeak(node);
    front.beginPath();
    front.arc(x, y, radiusOf(node) + 2, 0, 2 * Math.PI);
    front.strokeStyle = colours.ink;
    front.lineWidth = 2;
    front.stroke();
  }
  axis(true);
  write(strong, lit);
}

/** Returns the clusters from one up along the nearest covers. */
function wayUp(node) {
  const way = [node];
  while (nearestCover[way.at(-1)] >= 0) way.push(nearestCover[way.at(-1)]);
  return way;
}

function drawWay(way) {
  front.strokeStyle = colours.ink;
  front.lineWidth = 2;
  front.beginPath();
  way.map(placeOfPeak).forEach(({ x, y }) => front.lineTo(x, y));
  front.stroke();
  circles(front, way.toReversed(), circleColours(), true);
}

/** Returns the cluster at the top of a group: the one most like it, or its largest. */
function summit(at) {
  const { cluster, nodes: some } = communities[at];
  const like = nodes.findIndex(({ name }) => name === cluster);
  return like >= 0 ? like : some.at(-1) ?? -1;
}

const summits = firsts.map((at) => [at, summit(at)]).filter(([, node]) => node >= 0);

/** Writes the names of the chosen clusters, of the groups at their tops, and of few clusters. */
function write(strong, lit) {
  const avoided = nodes.length > FEW ? strong.concat(summits.map(([, node]) => node)) : order;
  const taken = avoided.map((node) => {
    const [{ x, y }, size] = [placeOfPeak(node), radiusOf(node)];
    return { x: x - size, y: y - size, wide: 2 * size, high: 2 * size };
  });
  const name = (node, text, style) => placeText(front, text, placeOfPeak(node), radiusOf(node) + 3,
    { taken, width: screen.width, height: screen.height, ...style });
  for (const node of strong) name(node, caption(node), { colour: colours.ink });
  for (const [at, node] of summits) {
    if (lit && lit[node] === 0) continue;
    name(node, communities[at].name, { colour: colours.ink, weight: "600 13px" });
  }
  // At the foot of a way stands the name of its point.
  scene.ways.forEach(([foot = -1], at) => {
    if (foot < 0) return;
    name(foot, points[scene.ringed[at]], { colour: colours.ink, weight: "600 12px" });
  });
  const isLit = (node) => (scene.ways.length > 0 ? scene.ways.some((way) => way.includes(node))
    : !lit || lit[node] !== 0);
  const some = order.filter(isLit);
  if (some.length > FEW) return;
  for (const node of some) {
    if (!strong.includes(node)) name(node, caption(node), { colour: colours.quiet });
  }
}

let waiting = 0;

/** Schedules drawing for the next frame. */
function redrawPeaks() {
  if (!waiting) waiting = requestAnimationFrame(() => { waiting = 0; drawPeaks(); });
}

let resting = 0;

/**
 * Draws the peaks anew after a change of colours or of the view. While the view of many clusters
 * moves, their picture is moved and stretched, and painted when the view rests.
 */
function renewPeaks(isMoving = false) {
  clearTimeout(resting);
  if (isMoving && nodes.length > MANY) resting = setTimeout(renewPeaks, 120);
  else painted = null;
  redrawPeaks();
}

export { drawPeaks, fitPeaks, peakAt, peaks, placeOfPeak, redrawPeaks, renewPeaks,
  resizePeaks };

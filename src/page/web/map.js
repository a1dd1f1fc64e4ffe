// Drawing of the map of points on its canvas, as `scene` describes it. Discs are written directly
// into pixels, so that 20,000 of them can be painted in every frame.

import { camera, range } from "./camera.js";
import { renewCircles } from "./circles.js";
import { areas, colourPoints, left, pixel, right, tint } from "./colouring.js";
import { colours } from "./colours.js";
import { data, isContinuum, points } from "./context.js";
import { byId } from "./elements.js";
import { outlines } from "./islands.js";
import { makeNames, measureFixed, placeNames } from "./map_names.js";
import { renewPeaks } from "./peaks.js";
import { HALF, SQUARES, densityOf, placeOf, xs, ys } from "./places.js";
import { scene, state } from "./state.js";
import { placeText } from "./writing.js";

const chart = camera(40, 40_000);
const { view, screen, toScreen } = chart;
const front = byId("points").getContext("2d");
const back = document.createElement("canvas").getContext("2d");
const glow = document.createElement("canvas").getContext("2d");
glow.canvas.width = SQUARES;
glow.canvas.height = SQUARES;

/** The most points with which names are shown beside them. */
const FEW = 40;

let image = null;
let pixels = null;

function resizeMap() {
  measureFixed();
  if (!chart.measure(front, back)) return;
  image = new ImageData(back.canvas.width, back.canvas.height);
  pixels = new Uint32Array(image.data.buffer);
  if (chart.isFitted()) fitMap();
}

/** Fits the view to all points, between the text at the top and the buttons at the bottom. */
function fitMap() {
  const [[west, east], [north, south]] = points.length > 0 ? [range(xs), range(ys)]
    : [[-1, 1], [-1, 1]];
  const [top, bottom] = [byId("heading").offsetHeight + 26,
    byId("tools").offsetHeight + byId("legend").offsetHeight + 32];
  const across = (screen.width - Math.min(120, screen.width / 5)) / Math.max(east - west, 0.1);
  const down = (screen.height - top - bottom) / Math.max(south - north, 0.1);
  const scale = Math.max(Math.min(across, down), 40);
  const y = (north + south) / 2 - (top - bottom) / 2 / scale;
  chart.fitTo({ scale, x: (west + east) / 2, y });
}

/** Returns a disc's radius in pixels: smaller with more points, larger when zoomed in. */
function discSize() {
  const least = Math.min(Math.max(26 / Math.max(points.length, 1) ** 0.28, 1.5), 5);
  return Math.min(least * Math.max(view.scale / chart.fitted.scale, 0.7) ** 0.4, 9);
}

const masks = new Map();

/** Returns the pixels of a disc as triples: two offsets, and the coverage out of 255. */
function maskOf(size) {
  const key = Math.round(4 * size);
  if (!masks.has(key)) {
    const [radius, found] = [key / 4, []];
    const reach = Math.ceil(radius);
    for (let y = -reach; y <= reach; y += 1) {
      for (let x = -reach; x <= reach; x += 1) {
        const covered = Math.min(Math.max(radius + 0.5 - Math.hypot(x, y), 0), 1);
        if (covered > 0) found.push(x, y, Math.round(255 * covered));
      }
    }
    masks.set(key, Int16Array.from(found));
  }
  return masks.get(key);
}

/** Paints the points whose `scene.isIn` is `wanted`, with an opacity out of 256. */
function discs(wanted, opacity) {
  const { width, height } = image;
  const { dense } = screen;
  const mask = maskOf(discSize() * dense);
  const [by, right0, down0] = [view.scale * dense, width / 2 - view.x * view.scale * dense,
    height / 2 - view.y * view.scale * dense];
  for (let point = 0; point < points.length; point += 1) {
    if (scene.isIn[point] !== wanted) continue;
    const [x0, y0] = [Math.round(xs[point] * by + right0), Math.round(ys[point] * by + down0)];
    if (x0 < -20 || y0 < -20 || x0 > width + 20 || y0 > height + 20) continue;
    for (let at = 0; at < mask.length; at += 3) {
      const [x, y] = [x0 + mask[at], y0 + mask[at + 1]];
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const colour = mask[at] < 0 ? left[point] : right[point];
      const covered = (mask[at + 2] * opacity) >> 8;
      const [place, before] = [y * width + x, pixels[y * width + x]];
      if (before === 0) {
        pixels[place] = (colour | (covered << 24)) >>> 0;
        continue;
      }
      // Red and blue are blended together, then green, with weights out of 256.
      const rest = 256 - covered;
      const blend = (bits) =>
        ((Math.imul(colour & bits, covered) + Math.imul(before & bits, rest)) >>> 8) & bits;
      const under = before >>> 24;
      const over = under + (((255 - under) * covered) >> 8);
      pixels[place] = (blend(0xff00ff) | blend(0xff00) | (over << 24)) >>> 0;
    }
  }
}

/** Paints a faint background in the colours of groups where these are dense. */
function paintGlow() {
  const made = new ImageData(SQUARES, SQUARES);
  const found = new Uint32Array(made.data.buffer);
  const some = state.colour === "community" ? areas : [];
  const best = new Float32Array(SQUARES * SQUARES);
  for (const at of some) {
    const { field, most } = densityOf(at);
    const colour = pixel(tint(at));
    field.forEach((value, square) => {
      const share = value / most;
      if (share <= best[square] || share < 0.02) return;
      best[square] = share;
      found[square] = (colour | (Math.round(64 * Math.min(share, 0.6) ** 0.5) << 24)) >>> 0;
    });
  }
  glow.putImageData(made, 0, 0);
}

/** Draws the line from a name to its points. */
function leader([from, to, at]) {
  front.strokeStyle = tint(at);
  front.lineWidth = 1;
  front.globalAlpha = 0.7;
  front.beginPath();
  front.moveTo(from.x, from.y);
  front.lineTo(to.x, to.y);
  front.stroke();
  front.globalAlpha = 1;
}

/** Draws the outline of a part that is an island, as pairs of places. */
function outline({ at, line }) {
  front.strokeStyle = tint(at);
  front.lineWidth = 1.2;
  front.beginPath();
  for (const [from, to] of line) {
    const [a, b] = [toScreen(from), toScreen(to)];
    front.moveTo(a.x, a.y);
    front.lineTo(b.x, b.y);
  }
  front.stroke();
}

/** Writes the names of few points beside them, where there is room. */
function namePoints() {
  const taken = points.map((_, point) => {
    const [{ x, y }, size] = [toScreen(placeOf(point)), discSize()];
    return { x: x - size, y: y - size, wide: 2 * size, high: 2 * size };
  });
  const room = { taken, width: screen.width, height: screen.height, colour: colours.quiet };
  points.forEach((name, point) =>
    placeText(front, name, toScreen(placeOf(point)), discSize() + 3, room));
}

function circle(point, colour, width, size) {
  const { x, y } = toScreen(placeOf(point));
  front.beginPath();
  front.arc(x, y, size, 0, 2 * Math.PI);
  front.strokeStyle = colour;
  front.lineWidth = width;
  front.stroke();
}

function ring(point, colour, width, size = discSize() + 2.5) {
  circle(point, colours.paper, width + 2, size);
  circle(point, colour, width, size);
}

function paintMap() {
  if (!image) return;
  front.fillStyle = colours.paper;
  front.fillRect(0, 0, screen.width, screen.height);
  const corner = toScreen({ x: -HALF, y: -HALF });
  const side = 2 * HALF * view.scale;
  const isDim = litPoints() !== null;
  front.globalAlpha = isDim ? 0.5 : 1;
  front.drawImage(glow.canvas, corner.x, corner.y, side, side);
  if (state.colour === "community") outlines.forEach(outline);
  front.globalAlpha = 1;
  pixels.fill(0);
  const many = points.length > 5000 ? 190 : 225;
  if (isDim) {
    discs(0, 40);
    discs(1, 245);
  } else discs(0, isContinuum ? many - 30 : many);
  back.putImageData(image, 0, 0);
  front.drawImage(back.canvas, 0, 0, screen.width, screen.height);
  data.far.forEach(([point]) => circle(point, colours.ink, 1, discSize() + 2.5));
  const [first, second] = scene.ringed;
  if (second !== undefined) {
    const [a, b] = [first, second].map((point) => toScreen(placeOf(point)));
    front.setLineDash([3, 4]);
    front.strokeStyle = colours.quiet;
    front.lineWidth = 1.5;
    front.beginPath();
    front.moveTo(a.x, a.y);
    front.lineTo(b.x, b.y);
    front.stroke();
    front.setLineDash([]);
  }
  if (points.length <= FEW) namePoints();
  scene.ringed.forEach((point, at) =>
    ring(point, second === undefined ? colours.ink : [colours.first, colours.second][at], 2.5));
  if (scene.hovered >= 0) ring(scene.hovered, colours.ink, 1.5);
  if (scene.lasso) lasso();
  placeNames(chart).forEach(leader);
}

function lasso() {
  front.beginPath();
  scene.lasso.forEach(({ x, y }) => front.lineTo(x, y));
  front.closePath();
  front.fillStyle = colours.quiet;
  front.globalAlpha = 0.12;
  front.fill();
  front.globalAlpha = 1;
  front.strokeStyle = colours.ink;
  front.lineWidth = 1.5;
  front.stroke();
}

let waiting = 0;

/** Schedules painting for the next frame. */
function redrawMap() {
  if (!waiting) waiting = requestAnimationFrame(() => { waiting = 0; paintMap(); });
}

/** Returns the lit points: those of the cluster under the pointer, or else of the focus. */
const litPoints = () => scene.flash ?? scene.points;

/** Marks the lit points. */
function lightPoints() {
  scene.isIn.fill(0);
  litPoints()?.forEach((point) => { scene.isIn[point] = 1; });
}

let known = "";

/** Updates the map, and the colours of the peaks, after a change of the focus or of the colours. */
function renewMap() {
  lightPoints();
  const choice = `${state.colour} ${document.documentElement.dataset.theme}`;
  if (choice !== known) {
    known = choice;
    const legend = colourPoints();
    byId("legend").replaceChildren(...legend);
    byId("legend").hidden = legend.length === 0;
    paintGlow();
    renewCircles();
    renewPeaks();
  }
  makeNames();
  redrawMap();
}

export { chart, discSize, fitMap, lightPoints, paintMap, redrawMap, renewMap, resizeMap };

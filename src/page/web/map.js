// Drawing of the map of points on its canvas, as `scene` describes it. Discs are written directly
// into pixels, so that 20,000 of them can be painted in every frame.

import { camera, range } from "./camera.js";
import { apart, colourPoints, left, pixel, right, tint } from "./colouring.js";
import { colours } from "./colours.js";
import { data, isContinuum, points } from "./context.js";
import { byId } from "./elements.js";
import { makeNames, measureFixed, placeNames } from "./map_names.js";
import { HALF, SQUARES, densityOf, placeOf, xs, ys } from "./places.js";
import { scene, state } from "./state.js";

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
  chart.measure(front, back);
  image = new ImageData(back.canvas.width, back.canvas.height);
  pixels = new Uint32Array(image.data.buffer);
  if (chart.isFitted()) fitMap();
  measureFixed();
}

/** Fits the view to all points, below the text at the top. */
function fitMap() {
  const [[west, east], [north, south]] = points.length > 0 ? [range(xs), range(ys)]
    : [[-1, 1], [-1, 1]];
  const top = Math.min(64, screen.height / 6);
  const across = (screen.width - Math.min(120, screen.width / 5)) / Math.max(east - west, 0.1);
  const down = (screen.height - top - 40) / Math.max(south - north, 0.1);
  const scale = Math.max(Math.min(across, down), 40);
  const y = (north + south) / 2 - (top - 40) / 2 / scale;
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
  const some = state.colour === "community" ? apart() : [];
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

/** The most characters of a name beside its point. */
const LETTERS = 24;

function nameOf(name, point) {
  const { x, y } = toScreen(placeOf(point));
  front.font = "11px system-ui, sans-serif";
  front.fillStyle = colours.quiet;
  const short = name.length > LETTERS ? `${name.slice(0, LETTERS)}…` : name;
  front.fillText(short, x + discSize() + 4, y + 4);
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

function paint() {
  if (!image) return;
  front.fillStyle = colours.paper;
  front.fillRect(0, 0, screen.width, screen.height);
  const corner = toScreen({ x: -HALF, y: -HALF });
  const side = 2 * HALF * view.scale;
  front.globalAlpha = scene.points ? 0.5 : 1;
  front.drawImage(glow.canvas, corner.x, corner.y, side, side);
  front.globalAlpha = 1;
  pixels.fill(0);
  const many = points.length > 5000 ? 190 : 225;
  if (scene.points) {
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
  if (points.length <= FEW) points.forEach(nameOf);
  scene.ringed.forEach((point, at) =>
    ring(point, second === undefined ? colours.ink : [colours.first, colours.second][at], 2.5));
  if (scene.hovered >= 0) ring(scene.hovered, colours.ink, 1.5);
  if (scene.lasso) lasso();
  placeNames(chart);
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
  if (!waiting) waiting = requestAnimationFrame(() => { waiting = 0; paint(); });
}

/** Updates the map after a change of the focus or of the colours. */
function renewMap() {
  scene.isIn.fill(0);
  scene.points?.forEach((point) => { scene.isIn[point] = 1; });
  const legend = colourPoints();
  byId("legend").replaceChildren(...legend);
  byId("legend").hidden = legend.length === 0;
  paintGlow();
  makeNames();
  redrawMap();
}

export { chart, discSize, fitMap, redrawMap, renewMap, resizeMap };

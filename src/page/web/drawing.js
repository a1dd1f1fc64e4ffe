// The diagram on the canvas. It draws what `scene` says and decides nothing.

import { colours } from "./colours.js";
import { data, nodes } from "./context.js";
import { axis, names } from "./labels.js";
import { disc, outline, shape } from "./marks.js";
import { scene } from "./state.js";
import { place, radius, screen, toScreen, view } from "./view.js";

const canvas = document.getElementById("canvas");
const front = canvas.getContext("2d");
// The diagram is painted aside and copied: pointing at something repaints nothing, and while a
// large one moves, its last painting moves.
const back = document.createElement("canvas").getContext("2d");

const LINES_AT_ONCE = 400;

/** A painting that takes longer, in milliseconds, is moved as it is until the hand rests. */
const SLOW = 20;
const REST = 120;

/** The view of the last painting, how long it took, and whether it still shows the scene. */
const painted = { x: 0, y: 0, scale: 1, cost: 0, isFresh: false };

/** Fits the canvas to its place on the page. */
function resize() {
  const { width, height } = canvas.getBoundingClientRect();
  Object.assign(screen, { width, height, dense: window.devicePixelRatio || 1 });
  for (const each of [front, back]) {
    each.canvas.width = Math.round(width * screen.dense);
    each.canvas.height = Math.round(height * screen.dense);
    each.setTransform(screen.dense, 0, 0, screen.dense, 0, 0);
  }
}

let waiting = 0;
let resting = 0;

/** Draws with the next frame, after a change of what is seen. */
function redraw() {
  painted.isFresh = false;
  request();
}

/** Draws with the next frame, after a change of the view or of what is pointed at. */
function request() {
  if (!waiting) waiting = requestAnimationFrame(() => { waiting = 0; draw(); });
}

function draw() {
  const isMoved = painted.x !== view.x || painted.y !== view.y || painted.scale !== view.scale;
  if (painted.isFresh && isMoved && painted.cost > SLOW) {
    clearTimeout(resting);
    resting = setTimeout(redraw, REST);
  } else if (!painted.isFresh || isMoved) {
    paint();
  }
  copy(front);
  rings(front);
  axis(front);
}

/** The last painting, where the view has it now. */
function copy(pen) {
  const by = view.scale / painted.scale;
  const { x, y } = toScreen(painted);
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, screen.width, screen.height);
  const [width, height] = [screen.width * by, screen.height * by];
  pen.drawImage(back.canvas, x - width / 2, y - height / 2, width, height);
}

/** Paints everything but the rings. */
function paint() {
  const start = performance.now();
  const pen = back;
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, screen.width, screen.height);
  const at = place.map(toScreen);
  const isLit = (a, b) => scene.lit !== null && (scene.lit[a] & scene.lit[b]) !== 0;
  lines(pen, at, (a, b) => !isLit(a, b), colours.line, density() * (scene.lit ? 0.25 : 1), 1);
  if (scene.lit) lines(pen, at, isLit, colours.quiet, Math.min(density() + 0.2, 0.9), 1);
  chains(pen, at);
  scene.ways.forEach((way, which) => {
    line(pen, way.map((node) => at[node]), which === 0 ? colours.first : colours.second, 3);
  });
  const strong = new Set([...scene.chosen, ...scene.ways.flat()]);
  for (const bright of [false, true]) {
    pen.globalAlpha = bright || !scene.lit ? 1 : 0.22 * density();
    for (let node = 0; node < nodes.length; node += 1) {
      const isBright = !scene.lit || scene.lit[node] !== 0 || strong.has(node);
      if (isBright !== bright || scene.hidden[node]) continue;
      disc(pen, node, at[node], scene.lit && bright ? Math.max(radius(node), 2.6) : radius(node));
    }
  }
  pen.globalAlpha = 1;
  names(pen, at, strong);
  Object.assign(painted, view, { cost: performance.now() - start, isFresh: true });
}

/** Many lines are drawn paler, so that the page does not turn grey. */
function density() {
  const drawn = data.covers.length / 2;
  return Math.min(Math.max(0.9 - 0.16 * Math.log10(Math.max(drawn / 60, 1)), 0.3), 0.9);
}

const outside = (a, b) =>
  (a.x < 0 && b.x < 0) || (a.y < 0 && b.y < 0) ||
  (a.x > screen.width && b.x > screen.width) || (a.y > screen.height && b.y > screen.height);

/** The covers between clusters that are shown and pass a test. */
function lines(pen, at, wanted, colour, strength, width) {
  pen.strokeStyle = colour;
  pen.globalAlpha = strength;
  pen.lineWidth = width;
  pen.beginPath();
  let count = 0;
  for (let cover = 0; cover < data.covers.length; cover += 2) {
    const [low, high] = [data.covers[cover], data.covers[cover + 1]];
    if (scene.hidden[low] || scene.hidden[high] || !wanted(low, high)) continue;
    const [a, b] = [at[low], at[high]];
    if (outside(a, b)) continue;
    pen.moveTo(a.x, a.y);
    pen.lineTo(b.x, b.y);
    count += 1;
    if (count % LINES_AT_ONCE === 0) {
      pen.stroke();
      pen.beginPath();
    }
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

/** Dashes over the lines that stand for chains. */
function chains(pen, at) {
  for (const [low, high] of data.shortened) {
    if (scene.hidden[low] || scene.hidden[high]) continue;
    pen.setLineDash([4, 5]);
    line(pen, [at[low], at[high]], colours.paper, 3);
    pen.setLineDash([]);
  }
}

function line(pen, through, colour, width) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  through.forEach(({ x, y }) => pen.lineTo(x, y));
  pen.stroke();
}

/** Rings around what was selected, chosen and pointed at. */
function rings(pen) {
  const ring = (node, colour, width) => {
    if (scene.hidden[node]) return;
    outline(pen, toScreen(place[node]), radius(node) + 1 + width / 2, shape(node));
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  };
  nodes.forEach((node, which) => { if (node.asked) ring(which, colours.ink, 1.5); });
  scene.chosen.forEach((node) => ring(node, colours.accent, 3));
  if (scene.pointed >= 0) ring(scene.pointed, colours.ink, 2);
}

export { canvas, redraw, request, resize };

// Drawing of the diagram on its canvas, as `scene` describes it.

import { colours } from "./colours.js";
import { data, nodes } from "./context.js";
import { axis, names } from "./labels.js";
import { scene } from "./state.js";
import { diagram, place, radius, screen, toScreen } from "./view.js";

const canvas = document.getElementById("canvas");
const pen = canvas.getContext("2d");
const resize = () => diagram.measure(pen);

let waiting = 0;

/** Schedules drawing for the next frame. */
function redraw() {
  if (!waiting) waiting = requestAnimationFrame(() => { waiting = 0; draw(); });
}

function draw() {
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, screen.width, screen.height);
  const at = place.map(toScreen);
  const shown = nodes.reduce((sum, _, node) => sum + 1 - scene.hidden[node], 0);
  // The more clusters, the paler the lines, so that the page does not turn grey.
  const strength = Math.min(Math.max(1.2 - 0.3 * Math.log10(shown), 0.3), 0.9);
  const isLit = (a, b) => scene.lit !== null && (scene.lit[a] & scene.lit[b]) !== 0;
  lines(at, (a, b) => !isLit(a, b), colours.line, strength * (scene.lit ? 0.25 : 1));
  if (scene.lit) lines(at, isLit, colours.quiet, Math.min(strength + 0.2, 0.9));
  const strong = new Set(scene.chosen);
  for (const bright of [false, true]) {
    pen.globalAlpha = bright || !scene.lit ? 1 : 0.15;
    for (let node = 0; node < nodes.length; node += 1) {
      const isBright = !scene.lit || scene.lit[node] !== 0 || strong.has(node);
      if (isBright !== bright || scene.hidden[node]) continue;
      const size = scene.lit && bright ? Math.max(radius(node), 2.6) : radius(node);
      pen.beginPath();
      pen.arc(at[node].x, at[node].y, size, 0, 2 * Math.PI);
      pen.fillStyle = colours.fills[node];
      pen.fill();
      pen.strokeStyle = nodes[node].size === 0 ? colours.quiet : colours.paper;
      if (size >= 3) pen.stroke();
    }
  }
  pen.globalAlpha = 1;
  names(pen, at, strong);
  rings();
  axis(pen);
}

/** Draws the covers between visible clusters that pass a test. */
function lines(at, wanted, colour, strength) {
  pen.strokeStyle = colour;
  pen.globalAlpha = strength;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let cover = 0; cover < data.covers.length; cover += 2) {
    const [low, high] = [data.covers[cover], data.covers[cover + 1]];
    if (scene.hidden[low] || scene.hidden[high] || !wanted(low, high)) continue;
    pen.moveTo(at[low].x, at[low].y);
    pen.lineTo(at[high].x, at[high].y);
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

/** Draws rings around the selected, chosen and hovered clusters. */
function rings() {
  const ring = (node, colour, width) => {
    if (scene.hidden[node]) return;
    const { x, y } = toScreen(place[node]);
    pen.beginPath();
    pen.arc(x, y, radius(node) + 1 + width / 2, 0, 2 * Math.PI);
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  };
  nodes.forEach((node, which) => { if (node.asked) ring(which, colours.ink, 1.5); });
  scene.chosen.forEach((node) => ring(node, colours.accent, 3));
  if (scene.pointed >= 0) ring(scene.pointed, colours.ink, 2);
}

export { canvas, redraw, resize };

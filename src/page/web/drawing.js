// Drawing of the line diagram on its canvas, as `scene` describes it.

import { circleColours } from "./circles.js";
import { colours } from "./colours.js";
import { nodes } from "./context.js";
import { number } from "./elements.js";
import { scene } from "./state.js";
import { foldedAbove, foldedBelow, places, shown, shownCovers } from "./unfolding.js";
import { diagram, radius, screen, toScreen } from "./view.js";
import { caption, label, letters, placeText } from "./writing.js";

const canvas = document.getElementById("canvas");
const pen = canvas.getContext("2d");
const resize = () => diagram.measure(pen);

let waiting = 0;

/** Schedules drawing for the next frame. */
function redraw() {
  if (!waiting) waiting = requestAnimationFrame(() => { waiting = 0; draw(); });
}

function draw() {
  if (screen.width === 0) return;
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, screen.width, screen.height);
  const at = new Map([...places].map(([node, where]) => [node, toScreen(where)]));
  const lit = scene.lineage ?? scene.lit;
  const isLit = (node) => !lit || lit[node] !== 0 || scene.chosen.includes(node);
  // The ways up from one point or two are drawn strongly.
  const isWay = scene.lineage !== null || scene.ringed.length > 0;
  for (const [low, high] of shownCovers()) {
    const [from, to] = [at.get(low), at.get(high)];
    const isStrong = isWay && (lit[low] & lit[high]) !== 0;
    pen.strokeStyle = isStrong ? colours.ink : colours.line;
    pen.globalAlpha = isStrong || !lit || (lit[low] & lit[high]) !== 0 ? 0.85 : 0.35;
    pen.lineWidth = isStrong ? 1.6 : 1;
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
    pen.stroke();
  }
  const fills = circleColours();
  const disc = (node, size, colour) => {
    const { x, y } = at.get(node);
    pen.beginPath();
    pen.arc(x, y, size, 0, 2 * Math.PI);
    pen.fillStyle = colour;
    pen.fill();
  };
  for (const node of shown) {
    pen.globalAlpha = 1;
    disc(node, radius(node) + 2, colours.paper);
    pen.globalAlpha = isLit(node) ? 1 : 0.35;
    disc(node, radius(node), fills[node]);
    pen.strokeStyle = colours.quiet;
    pen.lineWidth = 1;
    if (nodes[node].size === 0) pen.stroke();
  }
  pen.globalAlpha = 1;
  rings(at);
  write(at, isLit);
}

/** Draws rings around the selected, chosen and hovered clusters. */
function rings(at) {
  const ring = (node, width) => {
    if (!shown.has(node)) return;
    const { x, y } = at.get(node);
    pen.beginPath();
    pen.arc(x, y, radius(node) + 1 + width / 2, 0, 2 * Math.PI);
    pen.strokeStyle = colours.ink;
    pen.lineWidth = width;
    pen.stroke();
  };
  nodes.forEach((node, which) => { if (node.asked) ring(which, 1.5); });
  scene.chosen.forEach((node) => ring(node, 3));
  if (scene.pointed >= 0) ring(scene.pointed, 2);
}

/** Writes the names, chosen ones first, and the numbers of covers that are folded. */
function write(at, isLit) {
  const taken = [...shown].map((node) => {
    const [{ x, y }, size] = [at.get(node), radius(node)];
    return { x: x - size, y: y - size, wide: 2 * size, high: 2 * size };
  });
  const room = { taken, width: screen.width, height: screen.height };
  const rank = (node) => (scene.chosen.includes(node) ? 2 : isLit(node) ? 1 : 0);
  const order = [...shown].sort((a, b) => rank(b) - rank(a) || b - a);
  for (const node of order) {
    // An attribute stands above the largest cluster that has it.
    const words = nodes[node].above?.join(", ") ?? "";
    const { x, y } = at.get(node);
    if (words !== "" && words.length <= 60) {
      const top = y - radius(node) - 10;
      const wide = letters(words);
      taken.push({ x: x - wide / 2, y: top - 7, wide, high: 14 });
      label(pen, words, x, top, colours.ink, "italic 11px");
    }
    const colour = rank(node) === 2 ? colours.ink : colours.quiet;
    placeText(pen, caption(node), at.get(node), radius(node) + 3, { ...room, colour });
  }
  if (nodes.length === shown.size) return;
  for (const node of order) {
    const [{ x, y }, away] = [at.get(node), radius(node) + 9];
    const [up, down] = [foldedAbove(node).length, foldedBelow(node).length];
    if (up > 0) label(pen, `+${number(up)}`, x, y - away, colours.quiet, "10px");
    if (down > 0) label(pen, `+${number(down)}`, x, y + away, colours.quiet, "10px");
  }
}

export { canvas, redraw, resize };

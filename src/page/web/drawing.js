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
  const ways = new Set(scene.ways.flatMap((way) =>
    way.slice(1).map((high, before) => `${way[before]} ${high}`)));
  for (const [low, high] of shownCovers()) {
    const [from, to] = [at.get(low), at.get(high)];
    const isStrong = ways.has(`${low} ${high}`);
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

/** Writes the numbers of covers that are folded, and the names, chosen ones first. */
function write(at, isLit) {
  const taken = [...shown].map((node) => {
    const [{ x, y }, size] = [at.get(node), radius(node)];
    return { x: x - size, y: y - size, wide: 2 * size, high: 2 * size };
  });
  const folded = nodes.length === shown.size ? [] : [...shown].flatMap((node) => {
    const [{ x, y }, away] = [at.get(node), radius(node) + 9];
    return [[foldedAbove(node).length, y - away], [foldedBelow(node).length, y + away]]
      .filter(([count]) => count > 0)
      .map(([count, top]) => ({ text: `+${number(count)}`, x, top }));
  });
  for (const { text, x, top } of folded) {
    const wide = letters(text, 10);
    taken.push({ x: x - wide / 2, y: top - 6, wide, high: 12 });
    label(pen, text, x, top, colours.quiet, "10px");
  }
  const room = { taken, width: screen.width, height: screen.height };
  const rank = (node) => (scene.chosen.includes(node) ? 2 : isLit(node) ? 1 : 0);
  const order = [...shown].sort((a, b) => rank(b) - rank(a) || b - a);
  for (const node of order) {
    // An attribute stands above the largest cluster that has it.
    const words = nodes[node].above?.join(", ") ?? "";
    if (words === "") continue;
    placeText(pen, words, at.get(node), radius(node) + 3,
      { ...room, colour: colours.ink, weight: "italic 11px", isHigh: true });
  }
  for (const node of order) {
    const colour = rank(node) === 2 ? colours.ink : colours.quiet;
    placeText(pen, caption(node), at.get(node), radius(node) + 3, { ...room, colour });
  }
}

export { canvas, redraw, resize };

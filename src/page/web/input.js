// Input of the diagram: pointer, wheel and keys.

import { lower, nodes, upper } from "./context.js";
import { canvas, redraw } from "./drawing.js";
import { byId } from "./elements.js";
import { choose, setPoints } from "./focus.js";
import { beside, gestures } from "./gestures.js";
import { remember } from "./link.js";
import { tip } from "./panel.js";
import { scene, state } from "./state.js";
import { clusterAt, diagram, fit, place } from "./view.js";

/** Returns the visible cluster whose horizontal position is closest to that of another, or -1. */
function closest(from, some) {
  const away = (node) => Math.abs(place[node].x - place[from].x);
  const seen = some.filter((node) => !scene.hidden[node]);
  return seen.reduce((best, node) => (best < 0 || away(node) < away(best) ? node : best), -1);
}

/** Returns the cluster to which an arrow key leads from the chosen one; at first the largest. */
function neighbour(key) {
  if (state.focus?.kind !== "cluster") return closest(nodes.length - 1, [nodes.length - 1]);
  const from = state.focus.node;
  const level = (test) => closest(from, nodes.flatMap((node, at) =>
    (node.layer === nodes[from].layer && test(node.x - nodes[from].x) ? [at] : [])));
  if (key === "ArrowUp") return closest(from, upper[from]);
  if (key === "ArrowDown") return closest(from, lower[from]);
  return level(key === "ArrowLeft" ? (by) => by < 0 : (by) => by > 0);
}

function moved() {
  hover(-1);
  redraw();
  remember();
}

function fitAll() {
  fit();
  moved();
}

function zoomed(by) {
  diagram.zoom(by);
  moved();
}

/** Describes the cluster under the pointer. */
function hover(node, at) {
  if (node === scene.pointed) return;
  scene.pointed = node;
  canvas.style.cursor = node < 0 ? "" : "pointer";
  beside(byId("tip"), node < 0 ? null : tip(node), at, diagram);
  redraw();
}

gestures(canvas, diagram, {
  moved,
  hover: (at) => hover(at ? clusterAt(at) : -1, at),
  click: (at) => {
    const node = clusterAt(at);
    if (node >= 0) choose({ kind: "cluster", node });
    else setPoints(null, null);
  },
  step: (key) => {
    const node = neighbour(key);
    if (node >= 0) choose({ kind: "cluster", node }, true);
  },
});

export { fitAll, zoomed };

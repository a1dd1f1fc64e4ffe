// Input of the line diagram: pointer, wheel and keys.

import { lower, upper } from "./context.js";
import { canvas, redraw } from "./drawing.js";
import { byId } from "./elements.js";
import { choose, setPoints, unfoldMore } from "./focus.js";
import { beside, gestures } from "./gestures.js";
import { lightUp } from "./lighting.js";
import { remember } from "./link.js";
import { tip } from "./panel.js";
import { scene, state } from "./state.js";
import { places } from "./unfolding.js";
import { clusterAt, diagram, fit } from "./view.js";

/** Returns the shown cluster that stands nearest across to another, or -1. */
function closest(from, some) {
  const away = (node) => Math.abs(places.get(node).x - places.get(from).x);
  const seen = some.filter((node) => places.has(node));
  return seen.reduce((best, node) => (best < 0 || away(node) < away(best) ? node : best), -1);
}

/** Returns the cluster to which an arrow key leads from the chosen one; at first the largest. */
function neighbour(key) {
  const from = state.focus?.kind === "cluster" ? state.focus.node : -1;
  if (!places.has(from)) return Math.max(-1, ...places.keys());
  if (key === "ArrowUp") return closest(from, upper[from]);
  if (key === "ArrowDown") return closest(from, lower[from]);
  const { x, y } = places.get(from);
  const isAside = ([, at]) => Math.abs(at.y - y) < 80
    && (key === "ArrowLeft" ? at.x < x : at.x > x);
  return closest(from, [...places].filter(isAside).map(([node]) => node));
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

/** Describes the cluster under the pointer, and lights up its points. */
function hover(node, at) {
  if (node === scene.pointed) return;
  lightUp({ node });
  canvas.style.cursor = node < 0 ? "" : "pointer";
  beside(byId("tip"), node < 0 ? null : tip(node), at, diagram);
}

gestures(canvas, diagram, {
  moved,
  hover: (at) => hover(at ? clusterAt(at) : -1, at),
  click: (at) => {
    const node = clusterAt(at);
    if (node < 0) setPoints(null, null);
    else if (scene.chosen.includes(node)) unfoldMore(node);
    else choose({ kind: "cluster", node });
  },
  step: (key) => {
    const node = neighbour(key);
    if (node >= 0) choose({ kind: "cluster", node }, true);
  },
});

export { fitAll, zoomed };

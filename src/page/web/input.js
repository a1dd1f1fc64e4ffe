// Pointer, wheel and keys on the diagram.

import { lower, nodes, upper } from "./context.js";
import { canvas, request } from "./drawing.js";
import { byId } from "./elements.js";
import { choose, setPoints } from "./focus.js";
import { remember } from "./link.js";
import { tip } from "./panel.js";
import { scene, state } from "./state.js";
import { clusterAt, fit, place, screen, view, zoom } from "./view.js";

/** Of some clusters the one that stands most nearly below or above another. */
function closest(from, some) {
  const away = (node) => Math.abs(place[node].x - place[from].x);
  const seen = some.filter((node) => !scene.hidden[node]);
  return seen.reduce((best, node) => (best < 0 || away(node) < away(best) ? node : best), -1);
}

/** Where an arrow key leads from the chosen cluster; without one, to the largest. */
function neighbour(key) {
  if (state.focus?.kind !== "cluster") return closest(nodes.length - 1, [nodes.length - 1]);
  const from = state.focus.node;
  const beside = (test) => closest(from, nodes.flatMap((node, at) =>
    (node.layer === nodes[from].layer && test(node.x - nodes[from].x) ? [at] : [])));
  if (key === "ArrowUp") return closest(from, upper[from]);
  if (key === "ArrowDown") return closest(from, lower[from]);
  return beside(key === "ArrowLeft" ? (by) => by < 0 : (by) => by > 0);
}

function moved() {
  hover(-1);
  request();
  remember();
}

function fitAll() {
  fit();
  moved();
}

function zoomed(by, at) {
  zoom(by, at);
  moved();
}

/** Says what the cluster under the pointer is. */
function hover(node, at) {
  const box = byId("tip");
  if (node !== scene.pointed) {
    scene.pointed = node;
    canvas.style.cursor = node < 0 ? "" : "pointer";
    box.hidden = node < 0;
    if (node >= 0) box.replaceChildren(...tip(node));
    request();
  }
  if (node < 0) return;
  const left = at.x + 16 + box.offsetWidth > screen.width ? at.x - 16 - box.offsetWidth : at.x + 16;
  const top = Math.min(at.y + 12, screen.height - box.offsetHeight - 8);
  box.style.left = `${Math.max(left, 4)}px`;
  box.style.top = `${Math.max(top, 4)}px`;
}

const pointers = new Map();
let travelled = 0;

const onCanvas = (event) => {
  const { left, top } = canvas.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
};

canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, onCanvas(event));
  if (pointers.size === 1) travelled = 0;
});

canvas.addEventListener("pointermove", (event) => {
  const now = onCanvas(event);
  const last = pointers.get(event.pointerId);
  if (!last) {
    hover(clusterAt(now), now);
    return;
  }
  const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
  travelled += Math.hypot(now.x - last.x, now.y - last.y);
  if (others.length > 0) {
    const [other] = others;
    const apart = (at) => Math.max(Math.hypot(at.x - other.x, at.y - other.y), 1);
    zoom(apart(now) / apart(last), other);
  } else if (travelled > 4) {
    view.x -= (now.x - last.x) / view.scale;
    view.y -= (now.y - last.y) / view.scale;
    canvas.style.cursor = "grabbing";
  }
  pointers.set(event.pointerId, now);
  moved();
});

function released(event) {
  const at = onCanvas(event);
  const isClick = pointers.size === 1 && travelled <= 4 && event.type === "pointerup";
  pointers.delete(event.pointerId);
  canvas.style.cursor = "";
  if (!isClick) return;
  const node = clusterAt(at);
  if (node >= 0) choose({ kind: "cluster", node });
  else clear();
}

canvas.addEventListener("pointerup", released);
canvas.addEventListener("pointercancel", released);
canvas.addEventListener("pointerleave", () => hover(-1));
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const pixels = event.deltaMode === 1 ? 30 * event.deltaY : event.deltaY;
  zoomed(Math.exp(-pixels / 500), onCanvas(event));
}, { passive: false });

/** Nothing is chosen any more. */
function clear() {
  setPoints(null, null);
}

const SHIFTS = {
  ArrowUp: [0, -60], ArrowDown: [0, 60], ArrowLeft: [-60, 0], ArrowRight: [60, 0],
};

canvas.addEventListener("keydown", (event) => {
  const shift = SHIFTS[event.key];
  if (!shift) return;
  event.preventDefault();
  if (event.shiftKey) {
    view.x += shift[0] / view.scale;
    view.y += shift[1] / view.scale;
    moved();
    return;
  }
  const node = neighbour(event.key);
  if (node >= 0) choose({ kind: "cluster", node }, true);
});

document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement && event.target.type === "search";
  if (event.key === "Escape") {
    clear();
    byId("search").value = "";
    canvas.focus();
  } else if (isTyping || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  } else if (event.key === "/") {
    event.preventDefault();
    byId("search").focus();
  } else if (event.key === "+" || event.key === "=") {
    zoomed(1.3);
  } else if (event.key === "-") {
    zoomed(1 / 1.3);
  } else if (event.key === "0") {
    fitAll();
  }
});

export { fitAll, zoomed };

// Where everything is on the screen.

import { data, nodes } from "./context.js";
import { scene } from "./state.js";

const layerPlace = (node) => data.layers[nodes[node].layer][0];
const place = nodes.map((node, at) => ({ x: node.x, y: layerPlace(at) }));
const room = roomBeside();
const layerGap = data.layers.length > 1 ? data.layers[0][0] / (data.layers.length - 1) : 1;

/** The world at the middle of the canvas, and how many pixels a unit of it is. */
const view = { x: 0, y: 0, scale: 20 };

/** The canvas in pixels of the web, and how many pixels of the device each is. */
const screen = { width: 0, height: 0, dense: 1 };

const LARGEST_SCALE = 160;
const FITTED_SCALE = 120;

/** How far each cluster is from the next one in its layer. */
function roomBeside() {
  const byLayer = data.layers.map(() => []);
  nodes.forEach((node, at) => byLayer[node.layer].push(at));
  const found = new Float64Array(nodes.length).fill(8);
  for (const layer of byLayer) {
    layer.sort((a, b) => nodes[a].x - nodes[b].x);
    for (let at = 1; at < layer.length; at += 1) {
      const gap = nodes[layer[at]].x - nodes[layer[at - 1]].x;
      found[layer[at]] = Math.min(found[layer[at]], gap);
      found[layer[at - 1]] = Math.min(found[layer[at - 1]], gap);
    }
  }
  return found;
}

const toScreen = ({ x, y }) => ({
  x: (x - view.x) * view.scale + screen.width / 2,
  y: (y - view.y) * view.scale + screen.height / 2,
});

const toWorld = ({ x, y }) => ({
  x: (x - screen.width / 2) / view.scale + view.x,
  y: (y - screen.height / 2) / view.scale + view.y,
});

/** A cluster's radius in pixels: the larger, the more of all points it has. */
function radius(node) {
  const share = nodes[node].size / Math.max(data.size, 1);
  return Math.min(Math.max(view.scale * (0.14 + 0.24 * Math.sqrt(share)), 1.6), 22);
}

/** The view in which all clusters that are not hidden can be seen. */
function fit() {
  const seen = place.filter((_, node) => !scene.hidden[node]);
  if (seen.length === 0) return;
  const range = (values) => values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)],
    [Infinity, -Infinity]);
  const [left, right] = range(seen.map(({ x }) => x));
  const [top, bottom] = range(seen.map(({ y }) => y));
  const across = (screen.width - Math.min(170, screen.width / 4)) / Math.max(right - left, 0.1);
  const down = (screen.height - 116) / Math.max(bottom - top, 0.1);
  view.scale = Math.max(Math.min(across, down, FITTED_SCALE), 0.5);
  view.x = (left + right) / 2 - 20 / view.scale;
  view.y = (top + bottom) / 2 + 16 / view.scale;
}

/** Zooms so that what is under a place of the screen stays there. */
function zoom(by, at = { x: screen.width / 2, y: screen.height / 2 }) {
  const fixed = toWorld(at);
  view.scale = Math.min(Math.max(view.scale * by, 0.5), LARGEST_SCALE);
  const now = toWorld(at);
  view.x += fixed.x - now.x;
  view.y += fixed.y - now.y;
}

/** The cluster under a place of the screen, or -1. */
function clusterAt(at) {
  let [best, least] = [-1, Infinity];
  for (let node = 0; node < nodes.length; node += 1) {
    if (scene.hidden[node]) continue;
    const { x, y } = toScreen(place[node]);
    const away = Math.hypot(x - at.x, y - at.y) - radius(node);
    if (away < Math.min(least, 5)) [best, least] = [node, away];
  }
  return best;
}

export {
  LARGEST_SCALE, clusterAt, fit, layerGap, place, radius, room, screen, toScreen, view, zoom,
};

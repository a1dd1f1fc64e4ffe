// The layout of the diagram on the screen.

import { camera, range } from "./camera.js";
import { data, nodes } from "./context.js";
import { scene } from "./state.js";

const layerPlace = (node) => data.layers[nodes[node].layer][0];
const place = nodes.map((node, at) => ({ x: node.x, y: layerPlace(at) }));
const layerGap = data.layers.length > 1 ? data.layers[0][0] / (data.layers.length - 1) : 1;

const FITTED_SCALE = 120;
const diagram = camera(0.5, 160);
const { view, screen, toScreen } = diagram;

/** Returns a cluster's radius in pixels, which grows with its share of all points. */
function radius(node) {
  const share = nodes[node].size / Math.max(data.size, 1);
  return Math.min(Math.max(view.scale * (0.14 + 0.24 * Math.sqrt(share)), 1.6), 22);
}

/** Fits the view to all clusters that are not hidden. */
function fit() {
  const seen = place.filter((_, node) => !scene.hidden[node]);
  if (seen.length === 0) return;
  const [left, right] = range(seen.map(({ x }) => x));
  const [top, bottom] = range(seen.map(({ y }) => y));
  const across = (screen.width - Math.min(170, screen.width / 4)) / Math.max(right - left, 0.1);
  const down = (screen.height - Math.min(116, screen.height / 3)) / Math.max(bottom - top, 0.1);
  const scale = Math.max(Math.min(across, down, FITTED_SCALE), 0.5);
  diagram.fitTo({ scale, x: (left + right) / 2 - 20 / scale, y: (top + bottom) / 2 + 16 / scale });
}

/** Returns the cluster at a position of the screen, or -1. */
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

export { clusterAt, diagram, fit, layerGap, place, radius, screen, toScreen, view };

// The view of the line diagram on the screen.

import { camera, range } from "./camera.js";
import { data, nodes } from "./context.js";
import { arrange, places } from "./unfolding.js";

const diagram = camera(0.1, 4);
const { screen, toScreen } = diagram;

/** The radius of a circle in pixels, which grows with the share of all points. */
const radius = (node) => 5 + 11 * Math.sqrt(nodes[node].size / Math.max(data.size, 1));

/** Arranges the clusters of the diagram, and fits the view to all of them. */
function fit() {
  const words = document.getElementById("about-diagram").offsetHeight;
  arrange(screen.width - 40, screen.height - words);
  const some = [...places.values()];
  if (some.length === 0) return;
  const [left, right] = range(some.map(({ x }) => x));
  const [top, bottom] = range(some.map(({ y }) => y));
  // The names stand to the right of circles, and a sentence above all.
  const across = (screen.width - 150) / Math.max(right - left, 1);
  const down = (screen.height - words - 84) / Math.max(bottom - top, 1);
  const scale = Math.max(Math.min(across, down, 1.3), 0.1);
  diagram.fitTo({ scale, x: (left + right) / 2 + 35 / scale,
    y: (top + bottom) / 2 - words / 2 / scale });
}

/** Returns the cluster at a position of the screen, or -1. */
function clusterAt(at) {
  let [best, least] = [-1, 5];
  for (const [node, place] of places) {
    const { x, y } = toScreen(place);
    const away = Math.hypot(x - at.x, y - at.y) - radius(node);
    if (away < least) [best, least] = [node, away];
  }
  return best;
}

export { clusterAt, diagram, fit, radius, screen, toScreen };

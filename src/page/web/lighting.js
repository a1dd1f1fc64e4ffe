// What the pointer lights up for a moment: a point with the clusters that contain it, or a cluster
// with its points.

import { members, nodes } from "./context.js";
import { redraw } from "./drawing.js";
import { containing } from "./join.js";
import { lightPoints, redrawMap } from "./map.js";
import { redrawPeaks } from "./peaks.js";
import { scene } from "./state.js";

/** Lights up a point or a cluster, and nothing else; -1 stands for none. */
function lightUp({ point = -1, node = -1 }) {
  if (point === scene.hovered && node === scene.pointed) return;
  Object.assign(scene, { hovered: point, pointed: node, flash: null, lineage: null });
  if (node >= 0) scene.flash = members(node);
  if (point >= 0) {
    scene.lineage = new Uint8Array(nodes.length);
    for (const one of containing(point)) scene.lineage[one] = 1;
  }
  lightPoints();
  redrawMap();
  redrawPeaks();
  redraw();
}

export { lightUp };

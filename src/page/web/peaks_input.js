// Input of the peaks: pointer, wheel and keys.

import { nodes } from "./context.js";
import { byId } from "./elements.js";
import { choose, setPoints } from "./focus.js";
import { beside, gestures } from "./gestures.js";
import { lightUp } from "./lighting.js";
import { remember } from "./link.js";
import { tip } from "./panel.js";
import { fitPeaks, peakAt, peaks, placeOfPeak, renewPeaks } from "./peaks.js";
import { towards } from "./places.js";
import { scene, state } from "./state.js";

const canvas = byId("mountains");

function moved() {
  // The peaks keep their height.
  peaks.view.y = 0;
  hover(-1);
  renewPeaks(true);
  remember();
}

function zoomPeaks(by) {
  peaks.zoom(by);
  moved();
}

function fitAllPeaks() {
  fitPeaks();
  moved();
}

/** Describes the cluster under the pointer, and lights up its points. */
function hover(node, at) {
  if (node === scene.pointed) return;
  lightUp({ node });
  canvas.style.cursor = node < 0 ? "" : "pointer";
  beside(byId("peak-tip"), node < 0 ? null : tip(node), at, peaks);
}

/** Chooses the next cluster in a direction; at first the largest. */
function step(_, direction) {
  const { focus } = state;
  const all = nodes.map((__, node) => placeOfPeak(node));
  const next = focus?.kind === "cluster" ? towards(all[focus.node], direction, all)
    : nodes.length - 1;
  if (next >= 0) choose({ kind: "cluster", node: next });
}

gestures(canvas, peaks, {
  moved,
  hover: (at) => hover(at ? peakAt(at) : -1, at),
  click: (at) => {
    const node = peakAt(at);
    if (node >= 0) choose({ kind: "cluster", node });
    else setPoints(null, null);
  },
  step,
});

export { fitAllPeaks, zoomPeaks };

// The user's choices, and the resulting scene.

import { data, nodes, points } from "./context.js";
import { isSmall } from "./unfolding.js";

/** True if clusters were asked for, or are few enough to be seen at once. */
const isDiagram = data.asked.length > 0 || nodes.some((node) => node.asked)
  || (isSmall && data.clusters === nodes.length);

/** The initial content below the map, small or large; the peaks are beside it on a wide screen. */
const FIRST = { show: isDiagram ? "clusters" : "peaks", large: isDiagram };

/**
 * The choices: the content below the map, the colouring, the focus, the one or two points, the step
 * among the clusters with both, and the column that sorts the rows.
 */
const state = {
  ...FIRST,
  colour: "community",
  focus: null,
  first: null,
  second: null,
  step: 0,
  sortedBy: 0,
  isDown: false,
  theme: null,
};

/**
 * The scene. Two lit clusters are joined by a lit line if their marks share a bit. `points` are the
 * lit points, or null for no highlighting; `ringed` are the ringed points; `ways` are the chains of
 * covers from two points up to the smallest cluster with both. While the pointer is at
 * a cluster, `flash` are its points; at a point, `lineage` marks the clusters that contain it.
 */
const scene = {
  lit: null,
  ways: [],
  chosen: [],
  pointed: -1,
  points: null,
  flash: null,
  lineage: null,
  isIn: new Uint8Array(points.length),
  ringed: [],
  hovered: -1,
  lasso: null,
};

export { FIRST, scene, state };

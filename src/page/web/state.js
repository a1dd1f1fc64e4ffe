// The user's choices, and the resulting scene.

import { data, nodes, points } from "./context.js";

/** The most clusters for which the diagram is shown first, in place of the rows. */
const SMALL = 40;

/** True if clusters were asked for, or are few enough to be seen at once. */
const isDiagram = data.asked.length > 0 || nodes.some((node) => node.asked)
  || data.clusters <= SMALL;

/** The initial content below the map: rows or clusters, small or large. */
const FIRST = { show: isDiagram ? "clusters" : "rows", large: isDiagram };

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
 * lit points, or null for no highlighting; `ringed` are the ringed points.
 */
const scene = {
  hidden: new Uint8Array(nodes.length),
  lit: null,
  chosen: [],
  pointed: -1,
  points: null,
  isIn: new Uint8Array(points.length),
  ringed: [],
  hovered: -1,
  lasso: null,
};

export { FIRST, scene, state };

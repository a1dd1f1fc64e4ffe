// What a person chose, and what is therefore to be seen.

import { data, nodes, points } from "./context.js";

/** Clusters of so small a graph are a diagram that says more than a list of rows. */
const SMALL = 40;

/** Whether clusters were asked for, or are few enough to be seen at once. */
const isDiagram = data.asked.length > 0 || nodes.some((node) => node.asked)
  || data.clusters <= SMALL;

/** Below the map stand rows or clusters, small or large. */
const FIRST = { show: isDiagram ? "clusters" : "rows", large: isDiagram };

/**
 * The choices: what stands below the map, what colours it, what is looked at, the one or two
 * points, which of the clusters with both, and the column that sorts the rows.
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
 * What is to be seen. Two lit clusters are joined by a lit line where their marks share a bit; of
 * the points some are lit and few are ringed, or all are as they are.
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

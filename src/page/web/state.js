// What a person chose, and what is therefore to be seen.

import { cards, data, nodes } from "./context.js";

const LEAST = nodes[0]?.size ?? 0;
const MOST = nodes[nodes.length - 1]?.size ?? 0;

/** Clusters of so small a graph are a diagram that says more than cards. */
const SMALL = 40;

/** Cards come first where there are communities, and nothing was asked for. */
const FIRST = cards.length > 1 && data.asked.length === 0 && (data.clusters ?? 0) > SMALL
  && !nodes.some((node) => node.asked) ? "cards" : "diagram";

/**
 * The choices: whether cards or the diagram are seen, which community is open, what is looked at,
 * the one or two points, and the filters.
 */
const state = {
  show: FIRST,
  open: null,
  focus: null,
  first: null,
  second: null,
  least: LEAST,
  most: MOST,
  off: new Set(),
  theme: null,
};

/** What is to be seen. Two lit clusters are joined by a lit line where their marks share a bit. */
const scene = {
  hidden: new Uint8Array(nodes.length),
  lit: null,
  ways: [],
  chosen: [],
  pointed: -1,
};

export { FIRST, LEAST, MOST, scene, state };

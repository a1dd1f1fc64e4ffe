// What a person chose, and what is therefore to be seen.

import { nodes } from "./context.js";

const LEAST = nodes[0]?.size ?? 0;
const MOST = nodes[nodes.length - 1]?.size ?? 0;

/** The choices: what is looked at, the one or two points, and the filters. */
const state = {
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

export { LEAST, MOST, scene, state };

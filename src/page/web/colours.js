// Colours of the theme, of classes, clusters and communities, and of a column of numbers.

import { classes, data, majority, nodes } from "./context.js";
import { swatch } from "./elements.js";

const colours = {};

/** The colours of communities and words, in turn; they repeat after the last. */
const PALETTE = [
  "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8d6bc4", "#7a9a01",
  "#c2334d", "#4fae3b", "#a0683a", "#2fa8a8", "#7f8fd6", "#e07b91",
];
/** The gradient from little to much, legible on both themes. */
const GRADIENT = ["#4f46b8", "#2f7fc1", "#25a99a", "#8bc34f", "#f0cf3a"];

/** Reads the colours of the theme. */
function recolour() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  for (const name of ["paper", "ink", "quiet", "line", "accent", "first", "second", "noise"]) {
    colours[name] = read(name);
  }
  const lift = Number(read("lift"));
  colours.classes = classes.map(({ colour }) => mixed(colour, "#ffffff", lift));
  colours.several = PALETTE.map((colour) => mixed(colour, "#ffffff", lift));
  colours.neutral = mixed(data.neutral, "#ffffff", lift);
  colours.fills = nodes.map((_, node) => fill(node));
}

const several = (at) => colours.several[at % PALETTE.length];

/** Returns the mark of a class. */
const classMark = (at) => swatch(colours.classes[at] ?? colours.neutral);

/** Returns the colour of a share in the gradient, from 0 to 1. */
function gradient(share) {
  const at = Math.min(Math.max(share, 0), 1) * (GRADIENT.length - 1);
  const low = Math.min(Math.floor(at), GRADIENT.length - 2);
  return mixed(GRADIENT[low], GRADIENT[low + 1], at - low);
}

/** Returns the colour of a cluster: that of its majority class, the paler the more mixed. */
function fill(node) {
  if (nodes[node].size === 0) return colours.paper;
  const most = majority(node);
  if (!most) return colours.neutral;
  return mixed(colours.classes[most.at], colours.paper, 1 - (0.25 + 0.75 * most.share ** 2));
}

/** Mixes a colour `#rrggbb` with a share of another one. */
function mixed(one, other, share) {
  const part = (colour, at) => parseInt(colour.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => part(one, at) * (1 - share) + part(other, at) * share);
  return `#${parts.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

export { classMark, colours, gradient, mixed, recolour, several };

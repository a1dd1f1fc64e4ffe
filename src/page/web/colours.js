// The colours of the theme, of the classes and of the clusters.

import { classes, data, majority, nodes } from "./context.js";

const colours = {};

/** Reads the colours of the theme. */
function recolour() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  for (const name of ["paper", "ink", "quiet", "line", "accent", "first", "second"]) {
    colours[name] = read(name);
  }
  const lift = Number(read("lift"));
  colours.classes = classes.map(({ colour }) => mixed(colour, "#ffffff", lift));
  colours.neutral = mixed(data.neutral, "#ffffff", lift);
  colours.fills = nodes.map((_, node) => fill(node));
}

/** The hue of the majority class, the paler the more mixed. */
function fill(node) {
  if (nodes[node].size === 0) return colours.paper;
  const most = majority(node);
  if (!most) return colours.neutral;
  return mixed(colours.classes[most.at], colours.paper, 1 - (0.25 + 0.75 * most.share ** 2));
}

/** One colour `#rrggbb` with a share of another in it. */
function mixed(one, other, share) {
  const part = (colour, at) => parseInt(colour.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => part(one, at) * (1 - share) + part(other, at) * share);
  return `#${parts.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

export { colours, recolour };

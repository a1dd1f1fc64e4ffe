// Colours of the theme, of classes and communities, and of a column of numbers. Those of classes,
// communities and words are in the data of the page; a dark page lifts them.

import { classes, communities, data } from "./context.js";
import { swatch } from "./elements.js";

const colours = {};

/** The gradient from little to much, legible on both themes. */
const GRADIENT = ["#4f46b8", "#2f7fc1", "#25a99a", "#8bc34f", "#f0cf3a"];

/** Reads the colours of the theme. */
function recolour() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  for (const name of ["paper", "edge", "ink", "quiet", "line", "first", "second", "noise"]) {
    colours[name] = read(name);
  }
  const lift = Number(read("lift"));
  const lifted = (colour) => mixed(colour, "#ffffff", lift);
  colours.classes = classes.map(({ colour }) => lifted(colour));
  colours.communities = communities.map(({ colour }) => lifted(colour));
  colours.words = data.palette.map(lifted);
  colours.neutral = lifted(data.neutral);
}

/** Returns the mark of a class. */
const classMark = (at) => swatch(colours.classes[at] ?? colours.neutral);

/** Returns the colour of a share in the gradient, from 0 to 1. */
function gradient(share) {
  const at = Math.min(Math.max(share, 0), 1) * (GRADIENT.length - 1);
  const low = Math.min(Math.floor(at), GRADIENT.length - 2);
  return mixed(GRADIENT[low], GRADIENT[low + 1], at - low);
}

/** Mixes a colour `#rrggbb` with a share of another one. */
function mixed(one, other, share) {
  const part = (colour, at) => parseInt(colour.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => part(one, at) * (1 - share) + part(other, at) * share);
  return `#${parts.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

export { classMark, colours, gradient, recolour };

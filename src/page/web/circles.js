// The colour of each cluster: the mean of the colours of its dots on the map.

import { left, right } from "./colouring.js";
import { colours } from "./colours.js";
import { members, nodes } from "./context.js";

let found = null;

/** Forgets the colours, after a change of those of the dots. */
function renewCircles() {
  found = null;
}

/** Returns the colour of each cluster. Squares are averaged, so that a mix is not darker. */
function circleColours() {
  found ??= nodes.map((_, node) => {
    const all = members(node);
    if (all.length === 0) return colours.paper;
    const sums = [0, 0, 0];
    for (const point of all) {
      for (const half of [left[point], right[point]]) {
        for (let at = 0; at < 3; at += 1) sums[at] += ((half >> (8 * at)) & 255) ** 2;
      }
    }
    const part = (sum) => Math.round(Math.sqrt(sum / (2 * all.length)));
    return `#${sums.map((sum) => part(sum).toString(16).padStart(2, "0")).join("")}`;
  });
  return found;
}

export { circleColours, renewCircles };

// Text on the diagram: names where there is room, and sizes.

import { isFree } from "./camera.js";
import { colours } from "./colours.js";
import { data, members, nodes, points } from "./context.js";
import { number } from "./elements.js";
import { scene } from "./state.js";
import { layerGap, radius, screen, toScreen, view } from "./view.js";

/** The most points with which each cluster shows its members, as in the paper. */
const FEW_POINTS = 12;
/** The least scale at which clusters show their names. */
const NAMES_FROM = 20;

/**
 * Returns the caption of a cluster: in a ready context the points that it introduces, for few
 * points in all its members, else its name.
 */
function caption(node) {
  const { name, below } = nodes[node];
  if (data.attributes) return below?.map((point) => points[point]).join(", ") ?? name;
  if (points.length > FEW_POINTS || nodes[node].size === 0) return name;
  return Array.from(members(node), (point) => points[point]).join(" ");
}

/** Estimates the width of a word in pixels. */
const letters = (word) => 6.3 * word.length + 8;

/** Writes names where there is room, strong clusters first: below the cluster, else at its side. */
function names(pen, at, strong) {
  const taken = [];
  const isHigh = (node) => view.scale * layerGap > 2 * radius(node) + 14;
  // Writes the attributes that a cluster introduces above it.
  const attributes = (node, isBeside) => {
    const words = nodes[node].above?.join(", ") ?? "";
    const [wide, { x, y }] = [letters(words), at[node]];
    const box = { x: x - wide / 2, y: y - radius(node) - 16, wide, high: 13 };
    if (words === "" || words.length > 60 || isBeside || !isFree(box, taken)) return;
    taken.push(box);
    label(pen, words, x, box.y + 6, colours.ink, "italic ");
  };
  const write = (node, colour, isBeside) => {
    const { x, y } = at[node];
    if (scene.hidden[node] || x < 0 || y < 0 || x > screen.width || y > screen.height) return;
    const name = caption(node);
    const [wide, size] = [letters(name), radius(node)];
    const box = isBeside ? { x: x + size, y: y - 6 } : { x: x - wide / 2, y: y + size + 3 };
    Object.assign(box, { wide, high: 13 });
    attributes(node, isBeside);
    if (name.length > 40 || !isFree(box, taken)) return;
    taken.push(box);
    label(pen, name, box.x + wide / 2, box.y + 6, colour);
  };
  for (const node of strong) write(node, colours.ink, !isHigh(node));
  if (view.scale < NAMES_FROM) return;
  for (let node = nodes.length - 1; node >= 0; node -= 1) {
    if ((scene.lit && scene.lit[node] === 0) || strong.has(node)) continue;
    write(node, colours.quiet, !isHigh(node));
  }
}

/** Writes a line of text centred at a position, with a halo. */
function label(pen, text, x, y, colour, slant = "") {
  pen.font = `${slant}11px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 4;
  pen.strokeStyle = colours.paper;
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

/** Draws the axis of cluster sizes. */
function axis(pen) {
  let last = -Infinity;
  for (const [y, least, most] of data.layers.toReversed()) {
    const at = toScreen({ x: 0, y }).y;
    if (at < 34 || at > screen.height - 12 || Math.abs(at - last) < 22) continue;
    last = at;
    const text = least === most ? number(least) : `${number(least)}–${number(most)}`;
    label(pen, text, Math.max(letters(text) / 2, 30), at, colours.quiet);
  }
  label(pen, "points", 30, 16, colours.quiet);
}

export { axis, names };

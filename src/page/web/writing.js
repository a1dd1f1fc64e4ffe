// Text on the canvases: captions of clusters, placed beside their circles where there is room.

import { isFree } from "./camera.js";
import { colours } from "./colours.js";
import { data, members, nodes, points } from "./context.js";

/** The most points with which each cluster shows its members, as in the paper. */
const FEW_POINTS = 12;
/** The most letters of a caption on the canvas. */
const LETTERS = 44;

/**
 * Returns the caption of a cluster: in a ready context the points that it introduces, for few
 * points in all its members, else its name and its centre.
 */
function caption(node) {
  const { name, below, center, size } = nodes[node];
  if (data.attributes) {
    const words = below?.map((point) => points[point]).join(", ") ?? "";
    return words !== "" && words.length <= LETTERS ? words : name;
  }
  if (points.length <= FEW_POINTS && size > 0) {
    return Array.from(members(node), (point) => points[point]).join(" ");
  }
  const around = center === undefined ? "" : ` · ${points[center]}`;
  return around.length <= LETTERS ? name + around : name;
}

/** Estimates the width of a word in pixels. */
const letters = (word, size = 11) => 0.57 * size * word.length + 6;

/** Writes a line of text centred at a position, with a halo. */
function label(pen, text, x, y, colour, font = "11px") {
  pen.font = `${font} system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 4;
  pen.strokeStyle = colours.paper;
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

/**
 * Writes a text beside a circle, at the first side with room: right, left, above, below; if it
 * `isHigh`, first above. `taken` are the boxes that no text covers; that of the text is added.
 */
function placeText(pen, text, { x, y }, away, room) {
  const { taken, width, height, colour, weight = "11px", isHigh = false } = room;
  pen.font = `${weight} system-ui, sans-serif`;
  const [wide, high] = [pen.measureText(text).width + 6, 14];
  const sides = [[x + away, y - 7], [x - away - wide, y - 7], [x - wide / 2, y - away - high],
    [x - wide / 2, y + away]];
  if (isHigh) sides.unshift(sides[2]);
  for (const [left, top] of sides) {
    const box = { x: left, y: top, wide, high };
    const isInside = left >= 0 && top >= 0 && left + wide <= width && top + high <= height;
    if (!isInside || !isFree(box, taken)) continue;
    taken.push(box);
    label(pen, text, left + wide / 2, top + 7, colour, weight);
    return;
  }
}

export { caption, label, letters, placeText };

// The mark of a cluster: a disc, or another shape where classes are more than colours; in it the
// shares of its classes.

import { colours } from "./colours.js";
import { classes, majority, nodes } from "./context.js";
import { el } from "./elements.js";
import { screen } from "./view.js";

/** This many classes have their own colours; the marks of the next ones have another shape. */
const COLOURS = 8;

/** From this radius on, a mark shows the shares of its classes. */
const PIES_FROM = 5;

/** Corners of the shapes, for a radius of 1; the first is a disc. */
const SHAPES = [
  null,
  [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
  [[0, -1.15], [1.15, 0], [0, 1.15], [-1.15, 0]],
  [[0, -1.15], [1.1, 0.85], [-1.1, 0.85]],
];

const shapeOf = (which) => SHAPES[Math.min(Math.floor(which / COLOURS), SHAPES.length - 1)];

/** The shape of a cluster: that of the class of most of its points. */
const shape = (node) => (classes.length > COLOURS ? shapeOf(majority(node)?.at ?? 0) : null);

/** The same for an element of the panel. */
function shapeElement(element, which) {
  const corners = classes.length > COLOURS ? shapeOf(which) : null;
  if (!corners) return;
  const share = (value) => `${Math.round(50 + value * 43)}%`;
  const polygon = corners.map(([x, y]) => `${share(x)} ${share(y)}`).join(", ");
  element.style.borderRadius = "0";
  element.style.clipPath = `polygon(${polygon})`;
}

/** A small mark of a class, in a text. */
function swatch(at) {
  const made = el("span", { className: "swatch" });
  made.style.background = colours.classes[at] ?? colours.neutral;
  shapeElement(made, at);
  return made;
}

/** The outline of a mark of that size. */
function outline(pen, { x, y }, size, corners) {
  pen.beginPath();
  if (!corners) {
    pen.arc(x, y, size, 0, 2 * Math.PI);
    return;
  }
  corners.forEach(([right, down]) => pen.lineTo(x + right * size, y + down * size));
  pen.closePath();
}

/** A cluster: where there is room, the shares of its classes as a pie. */
function disc(pen, node, at, size) {
  if (at.x < -size || at.y < -size || at.x > screen.width + size || at.y > screen.height + size) {
    return;
  }
  const corners = shape(node);
  outline(pen, at, size, corners);
  pen.fillStyle = colours.fills[node];
  pen.fill();
  const { counts } = nodes[node];
  if (counts && size >= PIES_FROM && nodes[node].size > 0) pie(pen, node, at, size, corners);
  if (size >= 3) {
    outline(pen, at, size, corners);
    pen.strokeStyle = nodes[node].size === 0 ? colours.quiet : colours.paper;
    pen.lineWidth = 1;
    pen.stroke();
  }
}

function pie(pen, node, at, size, corners) {
  if (corners) {
    pen.save();
    outline(pen, at, size, corners);
    pen.clip();
  }
  let from = -Math.PI / 2;
  nodes[node].counts.forEach((count, which) => {
    if (count === 0) return;
    const to = from + (2 * Math.PI * count) / nodes[node].size;
    pen.beginPath();
    if (count < nodes[node].size) pen.moveTo(at.x, at.y);
    pen.arc(at.x, at.y, corners ? 1.5 * size : size, from, to);
    pen.fillStyle = colours.classes[which];
    pen.fill();
    from = to;
  });
  if (corners) pen.restore();
}

export { COLOURS, disc, outline, shape, shapeElement, swatch };

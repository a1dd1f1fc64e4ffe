// The colours of the points on the map, by community, class or column.

import { colours, gradient } from "./colours.js";
import { classes, data, firsts, isContinuum, mainOf, partsOf, points } from "./context.js";
import { el, number, swatch, written } from "./elements.js";
import { state } from "./state.js";
import { tableColumns } from "./table.js";

/** The most words that have colours of their own, and the most lines of a legend. */
const WORDS = 10;

/** The colours of the left and right half of each point; they differ if it is in two groups. */
const left = new Uint32Array(points.length);
const right = new Uint32Array(points.length);

/** Returns a colour as a pixel of a canvas, without opacity. */
const pixel = (colour) =>
  (parseInt(colour.slice(5, 7), 16) << 16) | (parseInt(colour.slice(3, 5), 16) << 8)
  | parseInt(colour.slice(1, 3), 16);

const choices = [
  ["community", firsts.length === 0 ? "One" : isContinuum ? "Part" : "Community"],
  ...(classes.length > 0 ? [["class", "Class"]] : []),
  ...tableColumns.flatMap(({ name, valueOf }) => (valueOf ? [[`=${name}`, name]] : [])),
];

/** Returns the colour of a community. */
const tint = (at) => colours.communities[at];

/** The communities that have areas on the map: the parts of each group, or the group itself. */
const areas = firsts.flatMap((at) => {
  const parts = isContinuum ? [] : partsOf(at);
  return parts.length > 0 ? parts : [at];
});

/** Sets the colours of every point, and returns the legend. */
function colourPoints() {
  return [...byChoice(), ...(data.far_count > 0
    ? [el("li", {}, el("span", { className: "ring" }),
      `far from the rest: ${number(data.far_count)}`)] : [])];
}

/** Colours the points as chosen, and returns the legend of the colours. */
function byChoice() {
  if (state.colour === "community") return byCommunity();
  if (state.colour === "class") {
    return byWords(classes.map(({ name }) => name), (point) => data.class_of[point],
      (at) => colours.classes[at], classes.map(({ size }) => size));
  }
  const column = tableColumns.find(({ name }) => `=${name}` === state.colour);
  const { words, valueOf } = column;
  if (words?.length > 0) return byWords(words, valueOf, null, column.all);
  if (words) return byWords(["no", "yes"], valueOf, null, [1, 1]);
  return byNumber(valueOf);
}

function byCommunity() {
  const some = new Set(firsts);
  const within = new Map(firsts.map((at) => [at, new Set(partsOf(at))]));
  // The colour of a point in a group: that of its part, if it is in one.
  const colourIn = (point, at) => pixel(tint(mainOf(point, within.get(at)) ?? at));
  const none = pixel(some.size > 0 ? colours.noise : colours.neutral);
  let [between, absent] = [0, 0];
  for (let point = 0; point < points.length; point += 1) {
    const main = mainOf(point, some);
    // In a continuum nearly every point is between two parts.
    const second = isContinuum ? null : mainOf(point, some, main);
    left[point] = main === null ? none : colourIn(point, main);
    right[point] = second === null ? left[point] : colourIn(point, second);
    between += second === null ? 0 : 1;
    absent += main === null && some.size > 0 ? 1 : 0;
  }
  const has = areas.some((at) => !some.has(at));
  const parts = areas.filter((at) => !some.has(at)).slice(0, 2).map(tint);
  return [
    ...(has ? [el("li", {}, swatch(...parts), "shades of a colour: parts of a group")] : []),
    ...(between > 0 ? [el("li", {}, swatch(...firsts.map(tint)), "in two groups")] : []),
    ...(absent > 0 ? [el("li", {}, swatch(colours.noise), "in no group")] : []),
  ];
}

/** Colours the points by words, the most common of which have colours: `colour`, or the palette. */
function byWords(words, valueOf, colour, sizes) {
  const most = [...words.keys()].sort((a, b) => sizes[b] - sizes[a] || a - b);
  const named = most.slice(0, WORDS).sort((a, b) => a - b);
  const colourOf = new Map(named.map((at, place) =>
    [at, colour ? colour(at) : colours.words[place % colours.words.length]]));
  const none = pixel(colours.noise);
  for (let point = 0; point < points.length; point += 1) {
    const own = colourOf.get(valueOf(point));
    left[point] = own ? pixel(own) : none;
  }
  right.set(left);
  const rest = words.length - named.length;
  return [
    ...named.map((at) => el("li", {}, swatch(colourOf.get(at)), el("bdi", {}, words[at]))),
    ...(rest > 0 ? [el("li", {}, swatch(colours.noise), `${rest} others`)] : []),
  ];
}

/** Colours the points by a number, between its 2nd and 98th percentile because of outliers. */
function byNumber(valueOf) {
  const values = Float64Array.from(points, (_, point) => valueOf(point));
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  const [least, most] = [0.02, 0.98].map((at) => known[Math.floor(at * (known.length - 1))]);
  const steps = Array.from({ length: 65 }, (_, at) => pixel(gradient(at / 64)));
  const none = pixel(colours.noise);
  values.forEach((value, point) => {
    const share = most > least ? (value - least) / (most - least) : 0.5;
    left[point] = Number.isNaN(value) ? none
      : steps[Math.round(64 * Math.min(Math.max(share, 0), 1))];
  });
  right.set(left);
  const bar = el("span", { className: "ramp" });
  bar.style.background = `linear-gradient(90deg, ${
    [0, 0.25, 0.5, 0.75, 1].map(gradient).join(", ")})`;
  return [el("li", {}, written(least), bar, written(most))];
}

export { areas, choices, colourPoints, left, pixel, right, tint };

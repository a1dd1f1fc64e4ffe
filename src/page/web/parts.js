// The components of the panel: names to click, bars of classes, profiles.

import { classMark, colours } from "./colours.js";
import { tint } from "./colouring.js";
import {
  classes, communities, data, distanceTo, isPart, isSample, near, nodes, points,
} from "./context.js";
import { el, number, percent, pointsOf, swatch, written } from "./elements.js";

const MOST_CHIPS = 60;
const WORDS = 12;
/** The least separations of groups that stand apart clearly, and of those without doubt. */
const [CLEAR, DOUBTFUL] = [0.5, 0.2];

/** Creates a button whose data names its target; `focus.js` follows it. */
function button(className, kind, at, ...text) {
  const made = el("button", { type: "button", className }, ...text);
  made.dataset[kind] = at;
  return made;
}

const clusterChip = (node) => button("chip", "cluster", node,
  el("bdi", {}, nodes[node].name), el("small", {}, ` ${number(nodes[node].size)}`));

const communityChip = (at, more) => button("chip", "community", at, communityMark(at),
  el("bdi", {}, communities[at].name), el("small", {}, ` ${more}`));

/** Returns the mark of a community in its colour on the map. */
const communityMark = (at) => swatch(tint(at));

/** Returns the kind and the name of a community. */
function called(at) {
  const { level, name } = communities[at];
  return `${{ group: "Group", part: "Part", join: "Groups" }[level]} ${name}`;
}

/** Describes the separation of a group; empty if there is no other group. */
function standing(at) {
  const { level, separation } = communities[at];
  if (level !== "group" || separation === null) return [];
  const clear = data.is_doubtful ? "May stand apart" : "Stands apart clearly";
  const words = separation < DOUBTFUL ? "Hardly stands apart"
    : separation < CLEAR ? "Stands apart less" : clear;
  const made = el("p", { className: "standing" }, `${words} (${separation.toFixed(2)})`);
  made.title = "From 0, no boundary, to 1, nothing crosses it";
  return [made];
}

/** Creates the chip of a point, with an optional further text. */
function pointChip(point, more = "") {
  const name = el("bdi", {}, points[point]);
  const text = classes.length > 0 ? [classMark(data.class_of[point]), name] : [name];
  if (more) text.push(el("small", {}, ` ${more}`));
  return button("chip", "point", point, ...text);
}

/** Returns the nearest points of a point, and the number of those not on the page. */
function nearChips(point) {
  const list = near[point].map((other, at) => ({ other, distance: distanceTo(point, at) }));
  const inside = list.filter(({ other }) => other !== null);
  const absent = list.length - inside.length;
  const chip = ({ other, distance }) => {
    const made = pointChip(other);
    if (distance !== undefined) made.title = `At a distance of ${written(distance)}`;
    return made;
  };
  return [chips(inside, chip, 24), ...(absent > 0 ? [absentHere(inside.length, absent)] : [])];
}

/** Returns the text on the part of a list that is not on the page. */
const absentHere = (count, absent) =>
  quiet(`${count > 0 ? "and " : ""}${number(absent)} not on this page`);

/** Creates chips of the attributes of a ready context. */
const attributeChips = (list) => chips(list, (at) =>
  el("span", { className: "chip" }, el("bdi", {}, data.attributes[at])));

/** Creates chips for a list: the first ones at once, and the others on demand. */
function chips(list, make, most = MOST_CHIPS) {
  const one = (thing) => make(thing);
  const made = el("div", { className: "chips" }, Array.from(list.slice(0, most), one));
  if (list.length > most) {
    const more = el("button", { type: "button", className: "more" },
      `Show all ${number(list.length)}`);
    more.addEventListener("click", () => {
      more.replaceWith(...Array.from(list.slice(most), one));
      made.children[most].focus();
    });
    made.append(more);
  }
  return made;
}

const quiet = (...words) => el("p", { className: "quiet" }, ...words);
const title = (kind, name) => el("h2", {}, `${kind} `, el("bdi", {}, name));

/** Returns a heading with its content, or nothing if the content is empty. */
const part = (isThere, words, ...content) =>
  isThere ? [el("h3", {}, ...[words].flat()), ...content.flat()] : [];

/** Creates the bar of class counts, and a legend of the most common classes. */
function classBar(counts, size) {
  if (!counts || counts.length === 0 || size === 0) return [];
  const all = counts.map((count, at) => ({ count, at })).filter(({ count }) => count > 0);
  const bar = el("div", { className: "bar" }, all.map(({ count, at }) => {
    const stretch = el("span");
    stretch.style.background = colours.classes[at];
    stretch.style.flexGrow = count;
    return stretch;
  }));
  all.sort((a, b) => b.count - a.count || a.at - b.at);
  const words = all.slice(0, WORDS).map(({ count, at }) =>
    el("li", {}, classMark(at), el("bdi", {}, classes[at].name), `: ${number(count)}`));
  if (all.length > WORDS) words.push(el("li", {}, `and ${all.length - WORDS} more`));
  return [bar, el("ul", { className: "legend" }, words)];
}

/** Returns the number of points of each class. */
function countsOf(extent) {
  if (classes.length === 0) return null;
  const counts = classes.map(() => 0);
  extent.forEach((point) => { counts[data.class_of[point]] += 1; });
  return counts;
}

/** Returns a name that may wrap after its underscores. */
const breaking = (name) => name.split(/(?<=_)/u).flatMap((word) => [word, el("wbr")]);

/** The addition to lists and means if the page holds a sample. */
const here = isSample ? " on this page" : "";
/** The addition to clusters if the page has a part of them. */
const onPage = isPart ? " on this page" : "";

/** Creates the table of differences, with up to `most` features and half as many kept columns. */
function profileTable(differing, most) {
  const kept = differing.filter((one) => one.kept).slice(0, most / 2);
  const features = differing.filter((one) => !one.kept).slice(0, most);
  const found = differing.filter((one) => kept.includes(one) || features.includes(one));
  const widest = Math.max(2, ...found.map(({ by }) => Math.abs(by)));
  const entries = found.map(({ name, here, all, beside, by }) => {
    const bar = el("span", { className: by < 0 ? "under" : "over" });
    bar.style.width = `${(50 * Math.abs(by)) / widest}%`;
    return el("tr", { title: `${here}; beside it ${all}` },
      el("th", { scope: "row" }, el("bdi", {}, breaking(name))), el("td", {}, here),
      el("td", { className: "diverging" }, el("span", {}, bar)), el("td", {}, beside));
  });
  if (found.length === 0) return [];
  return [el("table", { className: "profile" }, el("tbody", {}, entries))];
}

/** Creates a table of names with texts. */
const pairs = (list) => el("table", { className: "profile pairs" }, el("tbody", {}, list.map(
  ([name, text]) => el("tr", {}, el("th", { scope: "row" }, el("bdi", {}, breaking(name))),
    el("td", {}, el("bdi", {}, text))))));

/** Formats a number of points with their share of all points. */
const ofAll = (count) =>
  `${number(count)} of ${pointsOf(data.size)} (${percent(count / data.size)})`;

/** Lists names of points: `d1, d2 and d3`. */
function listed(some, last = " and ") {
  const made = el("span");
  some.forEach((point, at) => {
    if (at > 0) made.append(at === some.length - 1 ? last : ", ");
    made.append(el("bdi", {}, points[point]));
  });
  return made;
}

export {
  absentHere, attributeChips, button, called, chips, classBar, clusterChip, communityChip,
  communityMark, countsOf, here, listed, nearChips, ofAll, onPage, pairs, part, pointChip,
  profileTable, quiet, standing, title,
};

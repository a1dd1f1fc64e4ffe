// What the panel is made of: names to click, bars of classes, profiles.

import { classMark, colours } from "./colours.js";
import { tint } from "./colouring.js";
import {
  classes, communities, data, distanceTo, isPart, isSample, near, nodes, points,
} from "./context.js";
import { el, number, percent, pointsOf, swatch, written } from "./elements.js";

const MOST_CHIPS = 60;
const WORDS = 12;
/** From here on two groups are clearly apart, as the library says it. */
const CLEAR = 0.5;

/** A button that leads to what its data names: `focus.js` follows it. */
function button(className, kind, at, ...text) {
  const made = el("button", { type: "button", className }, ...text);
  made.dataset[kind] = at;
  return made;
}

const clusterChip = (node) => button("chip", "cluster", node,
  el("bdi", {}, nodes[node].name), el("small", {}, ` ${number(nodes[node].size)}`));

const communityChip = (at, more) => button("chip", "community", at, communityMark(at),
  el("bdi", {}, communities[at].name), el("small", {}, ` ${more}`));

/** The colour of a community on the map. */
const communityMark = (at) => swatch(tint(at));

/** What kind of community one is, and its name. */
function called(at) {
  const { level, name } = communities[at];
  return `${{ group: "Group", part: "Part", join: "Groups" }[level]} ${name}`;
}

/** How clearly a group stands apart: a line, or nothing where there is nothing else. */
function standing(at) {
  const { level, parent, separation, overlaps } = communities[at];
  if (level !== "group" || separation === null) return [];
  const [closest] = overlaps.toSorted((a, b) => a[2] - b[2]);
  const least = closest?.[2] ?? separation;
  const words = least < CLEAR ? `Grows into ${communities[closest?.[0] ?? parent].name}`
    : "Stands apart clearly";
  const made = el("p", { className: "standing" }, `${words} (${least.toFixed(2)})`);
  made.title = "From 0, no boundary, to 1, nothing crosses it";
  return [made];
}

/** A point, and what more is said of it where there is something. */
function pointChip(point, more = "") {
  const name = el("bdi", {}, points[point]);
  const text = classes.length > 0 ? [classMark(data.class_of[point]), name] : [name];
  if (more) text.push(el("small", {}, ` ${more}`));
  return button("chip", "point", point, ...text);
}

/** The points next to a point, nearest first, and how many of them are not on the page. */
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

/** Of a list, how much is not on the page. */
const absentHere = (count, absent) =>
  quiet(`${count > 0 ? "and " : ""}${number(absent)} not on this page`);

/** Chips of attributes that have names. */
const attributeChips = (list) => chips(list, (at) =>
  el("span", { className: "chip" }, el("bdi", {}, data.attributes[at])));

/** Chips for a list, the first ones at once and the others on demand. */
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

/** A heading with what stands below it, where there is something. */
const part = (isThere, words, ...content) =>
  isThere ? [el("h3", {}, ...[words].flat()), ...content.flat()] : [];

/** How many of some points each class has, as a bar and in words, the most common. */
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

/** How many of some points each class has. */
function countsOf(extent) {
  if (classes.length === 0) return null;
  const counts = classes.map(() => 0);
  extent.forEach((point) => { counts[data.class_of[point]] += 1; });
  return counts;
}

/** A name that may break behind its underscores. */
const breaking = (name) => name.split(/(?<=_)/u).flatMap((word) => [word, el("wbr")]);

/** What is said of lists and means where the page holds a sample. */
const here = isSample ? " on this page" : "";
/** What is said of clusters where the page has a part of them. */
const onPage = isPart ? " on this page" : "";

/** Of some differences so many features and half as many columns that were kept. */
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

/** Names with texts, a line each. */
const pairs = (list) => el("table", { className: "profile pairs" }, el("tbody", {}, list.map(
  ([name, text]) => el("tr", {}, el("th", { scope: "row" }, el("bdi", {}, breaking(name))),
    el("td", {}, el("bdi", {}, text))))));

/** How many of all points some are, and their share. */
const ofAll = (count) =>
  `${number(count)} of ${pointsOf(data.size)} (${percent(count / data.size)})`;

/** Names of points in a row: `d1, d2 and d3`. */
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

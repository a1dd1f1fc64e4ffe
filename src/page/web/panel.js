// The panel next to the map: descriptions of a cluster, a point, a class, a community, some points
// or two.

import { classMark } from "./colours.js";
import {
  belonging, classes, communities, data, firsts, groups, isContinuum, lower, members, near, nodes,
  partsOf, points, pointsIn, rows, shared, upper,
} from "./context.js";
import { differences, differencesOf } from "./differences.js";
import { counted, el, number, percent, pointsOf, written } from "./elements.js";
import {
  absentHere, attributeChips, button, called, chips, classBar, clusterChip, communityChip,
  communityMark, countsOf, here, listed, nearChips, ofAll, onPage, pairs, part, pointChip,
  profileTable, quiet, standing, title,
} from "./parts.js";
import { holding } from "./join.js";
import { state } from "./state.js";
import { fields } from "./table.js";
import { isSmall } from "./unfolding.js";
import { why } from "./why.js";

const MOST_FEATURES = 6;

/** The most columns in the box next to the pointer. */
const TIP_FIELDS = 12;

/** Returns the explanation of the numbers and bars beside features or attributes. */
function inWords(where = here, longest = null) {
  const others = longest === null ? "all points" : "the rest";
  if (data.attributes) {
    return `The share of its points${here} that have the attribute; the bar, how much that is above
      or below the share of ${others}.`;
  }
  const isWordy = data.columns.some(({ kept, words }) => kept || words);
  const means = longest === null
    ? `Mean${where}, and its distance from the mean of all points in standard deviations.`
    : `Mean${where}, and the mean of the rest. The bar shows how far apart the two are; the longest
      is ${Math.abs(longest).toFixed(1)} standard deviations.`;
  const kept = longest === null ? " Shares and kept columns are followed by those of all points."
    : "";
  return isWordy ? `${means} A word has a share instead.${kept}` : means;
}

function aboutCluster(node) {
  const { size, center, hidden_up: up = 0, hidden_down: down = 0 } = nodes[node];
  const inside = members(node);
  const features = profileTable(differences(inside), MOST_FEATURES);
  return [
    title("Cluster", nodes[node].name),
    el("p", {}, ofAll(size)),
    ...(center === undefined ? [] : [el("p", {}, "Around ", pointChip(center))]),
    ...classBar(nodes[node].counts, size),
    ...part(features.length > 0, `What sets it apart${here}`, features,
      quiet(inWords())),
    ...side("Next larger clusters", upper[node], up),
    ...side("Next smaller clusters", lower[node].toReversed(), down),
    ...part(size > 0, `Its ${pointsOf(inside.length)}${here}`, chips(inside, pointChip)),
  ];
}

/** Returns the covers of a cluster on one side, and the number of those not on the page. */
function side(words, list, hidden) {
  return part(list.length + hidden > 0, words, chips(list, clusterChip),
    ...(hidden > 0 ? [absentHere(list.length, hidden)] : []));
}

/** Returns the names and texts of the columns of a point that are not empty. */
const valuesOf = (point) => fields.map(({ name, text }) => [name, text(point)])
  .filter(([, text]) => text !== "");

function classOf(point) {
  const own = data.class_of[point];
  if (own === undefined) return [];
  return [el("ul", { className: "legend" },
    el("li", {}, classMark(own), el("bdi", {}, classes[own].name)))];
}

/** Returns a sentence on a point that is far from all groups. */
function farAway(point) {
  const score = data.far.find(([at]) => at === point)?.[1];
  return score === undefined ? []
    : [quiet(`Far from the rest: outlier score ${written(score)}.`)];
}

function aboutPoint(point) {
  const held = holding([point]);
  const [values, shares] = [valuesOf(point), sharesOf(point)];
  return [
    title("Point", points[point]),
    ...classOf(point),
    ...part(shares.length > 0, "Its communities", chips(shares, ([at, share]) =>
      communityChip(at, percent(share)))),
    ...farAway(point),
    ...part(values.length > 0, "Its row", pairs(values)),
    ...part(true, `Its ${counted(held.length, "cluster", "clusters")}${onPage}`,
      chips(held, clusterChip, 8)),
    ...nextTo(point),
    quiet("Choose a second point, with Shift and a click, to see what joins the two."),
  ];
}

/** Returns the attributes of a point in a ready context, else its nearest points. */
const nextTo = (point) => (data.attributes
  ? part(true, `Its ${attributesOf(rows[point].length)}`, attributeChips(rows[point]))
  : part(near[point].length > 0, `Its ${neighbours(near[point].length)}`, nearChips(point)));

const attributesOf = (count) => counted(count, "attribute", "attributes");
const neighbours = (count) => counted(count, "neighbour", "neighbours");

/** Returns the attributes or nearest points that two points share. */
function sharedBy(pair) {
  const list = shared(pair);
  return data.attributes
    ? part(true, `${attributesOf(list.length)} shared`, attributeChips(list))
    : part(list.length > 0, `${neighbours(list.length)} shared`, chips(list, pointChip, 24));
}

/** Describes the smallest cluster with some points, or the smallest community. */
function smallest(some, { held: [node], met }, who) {
  const none = `No cluster${onPage} holds ${who}`;
  if (met !== null) {
    return part(true, `Smallest community with ${who}`, chips([met], sizedChip),
      el("p", {}, ofAll(communities[met].size)),
      quiet(node === undefined ? `${none}.` : `${none} but that of all points.`));
  }
  if (node === undefined) return [quiet(`${none}.`)];
  const { size } = nodes[node];
  const share = `${number(size)} of ${pointsOf(data.size)}`;
  return part(true, `Smallest cluster${onPage} with ${who}`, chips([node], clusterChip),
    el("p", {}, size === some.length ? `${share}, and no other points` : share));
}

/** Returns the buttons that step through the clusters with two points. */
function steps({ held, node }) {
  if (held.length < 2) return [];
  const press = (by, words, isOff) =>
    Object.assign(button("step", "step", state.step + by, words), { disabled: isOff });
  return [el("p", { className: "steps" },
    press(-1, "‹ Smaller", state.step === 0),
    `${number(state.step + 1)} of ${number(held.length)}: ${pointsOf(nodes[node].size)}`,
    press(1, "Larger ›", state.step + 1 === held.length))];
}

/** Describes two points: the clusters with both, and their common properties. */
function aboutPair(pair, found) {
  const [first, second] = pair.map((point) => el("bdi", {}, points[point]));
  const { isApart, held, met, node, inside } = found;
  const isCluster = met === null && node !== null;
  const whose = met === null ? nodes[node]?.name : communities[met].name;
  const [alike, differing] = why(pair, isApart ? [] : members(held[0]), written);
  const list = (columns) => el("ul", { className: "lines" }, columns.map(({ name, values }) =>
    el("li", {}, el("bdi", {}, `${name} `), el("strong", {}, el("bdi", {}, values)))));
  const of = (point) => el("p", {}, el("bdi", {}, points[point]), ": ", ...sharesOf(point)
    .map(([at, own]) => communityChip(at, percent(own))).flatMap((chip) => [chip, " "]));
  return [
    el("h2", {}, first, " and ", second),
    ...(state.step === 0 ? smallest(pair, found, "both")
      : part(true, "A larger cluster with both", chips([node], clusterChip),
        el("p", {}, ofAll(nodes[node].size)))),
    ...steps(found),
    ...classBar(isCluster ? nodes[node].counts : countsOf(inside), inside.length),
    ...part(alike.length > 0 && !isApart, "They are alike in", list(alike)),
    ...part(differing.length > 0, "They differ in", list(differing)),
    ...part(communities.length > 0, "Their communities", pair.map(of)),
    ...part(inside.length > 0, ["Points of ", el("bdi", {}, whose), here],
      chips(inside, pointChip, 24)),
    ...sharedBy(pair),
  ];
}

/** Returns the groups and parts of a point with its shares, groups first, largest share first. */
const sharesOf = (point) => data.belongs[point].toSorted(([a, share], [b, other]) =>
  (communities[a].level > communities[b].level) - (communities[a].level < communities[b].level)
  || other - share || a - b);

/** Returns the clusters of a community, those most like it first: by Jaccard index. */
function likest(at) {
  const of = belonging[at];
  const index = (node) => {
    const all = members(node);
    const both = all.reduce((sum, point) => sum + (of.has(point) ? 1 : 0), 0);
    return both / (all.length + of.size - both);
  };
  const found = communities[at].nodes.map((node) => [index(node), node]);
  return found.sort(([a, one], [b, other]) => b - a || other - one).map(([, node]) => node);
}

function aboutCommunity(at) {
  const { level, parent, size, counts, cluster, overlaps, typical } = communities[at];
  const inside = pointsIn(at);
  const features = profileTable(differencesOf(at, inside), MOST_FEATURES);
  const some = likest(at);
  const isLeftOut = cluster !== null && nodes.every(({ name }) => name !== cluster);
  const parts = partsOf(at);
  const shared = overlaps.filter(([, count]) => count > 0);
  const between = ([other, count]) => button("chip", "between", `${at} ${other}`,
    communityMark(other), communities[other].name, el("small", {}, ` ${number(count)}`));
  return [
    el("h2", {}, communityMark(at), called(at)),
    el("p", {}, ofAll(size)),
    ...standing(at),
    ...classBar(counts, size),
    ...part(features.length > 0, "What sets it apart", features, quiet(inWords(""))),
    ...part(typical.length > 0, "Typical of it", chips(typical, pointChip)),
    ...part(parts.length > 0, "Its parts", el("ul", { className: "lines" }, parts.map(line))),
    ...(level === "part" ? part(true, "It is a part of", chips([parent], sizedChip)) : []),
    ...part(shared.length > 0, "Points shared with", chips(shared, between)),
    ...part(isLeftOut, "The cluster most like it", quiet(`${cluster}, which is not on this page`)),
    ...part(some.length > 0, `Its ${counted(some.length, "cluster", "clusters")}${onPage}${
      some.length > 1 ? ", those most like it first" : ""}`, chips(some, clusterChip, 12)),
    ...part(inside.length > 0, `Its ${pointsOf(inside.length)}${here}`,
      chips(inside, pointChip, 24)),
  ];
}

/** Describes a community in a line: its name, its size, its class, and what sets it apart. */
function line(at) {
  const { name, size, counts, apart } = communities[at];
  const most = Math.max(...counts, 0);
  const main = classes[counts.indexOf(most)];
  // Two numbers in a row are hard to read, so a class with a number gets a word.
  const word = /^\d/u.test(main?.name ?? "") ? "class " : "";
  const own = most > 0 ? [`${percent(most / size)} ${word}`, el("bdi", {}, main.name)] : [];
  const words = apart ? [...own, ...(own.length > 0 ? ["; "] : []), el("bdi", {}, apart)] : own;
  return el("li", {}, button("open", "community", at, communityMark(at), el("strong", {}, name),
    el("span", { className: "count" }, pointsOf(size)), el("small", {}, ...words)));
}

const sizedChip = (at) => communityChip(at, number(communities[at].size));

/** Describes the separation of two groups, for the points in both. */
function saidBetween(one, other) {
  const [, , apart] = communities[one].overlaps.find(([at]) => at === other) ?? [other, 0, 1];
  return `They are in both. From 0, no boundary, to 1, nothing crosses, the two are ${
    apart.toFixed(2)} apart.`;
}

/** Describes some points: the smallest cluster with them, and their differences from the rest. */
function aboutSome(some, found, name = null, said = "") {
  const chosen = new Set(some);
  const rest = Array.from(points.keys()).filter((point) => !chosen.has(point));
  const differing = differences(some, rest);
  const features = profileTable(differing, MOST_FEATURES);
  return [
    name ? el("h2", {}, el("bdi", {}, name)) : el("h2", {}, `${pointsOf(some.length)} chosen`),
    ...(name ? [el("p", {}, `${pointsOf(some.length)}${here}. ${said}`)] : []),
    ...classBar(countsOf(some), some.length),
    ...part(features.length > 0, "Differences from the rest", features,
      quiet(inWords("", differing[0]?.by))),
    ...(some.length > 0 ? smallest(some, found, "all of them") : []),
    ...part(some.length > 0, "The points", chips(some, pointChip, 24)),
  ];
}

/** Describes the groups of the table, and the first steps. */
function aboutThePage() {
  const word = isContinuum ? "part" : "group";
  const what = groups.length > 1
    ? `A group is a set of points that stands apart: between it and the next one, fewer points are
      near one another than inside.`
    : "Each part has points that are near one another, with no gap to the other parts.";
  const numbers = groups.length > 1 ? ` In brackets: how clearly groups stand apart, from 0, no
    boundary, to 1, nothing crosses it.` : "";
  const sides = firsts.some((at) => / (above|below)$/u.test(communities[at].apart ?? ""))
    ? " Above and below: standard deviations from the mean of all points." : "";
  return [
    ...(firsts.length > 0 ? [el("h2", {}, "What is in the table"), quiet(what, numbers, sides),
      el("ul", { className: "lines" }, firsts.map(line))] : []),
    el("h2", {}, "First steps"),
    el("ul", { className: "hints" },
      el("li", {}, `Point at a dot to read its row, and to see the clusters that contain it.
        Point at a circle to see its points.`),
      ...(firsts.length > 0 ? [el("li", {}, `Click a ${word}'s name to see its content.`)]
        : []),
      el("li", {}, `Click a point, then another with Shift, or name the two below: what joins them
        lights up.`),
      el("li", {}, "Draw around some points with Lasso to compare them with the rest.")),
  ];
}

/** Returns the sentence above the line diagram that begins with a cluster. */
function aboutDiagram(node) {
  if (!isSmall) {
    return `Around ${nodes[node].name}: lines lead up to the clusters next around a cluster, and
      down to those next inside it. Click a circle to unfold more.`;
  }
  const named = data.attributes ? ` An attribute stands, slanted, above the largest cluster that has
    it; a point beside the smallest.` : "";
  return `Each circle is a cluster. A line leads up to each of the smallest clusters around it.${
    named}`;
}

/** Returns the content of the box next to the pointer for a point. */
function pointTip(point) {
  const values = valuesOf(point);
  const more = values.length - TIP_FIELDS;
  const own = sharesOf(point).map(([at, share]) => [communityMark(at),
    `${communities[at].name} ${percent(share)}`]);
  return [
    el("strong", {}, el("bdi", {}, points[point])),
    ...classOf(point),
    el("ul", { className: "legend" }, own.map((words) => el("li", {}, ...words))),
    ...(values.length > 0 ? [pairs(values.slice(0, TIP_FIELDS))] : []),
    ...(more > 0 ? [el("small", {}, `and ${counted(more, "more column", "more columns")}`)] : []),
  ];
}

/** Returns the content of the box next to the pointer for a cluster. */
function tip(node) {
  const { size, center } = nodes[node];
  const named = members(node).slice(0, 8);
  const others = size - named.length;
  const more = others > 0 ? ` and ${number(others)} more` : "";
  return [
    el("strong", {}, el("bdi", {}, nodes[node].name)), ` ${pointsOf(size)}`,
    ...(center === undefined ? [] : [" around ", el("bdi", {}, points[center])]),
    ...classBar(nodes[node].counts, size),
    ...(named.length > 0 ? [el("p", {}, listed(named, ", "), more)] : []),
    ...profileTable(differences(members(node)), 3),
  ];
}

export {
  aboutCluster, aboutCommunity, aboutDiagram, aboutPair, aboutPoint, aboutSome, aboutThePage,
  likest, pointTip, saidBetween, tip,
};

// The first view of a page: a card for each group or, of a single one, each of its parts; and of
// one that is open a card for each of its clusters.

import {
  belonging, cards, classes, communities, data, isSample, members, nodes,
} from "./context.js";
import { byId, counted, el, number, percent, pointsOf } from "./elements.js";
import {
  button, classBar, communityChip, called, here, ofAll, partsOf, profileTable, quiet, shares,
  standing,
} from "./parts.js";
import { state } from "./state.js";

/** This much is said on a card. */
const FEATURES = 4;
const CLASSES = 3;
const OVERLAPS = 4;
const PARTS = 4;
/** And so many clusters of a community are cards. */
const CLUSTERS = 60;

/** What most of some points are: their class, or the feature that sets them apart. */
function byWhat(counts, size) {
  if (classes.length === 0 || size === 0) return [];
  const most = Math.max(...counts);
  const { name } = classes[counts.indexOf(most)];
  // Two numbers in a row are hard to read.
  const word = /^\d/u.test(name) ? "class " : "";
  return [el("span", { className: "by" }, `${percent(most / size)} ${word}`, el("bdi", {}, name))];
}

/** The lines of a card about some points: classes, and what sets them apart. */
const lines = (counts, size, inside) =>
  [...classBar(counts, size, CLASSES), ...profileTable(inside, FEATURES)];

/** Which groups have points of another, and how many, each a button to these points. */
function overlaps(at) {
  const all = communities[at].overlaps.filter(([, count]) => count > 0);
  if (all.length === 0) return [];
  const chip = ([other, count]) =>
    button("chip", "between", `${at} ${other}`, communities[other].name, " ",
      el("small", {}, number(count)));
  const more = all.length > OVERLAPS
    ? [el("small", {}, `and ${number(all.length - OVERLAPS)} more`)] : [];
  return [el("p", { className: "chips" }, el("small", {}, "Points shared with "),
    all.slice(0, OVERLAPS).map(chip), more)];
}

/** The parts of a group, and the feature that sets each apart. */
function partList(at) {
  const all = partsOf(at);
  if (all.length === 0) return [];
  const line = (one) => el("li", {}, communityChip(one, number(communities[one].size)),
    el("small", {}, communities[one].apart ?? ""));
  const more = all.length > PARTS
    ? [el("li", {}, el("small", {}, `and ${number(all.length - PARTS)} more`))] : [];
  return [el("ul", { className: "inner" }, el("li", {}, el("small", {}, "Parts")),
    all.slice(0, PARTS).map(line), more)];
}

/** A card; its heading is the button. */
function card(kind, at, heading, content, isChosen) {
  const made = el("article", { className: "card" },
    button("open", kind, at, ...heading), ...content);
  if (isChosen) made.classList.add("chosen");
  return made;
}

function communityCard(at) {
  const { name, size, counts } = communities[at];
  const { focus } = state;
  const share = focus?.kind === "point" ? belonging[at].get(focus.point) : undefined;
  const own = share === undefined ? [] : [el("p", { className: "note" },
    `Holds the point by ${percent(share)}.`)];
  const heading = [el("strong", {}, name), ...byWhat(counts, size),
    el("span", { className: "count" }, pointsOf(size))];
  const content = [...own, ...standing(at), ...lines(counts, size, [...belonging[at].keys()]),
    ...overlaps(at), ...partList(at)];
  return card("community", at, heading, content, share !== undefined);
}

function clusterCard(node) {
  const { name, size, counts = [] } = nodes[node];
  const heading = [el("strong", {}, name), ...byWhat(counts, size),
    el("span", { className: "count" }, pointsOf(size))];
  const isChosen = state.focus?.kind === "cluster" && state.focus.node === node;
  return card("cluster", node, heading, lines(counts, size, members(node)), isChosen);
}

/** How many points the cards hold, where that can be said. */
function heldPoints() {
  if (isSample) return "";
  const held = new Set(cards.flatMap((at) => [...belonging[at].keys()]));
  return ` Together they hold ${held.size === data.size ? "all " : `${number(held.size)} of `
  }${pointsOf(data.size)}.`;
}

const inUnits = data.attributes
  ? `Each line of a card says how many of its points${here} have the attribute; the bar, how much
     that is above or below the share of all points.`
  : `Each line of a card says a feature, its mean over the points${here}, and how many standard
     deviations that is above or below the mean of all points.${shares}`;

/** What stands above the cards of all communities. */
function aboutAll() {
  const { level } = communities[cards[0]];
  const all = communities.filter((one) => one.level === level).length;
  const some = cards.length === all ? "" : ` On this page: clusters of ${number(cards.length)} of ${
    counted(all, level, `${level}s`)}.`;
  const words = level === "group"
    ? `A group is a set of points that stands apart: between it and the next one, fewer points are
      near one another than inside. The number says how far, from 0, no boundary, to 1, where
      nothing crosses it.`
    : `Each part has points that are near one another, with no gap to the other parts.`;
  return [
    el("h2", { id: "verdict" }, data.verdict),
    el("p", {}, `${words}${heldPoints()}${some} A point may be in several. Open one to see its
      clusters.`),
    ...(data.columns.length > 0 || data.attributes ? [quiet(inUnits)] : []),
  ];
}

/** What stands above the clusters of one. */
function aboutOne(at) {
  const { size, nodes: some } = communities[at];
  const back = el("button", { type: "button", id: "back" }, "← All communities");
  const words = `${counted(some.length, "cluster", "clusters")} of the page with more than
    half of their points in it, the largest first. They overlap. Open one to see its points.`;
  return [back, el("h2", {}, `${called(at)}: ${ofAll(size)}`), el("p", {}, words)];
}

/** Draws the cards of what is open. */
function showCards() {
  const box = byId("cards");
  box.hidden = state.show !== "cards";
  for (const [id, show] of [["as-cards", "cards"], ["as-diagram", "diagram"]]) {
    byId(id).setAttribute("aria-pressed", String(state.show === show));
  }
  document.documentElement.dataset.show = state.show;
  if (box.hidden) return;
  const all = state.open === null ? cards.map(communityCard)
    : communities[state.open].nodes.toReversed().slice(0, CLUSTERS).map(clusterCard);
  const head = state.open === null ? aboutAll() : aboutOne(state.open);
  box.replaceChildren(el("div", { className: "head" }, ...head), ...all);
}

export { showCards };

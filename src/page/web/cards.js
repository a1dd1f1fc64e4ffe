// The first view of a page: a card for each community, and of one that is open a card for each of
// its clusters.

import { classes, communities, data, members, nodes } from "./context.js";
import { byId, counted, el, number, pointsOf } from "./elements.js";
import {
  button, classBar, here, mostCommon, ofAll, pairs, percent, profileTable, quiet,
} from "./parts.js";
import { state } from "./state.js";

/** This much is said on a card. */
const FEATURES = 4;
const CLASSES = 3;
const OVERLAPS = 4;
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

/** The lines of a card about some points: classes, what sets them apart, what is most common. */
function lines(counts, size, inside) {
  const common = mostCommon(inside);
  return [
    ...classBar(counts, size, CLASSES),
    ...profileTable(inside, FEATURES),
    ...(common.length > 0 ? [pairs(common)] : []),
  ];
}

/** Which communities have points of another, and how many, each a button to these points. */
function overlaps(at) {
  const { overlaps: all } = communities[at];
  if (all.length === 0) return quiet("Shares no point with another community.");
  const chip = ([other, count]) =>
    button("chip", "between", `${at} ${other}`, communities[other].name, " ",
      el("small", {}, number(count)));
  const more = all.length > OVERLAPS
    ? [el("small", {}, `and ${number(all.length - OVERLAPS)} more`)] : [];
  return el("p", { className: "chips" }, el("small", {}, "Points shared with "),
    all.slice(0, OVERLAPS).map(chip), more);
}

/** A card; its heading is the button. */
function card(kind, at, heading, content, isChosen) {
  const made = el("article", { className: "card" },
    button("open", kind, at, ...heading), ...content);
  if (isChosen) made.classList.add("chosen");
  return made;
}

function communityCard(at) {
  const { name, size, counts, points, shares } = communities[at];
  const { focus } = state;
  const place = focus?.kind === "point" ? points.indexOf(focus.point) : -1;
  const own = place < 0 ? [] : [el("p", { className: "note" },
    `Holds the point by ${percent(shares[place])}.`)];
  const heading = [el("strong", {}, name), ...byWhat(counts, size),
    el("span", { className: "count" }, pointsOf(size))];
  const content = [...own, ...lines(counts, size, points), overlaps(at)];
  return card("community", at, heading, content, place >= 0);
}

function clusterCard(node) {
  const { name, size, counts = [] } = nodes[node];
  const heading = [el("strong", {}, name), ...byWhat(counts, size),
    el("span", { className: "count" }, pointsOf(size))];
  const isChosen = state.focus?.kind === "cluster" && state.focus.node === node;
  return card("cluster", node, heading, lines(counts, size, members(node)), isChosen);
}

/** How many points some community of the page holds. */
function heldPoints() {
  const held = new Set(communities.flatMap(({ points }) => points));
  return data.size === data.points.length && communities.length === data.all_communities
    ? ` They hold ${held.size === data.size ? "all " : `${number(held.size)} of `
    }${pointsOf(data.size)}.` : "";
}

const inUnits = data.attributes
  ? `Each line of a card says how many of its points${here} have the attribute; the bar, how much
     that is above or below the share of all points.`
  : `Each line of a card says a feature, its mean over the points${here}, and how many standard
     deviations that is above or below the mean of all points.`;

/** What stands above the cards of all communities. */
function aboutAll() {
  const all = counted(data.all_communities, "community", "communities");
  const words = communities.length === data.all_communities ? all
    : `On this page: clusters of ${number(communities.length)} of ${all}`;
  return [
    el("h2", {}, words),
    el("p", {}, `A community is a group of clusters that overlap more than others: points that
      know the same points.${heldPoints()} A point may be in several. Open one to see its
      clusters.`),
    ...(data.worth ? [el("p", { id: "worth" }, `These communities are ${data.worth}.`)] : []),
    ...(data.values || data.attributes ? [quiet(inUnits)] : []),
  ];
}

/** What stands above the clusters of one. */
function aboutOne(at) {
  const { name, size, nodes: some } = communities[at];
  const back = el("button", { type: "button", id: "back" }, "← All communities");
  const words = `${counted(some.length, "cluster", "clusters")} of the page stand for it, the
    largest first. They overlap. Open one to see its points.`;
  return [back, el("h2", {}, `Community ${name}: ${ofAll(size)}`), el("p", {}, words)];
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
  const all = state.open === null ? communities.map((_, at) => communityCard(at))
    : communities[state.open].nodes.toReversed().slice(0, CLUSTERS).map(clusterCard);
  const head = state.open === null ? aboutAll() : aboutOne(state.open);
  box.replaceChildren(el("div", { className: "head" }, ...head), ...all);
}

export { showCards };

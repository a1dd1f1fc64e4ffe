// The panel next to the diagram: what it says about a cluster, a point, a class or two points.

import {
  belonging, cards, classes, communities, data, holding, isSample, lower, majority, meeting,
  members, minimal, nearest, nodes, points, rows, upper,
} from "./context.js";
import { counted, el, number, percent, pointsOf } from "./elements.js";
import { COLOURS, swatch } from "./marks.js";
import {
  called, chips, classBar, clusterChip, communityChip, countsOf, here, keptOf, listed, ofAll, pairs,
  part, partsOf, pointChip, profileTable, quiet, shares, standing, title,
} from "./parts.js";
import { state } from "./state.js";

const MOST_FEATURES = 6;

/** What the numbers beside a feature or an attribute are. */
function inWords(inside) {
  const of = isSample ? ` of its ${pointsOf(inside.length)} on this page` : "";
  return data.attributes
    ? `The share of its points${here} that have the attribute; the bar, how much that is above or
      below the share of all points.`
    : `Mean${of}, and its distance from the mean of all points${here} in standard deviations.${
      shares}`;
}

function aboutCluster(node) {
  const { size, generator, hidden_up: up = 0, hidden_down: down = 0 } = nodes[node];
  const inside = members(node);
  const features = profileTable(inside, MOST_FEATURES);
  return [
    title("Cluster", nodes[node].name),
    el("p", {}, ofAll(size)),
    ...classBar(nodes[node].counts, size),
    ...part(features.length > 0, `What sets it apart${here}`, features,
      quiet(inWords(inside))),
    ...side("Next larger clusters", upper[node], up),
    ...side("Next smaller clusters", lower[node].toReversed(), down),
    ...part(size > 0, `Its ${pointsOf(inside.length)}${here}`, chips(inside, pointChip)),
    ...(generator.length > 0 && generator.length < size
      ? [quiet("It is the smallest cluster with ", listed(generator), ".")] : []),
  ];
}

/** The clusters next to one, and how many of them are not here. */
function side(words, list, hidden) {
  const absent = `${list.length > 0 ? "and " : ""}${number(hidden)} not on this page`;
  return part(list.length + hidden > 0, words, chips(list, clusterChip),
    ...(hidden > 0 ? [quiet(absent)] : []));
}

function aboutPoint(point) {
  const held = holding([point]);
  const own = data.class_of[point];
  const word = el("li", {}, swatch(own), el("bdi", {}, classes[own]?.name ?? ""));
  const [kept, shares] = [keptOf(point), sharesOf(point)];
  return [
    title("Point", points[point]),
    ...(own === undefined ? [] : [el("ul", { className: "legend" }, word)]),
    ...(kept.length > 0 ? [pairs(kept)] : []),
    ...part(shares.length > 0, "Its communities", chips(shares, ([at, share]) =>
      communityChip(at, percent(share)))),
    el("p", {}, `In ${counted(held.length, "cluster", "clusters")} of this page.`),
    ...part(held.length > 0, "Smallest on this page", chips(minimal(held), clusterChip)),
    ...part(true, `Its ${sharedWord(rows[point].length)}`, attributeChips(rows[point])),
    quiet("Choose a second point to see what joins the two."),
  ];
}

const sharedWord = (count) => counted(count, ...data.words);

/** Chips of attributes: names, or the points that they are, as far as these are on the page. */
function attributeChips(list) {
  if (data.attributes) {
    const named = (at) => el("span", { className: "chip" }, el("bdi", {}, data.attributes[at]));
    return [chips(list, named)];
  }
  const found = Array.from(list, (at) => (data.neighbors ? data.neighbors[at] : at));
  const inside = found.filter((point) => point !== null);
  const absent = found.length - inside.length;
  const words = `${inside.length > 0 ? "and " : ""}${number(absent)} not on this page`;
  return [chips(inside, pointChip), ...(absent > 0 ? [quiet(words)] : [])];
}

function aboutClass(at) {
  const led = nodes.flatMap((_, node) => (majority(node)?.at === at ? [node] : []));
  const pure = led.filter((node) => majority(node).share === 1);
  const { size } = classes[at];
  const all = counted(led.length, "cluster", "clusters");
  return [
    title("Class", classes[at].name),
    el("p", {}, `${pointsOf(size)}; the most common class in ${all} of this page.`),
    ...part(pure.length > 0, "Largest cluster of this class alone",
      chips(pure.slice(-1), clusterChip)),
  ];
}

/** Two points: the smallest cluster with both, what they share, and the way up from each. */
function aboutPair(pair, found, ways) {
  const [first, second] = pair.map((point) => el("bdi", {}, points[point]));
  const { neighbors, exact, closest } = found;
  const named = el("bdi", {}, `{${pair.map((point) => points[point]).join(",")}}`);
  // Where only all points are a cluster with both, a community says more.
  const met = found.extent.length === points.length ? meeting(pair) : null;
  const extent = met === null ? found.extent : [...belonging[met].keys()];
  const size = exact ? nodes[closest[0]].size : extent.length;
  const counts = exact && met === null ? nodes[closest[0]].counts : countsOf(extent);
  const share = exact || !isSample ? `${number(size)} of ${pointsOf(data.size)}`
    : `${number(size)} of the ${pointsOf(points.length)} on this page`;
  let answer = part(true, "Smallest cluster with both", chips(closest, clusterChip),
    el("p", {}, share));
  if (met !== null) {
    answer = part(true, "Smallest community with both", chips([met], sizedChip),
      el("p", {}, ofAll(communities[met].size)),
      quiet("No cluster holds both but that of all points."));
  } else if (!exact) {
    answer = [
      ...part(true, "Smallest cluster with both", el("p", { className: "note" },
        `It has ${share} and is not on this page. Commands know it as `, named, ".")),
      ...part(closest.length > 0, "Smallest on this page with both", chips(closest, clusterChip)),
      ...(closest.length > 0 ? [] : [el("p", {}, "No cluster of this page has both.")]),
    ];
  }
  const way = (point, which) => ways[which].length === 0 ? [] : [
    el("h3", { className: which === 0 ? "first" : "second" },
      "The way up from ", el("bdi", {}, points[point])),
    chips(ways[which], clusterChip),
  ];
  return [
    el("h2", {}, first, " and ", second),
    ...answer,
    ...classBar(counts, met === null ? size : extent.length),
    ...part(extent.length > 0, `Its ${pointsOf(extent.length)}${here}, the nearest first`,
      chips(nearest(extent, pair), pointChip)),
    ...part(true, `${sharedWord(neighbors.length)} shared`, attributeChips(neighbors)),
    ...pair.flatMap(way),
  ];
}

/** The groups and parts of a point with its shares, groups first, then the largest share first. */
const sharesOf = (point) => data.belongs[point].toSorted(([a, share], [b, other]) =>
  (communities[a].level > communities[b].level) - (communities[a].level < communities[b].level)
  || other - share || a - b);

function aboutCommunity(at) {
  const { level, parent, size, counts, cluster, nodes: some } = communities[at];
  const inside = [...belonging[at].keys()].sort((a, b) => a - b);
  const features = profileTable(inside, MOST_FEATURES);
  const like = nodes.findIndex(({ name }) => name === cluster);
  const parts = partsOf(at);
  return [
    el("h2", {}, called(at)),
    el("p", {}, ofAll(size)),
    ...standing(at),
    ...(counts.length > 0 ? classBar(counts, size) : classBar(countsOf(inside), inside.length)),
    ...part(features.length > 0, `What sets it apart${here}`, features, quiet(inWords(inside))),
    ...part(parts.length > 0, "Its parts", chips(parts, sizedChip)),
    ...part(level === "part", "It is a part of", chips([parent], sizedChip)),
    ...part(cluster !== null, "The cluster most like it", like >= 0 ? chips([like], clusterChip)
      : quiet(`${cluster}, which is not on this page`)),
    ...part(some.length > 0, `Its ${counted(some.length, "cluster", "clusters")} on this page`,
      chips(some.toReversed(), clusterChip)),
    ...part(inside.length > 0, `Its ${pointsOf(inside.length)}${here}`, chips(inside, pointChip)),
  ];
}

const sizedChip = (at) => communityChip(at, number(communities[at].size));

/** The points in both of two groups, those first that are split most evenly. */
function aboutBetween(one, other) {
  const [a, b] = [communities[one], communities[other]];
  const [first, second] = [belonging[one], belonging[other]];
  const uneven = (point) => Math.abs(first.get(point) - second.get(point));
  const both = [...first.keys()].filter((point) => second.has(point))
    .sort((p, q) => uneven(p) - uneven(q) || p - q);
  const chip = (point) =>
    pointChip(point, `${percent(first.get(point))} / ${percent(second.get(point))}`);
  const [, all, apart] = a.overlaps.find(([at]) => at === other) ?? [other, 0, 1];
  return [
    el("h2", {}, `Between ${a.name} and ${b.name}`),
    el("p", {}, `${pointsOf(all)} in both, the most evenly split first, with the share of each in
      ${a.name} and in ${b.name}. From 0, no boundary, to 1, nothing crosses, the two are
      ${apart.toFixed(2)} apart.`),
    ...classBar(countsOf(both), both.length),
    chips(both, chip),
    ...part(true, "The two", chips([one, other], sizedChip)),
  ];
}

function aboutThePage() {
  const signs = classes.length > COLOURS ? "Colours and shapes show" : "Colours show";
  const colour = classes.length > 0 ? ` ${signs} the classes of its points.` : "";
  const dashed = data.shortened.length > 0
    ? " A dashed line stands for a chain of clusters that are left out." : "";
  if (state.show === "cards") {
    return [
      el("h2", {}, "How to go on"),
      el("p", {}, `Open a card to see what it is made of.${
        cards.some((at) => communities[at].overlaps.some(([, count]) => count > 0))
          ? " Press a name behind “Points shared with” to see who stands between two groups."
          : ""}`),
      el("p", {}, `Find a point above to see which communities it belongs to. Choose two to see
        what joins them.`),
      el("p", {}, "The diagram shows every cluster of this page, and which contains which."),
    ];
  }
  return [
    el("h2", {}, "How to read it"),
    el("p", {}, `Each mark is a cluster: the higher up, the more points it has.${colour}
      A line leads up from a cluster to each of the smallest clusters that contain it.${dashed}`),
    ...(data.attributes && data.size === points.length
      ? [el("p", {}, `An attribute stands, slanted, above the largest cluster that has it. A point
        stands below the smallest cluster with it.`)]
      : []),
    el("p", {}, `Click a cluster to light up what contains it and what it contains. Drag to move,
      scroll to zoom.`),
    ...part(communities.length > 0, "Groups", el("p", {}, data.verdict)),
  ];
}

/** What stands next to the pointer. */
function tip(node) {
  const named = members(node).slice(0, 8);
  const others = nodes[node].size - named.length;
  const more = others > 0 ? ` and ${number(others)} more` : "";
  return [
    el("strong", {}, el("bdi", {}, nodes[node].name)), ` ${pointsOf(nodes[node].size)}`,
    ...classBar(nodes[node].counts, nodes[node].size),
    ...(named.length > 0 ? [el("p", {}, listed(named, ", "), more)] : []),
    ...profileTable(members(node), 3),
  ];
}

export {
  aboutBetween, aboutClass, aboutCluster, aboutCommunity, aboutPair, aboutPoint, aboutThePage, tip,
};

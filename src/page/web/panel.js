// The panel next to the diagram: what it says about a cluster, a point, a class or two points.

import { colours } from "./colours.js";
import {
  classes, communities, data, holding, isSample, lower, majority, members, minimal, nodes, points,
  profile, rows, upper,
} from "./context.js";
import { counted, el, number, pointsOf } from "./elements.js";
import { COLOURS, swatch } from "./marks.js";

const MOST_CHIPS = 60;
const MOST_CARDS = 12;
const MOST_FEATURES = 6;

/** A share in words; what is nearly all is never told as all. */
const percent = (share) => (share > 0.995 && share < 1
  ? `${(Math.floor(1000 * share) / 10).toFixed(1)} %` : `${(100 * share).toFixed(0)} %`);

/** A button that leads to a cluster or a point, which its data names: `focus.js` follows it. */
function chip(kind, at, ...text) {
  const made = el("button", { type: "button", className: "chip" }, ...text);
  made.dataset[kind] = at;
  return made;
}

const clusterChip = (node) => chip("cluster", node,
  el("bdi", {}, nodes[node].name), el("small", {}, ` ${number(nodes[node].size)}`));

/** What was kept to be shown of a point: `[name, text]` for each column that is not empty. */
function keptOf(point) {
  const width = data.kept.length;
  const cells = data.cells?.slice(point * width, (point + 1) * width) ?? [];
  return cells.flatMap((text, at) => (text === "" ? [] : [[data.kept[at], text]]));
}

function pointChip(point) {
  const name = el("bdi", {}, points[point]);
  const text = classes.length > 0 ? [swatch(data.class_of[point]), name] : [name];
  const made = chip("point", point, ...text);
  const words = keptOf(point).map(([column, cell]) => `${column}: ${cell}`);
  if (classes.length > 0) words.unshift(classes[data.class_of[point]].name);
  if (words.length > 0) made.title = words.join("\n");
  return made;
}

/** Chips for a list, the first ones at once and the others on demand. */
function chips(list, make, most = MOST_CHIPS) {
  const made = el("div", { className: "chips" }, Array.from(list.slice(0, most), make));
  if (list.length > most) {
    const more = el("button", { type: "button", className: "more" },
      `Show all ${number(list.length)}`);
    more.addEventListener("click", () => {
      more.replaceWith(...Array.from(list.slice(most), make));
    });
    made.append(more);
  }
  return made;
}

const quiet = (...words) => el("p", { className: "quiet" }, ...words);
const title = (kind, name) => el("h2", {}, `${kind} `, el("bdi", {}, name));

/** A heading with what stands below it, where there is something. */
const part = (isThere, words, ...content) =>
  isThere ? [el("h3", {}, words), ...content.flat()] : [];

/** How many of some points each class has, as a bar and in words. */
function classBar(counts, size) {
  if (!counts || size === 0) return [];
  const all = counts.map((count, at) => ({ count, at })).filter(({ count }) => count > 0);
  const bar = el("div", { className: "bar" }, all.map(({ count, at }) => {
    const stretch = el("span");
    stretch.style.background = colours.classes[at];
    stretch.style.flexGrow = count;
    return stretch;
  }));
  const words = all.sort((a, b) => b.count - a.count || a.at - b.at).map(({ count, at }) =>
    el("li", {}, swatch(at), el("bdi", {}, classes[at].name), `: ${number(count)}`));
  return [bar, el("ul", { className: "legend" }, words)];
}

function countsOf(extent) {
  if (classes.length === 0) return null;
  const counts = classes.map(() => 0);
  extent.forEach((point) => { counts[data.class_of[point]] += 1; });
  return counts;
}

/** What sets a cluster apart: its means and those of all points. */
function profileTable(node, most) {
  const found = profile(node).filter(({ by }) => by !== 0).slice(0, most);
  if (found.length === 0) return [];
  const widest = Math.max(...found.map(({ by }) => Math.abs(by)));
  const short = (value) => Number(value.toPrecision(3)).toString();
  const entries = found.map(({ name, here, all, by }) => {
    const bar = el("span", { className: by < 0 ? "under" : "over" });
    bar.style.width = `${(50 * Math.abs(by)) / widest}%`;
    const words = `${by > 0 ? "+" : "−"}${Math.abs(by).toFixed(1)}`;
    return el("tr", { title: `mean ${short(here)}; of all points ${short(all)}` },
      el("th", { scope: "row" }, el("bdi", {}, name)), el("td", {}, short(here)),
      el("td", { className: "diverging" }, el("span", {}, bar)), el("td", {}, words));
  });
  return [el("table", { className: "profile" }, el("tbody", {}, entries))];
}

/** The most common text of each kept column among some points, and how many have it. */
function mostCommon(extent) {
  const counts = data.kept.map(() => new Map());
  extent.forEach((point) => keptOf(point).forEach(([column, cell]) => {
    const of = counts[data.kept.indexOf(column)];
    of.set(cell, (of.get(cell) ?? 0) + 1);
  }));
  return counts.flatMap((of, at) => {
    const [most] = [...of].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    return most === undefined || (most[1] === 1 && extent.length > 1)
      ? [] : [[data.kept[at], `${most[0]} (${number(most[1])})`]];
  });
}

/** Names with texts, a line each. */
const pairs = (list) => el("ul", { className: "legend" }, list.map(([name, text]) =>
  el("li", {}, el("bdi", {}, name), ": ", el("bdi", {}, text))));

/** How many of all points some are, and their share. */
const ofAll = (count) =>
  `${number(count)} of ${pointsOf(data.size)} (${percent(count / data.size)})`;

/** What is said of lists and means where the page holds a sample. */
const here = isSample ? " on this page" : "";

function aboutCluster(node) {
  const { size, generator, hidden_up: up = 0, hidden_down: down = 0 } = nodes[node];
  const inside = members(node);
  const features = profileTable(node, MOST_FEATURES);
  const common = mostCommon(inside);
  return [
    title("Cluster", nodes[node].name),
    el("p", {}, ofAll(size)),
    ...classBar(nodes[node].counts, size),
    ...part(features.length > 0, `What sets it apart${here}`, features,
      quiet(`Mean${isSample ? ` of its ${pointsOf(inside.length)} on this page` : ""}, and its
        distance from the mean of all points${here} in standard deviations.`)),
    ...part(common.length > 0, `Most common${here}`, pairs(common)),
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

/** Names of points in a row: `d1, d2 and d3`. */
function listed(some, last = " and ") {
  const made = el("span");
  some.forEach((point, at) => {
    if (at > 0) made.append(at === some.length - 1 ? last : ", ");
    made.append(el("bdi", {}, points[point]));
  });
  return made;
}

function aboutPoint(point) {
  const held = holding([point]);
  const own = data.class_of[point];
  const word = el("li", {}, swatch(own), el("bdi", {}, classes[own]?.name ?? ""));
  const kept = keptOf(point);
  return [
    title("Point", points[point]),
    ...(own === undefined ? [] : [el("ul", { className: "legend" }, word)]),
    ...(kept.length > 0 ? [pairs(kept)] : []),
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
  const { neighbors, extent, exact, nearest } = found;
  const named = el("bdi", {}, `{${pair.map((point) => points[point]).join(",")}}`);
  const size = exact ? nodes[nearest[0]].size : extent.length;
  const counts = exact ? nodes[nearest[0]].counts : countsOf(extent);
  const share = exact || !isSample ? `${number(size)} of ${pointsOf(data.size)}`
    : `${number(size)} of the ${pointsOf(points.length)} on this page`;
  const answer = exact
    ? part(true, "Smallest cluster with both", chips(nearest, clusterChip), el("p", {}, share))
    : [
      ...part(true, "Smallest cluster with both", el("p", { className: "note" },
        `It has ${share} and is not on this page. Commands know it as `, named, ".")),
      ...part(nearest.length > 0, "Smallest on this page with both", chips(nearest, clusterChip)),
      ...(nearest.length > 0 ? [] : [el("p", {}, "No cluster of this page has both.")]),
    ];
  const way = (point, which) => ways[which].length === 0 ? [] : [
    el("h3", { className: which === 0 ? "first" : "second" },
      "The way up from ", el("bdi", {}, points[point])),
    chips(ways[which], clusterChip),
  ];
  return [
    el("h2", {}, first, " and ", second),
    ...answer,
    ...classBar(counts, size),
    ...part(true, `${sharedWord(neighbors.length)} shared`, attributeChips(neighbors)),
    ...pair.flatMap(way),
  ];
}

/** What a card and the panel say of a community, a line each. */
function linesOf({ points: count, class: own, apart }) {
  const lines = [el("span", {}, ofAll(count))];
  if (own) {
    const [at, purity] = own;
    lines.push(el("span", {}, swatch(at), `${percent(purity)} `, el("bdi", {}, classes[at].name)));
  }
  if (apart) lines.push(el("span", {}, el("bdi", {}, apart)));
  return lines;
}

/** A community as a button, which `focus.js` follows. */
function communityCard(community, at) {
  const { name, central } = community;
  const made = el("button", { type: "button", className: "card" }, el("strong", {}, name),
    linesOf(community), el("small", {}, `central cluster ${central}`));
  made.dataset.community = at;
  return made;
}

function aboutCommunity(at) {
  const community = communities[at];
  const central = community.nodes.filter((node) => nodes[node].name === community.central);
  return [
    title("Community", community.name),
    el("p", { className: "lines" }, linesOf(community)),
    ...part(true, "Its central cluster", central.length > 0 ? chips(central, clusterChip)
      : quiet(`${community.central}, which is not on this page`)),
    ...part(true, `Its ${counted(community.nodes.length, "cluster", "clusters")} on this page`,
      chips(community.nodes.toReversed(), clusterChip)),
    quiet(`A community is a group of clusters that overlap more than others. A point can belong to
      several.`),
  ];
}

function aboutThePage() {
  const signs = classes.length > COLOURS ? "Colours and shapes show" : "Colours show";
  const colour = classes.length > 0 ? ` ${signs} the classes of its points.` : "";
  const dashed = data.shortened.length > 0
    ? " A dashed line stands for a chain of clusters that are left out." : "";
  const all = counted(data.all_communities, "community", "communities");
  const groups = communities.length === 0 ? [] : [
    el("h2", {}, communities.length === data.all_communities ? all
      : `On this page: clusters of ${number(communities.length)} of ${all}`),
    chips(communities, communityCard, MOST_CARDS),
  ];
  return [
    ...groups,
    el("h2", {}, "How to read it"),
    el("p", {}, `Each mark is a cluster: the higher up, the more points it has.${colour}
      A line leads up from a cluster to each of the smallest clusters that contain it.${dashed}`),
    ...(data.attributes && data.size === points.length
      ? [el("p", {}, `An attribute stands, slanted, above the largest cluster that has it. A point
        stands below the smallest cluster with it.`)]
      : []),
    el("p", {}, `Click a cluster to light up what contains it and what it contains. Drag to move,
      scroll to zoom.`),
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
    ...profileTable(node, 3),
  ];
}

export {
  aboutClass, aboutCluster, aboutCommunity, aboutPair, aboutPoint, aboutThePage, tip,
};

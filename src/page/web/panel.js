// The panel next to the diagram: what it says about a cluster, a point, a class or two points.

import { colours } from "./colours.js";
import {
  attributes, classes, data, holding, lower, majority, members, minimal, nodes, points, profile,
  rows, upper,
} from "./context.js";
import { counted, el, number, pointsOf } from "./elements.js";
import { COLOURS, swatch } from "./marks.js";

const MOST_CHIPS = 60;
const MOST_FEATURES = 6;

const percent = (share) => `${(100 * share).toFixed(share > 0.995 && share < 1 ? 1 : 0)} %`;

/** A button that leads to a cluster or a point, which its data names: `focus.js` follows it. */
function chip(kind, at, ...text) {
  const made = el("button", { type: "button", className: "chip" }, ...text);
  made.dataset[kind] = at;
  return made;
}

const clusterChip = (node) => chip("cluster", node,
  el("bdi", {}, nodes[node].name), el("small", {}, ` ${number(nodes[node].size)}`));

function pointChip(point) {
  const name = el("bdi", {}, points[point]);
  const text = classes.length > 0 ? [swatch(data.class_of[point]), name] : [name];
  const made = chip("point", point, ...text);
  if (classes.length > 0) made.title = classes[data.class_of[point]].name;
  return made;
}

/** Chips for a list, the first ones at once and the others on demand. */
function chips(list, make) {
  const made = el("div", { className: "chips" }, Array.from(list.slice(0, MOST_CHIPS), make));
  if (list.length > MOST_CHIPS) {
    const more = el("button", { type: "button", className: "more" },
      `Show all ${number(list.length)}`);
    more.addEventListener("click", () => {
      more.replaceWith(...Array.from(list.slice(MOST_CHIPS), make));
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

function aboutCluster(node) {
  const { size, generator, hidden_up: up = 0, hidden_down: down = 0 } = nodes[node];
  const features = profileTable(node, MOST_FEATURES);
  return [
    title("Cluster", nodes[node].name),
    el("p", {}, `${number(size)} of ${pointsOf(points.length)} (${percent(size / points.length)})`),
    ...classBar(nodes[node].counts, size),
    ...part(features.length > 0, "What sets it apart", features,
      quiet("Mean, and its distance from the mean of all points in standard deviations.")),
    ...side("Next larger clusters", upper[node], up),
    ...side("Next smaller clusters", lower[node].toReversed(), down),
    ...part(size > 0, `Its ${pointsOf(size)}`, chips(members(node), pointChip)),
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
  return [
    title("Point", points[point]),
    ...(own === undefined ? [] : [el("ul", { className: "legend" }, word)]),
    el("p", {}, `In ${counted(held.length, "cluster", "clusters")} of this page.`),
    ...part(held.length > 0, "Smallest on this page", chips(minimal(held), clusterChip)),
    ...part(true, `Its ${sharedWord(rows[point].length)}`, attributeChips(rows[point])),
    quiet("Choose a second point to see what joins the two."),
  ];
}

const sharedWord = (count) => data.attributes
  ? counted(count, "attribute", "attributes") : counted(count, "neighbour", "neighbours");

const attributeChips = (list) => data.attributes
  ? chips(list, (at) => el("span", { className: "chip" }, el("bdi", {}, attributes[at])))
  : chips(list, pointChip);

function aboutClass(at) {
  const led = nodes.flatMap((_, node) => (majority(node)?.at === at ? [node] : []));
  const pure = led.filter((node) => majority(node).share === 1);
  const size = data.class_of.filter((own) => own === at).length;
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
  const share = `${number(extent.length)} of ${pointsOf(points.length)}`;
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
    ...classBar(countsOf(extent), extent.length),
    ...part(true, `${sharedWord(neighbors.length)} shared`, attributeChips(neighbors)),
    ...pair.flatMap(way),
  ];
}

function aboutThePage() {
  const signs = classes.length > COLOURS ? "Colours and shapes show" : "Colours show";
  const colour = classes.length > 0 ? ` ${signs} the classes of its points.` : "";
  const dashed = data.shortened.length > 0
    ? " A dashed line stands for a chain of clusters that are left out." : "";
  return [
    el("h2", {}, "How to read it"),
    el("p", {}, `Each mark is a cluster: the higher up, the more points it has.${colour}
      A line leads up from a cluster to each of the smallest clusters that contain it.${dashed}`),
    el("p", {}, `Click a cluster to light up what contains it and what it contains. Drag to move,
      scroll to zoom.`),
  ];
}

/** What stands next to the pointer. */
function tip(node) {
  const inside = members(node);
  const most = 8;
  const more = inside.length > most ? ` and ${number(inside.length - most)} more` : "";
  return [
    el("strong", {}, el("bdi", {}, nodes[node].name)), ` ${pointsOf(nodes[node].size)}`,
    ...classBar(nodes[node].counts, nodes[node].size),
    ...(inside.length > 0 ? [el("p", {}, listed(inside.slice(0, most), ", "), more)] : []),
    ...profileTable(node, 3),
  ];
}

export { aboutClass, aboutCluster, aboutPair, aboutPoint, aboutThePage, tip };

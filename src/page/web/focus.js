// The focus of the page: a cluster, a point, a class, a community, some points or two.

import { recolour } from "./colours.js";
import {
  belonging, classes, communities, data, members, nodes, points, pointsIn,
} from "./context.js";
import { redraw, resize } from "./drawing.js";
import { byId, refill } from "./elements.js";
import { above, below, containing, holding, join, way } from "./join.js";
import { lightUp } from "./lighting.js";
import { remember } from "./link.js";
import { chart, paintMap, redrawMap, renewMap, resizeMap } from "./map.js";
import {
  aboutCluster, aboutCommunity, aboutDiagram, aboutPair, aboutPoint, aboutSome, aboutThePage,
  likest, saidBetween,
} from "./panel.js";
import { drawPeaks, redrawPeaks, resizePeaks } from "./peaks.js";
import { placeOf } from "./places.js";
import { drawRows, listRows, scrollToRow } from "./rows.js";
import { scene, state } from "./state.js";
import { places, restart, shown, unfold } from "./unfolding.js";
import { diagram, fit, screen } from "./view.js";

const wideScreen = window.matchMedia("(min-width: 1151px)");

// Whether the view of the diagram was fitted to its clusters, and with which these began.
let isFitted = false;
let begun = "";

/**
 * Sets the focus; `moves` brings it into view. The fields name points only while one or two of them
 * are the focus.
 */
function choose(focus, moves = false) {
  if (focus?.kind !== "pair") state.step = 0;
  state.focus = focus;
  if (!["point", "pair"].includes(focus?.kind)) Object.assign(state, { first: null, second: null });
  for (const field of ["first", "second"]) {
    byId(field).value = state[field] === null ? "" : points[state[field]];
  }
  showFocus();
  if (moves) bringIntoView();
  remember(true);
}

/** Sets the focus to a point, or to the pair of the first point and this one. */
function choosePoint(point, isSecond) {
  const first = state.first ?? state.second;
  if (isSecond && first !== null && first !== point) setPoints(first, point);
  else setPoints(point, null);
}

/** Sets the focus to the cluster, point, community, two communities or step that a button names. */
function follow(event) {
  const { cluster, point, community, between, step } =
    event.target.closest("button")?.dataset ?? {};
  if (community !== undefined) choose({ kind: "community", at: Number(community) }, true);
  else if (cluster !== undefined) choose({ kind: "cluster", node: Number(cluster) }, true);
  else if (point !== undefined) choosePoint(Number(point), event.shiftKey);
  else if (between !== undefined) {
    const [one, other] = between.split(" ").map(Number);
    choose({ kind: "between", one, other });
  } else if (step !== undefined) {
    state.step = Number(step);
    choose({ kind: "pair" }, true);
  }
}

/** Lights up a point or a cluster while the pointer is over a button that names it. */
function pointOut(event) {
  const { point = -1, cluster = -1 } =
    event.type === "mouseleave" ? {} : event.target.closest?.("button")?.dataset ?? {};
  lightUp({ point: Number(point), node: Number(cluster) });
}

for (const id of ["details", "labels", "rows"]) byId(id).addEventListener("click", follow);
for (const id of ["details", "rows"]) {
  for (const kind of ["mouseover", "mouseleave", "focusin"]) {
    byId(id).addEventListener(kind, pointOut);
  }
}

/** Shows peaks, rows or clusters below the map, small or large. */
function show(what, large) {
  Object.assign(state, { show: what, large });
  isFitted = false;
  showFocus();
  remember();
}

/** Fits the layout to the page. */
function layOut() {
  const { large } = state;
  const what = state.show === "peaks" && wideScreen.matches ? "rows" : state.show;
  document.documentElement.dataset.show = what;
  document.documentElement.dataset.large = large;
  byId("rows").hidden = what !== "rows";
  byId("diagram").hidden = what !== "clusters";
  byId("as-rows").setAttribute("aria-pressed", String(what === "rows"));
  byId("as-clusters").setAttribute("aria-pressed", String(what === "clusters"));
  byId("as-peaks").setAttribute("aria-pressed", String(what === "peaks"));
  byId("larger").textContent = large ? "Smaller" : "Larger";
  resizeMap();
  resizePeaks();
  const { width, height } = screen;
  resize();
  const hasGrown = width !== screen.width || height !== screen.height;
  if (what === "clusters" && (!isFitted || (hasGrown && diagram.isFitted()))) {
    fit();
    isFitted = true;
  }
  drawRows();
  redraw();
  redrawMap();
  redrawPeaks();
}

function setPoints(first, other) {
  const second = other === first ? null : other;
  Object.assign(state, { first, second, step: 0 });
  const one = first ?? second;
  if (one === null) choose(null);
  else if (first === null || second === null) choose({ kind: "point", point: one }, true);
  else choose({ kind: "pair" }, true);
}

/** Marks the clusters and points of the focus, and describes it in the panel. */
function showFocus() {
  const { focus } = state;
  Object.assign(scene, { lit: null, ways: [], chosen: [], points: null, ringed: [] });
  let content = [];
  const mark = (some, bits) => {
    scene.lit ??= new Uint8Array(nodes.length);
    some.forEach((node) => { scene.lit[node] |= bits; });
  };
  if (focus?.kind === "cluster") {
    mark(below(focus.node), 1);
    mark(above(focus.node), 2);
    mark([focus.node], 3);
    scene.chosen = [focus.node];
    scene.points = members(focus.node);
    content = aboutCluster(focus.node);
  } else if (focus?.kind === "point") {
    mark(holding([focus.point]), 1);
    scene.lit ??= new Uint8Array(nodes.length);
    scene.ringed = [focus.point];
    content = aboutPoint(focus.point);
  } else if (focus?.kind === "community") {
    mark(communities[focus.at].nodes, 1);
    scene.chosen = likest(focus.at).slice(0, 1);
    scene.points = pointsIn(focus.at);
    content = aboutCommunity(focus.at);
  } else if (["some", "class", "between"].includes(focus?.kind)) {
    const [some, ...named] = someOf(focus);
    const found = join(some);
    mark(found.held, 1);
    scene.chosen = found.met === null ? found.held.slice(0, 1) : [];
    scene.points = some;
    content = aboutSome(some, found, ...named);
  } else if (focus?.kind === "pair") {
    content = showPair(mark);
  } else {
    content = aboutThePage();
  }
  refill(byId("details"), ...content);
  byId("status").textContent = content[0].textContent;
  showDiagram();
  listRows();
  layOut();
  renewMap();
  if (scene.ringed.length > 0) scrollToRow(scene.ringed.at(-1));
}

/** Returns the points, the title and the text of a class, two groups or some points. */
function someOf({ kind, points: some, name, at, one, other }) {
  const all = Array.from(points.keys());
  if (kind === "class") {
    return [all.filter((point) => data.class_of[point] === at), `Class ${classes[at].name}`];
  }
  if (kind === "some") return [some, name];
  const isBoth = (point) => belonging[one].has(point) && belonging[other].has(point);
  return [all.filter(isBoth), `Between ${communities[one].name} and ${communities[other].name}`,
    saidBetween(one, other)];
}

/** Marks the clusters with two points, and returns the description of the pair. */
function showPair(mark) {
  const some = [state.first, state.second];
  const found = join(some);
  mark(found.held, 3);
  // The clusters with both points are stepped through, the smallest first.
  state.step = Math.max(Math.min(state.step, found.held.length - 1), 0);
  const node = found.held[state.step] ?? null;
  // The clusters with one of them lead up to the smallest with both.
  const [least] = found.held;
  const inside = new Set(least === undefined ? [] : below(least));
  some.forEach((point, at) => {
    const own = containing(point).filter((one) => inside.has(one));
    mark(own, at + 1);
    if (least !== undefined) scene.ways.push(way(own[0] ?? least, least));
  });
  scene.chosen = node === null ? [] : [node];
  const held = found.met !== null ? pointsIn(found.met) : node === null ? [] : members(node);
  scene.points = held.length > 0 ? held : some;
  scene.ringed = some;
  return aboutPair(some, { ...found, node, inside: held });
}

/** Moves the views if the chosen clusters or ringed points are out of sight. */
function bringIntoView() {
  const isSeen = ({ x, y }, { width, height }) =>
    x > 30 && y > 30 && x < width - 30 && y < height - 30;
  const middle = (places, axis) =>
    places.reduce((sum, at) => sum + at[axis], 0) / places.length;
  const bring = (places, { view: to, screen: of, toScreen: seen }) => {
    const isHidden = of.width === 0;
    if (isHidden || places.every((at) => isSeen(seen(at), of))) return;
    Object.assign(to, { x: middle(places, "x"), y: middle(places, "y") });
  };
  bring(scene.chosen.flatMap((node) => places.get(node) ?? []), diagram);
  bring(scene.ringed.map(placeOf), chart);
}

/** Shows more covers of a cluster of the diagram, which is chosen already. */
function unfoldMore(node) {
  unfold(node);
  isFitted = false;
  layOut();
}

/** Unfolds the chosen cluster where the diagram shows it, or begins the diagram with it. */
function showDiagram() {
  const { focus } = state;
  const asked = nodes.findIndex((node) => node.asked);
  const node = scene.chosen[0] ?? (focus?.kind === "point" ? containing(focus.point)[0] : null)
    ?? (asked < 0 ? nodes.length - 1 : asked);
  if (node < 0) return;
  byId("about-diagram").textContent = aboutDiagram(node);
  const ways = state.step === 0 ? scene.ways.flat() : [];
  const wanted = `${node} ${ways}`;
  if (shown.size === nodes.length || wanted === begun) return;
  begun = wanted;
  isFitted = false;
  if (focus?.kind === "cluster" && shown.has(node)) unfold(node);
  else restart([node, ...ways]);
}

const isPaper = () => document.documentElement.hasAttribute("data-paper");
const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
const isDark = () => !isPaper()
  && (state.theme ?? (darkSystem.matches ? "dark" : "light")) === "dark";

/** Lays the page out for paper, or for the screen again. */
function toPaper(isPaper) {
  document.documentElement.toggleAttribute("data-paper", isPaper);
  applyTheme();
  if (!isPaper) return;
  paintMap();
  drawPeaks();
}

/** Applies the theme. */
function applyTheme() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  byId("theme").textContent = isDark() ? "Light" : "Dark";
  recolour();
  showFocus();
}

export {
  applyTheme, choose, choosePoint, darkSystem, isDark, layOut, setPoints, show, toPaper, unfoldMore,
};

// What is looked at: a cluster, a point, a class, a community or two points; and what the filters
// leave.

import { showCards } from "./cards.js";
import { colours, recolour } from "./colours.js";
import {
  above, below, communities, holding, join, majority, minimal, nodes, points, wayUp,
} from "./context.js";
import { redraw, resize } from "./drawing.js";
import { byId, counted, number, pointsOf } from "./elements.js";
import { remember } from "./link.js";
import { shapeElement } from "./marks.js";
import {
  aboutBetween, aboutClass, aboutCluster, aboutCommunity, aboutPair, aboutPoint, aboutThePage,
} from "./panel.js";
import { scene, state } from "./state.js";
import { place, screen, toScreen, view } from "./view.js";

/** Makes something the centre of attention; `moves` brings it into view. */
function choose(focus, moves = false) {
  state.focus = focus;
  showFocus();
  if (moves) bringIntoView();
  redraw();
  remember();
}

/** A point becomes the first of two, or the second where there is a first. */
function choosePoint(point) {
  const { first, second } = state;
  if (first === null) setPoints(point, second === point ? null : second);
  else if (second !== null || first === point) setPoints(point, null);
  else setPoints(first, point);
}

/** Follows a button that names a cluster, a point, a community or two. */
function follow(event) {
  const pressed = event.target.closest("button.chip, button.open");
  const { cluster, point, community, between } = pressed?.dataset ?? {};
  if (community !== undefined) openCommunity(Number(community));
  else if (cluster !== undefined) choose({ kind: "cluster", node: Number(cluster) }, true);
  else if (point !== undefined) choosePoint(Number(point));
  else if (between !== undefined) {
    const [one, other] = between.split(" ").map(Number);
    choose({ kind: "between", one, other });
  } else return;
  if (event.currentTarget.id === "cards") bringPanel();
}

byId("details").addEventListener("click", follow);
byId("cards").addEventListener("click", (event) => {
  if (event.target.closest("#back")) setPoints(null, null);
  else follow(event);
});

function openCommunity(at) {
  state.open = communities[at].nodes.length > 0 ? at : null;
  choose({ kind: "community", at }, true);
  byId("cards").scrollTop = 0;
}

/** On a narrow page, what was clicked is described further down. */
function bringPanel() {
  if (getComputedStyle(byId("cards")).position === "absolute") return;
  const goal = state.focus.kind === "community" ? "cards" : "details";
  byId(goal).scrollIntoView({ behavior: "smooth" });
}

/** Cards or the diagram. */
function show(what) {
  state.show = what;
  showFocus();
  resize();
  redraw();
  remember();
}

function setPoints(first, second) {
  Object.assign(state, { first, second });
  for (const [field, point] of [["first", first], ["second", second]]) {
    const input = byId(field);
    if (point !== null) input.value = points[point];
    else if (input.getAttribute("aria-invalid") !== "true") input.value = "";
    if (point !== null) input.removeAttribute("aria-invalid");
  }
  const one = first ?? second;
  if (one === null) {
    state.open = null;
    choose(null);
  } else if (first === null || second === null) choose({ kind: "point", point: one }, true);
  else choose({ kind: "pair" }, true);
}

/** Marks what belongs to the focus, and says what it is. */
function showFocus() {
  const { focus } = state;
  Object.assign(scene, { lit: null, ways: [], chosen: [] });
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
    content = aboutCluster(focus.node);
  } else if (focus?.kind === "point") {
    mark(holding([focus.point]), 1);
    scene.lit ??= new Uint8Array(nodes.length);
    content = aboutPoint(focus.point);
  } else if (focus?.kind === "class") {
    mark(nodes.flatMap((_, node) => (majority(node)?.at === focus.at ? [node] : [])), 1);
    scene.lit ??= new Uint8Array(nodes.length);
    content = aboutClass(focus.at);
  } else if (focus?.kind === "community") {
    const { nodes: some, cluster } = communities[focus.at];
    mark(some, 1);
    scene.chosen = nodes.flatMap(({ name }, node) => (name === cluster ? [node] : []));
    content = aboutCommunity(focus.at);
  } else if (focus?.kind === "between") {
    mark(communities[focus.one].nodes, 1);
    mark(communities[focus.other].nodes, 2);
    content = aboutBetween(focus.one, focus.other);
  } else if (focus?.kind === "pair") {
    content = showPair(mark);
  } else {
    content = aboutThePage();
  }
  byId("details").replaceChildren(...content);
  byId("status").textContent = content[0].textContent;
  showCards();
}

/** Marks the way up from each of two points, and says what joins them. */
function showPair(mark) {
  const some = [state.first, state.second];
  const found = join(some);
  scene.lit = new Uint8Array(nodes.length);
  let ways = [[], []];
  const [goal] = found.closest;
  if (goal !== undefined) {
    const inside = new Set([...below(goal), goal]);
    const each = some.map((point) => holding([point]).filter((node) => inside.has(node)));
    mark(each[0], 1);
    mark(each[1], 2);
    ways = each.map((held) => wayUp(minimal(held), goal));
  }
  scene.ways = ways;
  scene.chosen = found.closest;
  return aboutPair(some, found, ways);
}

/** Moves the view where what is lit is out of sight. */
function bringIntoView() {
  const wanted = scene.chosen.length > 0 ? [...scene.chosen, ...scene.ways.flat()] : [];
  const isSeen = ({ x, y }) => x > 60 && y > 30 && x < screen.width - 30 && y < screen.height - 30;
  if (wanted.every((node) => isSeen(toScreen(place[node])))) return;
  const mean = (of) => wanted.reduce((sum, node) => sum + of(place[node]), 0) / wanted.length;
  view.x = mean(({ x }) => x);
  view.y = mean(({ y }) => y);
}

/** Hides what the filters leave out. */
function filter() {
  let shown = 0;
  nodes.forEach((node, at) => {
    const most = majority(at);
    const isIn = node.size >= state.least && node.size <= state.most
      && !(most && state.off.has(most.at));
    scene.hidden[at] = isIn ? 0 : 1;
    shown += isIn ? 1 : 0;
  });
  byId("least").value = state.least;
  byId("most").value = state.most;
  byId("least-shown").textContent = pointsOf(state.least);
  byId("most-shown").textContent = pointsOf(state.most);
  byId("shown").textContent = shown === nodes.length
    ? `All ${counted(shown, "cluster", "clusters")} shown`
    : `${number(shown)} of ${counted(nodes.length, "cluster", "clusters")} shown`;
  document.querySelectorAll("#classes input").forEach((box, at) => {
    box.checked = !state.off.has(at);
  });
  redraw();
}

const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (state.theme ?? (darkSystem.matches ? "dark" : "light")) === "dark";

/** Takes the colours of the theme. */
function applyTheme() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  byId("theme").textContent = isDark() ? "Light" : "Dark";
  recolour();
  document.querySelectorAll("#classes .swatch").forEach((mark, at) => {
    mark.style.background = colours.classes[at];
    shapeElement(mark, at);
  });
  showFocus();
  redraw();
}

export { applyTheme, choose, darkSystem, filter, isDark, setPoints, show };

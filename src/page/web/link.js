// The view as a link, and back.

import { choices } from "./colouring.js";
import { classes, communities, data, nodes, points } from "./context.js";
import { chart } from "./map.js";
import { FIRST, state } from "./state.js";
import { diagram } from "./view.js";

/** The view as words of a link. */
function link() {
  const words = new URLSearchParams();
  const { focus } = state;
  if (state.show !== FIRST.show) words.set("show", state.show);
  if (state.large !== FIRST.large) words.set("large", state.large);
  if (state.colour !== "community") words.set("colour", state.colour);
  if (focus?.kind === "cluster") words.set("cluster", nodes[focus.node].name);
  if (focus?.kind === "class") words.set("class", classes[focus.at].name);
  if (focus?.kind === "community") words.set("community", communities[focus.at].name);
  if (focus?.kind === "between") {
    words.set("between", [focus.one, focus.other].map((at) => communities[at].name).join(","));
  }
  if (state.first !== null) words.set("a", points[state.first]);
  if (state.second !== null) words.set("b", points[state.second]);
  if (state.step > 0) words.set("step", state.step);
  if (state.theme) words.set("theme", state.theme);
  for (const [name, { view }, digits] of [["map", chart, 4], ["view", diagram, 2]]) {
    words.set(name, [view.x, view.y, view.scale].map((of) => of.toFixed(digits)).join(","));
  }
  return `#${words}`.replaceAll("%2C", ",");
}

/** A page in a frame, as in a notebook, may have no address of its own. */
const hasAddress = location.protocol !== "about:";

let remembering = 0;
// The view in the address that the page knows of.
let known = null;

/**
 * Keeps the link in the address, a moment after the last change. A view that was put there
 * meanwhile stays: it is about to be shown.
 */
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    if (!hasAddress || location.hash !== known) return;
    history.replaceState(null, "", link());
    known = location.hash;
  }, 200);
}

/** What the words of the address mean; words that mean nothing are passed over. */
function readAddress() {
  known = location.hash;
  const words = new URLSearchParams(known.slice(1));
  const find = (list, name) => {
    const at = name === null ? -1 : list.indexOf(name);
    return at < 0 ? null : at;
  };
  const classNames = classes.map(({ name }) => name);
  const theme = ["light", "dark"].find((name) => name === words.get("theme")) ?? null;
  const asked = words.has("a") || words.has("cluster") ? [] : data.asked;
  const [first, second] = asked.length === 2 ? asked
    : [find(points, words.get("a")), find(points, words.get("b"))];
  const node = find(nodes.map(({ name }) => name), words.get("cluster"));
  const at = find(classNames, words.get("class"));
  const groups = communities.map(({ name }) => name);
  const group = find(groups, words.get("community"));
  const [one, other] = (words.get("between") ?? "").split(",").map((name) => find(groups, name));
  const show = ["rows", "clusters"].includes(words.get("show")) ? words.get("show") : FIRST.show;
  const large = words.has("large") ? words.get("large") === "true" : FIRST.large;
  const colour = choices.find(([key]) => key === words.get("colour"))?.[0] ?? "community";
  const step = Math.max(Number.parseInt(words.get("step") ?? "0", 10) || 0, 0);
  let focus = null;
  if (node !== null) focus = { kind: "cluster", node };
  else if (at !== null) focus = { kind: "class", at };
  else if (group !== null) focus = { kind: "community", at: group };
  else if (one !== null && (other ?? null) !== null) focus = { kind: "between", one, other };
  return {
    first, second, focus, seen: { show, large, colour, step, theme },
    map: chart.placeOf(words.get("map")), place: diagram.placeOf(words.get("view")),
  };
}

export { readAddress, remember };

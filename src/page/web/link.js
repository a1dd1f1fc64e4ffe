// The view as a link, and back.

import { classes, communities, data, nodes, points } from "./context.js";
import { FIRST, LEAST, MOST, state } from "./state.js";
import { LARGEST_SCALE, view } from "./view.js";

/** The view as words of a link. */
function link() {
  const words = new URLSearchParams();
  const { focus } = state;
  if (state.show !== FIRST) words.set("show", state.show);
  if (state.open !== null) words.set("open", communities[state.open].name);
  if (focus?.kind === "cluster") words.set("cluster", nodes[focus.node].name);
  if (focus?.kind === "class") words.set("class", classes[focus.at].name);
  if (focus?.kind === "community") words.set("community", communities[focus.at].name);
  if (focus?.kind === "between") {
    words.set("between", [focus.one, focus.other].map((at) => communities[at].name).join(","));
  }
  if (state.first !== null) words.set("a", points[state.first]);
  if (state.second !== null) words.set("b", points[state.second]);
  if (state.least !== LEAST) words.set("least", state.least);
  if (state.most !== MOST) words.set("most", state.most);
  state.off.forEach((at) => words.append("hide", classes[at].name));
  if (state.theme) words.set("theme", state.theme);
  words.set("view", [view.x.toFixed(2), view.y.toFixed(2), view.scale.toFixed(2)].join(","));
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
  const size = (word, other) => {
    const value = Number.parseInt(words.get(word) ?? "", 10);
    return Number.isNaN(value) ? other : Math.min(Math.max(value, LEAST), MOST);
  };
  const theme = words.get("theme");
  const off = words.getAll("hide").map((name) => find(classNames, name));
  const filters = {
    theme: ["light", "dark"].includes(theme) ? theme : null,
    least: size("least", LEAST),
    most: size("most", MOST),
    off: new Set(off.filter((at) => at !== null)),
  };
  const asked = words.has("a") || words.has("cluster") ? [] : data.asked;
  const [first, second] = asked.length === 2 ? asked
    : [find(points, words.get("a")), find(points, words.get("b"))];
  const node = find(nodes.map(({ name }) => name), words.get("cluster"));
  const at = find(classNames, words.get("class"));
  const groups = communities.map(({ name }) => name);
  const group = find(groups, words.get("community"));
  const [one, other] = (words.get("between") ?? "").split(",").map((name) => find(groups, name));
  const open = find(groups, words.get("open"));
  const show = ["cards", "diagram"].includes(words.get("show")) ? words.get("show") : FIRST;
  let focus = null;
  if (node !== null) focus = { kind: "cluster", node };
  else if (at !== null) focus = { kind: "class", at };
  else if (group !== null) focus = { kind: "community", at: group };
  else if (one !== null && (other ?? null) !== null) focus = { kind: "between", one, other };
  const [x, y, scale] = (words.get("view") ?? "").split(",").map(Number);
  const isView = [x, y, scale].every(Number.isFinite) && scale > 0;
  const place = isView ? { x, y, scale: Math.min(Math.max(scale, 0.5), LARGEST_SCALE) } : null;
  return { filters, first, second, focus, place, open, show };
}

export { hasAddress, link, readAddress, remember };

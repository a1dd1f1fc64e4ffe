// Conversion between the view and a link.

import { choices } from "./colouring.js";
import { classes, communities, data, nodes, points } from "./context.js";
import { chart } from "./map.js";
import { peaks } from "./peaks.js";
import { FIRST, state } from "./state.js";
import { diagram } from "./view.js";

/** The alphabet that encodes a set of points, six points per letter. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
function lettersOf(some) {
  const sixes = new Uint8Array(points.length / 6 + 1);
  some.forEach((point) => { sixes[Math.floor(point / 6)] |= 1 << (point % 6); });
  return Array.from(sixes, (six) => LETTERS[six]).join("").replace(/A+$/u, "");
}
const pointsOf = (letters) => Array.from(points.keys()).filter((point) =>
  (LETTERS.indexOf(letters[Math.floor(point / 6)] ?? "A") >> (point % 6)) & 1);

/** The views with their names in a link, and the digits of their places. */
const VIEWS = [["map", chart, 4], ["peaks", peaks, 4], ["view", diagram, 2]];

/** Returns the link of the view. */
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
  if (focus?.kind === "some") {
    words.set("some", lettersOf(focus.points));
    if (focus.name) words.set("called", focus.name);
  }
  if (state.first !== null) words.set("a", points[state.first]);
  if (state.second !== null) words.set("b", points[state.second]);
  if (state.step > 0) words.set("step", state.step);
  if (state.theme) words.set("theme", state.theme);
  if (state.sortedBy !== 0 || state.isDown) {
    words.set("sort", `${state.sortedBy}${state.isDown ? ",down" : ""}`);
  }
  // A fitted view is left out: another screen fits it again.
  for (const [name, { view, isFitted }, digits] of VIEWS) {
    if (isFitted()) continue;
    words.set(name, [view.x, view.y, view.scale].map((of) => of.toFixed(digits)).join(","));
  }
  return `#${words}`.replaceAll("%2C", ",");
}

/** False if the page has no address of its own, as in a frame of a notebook. */
const hasAddress = location.protocol !== "about:";

let remembering = 0;
// The last known address, and whether it was read and not yet written.
let known = null;
let isRead = false;
let isNew = false;

/**
 * Writes the link to the address, a moment after the last change. A choice adds to the history, for
 * the button Back. An address that changed meanwhile is kept: it is about to be shown.
 */
function remember(isChoice = false) {
  isNew ||= isChoice;
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    if (!hasAddress || location.hash !== known) return;
    const now = link();
    if (isNew && !isRead && now !== (known || "#")) history.pushState(null, "", now);
    else history.replaceState(null, "", now);
    [isNew, isRead, known] = [false, false, location.hash];
  }, 200);
}

/** Parses the address; invalid parameters are ignored. */
function readAddress() {
  [known, isRead] = [location.hash, true];
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
  const show = ["peaks", "rows", "clusters"].find((name) => name === words.get("show"))
    ?? FIRST.show;
  const large = words.has("large") ? words.get("large") === "true" : FIRST.large;
  const colour = choices.find(([key]) => key === words.get("colour"))?.[0] ?? "community";
  const [sortedBy, way] = (words.get("sort") ?? "0").split(",");
  const some = pointsOf(words.get("some") ?? "");
  const step = Math.max(Number.parseInt(words.get("step") ?? "0", 10) || 0, 0);
  let focus = null;
  if (node !== null) focus = { kind: "cluster", node };
  else if (at !== null) focus = { kind: "class", at };
  else if (group !== null) focus = { kind: "community", at: group };
  else if (one !== null && (other ?? null) !== null) focus = { kind: "between", one, other };
  else if (some.length > 0) focus = { kind: "some", points: some, name: words.get("called") };
  return {
    first, second, focus,
    seen: { show, large, colour, step, theme, sortedBy: Number(sortedBy), isDown: way === "down" },
    views: VIEWS.map(([name, of]) => [of, of.placeOf(words.get(name))]),
  };
}

export { hasAddress, readAddress, remember };

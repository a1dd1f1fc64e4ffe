// The names on the map: of groups, of parts that are islands, and of all parts of a chosen group.
// Each is placed near its points, where it covers the fewest dots; a line joins it to them if they
// are not beside it. The pointer passes through a name to the map, which finds it by position.

import { isFree } from "./camera.js";
import { tint } from "./colouring.js";
import { communities, firsts, partsOf } from "./context.js";
import { byId, el, refill, swatch } from "./elements.js";
import { islands } from "./islands.js";
import { countIn, densePlaces, middleOf, reachOf } from "./places.js";
import { state } from "./state.js";

/** The number of positions that are tried across a community, and down. */
const TRIED = 12;
/** The costs of a covered dot and of a name without text, in pixels of distance from the middle. */
const DOT = 400;
const WORDS = 200;
/** The space around a community in which its name may stand, and the shortest line to it. */
const [MARGIN, LINE] = [40, 26];
/** The space that a name leaves around the middle of a dot. */
const DISC = 3;

let names = [];
// The boxes of page elements over the map, which no name covers.
let fixed = [];

/** Returns the named communities: the chosen one, groups, parts; larger ones first. */
function named(chosen) {
  const open = communities[chosen]?.level === "part" ? communities[chosen].parent : chosen;
  const some = new Set([...firsts, ...islands, ...(open === null ? [] : partsOf(open))]);
  const rank = (at) => (at === chosen ? 2 : communities[at].level === "group" ? 1 : 0);
  return [...some].sort((a, b) => rank(b) - rank(a) || communities[b].size - communities[a].size
    || a - b);
}

/** Creates the name of each community, with the text that sets it apart. */
function makeNames() {
  const chosen = state.focus?.kind === "community" ? state.focus.at : null;
  names = named(chosen).map((at) => {
    const { name, level, apart: what } = communities[at];
    const made = el("button", { type: "button", className: `label ${level}` },
      el("strong", {}, swatch(tint(at)), name), what ? el("small", {}, el("bdi", {}, what)) : "");
    made.dataset.community = at;
    made.setAttribute("aria-pressed", String(at === chosen));
    made.style.setProperty("--tint", tint(at));
    const must = at === chosen || firsts.includes(at);
    return { at, made, must, middle: middleOf(at), reach: reachOf(at), box: null };
  });
  refill(byId("labels"), ...names.map(({ made }) => made));
  const sizeOf = ({ offsetWidth: wide, offsetHeight: high }) => ({ wide, high });
  for (const name of names) name.sizes = [sizeOf(name.made)];
  for (const { made } of names) made.classList.add("short");
  for (const name of names) name.sizes.push(sizeOf(name.made));
  measureFixed();
}

function measureFixed() {
  const { left, top } = byId("map").getBoundingClientRect();
  fixed = ["heading", "tools", "legend"].map((id) => {
    const { x, y, width, height } = byId(id).getBoundingClientRect();
    return { x: x - left - 8, y: y - top - 6, wide: width + 16, high: height + 12 };
  });
}

/**
 * Places each name where it covers the fewest dots and no other name, or hides it. Returns the
 * lines from names to their points.
 */
function placeNames({ screen, view, toScreen, toWorld }) {
  const taken = [...fixed];
  const lines = [];
  for (const name of names) {
    const middle = toScreen(name.middle);
    const [low, high] = name.reach.map(toScreen);
    const isOut = middle.x < 0 || middle.y < 0 || middle.x > screen.width
      || middle.y > screen.height;
    let [best, least] = [null, Infinity];
    const look = (box, extra) => {
      const away = Math.hypot(box.x + box.wide / 2 - middle.x, box.y + box.high / 2 - middle.y);
      const most = (least - away - extra) / DOT;
      if (most <= 0 || !isFree(box, taken)) return;
      const { x: west, y: north } = toWorld({ x: box.x - DISC, y: box.y - DISC });
      const [east, south] = [west + (box.wide + 2 * DISC) / view.scale,
        north + (box.high + 2 * DISC) / view.scale];
      const count = countIn({ west, east, north, south }, most);
      if (count > 0 && !name.must) return;
      if (count < most) [best, least] = [box, DOT * count + away + extra];
    };
    for (const [which, size] of isOut ? [] : name.sizes.entries()) {
      const [right, down] = [screen.width - size.wide - 4, screen.height - size.high - 4];
      const between = (from, to, at, most) =>
        Math.min(Math.max(from + ((to - from) * at) / (TRIED - 1), 4), most);
      for (let at = 0; at < TRIED * TRIED; at += 1) {
        const x = between(low.x - size.wide - MARGIN, high.x + MARGIN, at % TRIED, right);
        const y = between(low.y - size.high - MARGIN, high.y + MARGIN, Math.floor(at / TRIED),
          down);
        look({ x, y, which, ...size }, which * WORDS);
      }
    }
    name.box = best;
    name.made.style.visibility = best ? "visible" : "hidden";
    if (!best) continue;
    name.made.classList.toggle("short", best.which === 1);
    name.made.style.transform = `translate(${Math.round(best.x)}px, ${Math.round(best.y)}px)`;
    taken.push(best);
    lines.push(...lineTo(name.at, best, toScreen));
  }
  return lines;
}

/** Returns the line from the box of a name to the nearest place of its points, if that is far. */
function lineTo(at, box, toScreen) {
  let [found, least] = [[], Infinity];
  for (const place of densePlaces(at)) {
    const to = toScreen(place);
    const from = {
      x: Math.min(Math.max(to.x, box.x), box.x + box.wide),
      y: Math.min(Math.max(to.y, box.y), box.y + box.high),
    };
    const away = Math.hypot(from.x - to.x, from.y - to.y);
    if (away < least) [found, least] = [[[from, to, at]], away];
  }
  return least > LINE ? found : [];
}

/** Returns the community whose name is at a position of the screen, or null. */
function nameAt({ x, y }) {
  const isAt = ({ box }) => box && x >= box.x && y >= box.y && x < box.x + box.wide
    && y < box.y + box.high;
  return names.find(isAt)?.at ?? null;
}

/** Marks the name of a community as under the pointer; null marks none. */
function pointAtName(community) {
  for (const { at, made } of names) made.classList.toggle("pointed", at === community);
}

export { makeNames, measureFixed, nameAt, placeNames, pointAtName };

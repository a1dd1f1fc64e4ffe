// The controls of the page, and its start.

import { choices } from "./colouring.js";
import { recolour } from "./colours.js";
import { data, isPart, isSample, nodes, points } from "./context.js";
import { byId, counted, el, number, pointsOf } from "./elements.js";
import {
  applyTheme, choose, darkSystem, isDark, layOut, setPoints, show, toPaper,
} from "./focus.js";
import { fitAll, zoomed } from "./input.js";
import { hasAddress, readAddress, remember } from "./link.js";
import { chart, fitMap, renewMap } from "./map.js";
import { drawAround, fitAllPoints, zoomMap } from "./map_input.js";
import { fitPeaks, peaks, renewPeaks } from "./peaks.js";
import { fitAllPeaks, zoomPeaks } from "./peaks_input.js";
import { finder } from "./search.js";
import { state } from "./state.js";
import { diagram, fit } from "./view.js";

for (const what of ["peaks", "rows", "clusters"]) {
  byId(`as-${what}`).addEventListener("click", () => show(what, state.large));
}
byId("larger").addEventListener("click", () => show(state.show, !state.large));
/** The views: the box of each, the functions of its buttons, and its fit. */
const views = [
  ["map", zoomMap, fitAllPoints], ["peaks", zoomPeaks, fitAllPeaks], ["diagram", zoomed, fitAll],
];
for (const [id, zoom, fit] of views) {
  const [larger, smaller, all] = byId(id).querySelectorAll(".zoom button");
  larger.addEventListener("click", () => zoom(1.3));
  smaller.addEventListener("click", () => zoom(1 / 1.3));
  all.addEventListener("click", fit);
}

byId("colour").append(...choices.map(([value, name]) => el("option", { value }, name)));
byId("colour").addEventListener("change", () => {
  state.colour = byId("colour").value;
  renewMap();
  remember();
});
byId("theme").addEventListener("click", () => {
  state.theme = isDark() ? "light" : "dark";
  applyTheme();
  remember();
});
darkSystem.addEventListener("change", applyTheme);

recolour();
const KINDS = ["community", "class", "point", "text", "cluster"];
finder(byId("search"), byId("search-list"), KINDS, (thing) => {
  if (thing?.kind === "point") setPoints(thing.point, null);
  else if (thing) choose(thing, true);
});
finder(byId("first"), byId("first-list"), ["point"], (thing) =>
  setPoints(thing?.point ?? null, state.second), true);
finder(byId("second"), byId("second-list"), ["point"], (thing) =>
  setPoints(state.first, thing?.point ?? null), true);

byId("title").textContent = data.title;
byId("subtitle").textContent = [
  isPart ? `${number(nodes.length)} of ${counted(data.clusters, "cluster", "clusters")}`
    : counted(nodes.length, "cluster", "clusters"),
  pointsOf(data.size),
  ...(data.k ? [`k = ${number(data.k)}`] : []),
].join(" · ");
const notes = [
  ...(isSample
    ? [`${number(points.length)} of ${pointsOf(data.size)} are on this page; sizes count all.`]
    : []),
  ...(data.values && data.cells ? [] : ["Columns with too many values for a page are left out."]),
];
byId("sample").hidden = notes.length === 0;
byId("sample").textContent = notes.join(" ");

byId("verdict").textContent = data.verdict;
byId("link").hidden = !hasAddress;

/** Shows the view that the address names. */
function restore() {
  const { first, second, focus, views: known, seen } = readAddress();
  Object.assign(state, seen);
  byId("colour").value = state.colour;
  if (focus) choose(focus);
  else setPoints(first, second);
  state.step = seen.step;
  applyTheme();
  const fits = new Map([[chart, fitMap], [peaks, fitPeaks], [diagram, fit]]);
  for (const [of, view] of known) {
    if (view) Object.assign(of.view, view);
    else fits.get(of)();
  }
  renewPeaks();
  layOut();
}

document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement && event.target.type === "search";
  const [, zoom, fit] = views.find(([id]) => byId(id).contains(event.target)) ?? views[0];
  if (event.key === "Escape") {
    drawAround(false);
    setPoints(null, null);
    byId("search").value = "";
    if (isTyping) byId("points").focus();
  } else if (isTyping || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  } else if (event.key === "/") {
    event.preventDefault();
    byId("search").focus();
  } else if (event.key === "+" || event.key === "=") zoom(1.3);
  else if (event.key === "-") zoom(1 / 1.3);
  else if (event.key === "0") fit();
});

byId("app").hidden = false;
window.addEventListener("resize", layOut);
window.addEventListener("beforeprint", () => toPaper(true));
window.addEventListener("afterprint", () => toPaper(false));
window.addEventListener("hashchange", restore);
restore();

// The controls of the page, and its start.

import { choices } from "./colouring.js";
import { recolour } from "./colours.js";
import { data, isSample, nodes, points } from "./context.js";
import { redraw } from "./drawing.js";
import { byId, counted, el, number, pointsOf } from "./elements.js";
import {
  applyTheme, choose, darkSystem, isDark, layOut, setPoints, show,
} from "./focus.js";
import { fitAll, zoomed } from "./input.js";
import { readAddress, remember } from "./link.js";
import { chart, redrawMap, renewMap } from "./map.js";
import { drawAround, fitAllPoints, zoomMap } from "./map_input.js";
import { finder } from "./search.js";
import { state } from "./state.js";
import { view } from "./view.js";

byId("as-rows").addEventListener("click", () => show("rows", state.large));
byId("as-clusters").addEventListener("click", () => show("clusters", state.large));
byId("larger").addEventListener("click", () => show(state.show, !state.large));
for (const [id, zoom, fit] of [["map-zoom", zoomMap, fitAllPoints], ["zoom", zoomed, fitAll]]) {
  const [larger, smaller, all] = byId(id).querySelectorAll("button");
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
const KINDS = ["community", "class", "point", "word", "cluster"];
finder(byId("search"), byId("search-list"), KINDS, (thing) => {
  if (thing?.kind === "point") setPoints(thing.point, null);
  else if (thing?.kind === "word") {
    const some = Array.from(points.keys()).filter((point) => thing.valueOf(point) === thing.at);
    choose({ kind: "some", points: some, name: `${thing.more} ${thing.name}` });
  } else if (thing) choose(thing, true);
});
finder(byId("first"), byId("first-list"), ["point"], (thing) =>
  setPoints(thing?.point ?? null, state.second), true);
finder(byId("second"), byId("second-list"), ["point"], (thing) =>
  setPoints(state.first, thing?.point ?? null), true);

byId("title").textContent = data.title;
byId("subtitle").textContent = [
  (data.clusters ?? nodes.length) === nodes.length ? counted(nodes.length, "cluster", "clusters")
    : `${number(nodes.length)} of ${counted(data.clusters, "cluster", "clusters")}`,
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

/** Shows the view that the address names. */
function restore() {
  const { first, second, focus, map, place, seen } = readAddress();
  Object.assign(state, seen);
  byId("colour").value = state.colour;
  setPoints(first, second);
  if (focus) state.focus = focus;
  state.step = seen.step;
  applyTheme();
  Object.assign(view, place);
  Object.assign(chart.view, map);
  redraw();
  redrawMap();
}

document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement && event.target.type === "search";
  const isDiagram = byId("diagram").contains(event.target);
  const [zoom, fit] = isDiagram ? [zoomed, fitAll] : [zoomMap, fitAllPoints];
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
window.addEventListener("hashchange", restore);
restore();

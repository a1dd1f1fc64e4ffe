// The controls of the page, and its start.

import { recolour } from "./colours.js";
import { cards, classes, data, isSample, nodes, points } from "./context.js";
import { redraw, resize } from "./drawing.js";
import { byId, counted, el, number, pointsOf } from "./elements.js";
import { applyTheme, choose, darkSystem, filter, isDark, setPoints, show } from "./focus.js";
import { fitAll, zoomed } from "./input.js";
import { hasAddress, link, readAddress, remember } from "./link.js";
import { swatch } from "./marks.js";
import { finder } from "./search.js";
import { LEAST, MOST, state } from "./state.js";
import { fit, view } from "./view.js";

byId("tabs").hidden = cards.length === 0;
byId("as-cards").addEventListener("click", () => show("cards"));
byId("as-diagram").addEventListener("click", () => show("diagram"));
byId("in").addEventListener("click", () => zoomed(1.3));
byId("out").addEventListener("click", () => zoomed(1 / 1.3));
byId("fit").addEventListener("click", fitAll);
byId("theme").addEventListener("click", () => {
  state.theme = isDark() ? "light" : "dark";
  applyTheme();
  remember();
});
darkSystem.addEventListener("change", applyTheme);

byId("link").hidden = !hasAddress;
byId("link").addEventListener("click", async () => {
  history.replaceState(null, "", link());
  let said = "Copied";
  try {
    await navigator.clipboard.writeText(location.href);
  } catch {
    said = "Copy it from the address bar";
  }
  byId("link").textContent = said;
  setTimeout(() => { byId("link").textContent = "Copy link to this view"; }, 2000);
});

for (const end of ["least", "most"]) {
  const slider = byId(end);
  Object.assign(slider, { min: LEAST, max: MOST });
  slider.addEventListener("input", () => {
    state[end] = Number(slider.value);
    if (state.least > state.most) state[end === "least" ? "most" : "least"] = state[end];
    filter();
    remember();
  });
}

recolour();
byId("classes").append(...classes.map(({ name }, at) => {
  const box = el("input", { type: "checkbox", checked: true });
  box.addEventListener("change", () => {
    if (box.checked) state.off.delete(at);
    else state.off.add(at);
    filter();
    remember();
  });
  return el("label", {}, box, swatch(at), el("bdi", {}, name));
}));

finder(byId("search"), byId("search-list"), ["class", "point", "cluster"], (thing) => {
  if (thing?.kind === "point") setPoints(thing.point, null);
  else if (thing) choose(thing, true);
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
byId("sample").hidden = !isSample;
byId("sample").textContent = `${number(points.length)} of ${pointsOf(data.size)} are on this page;
  sizes count all.`;

/** Shows the view that the address names. */
function restore() {
  const { filters, first, second, focus, place, open, show: seen } = readAddress();
  Object.assign(state, filters, { show: seen });
  filter();
  fit();
  setPoints(first, second);
  state.focus = focus ?? state.focus;
  state.open = open;
  Object.assign(view, place);
  applyTheme();
}

byId("app").hidden = false;
window.addEventListener("resize", () => {
  resize();
  redraw();
});
window.addEventListener("hashchange", restore);
resize();
restore();

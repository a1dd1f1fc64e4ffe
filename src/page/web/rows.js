// The rows of the table below the map: those of the focus, or all. Only the visible rows are
// elements, so 20,000 scroll as fast as 20.

import { classMark } from "./colours.js";
import { classes, communities, data, firsts, isSample, mainOf, points } from "./context.js";
import { byId, el, number, refill } from "./elements.js";
import { remember } from "./link.js";
import { scene, state } from "./state.js";
import { fields } from "./table.js";

/** The height of a row in pixels, the same as in the style. */
const HIGH = 27;
const box = byId("rows");
const shown = new Set(firsts);
const communityOf = (point) => mainOf(point, shown);

const columns = [
  { name: "Row", text: (point) => points[point], orderOf: (point) => point },
  ...(classes.length > 0 ? [{
    name: "Class", text: (point) => classes[data.class_of[point]].name,
    orderOf: (point) => data.class_of[point], mark: (point) => classMark(data.class_of[point]),
  }] : []),
  ...(communities.length > 0 ? [{
    name: "Community", text: (point) => communities[communityOf(point)]?.name ?? "",
    orderOf: (point) => communityOf(point) ?? NaN,
  }] : []),
  ...fields,
];

let order = [];

/** Estimates the width of each column from its name and a sample of its texts. */
function widths() {
  const some = Array.from({ length: Math.min(points.length, 200) }, (_, at) =>
    Math.floor((at * points.length) / Math.min(points.length, 200)));
  return columns.map(({ name, text }) => {
    const longest = Math.max(name.length + 2, ...some.map((point) => text(point).length));
    return Math.min(Math.max(7.4 * longest + 22, 56), 260);
  });
}

const heads = columns.map(({ name, isNumber }, at) => {
  const press = el("button", { type: "button" }, el("bdi", {}, name));
  press.addEventListener("click", () => {
    Object.assign(state, { sortedBy: at, isDown: state.sortedBy === at && !state.isDown });
    listRows();
    remember();
  });
  return el("th", { scope: "col", className: isNumber ? "number" : "" }, press);
});
const above = el("tr");
const below = el("tr");
const body = el("tbody");
const wide = widths();
const table = el("table", {},
  el("colgroup", {}, wide.map((width) => {
    const column = el("col");
    column.style.width = `${width}px`;
    return column;
  })), el("thead", {}, el("tr", {}, heads)), body);
table.style.width = `${wide.reduce((sum, width) => sum + width, 0)}px`;
box.append(table);

/** Lists and sorts the rows of the focus. */
function listRows() {
  state.sortedBy = state.sortedBy in columns ? state.sortedBy : 0;
  const { orderOf } = columns[state.sortedBy];
  const keys = new Map();
  order = Array.from(scene.points ?? points.keys());
  order.forEach((point) => keys.set(point, orderOf(point)));
  const isEmpty = (key) => key === "" || Number.isNaN(key);
  const side = state.isDown ? -1 : 1;
  order.sort((a, b) => {
    const [one, other] = [keys.get(a), keys.get(b)];
    if (isEmpty(one) || isEmpty(other)) return isEmpty(one) - isEmpty(other) || a - b;
    if (one === other) return a - b;
    return one < other ? -side : side;
  });
  heads.forEach((head, at) => {
    const way = state.isDown ? "descending" : "ascending";
    if (at === state.sortedBy) head.setAttribute("aria-sort", way);
    else head.removeAttribute("aria-sort");
  });
  table.setAttribute("aria-rowcount", order.length + 1);
  byId("as-rows").textContent = scene.points
    ? `Rows: ${number(order.length)} of ${number(points.length)}`
    : `${isSample ? "Rows of the sample" : "All rows"}: ${number(order.length)}`;
  box.scrollTop = 0;
  drawRows();
}

/** Fills the table with the visible rows. */
function drawRows() {
  const first = Math.max(Math.floor(box.scrollTop / HIGH) - 5, 0);
  const last = Math.min(first + Math.ceil(box.clientHeight / HIGH) + 10, order.length);
  const line = (point, at) => {
    const cells = columns.map(({ text, isNumber, mark }, which) => {
      const words = el("bdi", {}, text(point));
      if (which > 0) {
        return el("td", { className: isNumber ? "number" : "" }, mark?.(point) ?? "", words);
      }
      const press = el("button", { type: "button", className: "open" }, words);
      press.dataset.point = point;
      return el("th", { scope: "row" }, press);
    });
    const made = el("tr", {}, cells);
    made.dataset.row = point;
    made.setAttribute("aria-rowindex", first + at + 2);
    if (scene.ringed.includes(point)) made.classList.add("chosen");
    return made;
  };
  above.style.height = `${first * HIGH}px`;
  below.style.height = `${(order.length - last) * HIGH}px`;
  refill(body, above, ...order.slice(first, last).map(line), below);
}

/** Scrolls to the row of a point. */
function scrollToRow(point) {
  const at = order.indexOf(point);
  const isSeen = at * HIGH >= box.scrollTop && (at + 3) * HIGH < box.scrollTop + box.clientHeight;
  if (at >= 0 && !isSeen) box.scrollTop = Math.max((at - 2) * HIGH, 0);
  drawRows();
}

box.addEventListener("scroll", () => requestAnimationFrame(drawRows));

export { drawRows, listRows, scrollToRow };

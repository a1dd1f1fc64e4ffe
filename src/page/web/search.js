// Search fields that find points by name or by a text in their row, classes, communities, clusters
// and words of a column.

import { classMark } from "./colours.js";
import { classes, communities, data, isSample, nodes, points } from "./context.js";
import { counted, el, number } from "./elements.js";
import { fields } from "./table.js";

const MOST_FOUND = 12;

/** The searched columns, each with the rows of each text; computed once. */
let columns = null;
function rowsByText() {
  columns ??= fields.filter(({ kept, isNumber }) => kept || !isNumber).map(({ name, text }) => {
    const rows = new Map();
    points.forEach((_, point) => {
      if (!rows.has(text(point))) rows.set(text(point), []);
      rows.get(text(point)).push(point);
    });
    return { name, rows };
  });
  return columns;
}

/** The prefixes that disambiguate a name, by kind. */
const PREFIXES = { point: "point:", cluster: "cluster:", community: "group:" };

/**
 * Returns the matches of a text, and the number of further ones: exact names first, then prefixes,
 * then substrings; last, if there are several, all matching rows. A prefix selects a kind:
 * `point:c5`. `clash` explains how to distinguish several things with exactly this name.
 */
function matches(text, kinds) {
  const wanted = text.trim().toLowerCase();
  const isMeant = ({ kind }, low) => kind in PREFIXES && wanted === PREFIXES[kind] + low;
  const found = [[], [], []];
  const all = new Set();
  let most = 1;
  const look = (label, thing, some = []) => {
    const low = label.toLowerCase();
    const at = isMeant(thing, low) ? 0 : low.indexOf(wanted);
    if (at < 0 || wanted === "") return;
    const isNamed = low === wanted || isMeant(thing, low);
    found[isNamed ? 0 : at === 0 ? 1 : 2].push({ label, isNamed, ...thing });
    some.forEach((point) => all.add(point));
    most = Math.max(most, some.length);
  };
  if (kinds.includes("community")) {
    communities.forEach(({ name }, at) => look(name, { kind: "community", at }));
  }
  if (kinds.includes("class")) classes.forEach(({ name }, at) => look(name, { kind: "class", at }));
  points.forEach((name, point) => look(name, { kind: "point", point }, [point]));
  if (kinds.includes("text")) {
    for (const { name, rows } of rowsByText()) {
      rows.forEach((some, word) => look(word, some.length > 1
        ? { kind: "some", points: some, name: `${name} ${word}`, more: `${name}, ${rowsOf(some)}` }
        : { kind: "point", point: some[0], more: `${name} of ${points[some[0]]}` }, some));
    }
  }
  if (kinds.includes("cluster")) {
    nodes.forEach(({ name }, node) => look(name, { kind: "cluster", node }));
  }
  const shown = found.flat().slice(0, MOST_FOUND);
  const more = found.flat().length - shown.length;
  const some = [...all].sort((a, b) => a - b);
  if (kinds.includes("text") && some.length > most) {
    const name = `Rows with ${text.trim()}`;
    shown.push({ kind: "some", points: some, name, label: `All with ${text.trim()}`,
      more: rowsOf(some) });
  }
  const named = found[0].filter(({ kind, more }) => kind in PREFIXES && !more);
  const ways = named.map(({ kind, label }) => PREFIXES[kind] + label).join(" or ");
  const clash = named.length > 1 ? `The name is ambiguous: ${ways}` : "";
  return { found: shown, more, clash };
}

const rowsOf = (some) => counted(some.length, "row", "rows");

/**
 * Sets up a search field for keyboard and pointer; Enter picks the first match. A field that
 * `wantsNames` accepts an exact name when it is left, and no name that only begins with the text.
 */
function finder(input, list, kinds, picked, wantsNames = false) {
  let [found, more, clash] = [[], 0, ""];
  let active = -1;
  const show = () => {
    list.replaceChildren(...found.map((thing, at) => {
      const mark = thing.kind === "class" ? [classMark(thing.at)]
        : thing.kind === "point" && classes.length > 0 ? [classMark(data.class_of[thing.point])]
        : [];
      const option = el("li", { role: "option", id: `${list.id}-${at}` },
        ...mark, el("bdi", {}, thing.label), el("small", {}, ` ${thing.more ?? thing.kind}`));
      option.setAttribute("aria-selected", String(at === active));
      option.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        pick(thing);
      });
      return option;
    }));
    const rest = el("li", { className: "quiet" }, `and ${number(more)} more`);
    if (more > 0) list.children[MOST_FOUND - 1].after(rest);
    if (clash !== "") list.prepend(el("li", { className: "quiet" }, clash));
    if (wantsNames && found.length > 0 && !found[0].isNamed) {
      list.prepend(el("li", { className: "quiet" }, `No point is called ${input.value.trim()}`));
    }
    if (found.length === 0) {
      list.append(el("li", { className: "quiet" },
        isSample ? "Nothing found on this page" : "Nothing found"));
    }
    open(input.value.trim() !== "");
    input.setAttribute("aria-activedescendant", active >= 0 ? `${list.id}-${active}` : "");
  };
  const open = (isOpen) => {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
  };
  const pick = (thing) => {
    open(false);
    picked(thing);
  };
  input.addEventListener("input", () => {
    ({ found, more, clash } = matches(input.value, kinds));
    const isFirst = found.length > 0 && clash === "" && (!wantsNames || found[0].isNamed);
    active = isFirst ? 0 : -1;
    input.removeAttribute("aria-invalid");
    show();
    if (input.value === "") picked(null);
  });
  input.addEventListener("blur", () => open(false));
  if (wantsNames) {
    input.addEventListener("change", () => {
      if (input.value.trim() === "") return;
      const [named] = matches(input.value, kinds).found;
      if (named?.isNamed) {
        pick(named);
      } else {
        input.setAttribute("aria-invalid", "true");
        picked(null);
      }
    });
  }
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      active = (active + step + found.length) % found.length;
      show();
    } else if (event.key === "Enter" && !list.hidden && found[active]) {
      pick(found[active]);
    }
  });
}

export { finder };

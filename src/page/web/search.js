// Fields that find points by name or by what stands in their row, classes, communities, clusters
// and words of a column.

import { classMark } from "./colours.js";
import { classes, communities, data, isSample, nodes, points } from "./context.js";
import { el } from "./elements.js";
import { fields, told } from "./table.js";

const MOST_FOUND = 12;

/** What can be found: exact names first, then what begins so, then what has it inside. */
function matches(text, kinds) {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  const found = [[], [], []];
  const isFull = () => found.every((some) => some.length >= MOST_FOUND);
  const look = (name, thing) => {
    const low = name.toLowerCase();
    const at = low.indexOf(wanted);
    if (at < 0) return;
    const rank = low === wanted ? 0 : at === 0 ? 1 : 2;
    if (found[rank].length < MOST_FOUND) found[rank].push({ name, ...thing });
  };
  if (kinds.includes("community")) {
    communities.forEach(({ name }, at) => look(name, { kind: "community", at }));
  }
  if (kinds.includes("class")) classes.forEach(({ name }, at) => look(name, { kind: "class", at }));
  points.forEach((name, point) => look(name, { kind: "point", point }));
  if (kinds.includes("word")) {
    for (const { name: of, words, valueOf } of told) {
      if (valueOf) {
        words?.forEach((word, at) => look(word, { kind: "word", more: of, valueOf, at }));
      }
    }
  }
  // What stands in a row, but for words that many have.
  for (const { name: of, kept, isNumber, text, isWord } of fields) {
    if (!kept || isNumber || isWord) continue;
    for (let point = 0; point < points.length && !isFull(); point += 1) {
      look(text(point), { kind: "point", point, more: `${of} of ${points[point]}` });
    }
  }
  if (kinds.includes("cluster")) {
    nodes.forEach(({ name }, node) => look(name, { kind: "cluster", node }));
  }
  return found.flat().slice(0, MOST_FOUND);
}

/** Whether a name is what was typed. */
const isNamed = (thing, text) => thing?.name.toLowerCase() === text.trim().toLowerCase();

/**
 * A field that finds things, by keyboard and by pointer: the first is picked by Enter. One that
 * `wantsNames` takes a name when it is left, and nothing that only begins with what was typed.
 */
function finder(input, list, kinds, picked, wantsNames = false) {
  let found = [];
  let active = -1;
  const show = () => {
    list.replaceChildren(...found.map((thing, at) => {
      const mark = thing.kind === "class" ? [classMark(thing.at)]
        : thing.kind === "point" && classes.length > 0 ? [classMark(data.class_of[thing.point])]
        : [];
      const option = el("li", { role: "option", id: `${list.id}-${at}` },
        ...mark, el("bdi", {}, thing.name), el("small", {}, ` ${thing.more ?? thing.kind}`));
      option.setAttribute("aria-selected", String(at === active));
      option.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        pick(thing);
      });
      return option;
    }));
    if (wantsNames && found.length > 0 && !isNamed(found[0], input.value)) {
      list.prepend(el("li", { className: "quiet" }, `No point is called ${input.value.trim()}`));
    }
    if (found.length === 0) {
      list.append(el("li", { className: "quiet" },
        isSample ? "Nothing found among what is on this page" : "Nothing found"));
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
    found = matches(input.value, kinds);
    active = found.length > 0 && (!wantsNames || isNamed(found[0], input.value)) ? 0 : -1;
    input.removeAttribute("aria-invalid");
    show();
    if (input.value === "") picked(null);
  });
  input.addEventListener("blur", () => open(false));
  if (wantsNames) {
    input.addEventListener("change", () => {
      if (input.value.trim() === "") return;
      const named = matches(input.value, kinds)[0];
      if (isNamed(named, input.value)) {
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

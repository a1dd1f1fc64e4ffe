// The columns of the table: the number or word of each point, and its text.

import { data, points } from "./context.js";
import { written } from "./elements.js";

const width = data.features.length;
const cell = (point, at) => data.cells[point * data.kept.length + at];

/**
 * The columns of the table. `valueOf` returns the number of a point, or the index of its word; NaN
 * if it has none. It is null for free text and for absent values.
 */
const tableColumns = data.columns.map((column) => ({ ...column, valueOf: valuesOf(column) }));

function valuesOf({ kept, at, words, text }) {
  if (text || (kept ? !data.cells : !data.values)) return null;
  if (!kept && words?.length > 0) {
    return (point) => {
      const first = point * width + at;
      const which = words.findIndex((_, word) => data.values[first + word] === 1);
      return which < 0 ? NaN : which;
    };
  }
  if (!kept) return (point) => data.values[point * width + at];
  const places = new Map(words?.map((word, place) => [word, place]));
  const values = Float64Array.from(points, (_, point) => {
    const text = cell(point, at).trim();
    if (places.size > 0) return places.get(text) ?? NaN;
    return text === "" ? NaN : Number(text.replace(",", "."));
  });
  return (point) => values[point];
}

/** Formats the value of a point in a column. */
function textOf({ words, valueOf }, point) {
  const value = valueOf(point);
  if (Number.isNaN(value)) return "";
  return words?.length > 0 ? words[value] : written(value);
}

/**
 * The cells of a row: kept columns with their original text, then features. `orderOf` returns the
 * sort key: words in lower case, numbers as numbers.
 */
const fields = [
  ...(data.cells ? data.kept.map((name, at) => {
    const column = tableColumns.find((one) => one.kept && one.at === at);
    const isNumber = column?.valueOf && !(column.words?.length > 0);
    return {
      name, kept: true, isNumber: Boolean(isNumber),
      text: (point) => cell(point, at),
      orderOf: isNumber ? column.valueOf : (point) => cell(point, at).toLowerCase(),
    };
  }) : []),
  ...tableColumns.filter(({ kept, valueOf }) => !kept && valueOf).map((column) => ({
    name: column.name, kept: false, isNumber: !(column.words?.length > 0),
    text: (point) => textOf(column, point), orderOf: column.valueOf,
  })),
];

export { fields, tableColumns };

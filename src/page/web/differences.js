// How some points differ from all on the page, column by column, as the library tells it: numbers
// by their means, in standard deviations, words by their shares, as Cohen's h.

import { columns, data, points, rows, width } from "./context.js";
import { lastDigit, percent, upTo } from "./elements.js";

/** The columns, each with what all points have by each of its measures. */
const told = data.columns.map((column) => {
  const made = { ...column, size: column.words?.length || 1, cells: cellsOf(column) };
  const all = means(made, points.keys());
  return { ...made, all, deviation: column.words ? 0 : deviation(made, all[0]) };
});

/** The cells of a kept column: numbers, of words their places; NaN where one is empty. */
function cellsOf({ kept, at, words }) {
  if (!kept) return null;
  const places = new Map(words?.map((word, place) => [word, place]));
  return points.map((_, point) => {
    const cell = data.cells[point * data.kept.length + at].trim();
    if (places.size > 0) return places.get(cell) ?? NaN;
    return cell === "" ? NaN : Number(cell.replace(",", "."));
  });
}

/** The mean of some points by each measure of a column. */
function means({ kept, at, words, size, cells }, some) {
  const sums = new Float64Array(size);
  let count = 0;
  for (const point of some) {
    const cell = cells?.[point];
    if (Number.isNaN(cell)) continue;
    count += 1;
    if (!kept) {
      const first = point * data.features.length + at;
      for (let of = 0; of < size; of += 1) sums[of] += data.values[first + of];
    } else if (words?.length > 0) sums[cell] += 1;
    else sums[0] += cell;
  }
  return sums.map((sum) => sum / count);
}

/** The standard deviation of a column of numbers. */
function deviation({ at, cells }, mean) {
  const value = (_, point) => cells?.[point] ?? data.values[point * data.features.length + at];
  const values = points.map(value).filter((of) => !Number.isNaN(of));
  return Math.sqrt(values.reduce((sum, of) => sum + (of - mean) ** 2, 0) / values.length);
}

/** A share as an angle. */
const angle = (share) => 2 * Math.asin(Math.sqrt(Math.min(Math.max(share, 0), 1)));

/** How some points differ in a column: in words, and by how much. */
function difference({ name, kept, words, all, deviation: wide, ...column }, inside) {
  const here = means({ kept, words, ...column }, inside);
  const by = here.map((mean, at) => (words ? angle(mean) - angle(all[at])
    : (mean - all[at]) / wide));
  // A word that there is more of says more than one that there is less of.
  const rank = (at) => Math.max(by[at], -by[at] / 1.5);
  const at = by.reduce((best, _, other) => (rank(other) > rank(best) ? other : best), 0);
  const last = Math.max(lastDigit(here[at], wide), lastDigit(all[at], wide));
  const say = (mean) => (words ? percent(mean) : upTo(mean, last));
  const far = Math.abs(by[at]).toFixed(1);
  const side = by[at] > 0 ? "+" : "−";
  return {
    name: words?.length > 0 ? `${name} ${words[at]}` : name,
    here: say(here[at]),
    all: say(all[at]),
    beside: kept || words ? `all ${say(all[at])}` : `${far === "0.0" ? "" : side}${far}`,
    by: by[at],
    kept,
  };
}

/** How some points differ from all on the page, the largest difference first. */
function differences(inside) {
  if (inside.length === 0) return [];
  const all = [...attributes(inside), ...told.map((column) => difference(column, inside))];
  return all.filter(({ by }) => Number.isFinite(by) && by !== 0)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
}

/** The same of attributes with names: the share of the points that have each. */
function attributes(inside) {
  if (!data.attributes) return [];
  const counts = new Uint32Array(width);
  inside.forEach((point) => rows[point].forEach((at) => { counts[at] += 1; }));
  return data.attributes.map((name, at) => {
    const [here, all] = [counts[at] / inside.length, columns[at].length / points.length];
    return { name, here: percent(here), all: percent(all), beside: "", by: 2 * (here - all),
      kept: false };
  });
}

export { differences };

// How some points differ from all, or from the rest, column by column, as the library computes it:
// numbers by their means, in standard deviations, words by their shares, as Cohen's h.

import { communities, data, points, rows } from "./context.js";
import { lastDigit, percent, upTo } from "./elements.js";
import { tableColumns } from "./table.js";

/** Less than this is not worth telling. */
const TELLING = 0.25;
const isTelling = ({ by }) => Number.isFinite(by) && Math.abs(by) >= TELLING;

/** The mean of some points by each measure of a column. */
function means({ words, valueOf }, some) {
  const sums = new Float64Array(words?.length || 1);
  let count = 0;
  for (const point of some) {
    const value = valueOf(point);
    if (Number.isNaN(value)) continue;
    count += 1;
    if (words?.length > 0) sums[value] += 1;
    else sums[0] += value;
  }
  return sums.map((sum) => sum / count);
}

/** A share as an angle. */
const angle = (share) => 2 * Math.asin(Math.sqrt(Math.min(Math.max(share, 0), 1)));

/** A column where some points have one mean or share, and others have another, in words. */
function difference({ name, kept, words, deviation }, which, here, others, by, outside = "all") {
  const last = Math.max(lastDigit(here, deviation), lastDigit(others, deviation));
  const say = (mean) => (words ? percent(mean) : upTo(mean, last));
  const far = Math.abs(by).toFixed(1);
  const side = by > 0 ? "+" : "-";
  const isBare = !kept && !words && outside === "all";
  return {
    name: words?.length > 0 ? `${name} ${words[which]}` : name,
    here: say(here),
    all: say(others),
    beside: isBare ? `${side}${far}` : `${outside} ${say(others)}`,
    by,
    kept,
  };
}

/** How some points differ in a column from others, of whom all is known, in what differs most. */
function foremost(column, inside, others, outside) {
  const here = means(column, inside);
  const by = here.map((mean, at) => (column.words ? angle(mean) - angle(others[at])
    : (mean - others[at]) / column.deviation));
  // A word that there is more of says more than one that there is less of.
  const rank = (at) => Math.max(by[at], -by[at] / 1.5);
  const at = by.reduce((best, _, other) => (rank(other) > rank(best) ? other : best), 0);
  return difference(column, at, here[at], others[at], by[at], outside);
}

/** How some points on the page differ from all, or from some others, the most first. */
function differences(inside, rest = null) {
  if (inside.length === 0 || rest?.length === 0) return [];
  const [outside, known] = [rest ? "rest" : "all",
    tableColumns.filter(({ valueOf }) => valueOf)];
  const found = known.map((column) =>
    foremost(column, inside, rest ? means(column, rest) : column.all, outside));
  return [...attributes(inside, rest, outside), ...found]
    .filter(isTelling)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
}

/** How many of some points have each attribute with a name. */
function counts(some) {
  const found = new Uint32Array(data.attributes?.length ?? 0);
  some.forEach((point) => rows[point]?.forEach((at) => { found[at] += 1; }));
  return found;
}

const countsOfAll = counts(Array.from(points.keys()));

/** The same of attributes with names: the share of the points that have each. */
function attributes(inside, rest, outside) {
  if (!data.attributes) return [];
  const [ours, theirs] = [counts(inside), rest ? counts(rest) : countsOfAll];
  return data.attributes.map((name, at) => {
    const [here, all] = [ours[at] / inside.length, theirs[at] / (rest ?? points).length];
    return { name, here: percent(here), all: percent(all), by: 2 * (here - all), kept: false,
      beside: rest ? `${outside} ${percent(all)}` : "" };
  });
}

/** How a community differs from all: of all its points, whether they are on the page or not. */
function differencesOf(at, members) {
  if (data.attributes) return differences(members);
  return communities[at].differs.map(([of, which, here, by]) => {
    const column = tableColumns[of];
    return difference(column, which, here, column.all[which], by);
  }).filter(isTelling);
}

export { differences, differencesOf };

// Differences between some points and all, or the rest, column by column, as in the library: for
// numbers the means, in standard deviations, for words the shares, as Cohen's h.

import { communities, data, points, rows } from "./context.js";
import { lastDigit, percent, upTo } from "./elements.js";
import { tableColumns } from "./table.js";

/** The least difference that is shown. */
const TELLING = 0.25;
const isTelling = ({ by }) => Number.isFinite(by) && Math.abs(by) >= TELLING;

/** Returns the mean of some points in a column, or the share of them with each of its words. */
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
  return sums.map((sum) => sum / (words ? some.length : count));
}

/** Returns the angle of a share, whose differences are Cohen's h. */
const angle = (share) => 2 * Math.asin(Math.sqrt(Math.min(Math.max(share, 0), 1)));

/** Returns the description of a difference in a column. */
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

/** Returns the largest difference between points and given means or shares in a column. */
function foremost(column, inside, others, outside) {
  const here = means(column, inside);
  const by = here.map((mean, at) => (column.words ? angle(mean) - angle(others[at])
    : (mean - others[at]) / column.deviation));
  // A word that is more common says more than one that is less common.
  const rank = (at) => Math.max(by[at], -by[at] / 1.5);
  const at = by.reduce((best, _, other) => (rank(other) > rank(best) ? other : best), 0);
  return difference(column, at, here[at], others[at], by[at], outside);
}

/** Returns the differences of points on the page from all, or from the rest, largest first. */
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

/** Returns the number of points that have each attribute of a ready context. */
function counts(some) {
  const found = new Uint32Array(data.attributes?.length ?? 0);
  some.forEach((point) => rows[point]?.forEach((at) => { found[at] += 1; }));
  return found;
}

const countsOfAll = counts(Array.from(points.keys()));

/** Returns the differences in the shares of the attributes of a ready context. */
function attributes(inside, rest, outside) {
  if (!data.attributes) return [];
  const [ours, theirs] = [counts(inside), rest ? counts(rest) : countsOfAll];
  return data.attributes.map((name, at) => {
    const [here, all] = [ours[at] / inside.length, theirs[at] / (rest ?? points).length];
    return { name, here: percent(here), all: percent(all), by: 2 * (here - all), kept: false,
      beside: rest ? `${outside} ${percent(all)}` : "" };
  });
}

/** Returns the differences of a community from all, over its points on and off the page. */
function differencesOf(at, members) {
  if (data.attributes) return differences(members);
  return communities[at].differs.map(([of, which, here, by]) => {
    const column = tableColumns[of];
    return difference(column, which, here, column.all[which], by);
  }).filter(isTelling);
}

export { differences, differencesOf };

// The columns in which two points are alike, and in which they differ, as in the query `why`: words
// are alike if they are equal, numbers if they differ by at most the standard deviation inside the
// smallest cluster with both points. They differ if it is by more than that of all points.

import { points } from "./context.js";
import { tableColumns } from "./table.js";

/** The most columns that are named. */
const NAMED = 5;

/** Returns the standard deviation of some values; 0 for fewer than two. */
function deviation(values) {
  const count = Math.max(values.length, 1);
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / Math.max(count - 1, 1));
}

/** Compares two points in a column; `around` are the points of the smallest cluster with both. */
function pairIn({ name, words, valueOf }, [one, other], around, write) {
  const [a, b] = [valueOf(one), valueOf(other)];
  if (Number.isNaN(a) || Number.isNaN(b)) return [];
  const isWord = words?.length > 0;
  const said = (value) => (isWord ? words[value] : write(value));
  const values = a === b ? said(a) : `${said(a)} and ${said(b)}`;
  const known = (some) => Array.from(some, valueOf).filter((value) => !Number.isNaN(value));
  const all = known(points.keys());
  if (isWord || a === b) {
    const share = all.filter((value) => value === a || value === b).length
      / (isWord ? points.length : all.length);
    const [isAlike, rank] = [a === b, a === b ? share : 2 - share];
    return [{ name, values, rank, isAlike, isDifferent: !isAlike }];
  }
  const distance = Math.abs(a - b);
  const rank = distance / deviation(all);
  const isAlike = rank <= 1 && distance <= deviation(known(around));
  return [{ name, values, rank, isAlike, isDifferent: rank > 1 }];
}

/** Returns the columns in which two points are most alike, and those in which they differ most. */
function why(pair, around, write) {
  const all = tableColumns.filter(({ valueOf }) => valueOf).flatMap((column) =>
    pairIn(column, pair, around, write)).sort((a, b) => a.rank - b.rank);
  const differing = all.toReversed().filter(({ isDifferent }) => isDifferent);
  return [all.filter(({ isAlike }) => isAlike), differing].map((found) => found.slice(0, NAMED));
}

export { why };

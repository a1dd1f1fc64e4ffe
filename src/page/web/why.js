// The columns in which two points are alike, or differ, compared with the other points.

import { points } from "./context.js";
import { percent } from "./elements.js";
import { tableColumns } from "./table.js";

/** The most columns that are named. */
const NAMED = 5;
/** Two values are alike if at most this share of the other points lies between them. */
const ALIKE = 0.25;
/** Two values differ if at least this share of the other points lies between them. */
const APART = 0.5;

/** Compares two points in a column, with the share of the other points between or equal to them. */
function pairIn({ name, words, valueOf }, [one, other], write) {
  const [a, b] = [valueOf(one), valueOf(other)];
  if (Number.isNaN(a) || Number.isNaN(b)) return [];
  const isWord = words?.length > 0;
  const [least, most] = [Math.min(a, b), Math.max(a, b)];
  const lies = (value) => (isWord ? value === a || value === b : value >= least && value <= most);
  let count = 0;
  for (let point = 0; point < points.length; point += 1) {
    if (point !== one && point !== other && lies(valueOf(point))) count += 1;
  }
  const said = (value) => (isWord ? words[value] : write(value));
  const share = count / Math.max(points.length - 2, 1);
  return [{
    name, share, isSame: a === b,
    values: a === b ? said(a) : `${said(a)} and ${said(b)}`,
    beside: `${percent(share)} of the others lie there`,
  }];
}

/** Returns the columns in which two points are most alike, or differ most. */
function why(pair, isAlike, write) {
  const all = tableColumns.filter(({ valueOf }) => valueOf).flatMap((column) =>
    pairIn(column, pair, write)).sort((a, b) => a.share - b.share);
  const found = isAlike ? all.filter(({ share }) => share <= ALIKE)
    : all.toReversed().filter(({ share, isSame }) => !isSame && share >= APART);
  return found.slice(0, NAMED);
}

export { why };

// Where the points stand on the map, which of them are near a place, and where groups are dense.

import { belonging, data, points } from "./context.js";

const count = points.length;
/** To the right, and down. */
const xs = Float32Array.from({ length: count }, (_, point) => data.places[2 * point] / 1e4);
const ys = Float32Array.from({ length: count }, (_, point) => -data.places[2 * point + 1] / 1e4);
const placeOf = (point) => ({ x: xs[point], y: ys[point] });

/** The squares of a grid over the map, for what is near; the world goes from -1.25 to 1.25. */
const SQUARES = 110;
const HALF = 1.25;
const along = (value) =>
  Math.min(Math.max(Math.floor(((value + HALF) / (2 * HALF)) * SQUARES), 0), SQUARES - 1);
const squareOf = (x, y) => along(y) * SQUARES + along(x);

/** The points of each square: where they begin in one list of all. */
const starts = new Uint32Array(SQUARES * SQUARES + 1);
const inSquares = new Uint32Array(count);
for (let point = 0; point < count; point += 1) starts[squareOf(xs[point], ys[point]) + 1] += 1;
for (let at = 0; at < SQUARES * SQUARES; at += 1) starts[at + 1] += starts[at];
const next = starts.slice();
for (let point = 0; point < count; point += 1) {
  const square = squareOf(xs[point], ys[point]);
  inSquares[next[square]] = point;
  next[square] += 1;
}

/** The point next to a place, at most so far away; -1 without one. */
function pointNear({ x, y }, far) {
  let [best, least] = [-1, far];
  for (let row = along(y - far); row <= along(y + far); row += 1) {
    const [from, to] = [row * SQUARES + along(x - far), row * SQUARES + along(x + far) + 1];
    for (let at = starts[from]; at < starts[to]; at += 1) {
      const point = inSquares[at];
      const away = Math.hypot(xs[point] - x, ys[point] - y);
      if (away <= least) [best, least] = [point, away];
    }
  }
  return best;
}

/** How many points are in a box; it need not count on from a number. */
function countIn({ west, east, north, south }, enough) {
  let found = 0;
  for (let row = along(north); row <= along(south); row += 1) {
    const end = starts[row * SQUARES + along(east) + 1];
    for (let at = starts[row * SQUARES + along(west)]; at < end; at += 1) {
      const [x, y] = [xs[inSquares[at]], ys[inSquares[at]]];
      if (x >= west && x <= east && y >= north && y <= south) found += 1;
    }
    if (found >= enough) return found;
  }
  return found;
}

/** The place of some that is next in a direction from a place; -1 without one. */
function towards(from, direction, places) {
  let [best, least] = [-1, Infinity];
  places.forEach(({ x, y }, at) => {
    const [right, down] = [x - from.x, y - from.y];
    const ahead = right * direction.x + down * direction.y;
    const aside = Math.abs(right * direction.y) + Math.abs(down * direction.x);
    if (ahead > 0 && aside <= 1.2 * ahead && ahead + 2 * aside < least) {
      [best, least] = [at, ahead + 2 * aside];
    }
  });
  return best;
}

/** The points inside a line that is closed. */
function inside(line) {
  const isInside = (point) => {
    let isIn = false;
    for (let at = 0, last = line.length - 1; at < line.length; last = at, at += 1) {
      const [a, b] = [line[at], line[last]];
      if ((a.y > ys[point]) !== (b.y > ys[point])
        && xs[point] < ((b.x - a.x) * (ys[point] - a.y)) / (b.y - a.y) + a.x) isIn = !isIn;
    }
    return isIn;
  };
  return Array.from(points.keys()).filter(isInside);
}

const fields = new Map();

/** How many points of a community are in and around each square, and the square with most. */
function densityOf(at) {
  if (!fields.has(at)) {
    let field = new Float32Array(SQUARES * SQUARES);
    belonging[at].forEach((share, point) => { field[squareOf(xs[point], ys[point])] += share; });
    for (let round = 0; round < 3; round += 1) field = blurred(blurred(field, 1), SQUARES);
    const peak = field.reduce((best, value, here) => (value > field[best] ? here : best), 0);
    fields.set(at, { field, peak, most: field[peak] });
  }
  return fields.get(at);
}

/** The mean of each square with two on either side, in one direction. */
function blurred(field, step) {
  return field.map((value, at) => {
    let sum = value;
    for (const by of [-2, -1, 1, 2]) sum += field[at + by * step] ?? 0;
    return sum / 5;
  });
}

/** From here on a community is dense, as a share of where it is densest. */
const DENSE = 0.06;
const middleOfSquare = (square) => {
  const world = (place) => ((place + 0.5) / SQUARES) * 2 * HALF - HALF;
  return { x: world(square % SQUARES), y: world(Math.floor(square / SQUARES)) };
};

/** Where a community is densest. */
const middleOf = (at) => middleOfSquare(densityOf(at).peak);

/** The least and the greatest place to the right and down where a community is dense. */
function reachOf(at) {
  const { field, most } = densityOf(at);
  const [low, high] = [middleOf(at), middleOf(at)];
  field.forEach((value, square) => {
    if (value < DENSE * most) return;
    const { x, y } = middleOfSquare(square);
    Object.assign(low, { x: Math.min(low.x, x), y: Math.min(low.y, y) });
    Object.assign(high, { x: Math.max(high.x, x), y: Math.max(high.y, y) });
  });
  return [low, high];
}

/** The one of some communities that is densest at a place; nothing where none is dense. */
function communityAt({ x, y }, some) {
  if (Math.max(Math.abs(x), Math.abs(y)) > HALF) return null;
  const dense = (at) => densityOf(at).field[squareOf(x, y)] / densityOf(at).most;
  const best = some.reduce((one, at) => (one === null || dense(at) > dense(one) ? at : one), null);
  return best !== null && dense(best) > DENSE ? best : null;
}

export {
  HALF, SQUARES, communityAt, countIn, densityOf, inside, middleOf, placeOf, pointNear, reachOf,
  towards, xs, ys,
};

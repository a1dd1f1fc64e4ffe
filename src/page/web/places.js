// Positions of the points on the map, search of near points, and densities of groups.

import { belonging, data, points } from "./context.js";

const count = points.length;
/** The coordinates of the points, to the right and down. */
const xs = Float32Array.from({ length: count }, (_, point) => data.places[2 * point] / 1e4);
const ys = Float32Array.from({ length: count }, (_, point) => -data.places[2 * point + 1] / 1e4);
const placeOf = (point) => ({ x: xs[point], y: ys[point] });

/** The squares per side of the grid that indexes points; the world goes from -1.25 to 1.25. */
const SQUARES = 110;
const HALF = 1.25;
const along = (value) =>
  Math.min(Math.max(Math.floor(((value + HALF) / (2 * HALF)) * SQUARES), 0), SQUARES - 1);
const squareOf = (x, y) => along(y) * SQUARES + along(x);

/** The points of the squares in CSR form. */
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

/** Returns the point nearest to a position, at most `far` away, or -1. */
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

/** Counts the points in a box; may stop once there are `enough`. */
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

/** Returns the index of the next position in a direction, or -1. */
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

/** Returns the points inside a closed line. */
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

/** Returns the smoothed density of a community by square, its maximum and the square of that. */
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

/** Averages each square with two on either side, in one direction. */
function blurred(field, step) {
  return field.map((value, at) => {
    let sum = value;
    for (const by of [-2, -1, 1, 2]) sum += field[at + by * step] ?? 0;
    return sum / 5;
  });
}

/** The least density that counts as dense, as a share of the greatest one. */
const DENSE = 0.06;
const middleOfSquare = (square) => {
  const world = (place) => ((place + 0.5) / SQUARES) * 2 * HALF - HALF;
  return { x: world(square % SQUARES), y: world(Math.floor(square / SQUARES)) };
};

/** Returns the position where a community is densest. */
const middleOf = (at) => middleOfSquare(densityOf(at).peak);

const denseSquares = new Map();

/** Returns the places where a community is dense. */
function densePlaces(at) {
  if (!denseSquares.has(at)) {
    const { field, most } = densityOf(at);
    denseSquares.set(at, Array.from(field.keys()).filter((square) => field[square] > 0.3 * most)
      .map(middleOfSquare));
  }
  return denseSquares.get(at);
}

/** Returns the corners of the box where a community is dense. */
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

/** Returns the community that is densest at a position, or null if none is dense there. */
function communityAt({ x, y }, some) {
  if (Math.max(Math.abs(x), Math.abs(y)) > HALF) return null;
  const dense = (at) => densityOf(at).field[squareOf(x, y)] / densityOf(at).most;
  const best = some.reduce((one, at) => (one === null || dense(at) > dense(one) ? at : one), null);
  return best !== null && dense(best) > DENSE ? best : null;
}

export {
  HALF, SQUARES, communityAt, countIn, densePlaces, densityOf, inside, middleOf, placeOf,
  pointNear, reachOf, towards, xs, ys,
};

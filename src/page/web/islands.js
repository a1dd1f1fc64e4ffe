// The parts of groups that are islands: areas of the map with free space around them.

import { areas } from "./colouring.js";
import { communities } from "./context.js";
import { HALF, SQUARES, densityOf } from "./places.js";

/** The least density of an area, as a share of its greatest one. */
const DENSE = 0.06;
/** The largest share of an island's border at which it meets other areas. */
const TOUCHING = 0.2;

/** Returns the area that is densest in each square; -1 where none is dense. */
function owners() {
  const owner = new Int32Array(SQUARES * SQUARES).fill(-1);
  const best = new Float32Array(SQUARES * SQUARES).fill(DENSE);
  areas.forEach((at) => {
    const { field, most } = densityOf(at);
    field.forEach((value, square) => {
      if (value / most <= best[square]) return;
      [best[square], owner[square]] = [value / most, at];
    });
  });
  return owner;
}

/** Returns true if the border of an area meets little of the others. */
function isIsland(at, owner) {
  let [free, met] = [0, 0];
  owner.forEach((own, square) => {
    if (own !== at) return;
    for (const by of [-1, 1, -SQUARES, SQUARES]) {
      const other = owner[square + by] ?? -1;
      if (other === -1) free += 1;
      else if (other !== at) met += 1;
    }
  });
  return free > 0 && met <= TOUCHING * (free + met);
}

const owner = owners();
const islands = areas.filter((at) => communities[at].level === "part" && isIsland(at, owner));

/** Returns the pairs of places between which the outline of an area runs. */
function outlineOf(at) {
  const { field, most } = densityOf(at);
  const level = DENSE * most;
  const world = (place) => ((place + 0.5) / SQUARES) * 2 * HALF - HALF;
  const line = [];
  for (let row = 0; row + 1 < SQUARES; row += 1) {
    for (let column = 0; column + 1 < SQUARES; column += 1) {
      const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];
      const value = ([right, down]) => field[(row + down) * SQUARES + column + right] - level;
      // The outline crosses a side where the density passes the level.
      const crossed = corners.flatMap((corner, which) => {
        const next = corners[(which + 1) % 4];
        const [one, other] = [value(corner), value(next)];
        if (one > 0 === other > 0) return [];
        const share = one / (one - other);
        const [x, y] = [0, 1].map((axis) => corner[axis] + share * (next[axis] - corner[axis]));
        return [{ x: world(column + x), y: world(row + y) }];
      });
      for (let side = 0; side + 1 < crossed.length; side += 2) {
        line.push([crossed[side], crossed[side + 1]]);
      }
    }
  }
  return line;
}

const outlines = islands.map((at) => ({ at, line: outlineOf(at) }));

export { islands, outlines };

// Input of the map: hover, click, lasso and keys.

import { areas } from "./colouring.js";
import { communities, firsts, points } from "./context.js";
import { byId } from "./elements.js";
import { choose, choosePoint, setPoints } from "./focus.js";
import { beside, gestures } from "./gestures.js";
import { lightUp } from "./lighting.js";
import { remember } from "./link.js";
import { chart, discSize, fitMap, redrawMap } from "./map.js";
import { nameAt, pointAtName } from "./map_names.js";
import { pointTip } from "./panel.js";
import { communityAt, inside, placeOf, pointNear, towards, xs, ys } from "./places.js";
import { scene, state } from "./state.js";

const canvas = byId("points");
const { view, screen, toScreen, toWorld } = chart;
let isDrawing = false;

function moved() {
  hover(-1);
  redrawMap();
  remember();
}

function zoomMap(by) {
  chart.zoom(by);
  moved();
}

function fitAllPoints() {
  fitMap();
  moved();
}

/** Returns the point at or near a position, or -1; on a name, only a point exactly there. */
const found = (at) =>
  pointNear(toWorld(at), (discSize() + (nameAt(at) === null ? 6 : 0)) / view.scale);

/** Describes the point under the pointer, or marks the name there. */
function hover(point, at) {
  const name = at && point < 0 && !isDrawing ? nameAt(at) : null;
  pointAtName(name);
  canvas.style.cursor = isDrawing ? "crosshair" : point < 0 && name === null ? "" : "pointer";
  if (point === scene.hovered) return;
  lightUp({ point });
  beside(byId("point-tip"), point < 0 ? null : pointTip(point), at, chart);
}

/** Switches the lasso on or off. */
function drawAround(isOn) {
  isDrawing = isOn;
  byId("lasso").setAttribute("aria-pressed", String(isOn));
  canvas.style.cursor = isOn ? "crosshair" : "";
}

function lasso(line, isDone) {
  hover(-1);
  scene.lasso = isDone ? null : line;
  redrawMap();
  if (!isDone) return;
  drawAround(false);
  const some = line && line.length > 2 ? inside(line.map(toWorld)) : [];
  if (some.length === 1) choosePoint(some[0], false);
  else if (some.length > 1) choose({ kind: "some", points: some });
}

function click(at, event) {
  const point = found(at);
  if (point >= 0) {
    choosePoint(point, event.shiftKey);
    return;
  }
  const named = nameAt(at);
  const area = state.colour === "community" ? communityAt(toWorld(at), areas) : null;
  if (named !== null) choose({ kind: "community", at: named }, true);
  else if (area === null || isOpen(area)) setPoints(null, null);
  else choose({ kind: "community", at: opening(area) });
}

const isOpen = (at) => state.focus?.kind === "community" && state.focus.at === at;

/** Returns the community that a click on an area opens: the group, then its part. */
function opening(area) {
  const { level, parent } = communities[area];
  const isInside = isOpen(parent) || (state.focus?.kind === "community"
    && communities[state.focus.at].parent === parent);
  return level === "part" && firsts.includes(parent) && !isInside ? parent : area;
}

/** Moves from point to point with the arrow keys, at first to the one nearest to the middle. */
function step(_, direction) {
  const from = scene.hovered >= 0 ? scene.hovered : scene.ringed.at(-1) ?? -1;
  let next = from < 0 ? pointNear(view, 3) : from;
  if (from >= 0) {
    const at = towards(placeOf(from), direction, Array.from(xs, (x, to) => ({ x, y: ys[to] })));
    if (at >= 0) next = at;
  }
  if (next < 0) return;
  const place = toScreen(placeOf(next));
  const isSeen = place.x > 20 && place.y > 20 && place.x < screen.width - 20
    && place.y < screen.height - 20;
  if (!isSeen) Object.assign(view, placeOf(next));
  hover(next, toScreen(placeOf(next)));
  byId("status").textContent = `Point ${points[next]}`;
  remember();
}

gestures(canvas, chart, {
  moved,
  hover: (at) => hover(at ? found(at) : -1, at),
  click,
  isLasso: (event) => isDrawing || event.shiftKey || event.altKey,
  lasso,
  step,
  enter: (event) => { if (scene.hovered >= 0) choosePoint(scene.hovered, event.shiftKey); },
});

byId("lasso").addEventListener("click", () => drawAround(!isDrawing));

export { drawAround, fitAllPoints, zoomMap };

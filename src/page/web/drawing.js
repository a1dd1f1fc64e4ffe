// The diagram on the canvas: where everything is on the screen, and how it looks. It draws what
// `scene` says and decides nothing.

const canvas = document.getElementById("canvas");
const front = canvas.getContext("2d");
// The diagram is painted aside and copied: pointing at something paints nothing anew, and while a
// large one moves, its last painting moves.
const back = document.createElement("canvas").getContext("2d");
let pen = back;

const layerPlace = (node) => data.layers[nodes[node].layer][0];
const place = nodes.map((node, at) => ({ x: node.x, y: layerPlace(at) }));
const room = roomBeside();
const layerGap = data.layers.length > 1 ? data.layers[0][0] / (data.layers.length - 1) : 1;

/** The world at the middle of the canvas, and how many pixels a unit of it is. */
const view = { x: 0, y: 0, scale: 20 };

/** What is to be seen. Two lit clusters are joined by a lit line where their marks share a bit. */
const scene = {
  hidden: new Uint8Array(nodes.length),
  lit: null,
  ways: [],
  chosen: [],
  pointed: -1,
};

const LARGEST_SCALE = 160;
const FITTED_SCALE = 120;
const NAMES_FROM = 20;
const PIES_FROM = 5;
/** Of so few points in all, the members of each cluster are written, as the paper does. */
const FEW_POINTS = 12;
const LINES_AT_ONCE = 400;

/** A painting that takes longer, in milliseconds, is moved as it is until the hand rests. */
const SLOW = 20;
const REST = 120;

let screen = { width: 0, height: 0, dense: 1 };
let colours = {};
/** The view of the last painting, how long it took, and whether it still shows the scene. */
const painted = { x: 0, y: 0, scale: 1, cost: 0, isFresh: false };

/** How far each cluster is from the next one in its layer. */
function roomBeside() {
  const byLayer = data.layers.map(() => []);
  nodes.forEach((node, at) => byLayer[node.layer].push(at));
  const found = new Float64Array(nodes.length).fill(8);
  for (const layer of byLayer) {
    layer.sort((a, b) => nodes[a].x - nodes[b].x);
    for (let at = 1; at < layer.length; at += 1) {
      const gap = nodes[layer[at]].x - nodes[layer[at - 1]].x;
      found[layer[at]] = Math.min(found[layer[at]], gap);
      found[layer[at - 1]] = Math.min(found[layer[at - 1]], gap);
    }
  }
  return found;
}

const toScreen = ({ x, y }) => ({
  x: (x - view.x) * view.scale + screen.width / 2,
  y: (y - view.y) * view.scale + screen.height / 2,
});

const toWorld = ({ x, y }) => ({
  x: (x - screen.width / 2) / view.scale + view.x,
  y: (y - screen.height / 2) / view.scale + view.y,
});

/** A cluster's radius in pixels: the larger, the more of all points it has. */
function radius(node) {
  const share = nodes[node].size / Math.max(points.length, 1);
  return Math.min(Math.max(view.scale * (0.14 + 0.24 * Math.sqrt(share)), 1.6), 22);
}

/** The view in which all clusters that are not hidden can be seen. */
function fit() {
  const seen = place.filter((_, node) => !scene.hidden[node]);
  if (seen.length === 0) return;
  const range = (values) => values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)],
    [Infinity, -Infinity]);
  const [left, right] = range(seen.map(({ x }) => x));
  const [top, bottom] = range(seen.map(({ y }) => y));
  const across = (screen.width - Math.min(170, screen.width / 4)) / Math.max(right - left, 0.1);
  const down = (screen.height - 116) / Math.max(bottom - top, 0.1);
  view.scale = Math.max(Math.min(across, down, FITTED_SCALE), 0.5);
  view.x = (left + right) / 2 - 20 / view.scale;
  view.y = (top + bottom) / 2 + 16 / view.scale;
}

/** Zooms so that what is under a place of the screen stays there. */
function zoom(by, at = { x: screen.width / 2, y: screen.height / 2 }) {
  const fixed = toWorld(at);
  view.scale = Math.min(Math.max(view.scale * by, 0.5), LARGEST_SCALE);
  const now = toWorld(at);
  view.x += fixed.x - now.x;
  view.y += fixed.y - now.y;
}

/** The cluster under a place of the screen, or -1. */
function clusterAt(at) {
  let [best, least] = [-1, Infinity];
  for (let node = 0; node < nodes.length; node += 1) {
    if (scene.hidden[node]) continue;
    const { x, y } = toScreen(place[node]);
    const away = Math.hypot(x - at.x, y - at.y) - radius(node);
    if (away < Math.min(least, 5)) [best, least] = [node, away];
  }
  return best;
}

/** Reads the colours of the theme. */
function recolour() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  colours = Object.fromEntries(["paper", "ink", "quiet", "line", "accent", "first", "second"]
    .map((name) => [name, read(name)]));
  const lift = Number(read("lift"));
  colours.classes = classes.map(({ colour }) => mixed(colour, "#ffffff", lift));
  colours.neutral = mixed(data.neutral, "#ffffff", lift);
  colours.fills = nodes.map((_, node) => fill(node));
}

/** The hue of the majority class, the paler the more mixed. */
function fill(node) {
  if (nodes[node].size === 0) return colours.paper;
  const most = majority(node);
  if (!most) return colours.neutral;
  return mixed(colours.classes[most.at], colours.paper, 1 - (0.25 + 0.75 * most.share ** 2));
}

/** One colour `#rrggbb` with a share of another in it. */
function mixed(one, other, share) {
  const part = (colour, at) => parseInt(colour.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => part(one, at) * (1 - share) + part(other, at) * share);
  return `#${parts.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

/** Fits the canvas to its place on the page. */
function resize() {
  const { width, height } = canvas.getBoundingClientRect();
  screen = { width, height, dense: window.devicePixelRatio || 1 };
  for (const each of [front, back]) {
    each.canvas.width = Math.round(width * screen.dense);
    each.canvas.height = Math.round(height * screen.dense);
    each.setTransform(screen.dense, 0, 0, screen.dense, 0, 0);
  }
}

let waiting = 0;
let resting = 0;

/** Draws with the next frame, after a change of what is seen. */
function redraw() {
  painted.isFresh = false;
  request();
}

/** Draws with the next frame, after a change of the view or of what is pointed at. */
function request() {
  if (!waiting) waiting = requestAnimationFrame(() => { waiting = 0; draw(); });
}

function draw() {
  const isMoved = painted.x !== view.x || painted.y !== view.y || painted.scale !== view.scale;
  if (painted.isFresh && isMoved && painted.cost > SLOW) {
    clearTimeout(resting);
    resting = setTimeout(redraw, REST);
  } else if (!painted.isFresh || isMoved) {
    paint();
  }
  pen = front;
  copy();
  rings();
  axis();
}

/** The last painting, where the view has it now. */
function copy() {
  const by = view.scale / painted.scale;
  const { x, y } = toScreen(painted);
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, screen.width, screen.height);
  const [width, height] = [screen.width * by, screen.height * by];
  pen.drawImage(back.canvas, x - width / 2, y - height / 2, width, height);
}

/** Paints everything but the rings. */
function paint() {
  const start = performance.now();
  pen = back;
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, screen.width, screen.height);
  const at = place.map(toScreen);
  const isLit = (a, b) => scene.lit !== null && (scene.lit[a] & scene.lit[b]) !== 0;
  lines(at, (a, b) => !isLit(a, b), colours.line, density() * (scene.lit ? 0.25 : 1), 1);
  if (scene.lit) lines(at, isLit, colours.quiet, Math.min(density() + 0.2, 0.9), 1);
  chains(at);
  scene.ways.forEach((way, which) => {
    line(way.map((node) => at[node]), which === 0 ? colours.first : colours.second, 3);
  });
  const strong = new Set([...scene.chosen, ...scene.ways.flat()]);
  for (const bright of [false, true]) {
    pen.globalAlpha = bright || !scene.lit ? 1 : 0.22 * density();
    for (let node = 0; node < nodes.length; node += 1) {
      const isBright = !scene.lit || scene.lit[node] !== 0 || strong.has(node);
      if (isBright !== bright || scene.hidden[node]) continue;
      disc(node, at[node], scene.lit && bright ? Math.max(radius(node), 2.6) : radius(node));
    }
  }
  pen.globalAlpha = 1;
  names(at, strong);
  Object.assign(painted, view, { cost: performance.now() - start, isFresh: true });
}

/** Many lines are drawn paler, so that the page does not turn grey. */
function density() {
  const drawn = data.covers.length / 2;
  return Math.min(Math.max(0.9 - 0.16 * Math.log10(Math.max(drawn / 60, 1)), 0.3), 0.9);
}

const outside = (a, b) =>
  (a.x < 0 && b.x < 0) || (a.y < 0 && b.y < 0) ||
  (a.x > screen.width && b.x > screen.width) || (a.y > screen.height && b.y > screen.height);

/** The covers between clusters that are shown and pass a test. */
function lines(at, wanted, colour, strength, width) {
  pen.strokeStyle = colour;
  pen.globalAlpha = strength;
  pen.lineWidth = width;
  pen.beginPath();
  let count = 0;
  for (let cover = 0; cover < data.covers.length; cover += 2) {
    const [low, high] = [data.covers[cover], data.covers[cover + 1]];
    if (scene.hidden[low] || scene.hidden[high] || !wanted(low, high)) continue;
    const [a, b] = [at[low], at[high]];
    if (outside(a, b)) continue;
    pen.moveTo(a.x, a.y);
    pen.lineTo(b.x, b.y);
    count += 1;
    if (count % LINES_AT_ONCE === 0) {
      pen.stroke();
      pen.beginPath();
    }
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

/** Dashes over the lines that stand for chains. */
function chains(at) {
  for (const [low, high] of data.shortened) {
    if (scene.hidden[low] || scene.hidden[high]) continue;
    pen.setLineDash([4, 5]);
    line([at[low], at[high]], colours.paper, 3);
    pen.setLineDash([]);
  }
}

function line(through, colour, width) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  through.forEach(({ x, y }) => pen.lineTo(x, y));
  pen.stroke();
}

/** Rings around what was asked for, chosen and pointed at. */
function rings() {
  const ring = (node, colour, width) => {
    if (scene.hidden[node]) return;
    outline(toScreen(place[node]), radius(node) + 1 + width / 2, shape(node));
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  };
  nodes.forEach((node, which) => { if (node.asked) ring(which, colours.ink, 1.5); });
  scene.chosen.forEach((node) => ring(node, colours.accent, 3));
  if (scene.pointed >= 0) ring(scene.pointed, colours.ink, 2);
}

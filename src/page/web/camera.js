// What a canvas shows of its world, and how large it is.

/** A view that zooms between two scales. */
function camera(least, most) {
  /** The world at the middle of the canvas, and how many pixels a unit of it is. */
  const view = { x: 0, y: 0, scale: 20 };
  /** The canvas in pixels of the web, and how many pixels of the device each is. */
  const screen = { width: 0, height: 0, dense: 1 };

  const toScreen = ({ x, y }) => ({
    x: (x - view.x) * view.scale + screen.width / 2,
    y: (y - view.y) * view.scale + screen.height / 2,
  });
  const toWorld = ({ x, y }) => ({
    x: (x - screen.width / 2) / view.scale + view.x,
    y: (y - screen.height / 2) / view.scale + view.y,
  });

  /** Zooms so that what is under a place of the screen stays there. */
  function zoom(by, at = { x: screen.width / 2, y: screen.height / 2 }) {
    const fixed = toWorld(at);
    view.scale = Math.min(Math.max(view.scale * by, least), most);
    const now = toWorld(at);
    view.x += fixed.x - now.x;
    view.y += fixed.y - now.y;
  }

  function pan(right, down) {
    view.x += right / view.scale;
    view.y += down / view.scale;
  }

  // The view as it was fitted last.
  const fitted = { ...view };

  /** Shows everything. */
  function fitTo(all) {
    Object.assign(view, all);
    Object.assign(fitted, all);
  }

  /** Whether the view is still the fitted one; then a page of another size fits it again. */
  const isFitted = () => ["x", "y", "scale"].every((of) => view[of] === fitted[of]);

  /** A place of a link, within the scales; nothing where it is none. */
  function placeOf(words) {
    const [x, y, scale] = (words ?? "").split(",").map(Number);
    if (![x, y, scale].every(Number.isFinite) || !(scale > 0)) return null;
    return { x, y, scale: Math.min(Math.max(scale, least), most) };
  }

  /** Fits canvases to the place of the first on the page. */
  function measure(...pens) {
    const { width, height } = pens[0].canvas.getBoundingClientRect();
    Object.assign(screen, { width, height, dense: window.devicePixelRatio || 1 });
    for (const { canvas } of pens) {
      canvas.width = Math.max(Math.round(width * screen.dense), 1);
      canvas.height = Math.max(Math.round(height * screen.dense), 1);
    }
    pens.forEach((pen) => pen.setTransform(screen.dense, 0, 0, screen.dense, 0, 0));
  }

  return {
    view, screen, fitted, toScreen, toWorld, zoom, pan, fitTo, isFitted, placeOf, measure,
  };
}

/** The least and the largest of some numbers. */
const range = (values) => values.reduce(([low, high], value) =>
  [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);

/** Whether a box on the screen lies over none of these. */
const isFree = (box, taken) => taken.every((other) =>
  box.x >= other.x + other.wide || other.x >= box.x + box.wide ||
  box.y >= other.y + other.high || other.y >= box.y + box.high);

export { camera, isFree, range };

// The view of a canvas: panning, zooming, and conversion between screen and world.

/** Creates a view that zooms between two scales. */
function camera(least, most) {
  /** The world position at the middle of the canvas, and the number of pixels per unit. */
  const view = { x: 0, y: 0, scale: 20 };
  /** The size of the canvas in CSS pixels, and the number of device pixels per CSS pixel. */
  const screen = { width: 0, height: 0, dense: 1 };

  const toScreen = ({ x, y }) => ({
    x: (x - view.x) * view.scale + screen.width / 2,
    y: (y - view.y) * view.scale + screen.height / 2,
  });
  const toWorld = ({ x, y }) => ({
    x: (x - screen.width / 2) / view.scale + view.x,
    y: (y - screen.height / 2) / view.scale + view.y,
  });

  /** Zooms around a position of the screen. */
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

  // The view as it was last fitted.
  const fitted = { ...view };

  /** Sets the view, and remembers it as the fitted one. */
  function fitTo(all) {
    Object.assign(view, all);
    Object.assign(fitted, all);
  }

  /** Returns true if the view is still the fitted one; then a resized page fits it again. */
  const isFitted = () => ["x", "y", "scale"].every((of) => view[of] === fitted[of]);

  /** Parses a view in a link, and limits its scale; returns null if it is invalid. */
  function placeOf(words) {
    const [x, y, scale] = (words ?? "").split(",").map(Number);
    if (![x, y, scale].every(Number.isFinite) || !(scale > 0)) return null;
    return { x, y, scale: Math.min(Math.max(scale, least), most) };
  }

  /** Sizes canvases to the space of the first one on the page. Returns false if it is as before. */
  function measure(...pens) {
    const { width, height } = pens[0].canvas.getBoundingClientRect();
    const now = { width, height, dense: window.devicePixelRatio || 1 };
    if (Object.keys(now).every((of) => now[of] === screen[of])) return false;
    Object.assign(screen, now);
    for (const { canvas } of pens) {
      canvas.width = Math.max(Math.round(width * screen.dense), 1);
      canvas.height = Math.max(Math.round(height * screen.dense), 1);
    }
    pens.forEach((pen) => pen.setTransform(screen.dense, 0, 0, screen.dense, 0, 0));
    return true;
  }

  return {
    view, screen, fitted, toScreen, toWorld, zoom, pan, fitTo, isFitted, placeOf, measure,
  };
}

/** Returns the least and the largest of some numbers. */
const range = (values) => values.reduce(([low, high], value) =>
  [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);

/** Returns true if a box on the screen overlaps none of the taken ones. */
const isFree = (box, taken) => taken.every((other) =>
  box.x >= other.x + other.wide || other.x >= box.x + box.wide ||
  box.y >= other.y + other.high || other.y >= box.y + box.high);

export { camera, isFree, range };

// Pointer and wheel gestures on a canvas: pan, pinch, zoom, hover, click and lasso.

/**
 * Listens to gestures, and calls `on`: `moved`, `hover` with a position or null, `click`, and, if
 * it has `isLasso`, `lasso` with the line so far and whether it is done.
 */
function gestures(canvas, { zoom, pan }, on) {
  const pointers = new Map();
  let travelled = 0;
  let line = null;

  const place = (event) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
    if (pointers.size === 1) {
      travelled = 0;
      line = on.isLasso?.(event) ? [place(event)] : null;
    }
  });

  canvas.addEventListener("pointermove", (event) => {
    const now = place(event);
    const last = pointers.get(event.pointerId);
    if (!last) {
      on.hover(now);
      return;
    }
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    travelled += Math.hypot(now.x - last.x, now.y - last.y);
    pointers.set(event.pointerId, now);
    if (others.length > 0) {
      const [other] = others;
      const apart = (at) => Math.max(Math.hypot(at.x - other.x, at.y - other.y), 1);
      zoom(apart(now) / apart(last), other);
    } else if (line) {
      line.push(now);
      if (travelled > 4) on.lasso(line, false);
      return;
    } else if (travelled > 4) {
      pan(last.x - now.x, last.y - now.y);
      canvas.style.cursor = "grabbing";
    }
    on.moved();
  });

  function released(event) {
    const isSingle = pointers.size === 1 && event.type === "pointerup";
    pointers.delete(event.pointerId);
    canvas.style.cursor = "";
    const drawn = line;
    line = null;
    if (isSingle && travelled <= 4) on.click(place(event), event);
    else if (drawn) on.lasso(isSingle ? drawn : null, true);
  }

  canvas.addEventListener("pointerup", released);
  canvas.addEventListener("pointercancel", released);
  canvas.addEventListener("pointerleave", () => on.hover(null));
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? 30 * event.deltaY : event.deltaY;
    zoom(Math.exp(-pixels / 500), place(event));
    on.moved();
  }, { passive: false });

  canvas.addEventListener("keydown", (event) => {
    const [right, down] = {
      ArrowUp: [0, -60], ArrowDown: [0, 60], ArrowLeft: [-60, 0], ArrowRight: [60, 0],
    }[event.key] ?? [0, 0];
    if (event.key === "Enter") on.enter?.(event);
    if (right === 0 && down === 0) return;
    event.preventDefault();
    if (event.shiftKey) {
      pan(right, down);
      on.moved();
    } else {
      on.step(event.key, { x: Math.sign(right), y: Math.sign(down) });
    }
  });
}

/** Shows a box with text beside a position of the screen; null hides it. */
function beside(box, words, at, { screen }) {
  box.hidden = words === null;
  if (words === null) return;
  box.replaceChildren(...words);
  const left = at.x + 16 + box.offsetWidth > screen.width ? at.x - 16 - box.offsetWidth : at.x + 16;
  const top = Math.min(at.y + 12, screen.height - box.offsetHeight - 8);
  box.style.left = `${Math.max(left, 4)}px`;
  box.style.top = `${Math.max(top, 4)}px`;
}

export { beside, gestures };

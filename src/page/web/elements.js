// Elements and text of the page. Invariant: text is inserted as text; names never become markup.

const byId = (id) => document.getElementById(id);
const number = (value) => value.toLocaleString("en");
const counted = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;
/** Formats a share in percent; nearly all is not written as all, nor hardly any as none. */
function percent(share) {
  if (share > 0.995 && share < 1) return `${(Math.floor(1000 * share) / 10).toFixed(1)} %`;
  if (share > 0 && share < 0.005) return `${(Math.ceil(1000 * share) / 10).toFixed(1)} %`;
  return `${(100 * share).toFixed(0)} %`;
}

/** Returns the last significant digit of a mean, given the deviation, as a power of ten. */
function lastDigit(mean, deviation) {
  const power = (value) => Math.floor(Math.log10(Math.abs(value)));
  return Math.max(Math.min(power(mean) - 2, power(deviation / 4)), power(deviation) - 2);
}

/** Formats a number for people: 1995, 13,300, 0.25, and never -0. */
function written(value) {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) {
    return (value + 0).toLocaleString("en", { useGrouping: "min2", signDisplay: "negative" });
  }
  if (value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e15)) return String(value);
  return value.toLocaleString("en", {
    maximumSignificantDigits: 6, useGrouping: "min2", signDisplay: "negative",
  });
}

/** Formats a mean up to a digit; below 10,000 whole numbers are not rounded, as in years. */
function upTo(mean, digit) {
  const last = Math.abs(mean) < 1e4 ? Math.min(digit, 0) : digit;
  if (Math.abs(last) > 12) return mean.toExponential(2);
  const unit = 10 ** Math.max(last, 0);
  return (unit > 1 ? Math.round(mean / unit) * unit : mean).toLocaleString("en", {
    maximumFractionDigits: Math.max(-last, 0), useGrouping: "min2", signDisplay: "negative",
  });
}

const pointsOf = (count) => counted(count, "point", "points");

/** Creates an element with properties and children; a string becomes a text node. */
function el(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.flat());
  return made;
}

/** Creates a small mark of one colour or two, for use in text. */
function swatch(colour, other = colour) {
  const made = el("span", { className: "swatch" });
  made.style.background = `linear-gradient(90deg, ${colour} 50%, ${other} 50%)`;
  return made;
}

/**
 * Replaces the content of a box. If the focus was inside, it moves to the button with the same
 * text, or else to the box.
 */
function refill(box, ...children) {
  const before = box.contains(document.activeElement) ? document.activeElement : null;
  box.replaceChildren(...children);
  if (before === null) return;
  const same = [...box.querySelectorAll("button:enabled")]
    .find(({ textContent }) => textContent === before.textContent);
  (same ?? box.closest("[tabindex]"))?.focus({ preventScroll: true });
}

export {
  byId, counted, el, lastDigit, number, percent, pointsOf, refill, swatch, upTo, written,
};

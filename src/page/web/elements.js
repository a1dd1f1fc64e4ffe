// Elements and words of the page. All text goes in as text; names never become markup.

const byId = (id) => document.getElementById(id);
const number = (value) => value.toLocaleString("en");
const counted = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;
/** A share in words; nearly all is not written as all, nor hardly any as none. */
function percent(share) {
  if (share > 0.995 && share < 1) return `${(Math.floor(1000 * share) / 10).toFixed(1)} %`;
  if (share > 0 && share < 0.005) return `${(Math.ceil(1000 * share) / 10).toFixed(1)} %`;
  return `${(100 * share).toFixed(0)} %`;
}

/** The last digit that matters of a mean beside such a deviation, as a power of ten. */
function lastDigit(mean, deviation) {
  const power = (value) => Math.floor(Math.log10(Math.abs(value)));
  return Math.max(Math.min(power(mean) - 2, power(deviation / 4)), power(deviation) - 2);
}

/** A number as people write it: 1995, 13,300, 0.25, and never -0. */
function written(value) {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) {
    return (value + 0).toLocaleString("en", { useGrouping: "min2", signDisplay: "negative" });
  }
  if (value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e15)) return String(value);
  return value.toLocaleString("en", {
    maximumSignificantDigits: 6, useGrouping: "min2", signDisplay: "negative",
  });
}

/** A mean up to that digit, likewise; of less than 10,000 people write every whole one: a year. */
function upTo(mean, digit) {
  const last = Math.abs(mean) < 1e4 ? Math.min(digit, 0) : digit;
  if (Math.abs(last) > 12) return mean.toExponential(2);
  const unit = 10 ** Math.max(last, 0);
  return (unit > 1 ? Math.round(mean / unit) * unit : mean).toLocaleString("en", {
    maximumFractionDigits: Math.max(-last, 0), useGrouping: "min2", signDisplay: "negative",
  });
}

const pointsOf = (count) => counted(count, "point", "points");

/** An element with properties and children; a text is a text. */
function el(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.flat());
  return made;
}

/** A small mark of one colour or two, in a text. */
function swatch(colour, other = colour) {
  const made = el("span", { className: "swatch" });
  made.style.background = `linear-gradient(90deg, ${colour} 50%, ${other} 50%)`;
  return made;
}

/**
 * Fills a box anew. Where the keyboard was on something inside, it goes on at the button with the
 * same words, or else at the box.
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

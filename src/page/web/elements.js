// Elements and words of the page. All text goes in as text; names never become markup.

const byId = (id) => document.getElementById(id);
const number = (value) => value.toLocaleString("en");
const counted = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;
/** A share in words; what is nearly all is not told as all, nor hardly any as none. */
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

/** A mean up to that digit, as people write it. */
function upTo(mean, last) {
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

export { byId, counted, el, lastDigit, number, percent, pointsOf, upTo };

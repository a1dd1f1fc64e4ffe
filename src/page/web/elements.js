// Elements and words of the page. All text goes in as text; names never become markup.

const byId = (id) => document.getElementById(id);
const number = (value) => value.toLocaleString("en");
const counted = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;
const pointsOf = (count) => counted(count, "point", "points");

/** An element with properties and children; a text is a text. */
function el(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.flat());
  return made;
}

export { byId, counted, el, number, pointsOf };

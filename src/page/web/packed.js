// Decoding of lists of numbers in the format of `packed.rs`.

/** Returns a function that reads the next number of Base64 data: seven bits per byte. */
function reader(word) {
  const bytes = atob(word);
  let at = 0;
  return () => {
    let value = 0;
    for (let place = 1; ; place *= 128) {
      const byte = bytes.charCodeAt(at);
      at += 1;
      value += (byte & 127) * place;
      if (byte < 128) return value;
    }
  };
}

/** Decodes ascending lists, each a length and gaps. */
function ascendingLists(word, count) {
  const number = reader(word);
  return Array.from({ length: count }, () => {
    let next = 0;
    return Uint32Array.from({ length: number() }, () => {
      const item = next + number();
      next = item + 1;
      return item;
    });
  });
}

/** Decodes lists in any order; null stands for an absent number. */
function listsInOrder(word, count) {
  const number = reader(word);
  const item = () => {
    const value = number();
    return value === 0 ? null : value - 1;
  };
  return Array.from({ length: count }, () => Array.from({ length: number() }, item));
}

export { ascendingLists, listsInOrder };

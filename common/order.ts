const DIGITS = /^[0-9]+$/;

/** Order of two texts by Unicode code point: the order of their UTF-8 bytes, the same in every engine and locale. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** UTF-16 puts surrogates, which stand for code points above U+FFFF, before U+E000..U+FFFF: swap the two ranges. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/**
 * Order of two ids: decimal digit strings by their value, however long they are, the others by code point. A digit
 * string comes before any other text, so that the order stays transitive where both kinds occur; ids of one value
 * (`7`, `07`) are told apart by code point. Zero for equal texts only.
 */
export function compareIds(a: string, b: string): number {
  const numericA = DIGITS.test(a);
  const numericB = DIGITS.test(b);
  if (numericA !== numericB) return numericA ? -1 : 1;
  return (numericA ? compareDigits(a, b) : 0) || compareCodePoints(a, b);
}

/** Compares digit strings by value without turning them into numbers: ids exceed 2^53. */
function compareDigits(a: string, b: string): number {
  const left = a.replace(/^0+/, '');
  const right = b.replace(/^0+/, '');
  return left.length - right.length || compareCodePoints(left, right);
}

/**
 * Order of published ids such as `metaculus:12`: what stands before the last colon by code point, the rest as
 * compareIds. Texts without a colon have an empty prefix.
 */
export function compareDatasetIds(a: string, b: string): number {
  const cutA = a.lastIndexOf(':') + 1;
  const cutB = b.lastIndexOf(':') + 1;
  return compareCodePoints(a.slice(0, cutA), b.slice(0, cutB)) || compareIds(a.slice(cutA), b.slice(cutB));
}

const DIGITS = /^\d+$/;

/** Whether a qid is a number. */
export function isNumeric(qid: string): boolean {
  return DIGITS.test(qid);
}

/**
 * Numbers first and by size, then the rest by code point. Where all are numbers this is the published order;
 * equal numbers that are written differently (`7`, `07`) follow in code-point order.
 */
export function compareQids(a: string, b: string): number {
  const numeric = isNumeric(a);
  if (numeric !== isNumeric(b)) return numeric ? -1 : 1;
  return (numeric ? compareDigits(a, b) : 0) || compareCodePoints(a, b);
}

/** By size, however many digits there are. */
function compareDigits(a: string, b: string): number {
  const left = a.replace(/^0+/, '');
  const right = b.replace(/^0+/, '');
  return left.length - right.length || compareCodePoints(left, right);
}

/** By Unicode code point; JavaScript's own order is by UTF-16 unit and puts U+1F600 before U+FF00. */
export function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Moves surrogates above the rest of the basic plane, where their code points are. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/**
 * Splits from the one whose copy of a question is kept to the one whose copy gives way: validation, test, the other
 * held-out splits by name, train.
 */
export function splitsByPrecedence(splits: readonly string[]): string[] {
  const rank = (split: string): number => {
    const fixed = ['validation', 'test'].indexOf(split);
    if (fixed >= 0) return fixed;
    return split === 'train' ? 3 : 2;
  };
  return [...splits].sort((a, b) => rank(a) - rank(b) || compareCodePoints(a, b));
}

/** Splits as the card lists them: train, validation, test, then the others by name. */
export function splitsInCardOrder(splits: readonly string[]): string[] {
  const rank = (split: string): number => {
    const at = ['train', 'validation', 'test'].indexOf(split);
    return at < 0 ? 3 : at;
  };
  return [...splits].sort((a, b) => rank(a) - rank(b) || compareCodePoints(a, b));
}

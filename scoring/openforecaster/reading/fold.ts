const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u2032\u00b4`\uff07]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u00ab\u00bb]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Zero-width and other characters without a glyph of their own: soft hyphens, joiners, marks of direction. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;
/** Superscripts, fractions, circled digits: NFKC would run them into the digits beside them, and make 10² equal 102. */
const OTHER_NUMBERS = /(\p{No}+)/u;
const QUOTED = /^"([^"]*)"$|^'([^']*)'$/;
/** One full stop; several are an ellipsis. */
const FULL_STOP = /(?<!\.)\.$/;

/**
 * The form in which two answers are compared: nothing invisible, apostrophes and quotation marks folded (before NFKC,
 * which takes some of them apart), NFKC for all but superscript and other special numbers, dashes and minus signs as
 * `-`, lower case, white space collapsed and cut off, and neither the quotation marks around a whole answer nor the
 * full stop that ends it.
 */
export function foldAnswer(text: string): string {
  const plain = text.replace(INVISIBLE, '').replace(APOSTROPHES, "'").replace(DOUBLE_QUOTES, '"');
  const folded = compatible(plain)
    .replace(DASHES, '-')
    .toLowerCase()
    .replace(/[\s\u0085]+/gu, ' ')
    .trim();
  return bare(folded);
}

/** Whether a text has several lines, blank ones around it not counted: a list, whatever its lines say. */
export function hasSeveralLines(text: string): boolean {
  return LINE_BREAK.test(text.replace(INVISIBLE, '').trim());
}

function compatible(text: string): string {
  const parts = text.split(OTHER_NUMBERS);
  return parts.map((part, index) => (index % 2 === 0 ? part.normalize('NFKC') : part)).join('');
}

/** Takes quotation marks and full stop off, in whichever order they stand. */
function bare(text: string): string {
  const inner = unquoted(text.replace(FULL_STOP, '')).trim();
  return inner === text ? text : bare(inner);
}

function unquoted(text: string): string {
  const match = QUOTED.exec(text);
  const inner = match?.[1] === undefined ? match?.[2] : match[1];
  return inner === undefined ? text : inner;
}

const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u2032\u00b4`\uff07]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const QUOTED = /^"([^"]*)"$|^'([^']*)'$/;

/**
 * The form in which two answers are compared: apostrophes folded (before NFKC, which takes some of them apart), NFKC,
 * dashes and minus signs as `-`, lower case, white space collapsed and cut off, and neither the quotation marks around
 * a whole answer nor the full stop that ends it.
 */
export function foldAnswer(text: string): string {
  const folded = text
    .replace(APOSTROPHES, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .normalize('NFKC')
    .replace(DASHES, '-')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
  const bare = unquoted(folded).replace(/\.$/, '');
  return bare.trim();
}

function unquoted(text: string): string {
  const match = QUOTED.exec(text);
  const inner = match?.[1] === undefined ? match?.[2] : match[1];
  return inner === undefined ? text : inner;
}

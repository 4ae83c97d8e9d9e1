const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u2032\u00b4`\uff07]/gu;
const WORD_BEFORE = /[\p{L}\p{N}\p{M}_]$/u;
const WORD_AFTER = /^[\p{L}\p{N}\p{M}_]/u;
const NUMBER_BEFORE = /(?:[\p{L}\p{N}\p{M}_]|\d[.,])$/u;
const NUMBER_AFTER = /^(?:[\p{L}\p{N}\p{M}_]|[.,]\d)/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** White space that is more than one blank: single blanks stay, so that most texts pass without a copy. */
const UNEVEN_SPACE = /\s\s+|[^\S ]/g;

/**
 * The form in which two texts are the same text: apostrophes folded (before NFKC, which takes some of them apart),
 * NFKC, lower case, white space collapsed and cut off at both ends.
 */
export function normalised(text: string): string {
  return text.replace(APOSTROPHES, "'").normalize('NFKC').toLowerCase().replace(UNEVEN_SPACE, ' ').trim();
}

/**
 * The form in which an answer is looked for: NFC, lower case, white space collapsed. Compatibility characters stay
 * apart, so that `m²` is not found in `m2`.
 */
export function searchable(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(UNEVEN_SPACE, ' ').trim();
}

/**
 * A test for a phrase as whole words of a text, both in the form of `searchable`: no letter or digit joins either
 * end, and a number is not found inside a longer one (`35` not in `35.8` or `35,000`). A phrase without any letter or
 * digit is found nowhere.
 */
export function wholeWords(phrase: string): (text: string) => boolean {
  if (!LETTER_OR_DIGIT.test(phrase)) return () => false;
  const joinsBefore = /^\d/.test(phrase) ? NUMBER_BEFORE : WORD_BEFORE;
  const joinsAfter = /\d$/.test(phrase) ? NUMBER_AFTER : WORD_AFTER;
  return (text) => {
    for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
      const end = at + phrase.length;
      // Two units hold any one character, and the mark and digit that carry a number on.
      const isJoined =
        joinsBefore.test(text.slice(Math.max(0, at - 2), at)) || joinsAfter.test(text.slice(end, end + 2));
      if (!isJoined) return true;
    }
    return false;
  };
}

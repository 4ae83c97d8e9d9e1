/** A text of the question and its name. */
export type NamedText = readonly [name: string, text: string];

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?';
const DAY = '\\d{1,2}(?:st|nd|rd|th)?';
const DATE = `(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}|${DAY}(?: of)? ${MONTH},?(?: \\d{4})?|${MONTH} ${DAY}(?:,? \\d{4})?|${MONTH},? \\d{4})`;
/** Where a note begins: a line, a sentence, a bracket or emphasis. */
const START = '(?:^|[\\n\\[({*_>#|]|[.!?;:]["”*_)]*\\s)[\\s*_"“>#-]*';
const NOTE =
  '(?:edit(?:ed)?|updated?|correct(?:ed|ion)|amend(?:ed|ment)|clarif(?:ied|ication)|revis(?:ed|ion)|modified)';
/** The texts that a change is a change of. */
const OWN_TEXT =
  "(?:resolution criteri(?:a|on)|criteri(?:a|on)|fine print|question(?:['’]s)? (?:text|title|wording|statement)|(?:resolution|wording) of (?:this|the) question)";
const CHANGED =
  '(?:changed|revised|updated|edited|amended|modified|altered|corrected|clarified|rewritten|reworded|adjusted|tightened|loosened|broadened|narrowed)';
const RECENTLY = '(?:(?:since|later|subsequently|slightly|also|now|substantially|retroactively|then) )?';

const pattern = (source: string): RegExp => new RegExp(source, 'iu');

/**
 * Wordings by which Metaculus questions tell of a change of their own criteria; no API field says so. Each is bound to
 * the question's own text or to the form of a note, so that a law that changed or a report that was updated does not
 * count.
 */
const PATTERNS: readonly { name: string; test: RegExp }[] = [
  {
    name: 'dated note',
    test: pattern(`${START}edit(?:ed)?(?: note)?[\\s:,([*_–—-]{1,5}(?:(?:on|of|as of|from) )?${DATE}`),
  },
  {
    name: 'dated note',
    test: pattern(
      `${START}${NOTE}(?: note)?[\\s:,([*_–—-]{1,5}(?:(?:on|of|as of|from) )?${DATE}\\s{0,2}[:\\])*_–—-]`,
    ),
  },
  {
    name: 'dated note',
    test: pattern(`${START}${DATE}[\\s:,*_–—-]{1,5}${NOTE}(?: note)?\\s{0,2}[:\\])*_–—]`),
  },
  {
    name: 'earlier wording',
    test: pattern(
      `(?:${START}|\\b(?:criteri(?:a|on)|wording|version|definition|fine print|title|text|question|resolution) )prior to ${DATE}[\\s*_\\])"”]{0,4}:`,
    ),
  },
  {
    name: 'originally',
    test: pattern(
      '\\boriginally,? (?:this question|the question|read|stated|said|asked|worded|phrased|titled|specified the resolution|resolution)|\\boriginally[*_"”]{0,3}:|\\b(?:this|the) question(?:[\'’]s [a-z ]{1,24})?,? (?:was |had |is )?originally\\b|\\b(?:criteri(?:a|on)|fine print|title|wording) (?:was |were |had |is )?originally\\b',
    ),
  },
  {
    name: 'criteria were changed',
    test: pattern(
      `(?<!(?<!question)['’]s )\\b${OWN_TEXT}(?: (?:of|for) (?:this|the) question)? (?:was|were|has|have|had|got) ${RECENTLY}(?:been )?${RECENTLY}${CHANGED}\\b`,
    ),
  },
  {
    name: 'criteria were changed',
    test: pattern(`\\b${CHANGED} (?:the|these|this) (?:${OWN_TEXT}|question)\\b`),
  },
];

/** Any of the patterns needs one of these words: most texts are done with after this one look. */
const PREFILTER =
  /edit|updat|correct|amend|clarif|revis|modif|prior to|originally|chang|alter|rewrit|reword|adjust|tighten|loosen|broaden|narrow/i;

/** Before a wording that turns it into a condition or a possibility. */
const CONDITIONAL = /\b(?:if|unless|whether|in case|should|may|might|could)\b[^.!?\n]{0,80}$/i;

/**
 * The passage that tells of a change of the question's own criteria after it was submitted; undefined where there is
 * none. A heuristic: CONTRACT 4.1 lists the wordings, the card documents it.
 */
export function criteriaChange(texts: readonly NamedText[]): string | undefined {
  for (const [name, text] of texts) {
    if (!PREFILTER.test(text)) continue;
    for (const { name: wording, test } of PATTERNS) {
      const match = test.exec(text);
      if (match && !isCondition(wording, text, match.index))
        return `${wording} in ${name}: ${excerpt(text, match)}`;
    }
  }
  return undefined;
}

function isCondition(wording: string, text: string, at: number): boolean {
  return wording === 'criteria were changed' && CONDITIONAL.test(text.slice(Math.max(0, at - 120), at));
}

function excerpt(text: string, match: RegExpExecArray): string {
  const passage = text.slice(match.index, match.index + match[0].length + 60);
  return JSON.stringify(passage.replace(/\s+/g, ' ').trim());
}

/** Words that turn an answer into its opposite or exclude a part of it. */
export const NEGATIONS: readonly string[] = [
  ...['not', 'no', 'non', 'never', 'neither', 'nor', 'none', 'nobody', 'nothing', 'without', 'cannot'],
  ...['but', 'except', 'excluding', 'other', 'unless', 'instead', 'rather', 'unlikely', 'against'],
  ...['dont', 'doesnt', 'didnt', 'isnt', 'arent', 'wasnt', 'werent', 'wont', 'wouldnt', 'cant', 'couldnt'],
  ...['shouldnt', 'hasnt', 'havent', 'hadnt', 'aint'],
];

/** Words that make someone else of a name, or say that it was not so. */
export const REVERSALS: readonly string[] = [
  ...['yes', 'false', 'wrong', 'incorrect', 'opposite', 'hardly', 'barely', 'impossible', 'improbable'],
  ...['anti', 'ex', 'former', 'opponent', 'opponents', 'rival', 'rivals', 'lose', 'loses', 'losing', 'lost'],
  ...['beat', 'beats', 'beaten', 'beating', 'defeat', 'defeats', 'defeated', 'fail', 'fails', 'failed'],
];

/** Titles that are written with a full stop; no other further word has one. */
export const TITLES: readonly string[] = [
  ...['dr.', 'mr.', 'mrs.', 'ms.', 'prof.', 'sen.', 'gov.', 'rep.', 'gen.', 'col.', 'lt.', 'capt.', 'sgt.'],
  ...['hon.', 'rev.', 'st.', 'jr.', 'sr.'],
];

/** Words that name a second answer beside the first. */
export const ALTERNATIVES: readonly string[] = [
  ...['or', 'and', 'versus', 'vs', 'plus', 'then', 'also', 'either', 'both', 'with', 'alternatively', 'else'],
];

/** Words that make a range of a point. */
export const RANGES: readonly string[] = ['to', 'through', 'thru', 'between', 'from', 'within'];

/** Words that compare with a point, or turn its sign. */
export const COMPARISONS: readonly string[] = [
  ...['more', 'less', 'fewer', 'over', 'under', 'above', 'below', 'before', 'after', 'by', 'since', 'until'],
  ...['till', 'least', 'most', 'than', 'beyond', 'exceeding', 'minus', 'negative'],
];

/** Words that change a number or a date beside which they stand: numbers, multipliers, rates, ranks and months. */
export const NUMERIC_WORDS: readonly string[] = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december', 'top', 'bottom', 'first', 'last'],
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
  ...['thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety', 'twice', 'double', 'triple'],
  ...['dozen', 'dozens', 'hundred', 'hundreds', 'thousand', 'thousands', 'million', 'millions', 'billion'],
  ...['billions', 'trillion', 'trillions', 'lakh', 'lakhs', 'crore', 'crores', 'k', 'm', 'mn', 'mln', 'mil'],
  ...['mill', 'b', 'bn', 'bln', 't', 'tn', 'trn', 'percent', 'percentage', 'pct', 'per'],
];

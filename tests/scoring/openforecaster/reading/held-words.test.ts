import { describe, expect, it } from 'vitest';
import { heuristicMatch } from '../../../../scoring/openforecaster/index.js';

describe('an answer that holds the truth', () => {
  it.each([
    ['Mali', 'the republic of Mali'],
    ['Intel', 'Intel Corporation'],
    ['Intel', '\n Intel Corporation\n'],
    ['Monday', 'Monday March 1 2026'],
    ['Trinidad and Tobago', 'the Trinidad and Tobago'],
    ['Bank of England', 'the Bank of England'],
    ['No Time to Die', 'film No Time to Die'],
    ['Before Sunrise', 'the film Before Sunrise'],
    ['Not Like Us', 'song Not Like Us'],
    ['Falcon 9', 'SpaceX Falcon 9'],
    ['World Cup', '2026 World Cup'],
    ['40 seats', 'exactly 40 seats'],
    ['5', 'exactly 5'],
    ['Kelda Fenn', 'Dr. Kelda Fenn'],
    ['Kelda Fenn', 'Sen. Kelda Fenn Jr.'],
    ['Kelda Fenn', 'Prime Minister Kelda Fenn'],
    ['Kelda Fenn', 'probably Kelda Fenn'],
  ])('%j in %j', (truth, answer) => {
    expect(heuristicMatch(truth, answer)).toBe(true);
  });

  it.each([
    ['Mali', 'in the republic of Mali'],
    ['Mali', 'Somalia'],
    ['Mali', 'Mali, Niger'],
    ['Mali', 'Mali/Niger'],
    ['Mali', 'Mali & Niger'],
    ['Mali', 'Mali (not Niger)'],
    ['The Labour Party', 'Labour'],
    ['Trinidad and Tobago', 'Trinidad and Tobago and Cuba'],
    ['Intel', 'Intel\nAMD'],
    ['Intel', 'Intel\r\nAMD'],
    ['Intel', 'Intel\u2028AMD'],
    ['Intel', 'Intel\u0085AMD'],
    ['Intel', 'Intel...'],
    ['1234', '1\n234'],
    ['1\n234', '1234'],
    ['March 2026', 'March\n2026 2027'],
    ['Kelda Fenn', 'Kelda Fenn. Bo Li'],
    ['Kelda Fenn', 'Bo. Kelda Fenn'],
    ['Kelda Fenn', 'Bo Li beat Kelda Fenn'],
    ['No', 'yes no'],
    ['No', 'Yes no problem'],
    ['April', 'March April May June'],
    ['16', 'top 16'],
  ])('not %j in %j', (truth, answer) => {
    expect(heuristicMatch(truth, answer)).toBe(false);
  });
});

describe('a further word', () => {
  it.each([
    ...['not', 'no', 'non', 'never', 'neither', 'nor', 'none', 'nobody', 'nothing', 'without', 'cannot'],
    ...['but', 'except', 'excluding', 'other', 'unless', 'instead', 'rather', 'unlikely', 'against'],
    ...['dont', "don't", 'don’t', 'isnt', "isn't", 'wasnt', 'wont', 'cant', 'didnt', 'doesnt', 'aint'],
    ...['arent', 'werent', 'wouldnt', 'couldnt', 'shouldnt', 'hasnt', 'havent', 'hadnt'],
    ...[
      'or',
      'and',
      'versus',
      'vs',
      'plus',
      'then',
      'also',
      'either',
      'both',
      'with',
      'alternatively',
      'else',
    ],
    ...['to', 'through', 'thru', 'between', 'from', 'within'],
    ...['yes', 'false', 'wrong', 'incorrect', 'opposite', 'hardly', 'barely', 'impossible', 'improbable'],
    ...[
      'anti',
      'ex',
      'former',
      'opponent',
      'opponents',
      'rival',
      'rivals',
      'lose',
      'loses',
      'losing',
      'lost',
    ],
    ...['beat', 'beats', 'beaten', 'beating', 'defeat', 'defeats', 'defeated', 'fail', 'fails', 'failed'],
    ...[
      'more',
      'less',
      'fewer',
      'over',
      'under',
      'above',
      'below',
      'before',
      'after',
      'by',
      'since',
      'until',
    ],
    ...['till', 'least', 'most', 'than', 'beyond', 'exceeding', 'minus', 'negative'],
  ])('%j rules a match out, whatever the truth', (word) => {
    for (const truth of ['Intel', 'Monday', '2026', '2026-03-01', 'March 2026', '100', 'Shenzhou-20']) {
      expect(heuristicMatch(truth, `${word} ${truth}`)).toBe(false);
      expect(heuristicMatch(truth, `${truth} ${word} others`)).toBe(false);
    }
  });

  it.each([
    ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
    ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
    ...[
      'thirty',
      'forty',
      'fifty',
      'sixty',
      'seventy',
      'eighty',
      'ninety',
      'zero',
      'twice',
      'double',
      'triple',
    ],
    ...['dozen', 'dozens', 'hundred', 'hundreds', 'thousand', 'thousands', 'million', 'millions', 'billion'],
    ...[
      'billions',
      'trillion',
      'trillions',
      'lakh',
      'lakhs',
      'crore',
      'crores',
      'k',
      'mn',
      'mln',
      'mil',
      'mill',
    ],
    ...['b', 'bn', 'bln', 'tn', 'trn', '7', '7th', '½', '٣', 'per', 'top', 'bottom', 'first', 'last'],
    ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
    ...['november', 'december'],
  ])('%j rules a match out beside a number only', (word) => {
    for (const truth of ['5', '5 people', 'Falcon 9', 'five', '3 hundred'])
      expect(heuristicMatch(truth, `${truth} ${word} here`)).toBe(false);
    expect(heuristicMatch('Intel', `Intel ${word} here`)).toBe(true);
  });

  it.each(['percent', 'percentage', 'pct', 'm', 't'])(
    '%j rules a match out beside a number and a word',
    (word) => {
      expect(heuristicMatch('5', `5 ${word} here`)).toBe(false);
      expect(heuristicMatch('5', `here 5 ${word}`)).toBe(false);
    },
  );
});

describe('a number beside other words', () => {
  it.each([
    ['100', '100 not'],
    ['100', '101 not'],
    ['5', '5 never'],
    ['20', '20 no more'],
    ['5', '5 or six'],
    ['5', '5 and six'],
    ['5', '5 to ten'],
    ['5 to ten', '5'],
    ['20', '20 versus thirty'],
    ['100', '101 or more'],
    ['100 or more', '100'],
    ['100', '100 or less'],
    ['25', 'at least 25'],
    ['25', '25 billion went missing'],
    ['95', '95-105'],
    ['95', '95–105'],
    ['100', 'between 95 and 105'],
    ['5 people', 'minus 5 people'],
    ['March', 'March to April'],
    ['Monday', 'Monday through Friday'],
  ])('%j is not %j', (truth, answer) => {
    expect(heuristicMatch(truth, answer)).toBe(false);
  });
});

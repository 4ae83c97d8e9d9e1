import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heuristicMatch } from '../../../../scoring/openforecaster/index.js';
import { parseQuantity } from '../../../../scoring/openforecaster/reading/quantity.js';

describe('a number that begins a name or a phrase', () => {
  it.each([
    ['12 Angry Men', '12'],
    ['21 Savage', '21'],
    ['50 Cent', '50'],
    ['7 Eleven', '7'],
    ['3 Body Problem', '3'],
    ['10 Downing Street', '10'],
    ['737 MAX', '737'],
    ['5G', '5'],
    ['5G', '5 g'],
    ['7W', '7'],
    ['5T', '5'],
    ['101 Dalmatians', '100 Dalmatians'],
    ['101 Dalmatians', '100'],
    ['1600 Pennsylvania Avenue', '1605 Pennsylvania Avenue'],
    ['911 attacks on Monday', '910 attacks on Monday'],
    ['404 error', '403 error'],
    ['747 MAX', '750 MAX'],
    ['2026 World Cup', '2025 World Cup'],
    ['2024 election', '2025 election'],
    ['2026 Q1', '2025 Q1'],
    ['2026 season', '2025 season'],
    ['2024 Games', '2028 Games'],
    ['911 attacks', '910 attacks'],
    ['1990s', '1991s'],
    ['1990s', '1990'],
    ['2020s', '2020'],
    ['2020', '2020s'],
    ['10 AM', '10.1 AM'],
    ['25th', '25'],
  ])('%j is not %j', (truth, answer) => {
    expect(heuristicMatch(truth, answer)).toBe(false);
  });

  it.each(['12 Angry Men', '1990s', '5G', '737 MAX'])('%j is itself', (text) => {
    expect(heuristicMatch(text, `the ${text}`)).toBe(true);
  });
});

describe('units', () => {
  it.each([
    ['25 km', '25 kilometres'],
    ['25km', '25 kilometers'],
    ['5 hours', '5 hrs'],
    ['5 h', '5hr'],
    ['90 minutes', '90 mins'],
    ['90 min', '90 minute'],
    ['10 seconds', '10 s'],
    ['10 secs', '10 sec'],
    ['3 yrs', '3 years'],
    ['3 yr', '3 years'],
    ['5 GW', '5 gigawatts'],
    ['5 MW', '5 megawatts'],
    ['7 ft', '7 feet'],
    ['9 inches', '9 in'],
    ['30 °C', '30 degrees Celsius'],
    ['300 sq km', '300 km²'],
    ['3 tonnes', '3 t'],
    ['5m/s', '5 m/s'],
    ['5m²', '5 square metres'],
    ['5e3km', '5000 km'],
    ['4.5 percent', '4.5%'],
    ['4.5 per cent', '4.5 pct'],
    ['2 percentage points', '2 pp'],
    ['25 basis points', '25 bps'],
    ['1 mile', '1 miles'],
    ['120 people', '120 persons'],
    ['120 deaths', '120 killed'],
    ['120 dead', '120 fatalities'],
    ['3 countries', '3 country'],
    ['3 matches', '3 match'],
    ['100 votes', '100.5 votes'],
    ['10,000 jobs', '10 thousand jobs'],
    ['40 seats', '40'],
    ['40', '40 seats'],
  ])('%j is %j', (truth, answer) => {
    expect(heuristicMatch(truth, answer)).toBe(true);
    expect(heuristicMatch(answer, truth)).toBe(true);
  });

  it.each([
    ['25 km', '25 miles'],
    ['25 km', '25 km²'],
    ['5 m', '5 mi'],
    ['5 ms', '5 m'],
    ['5 m/s', '5 m'],
    ['25 m', '25m'],
    ['5 %', '5 percentage points'],
    ['25 bps', '25 pp'],
    ['120 deaths', '120 injured'],
    ['120 wins', '120 losses'],
    ['5 hours', '5 days'],
    ['5 GW', '5 MW'],
    ['5 tons', '5 tonnes'],
    ['5 lb', '5 kg'],
    ['5 km', '5 kg'],
  ])('%j is not %j', (truth, answer) => {
    expect(heuristicMatch(truth, answer)).toBe(false);
    expect(heuristicMatch(answer, truth)).toBe(false);
  });
});

describe('currencies', () => {
  it.each(
    [
      ...['CHF', 'CAD', 'AUD', 'SEK', 'NOK', 'DKK', 'MXN', 'BRL', 'KRW', 'CNY', 'HKD', 'SGD', 'NZD', 'ZAR'],
      ...['TRY', 'RUB', 'PLN', 'BTC', 'USD', 'EUR', 'GBP', 'JPY', 'INR'],
    ].map((code) => [code]),
  )('%s may stand on either side, and is no other', (code) => {
    expect(heuristicMatch(`${code} 5`, `5 ${code}`)).toBe(true);
    expect(heuristicMatch(`${code} 5`, `5 ${code === 'CHF' ? 'PLN' : 'CHF'}`)).toBe(false);
  });

  it.each([
    ['£5', '5 pounds', true],
    ['5 lb', '5 pounds', true],
    ['5 lbs', '5 pounds', true],
    ['£5', '5 lb', false],
    ['¥500', '500 JPY', true],
    ['¥500', '500 yen', true],
    ['¥500', 'CNY 500', true],
    ['500 yen', '500 yuan', false],
    ['$3', '3 US dollars', true],
    ['$3', '3 USD', true],
    ['$3', 'US$3', true],
    ['$3', '3 dollars', true],
    ['$3 USD', '3 dollars', true],
    ['$3 EUR', '3 dollars', false],
    ['$3 EUR', '3 euros', false],
    ['$3', '3 CAD', false],
    ['C$3', '3 Canadian dollars', true],
    ['€3', '3 euros', true],
    ['$1200', '€1200', false],
    ['¥1200', '1200', true],
  ])('%j against %j: %s', (truth, answer, right) => {
    expect(heuristicMatch(truth, answer)).toBe(right);
    expect(heuristicMatch(answer, truth)).toBe(right);
  });
});

describe('multipliers', () => {
  it.each([
    ['$1.5 M', '$1,500,000', true],
    ['$1.5', '$1.5 M', false],
    ['1.5 m usd', '1500000 usd', true],
    ['$2 b', '$2 billion', true],
    ['$2 t', '2 trillion dollars', true],
    ['$2t', '$2 tn', true],
    ['5 k', '5000', true],
    ['5', '5 k', false],
    ['1500k', '1.5 million', true],
    ['5m', '5 mln', true],
    ['5b', '5 bn', true],
    ['5 m', '5 million', false],
    ['5 t', '5 trillion', false],
    ['5t', '5 trillion', false],
    ['5t', '5 tonnes', false],
    ['5 b', '5 billion', false],
    ['3 trillion', '3,000,000,000,000', true],
    ['3 tn', '3e12', true],
    ['3 bln', '3 billion', true],
    ['5 lakh', '500,000', true],
    ['5 lakhs', '500,000', true],
    ['5 crores', '50 million', true],
    ['5 crore', '50 million', true],
    ['2 dozen', '24', true],
    ['3 hundred', '300', true],
    ['$5', '$5 mln', false],
    ['$5', '$5 crore', false],
    ['5', '5 crore', false],
    ['5', '5 lakh', false],
    ['5', '5 mil', false],
    ['5', '5 b', false],
    ['5', '5 tn', false],
    ['5 million', '5 billion', false],
    ['5 million people', '5,000,000 people', true],
    ['5', '5 million people', false],
  ])('%j against %j: %s', (truth, answer, right) => {
    expect(heuristicMatch(truth, answer)).toBe(right);
    expect(heuristicMatch(answer, truth)).toBe(right);
  });
});

describe('separators', () => {
  it.each([
    ['0,123', '123', false],
    ['0,500', '500', false],
    ['0 500', '500', false],
    ['0.500.000', '500000', false],
    ['0,500,000', '500000', false],
    ['0,500', '0.5', true],
    ['0,123', '0.123', true],
    ['10,500', '10500', true],
    ['12,34,567', '1234567', true],
    ['1.234', '1234', false],
    ['1.234', '1.23', true],
    ['1.234.567', '1234567', true],
    ['1.234,5', '1234.5', true],
    ['1,234.5', '1234.5', true],
    ['1 234,5', '1234.5', true],
    ['1 23', '123', false],
    ['1,23,4', '1234', false],
    ['007', '7', false],
    ['.5', '0.5', true],
  ])('%j against %j: %s', (truth, answer, right) => {
    expect(heuristicMatch(truth, answer)).toBe(right);
    expect(heuristicMatch(answer, truth)).toBe(right);
  });
});

describe('signs, exponents and hedges', () => {
  it.each([
    ['--5', '5', false],
    ['--5', '-5', false],
    ['-$-5', '$5', false],
    ['-$5', '$-5', true],
    ['$5', '-$5', false],
    ['+5', '5', true],
    ['1e6', '1 million', true],
    ['2.5e-3', '0.0025', true],
    ['1e-400', '0', false],
    [`0.${'0'.repeat(400)}1`, '0', false],
    ['1e999', '2e999', false],
    ['1e308 million', '2e308 million', false],
    ['0e0', '0', true],
  ])('%j against %j: %s', (truth, answer, right) => {
    expect(heuristicMatch(truth, answer)).toBe(right);
    expect(heuristicMatch(answer, truth)).toBe(right);
  });

  it.each([
    ...['about ', 'around ', 'approximately ', 'approx. ', 'approx ', 'roughly ', 'nearly ', 'almost '],
    ...['circa ', 'ca. ', 'ca ', 'c. ', '~', '≈'],
  ])('%j before a number says nothing', (hedge) => {
    expect(heuristicMatch('100', `${hedge}100.5`)).toBe(true);
    expect(heuristicMatch(`${hedge}100.5`, '100')).toBe(true);
    expect(heuristicMatch('100', `${hedge}102`)).toBe(false);
  });
});

describe('years', () => {
  it.each([
    ['1899', '1900', false],
    ['1899', '1898', true],
    ['1900', '1901', false],
    ['2100', '2099', false],
    ['2101', '2102', true],
    ['2101', '2100', false],
    ['about 2026', '2025', false],
    ['2000', '2010 km', false],
    ['2000', '2 thousand', true],
    ['2 thousand', '2000', true],
    ['2 thousand', '2010', false],
    ['-2000', '-2010', true],
    ['2000 million', '2010 million', true],
    ['2,014 deaths', '2,010 deaths', true],
    ['2014 deaths', '2010 deaths', false],
    ['2000 km', '2010 km', true],
  ])('%j against %j: %s', (truth, answer, right) => {
    expect(heuristicMatch(truth, answer)).toBe(right);
  });
});

describe('any quantity', () => {
  const cents = fc.integer({ min: 1, max: 1e9 });
  const unit = fc.constantFrom('', ' km', ' people', ' EUR', '%');

  it('matches what is half a percent more and never what is two percent more', () => {
    fc.assert(
      fc.property(cents, unit, (whole, name) => {
        const truth = `${whole / 100}${name}`;
        const [near, far] = [whole * 1.005, whole * 1.02].map((c) => `${c / 100 + 1e-9}${name}`);
        if (near === undefined || far === undefined) return false;
        const isYear = /^(19|20)\d\d( people)?$/.test(truth) || /^2100( people)?$/.test(truth);
        return (isYear || heuristicMatch(truth, near)) && !heuristicMatch(truth, far);
      }),
    );
  });

  it('matches what is one percent off exactly, and nothing beyond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (k) => {
        const [low, high, higher] = [1990 * k, 2010 * k, 2011 * k].map((n) => `${n / 1e5} km`);
        if (low === undefined || high === undefined || higher === undefined) return false;
        return heuristicMatch(low, high) && heuristicMatch(high, low) && !heuristicMatch(low, higher);
      }),
    );
  });

  it.each(['1e999', '1e308 million', '1e-400', '0.0e', '1e', '1.2.3', ''])('%j is none', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });

  it('never matches itself under another word that follows it', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/).filter((text) => !/^(st|nd|rd|th)$/.test(text));
    fc.assert(fc.property(cents, word, (whole, text) => !heuristicMatch(`${whole} ${text}x of`, `${whole}`)));
  });
});

/** Spellings of one unit. Whatever else is written after a blank counts as a unit of its own. */
const SPELLINGS: readonly (readonly [unit: string, spellings: string])[] = [
  ['$', '$ us$ usd dollar us dollar'],
  ['€', '€ eur euro'],
  ['£', '£ gbp pound sterling'],
  ['¥', '¥ jpy yen'],
  ['₹', '₹ inr rupee'],
  ['%', '% percent per cent pct'],
  ['km', 'km kilometer kilometre'],
  ['m', 'm meter metre'],
  ['cm', 'cm centimeter centimetre'],
  ['mi', 'mi mile'],
  ['ft', 'ft foot feet'],
  ['kg', 'kg kilogram kilo'],
  ['lb', 'lb pound'],
  ['°c', '°c degree celsius'],
  ['°f', '°f degree fahrenheit'],
];
const TWO_WORDS = ['us dollar', 'pound sterling', 'per cent', 'degree celsius', 'degree fahrenheit'];
/** Units that may touch their number; other letters after a number make a name of it: 76ers, 4chan. */
const TOUCHING = new Set(
  [
    '$ € £ ¥ ₹ % °c °f km m cm mm mi ft in kg g mg lb oz l ml t kb mb gb tb w kw mw gw tw wh kwh mwh gwh twh hz khz mhz ghz',
    'h hr min s ms mph kph bps bp pp usd eur gbp jpy inr',
  ].flatMap((names) => names.split(' ')),
);
const UNIT = /^(?:[$€£¥₹%]|°?\p{L}[\p{L}\p{N}/°]*\.?)(?: \p{L}[\p{L}/]*)?$/u;

const UNITS = new Map(
  SPELLINGS.flatMap(([unit, spellings]) => words(spellings).map((spelling) => [spelling, unit] as const)),
);

function words(spellings: string): string[] {
  const pairs = TWO_WORDS.filter((pair) => spellings.includes(pair));
  const single = pairs.reduce((text, pair) => text.replace(pair, ''), spellings);
  return [...single.split(' ').filter((word) => word !== ''), ...pairs];
}

/**
 * The canonical form of a unit of at most two words, plurals folded; undefined where the text is none, or where it
 * touches its number and is no unit that does.
 */
export function unitOf(text: string, isTouching: boolean): string | undefined {
  if (!UNIT.test(text)) return undefined;
  const singular = text
    .split(' ')
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
    .join(' ');
  const known = UNITS.get(text);
  const unit = known === undefined ? UNITS.get(singular) : known;
  const canonical = unit === undefined ? singular : unit;
  return isTouching && !TOUCHING.has(canonical) && !TOUCHING.has(text) ? undefined : canonical;
}

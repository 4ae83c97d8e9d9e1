import { COUNT_NOUNS } from './count-nouns.js';
import { CURRENCIES, type Currency, SHARED_CURRENCY_NAMES } from './currencies.js';
import { MEASURES, TOUCHING_MEASURES } from './measures.js';

/** What a quantity is counted in. */
export interface Unit {
  /** Canonical: spellings and plurals of one unit have one name. */
  name: string;
  kind: 'currency' | 'measure' | 'count';
}

/** Names that stand for several units: `£5` and `5 lb` are both 5 pounds, but not each other. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = { '¥': ['jpy', 'cny'], pound: ['gbp', 'lb'] };

const ALL_CURRENCIES: readonly Currency[] = [...CURRENCIES, ...SHARED_CURRENCY_NAMES];
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...entries('count', COUNT_NOUNS),
  ...entries('measure', MEASURES),
  ...entries('currency', Object.fromEntries(ALL_CURRENCIES.map((one) => [one.code, spellings(one)]))),
]);
const TOUCHING: ReadonlySet<string> = new Set([...TOUCHING_MEASURES, ...currencySymbols()]);

/** Signs and codes that may stand before the number; none begins with another. */
export function currencySymbols(): readonly string[] {
  return ALL_CURRENCIES.flatMap(({ code, signs }) => (/^[a-z]{3}$/.test(code) ? [...signs, code] : signs));
}

/** The unit that a folded text is, whole; undefined where the lists of this folder do not have it. */
export function unitOf(text: string): Unit | undefined {
  return UNITS.get(singular(text));
}

/** The same for a text that touches its number: fewer units may. */
export function touchingUnitOf(text: string): Unit | undefined {
  return TOUCHING.has(text) ? unitOf(text) : undefined;
}

/** Whether two units are one, or may be: a name that stands for several equals each of them. */
export function sameUnit(a: Unit, b: Unit): boolean {
  return meanings(a).some((meaning) => meanings(b).includes(meaning));
}

function meanings({ name }: Unit): readonly string[] {
  const several = MEANINGS[name];
  return several === undefined ? [name] : several;
}

function entries(
  kind: Unit['kind'],
  table: Readonly<Record<string, readonly string[]>>,
): (readonly [string, Unit])[] {
  return Object.entries(table).flatMap(([name, spelled]) =>
    spelled.map((spelling) => [singular(spelling), { name, kind }] as const),
  );
}

function spellings({ code, signs, names }: Currency): readonly string[] {
  return [...signs, ...names, code];
}

/** Without the s of a plural; applied to both sides, so that it does not matter where it cuts too much. */
function singular(text: string): string {
  return text.replace(/(?<=\p{L}{2})s(?![\p{L}\p{N}])/gu, '');
}

import { MICROS_PER_SECOND, parseInstant, utcDay } from '../../common/time.js';
import type { QuestionType } from '../../schemas/forecast.js';

/** The types that the dataset takes, in Metaculus' words, and what the paper calls them. */
const TYPE_NAMES: ReadonlyMap<string, QuestionType> = new Map([
  ['binary', 'boolean'],
  ['date', 'timeframe'],
  ['numeric', 'quantity'],
  ['discrete', 'quantity'],
]);

const PYTHON_FLOAT = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?)$/i;

/** What the resolution text of a question says. */
export type Outcome =
  | { kind: 'boolean'; value: boolean }
  /** Nominal units; may be infinite, which is out of any range. */
  | { kind: 'quantity'; value: number }
  | { kind: 'timeframe'; micros: number }
  | { kind: 'above' }
  | { kind: 'below' }
  | { kind: 'ambiguous' }
  | { kind: 'annulled' };

/** The paper's type of a Metaculus type; undefined for those that the dataset leaves out. */
export function questionTypeOf(metaculusType: string): QuestionType | undefined {
  return TYPE_NAMES.get(metaculusType);
}

/** Reads a resolution text; undefined where it is none that a question of this type can have. */
export function parseResolution(type: QuestionType, text: string): Outcome | undefined {
  if (text === 'ambiguous' || text === 'annulled') return { kind: text };
  if (type === 'boolean')
    return text === 'yes' || text === 'no' ? { kind: 'boolean', value: text === 'yes' } : undefined;
  if (text === 'above_upper_bound') return { kind: 'above' };
  if (text === 'below_lower_bound') return { kind: 'below' };
  if (type === 'timeframe') {
    const micros = parseInstant(text);
    return micros === undefined ? undefined : { kind: 'timeframe', micros };
  }
  const value = parsePythonFloat(text);
  return value === undefined ? undefined : { kind: 'quantity', value };
}

/** Reads Python's str(float): `130027.0`, `1e+16`, `-inf`; undefined for `nan` and anything else. */
export function parsePythonFloat(text: string): number | undefined {
  const trimmed = text.trim();
  if (!PYTHON_FLOAT.test(trimmed)) return undefined;
  const infinite = /^([+-]?)inf/i.exec(trimmed);
  if (infinite) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(trimmed) + 0; // turns -0.0 into 0, which JSON cannot tell apart
}

/** The outcome on the question's own axis: dates in Unix seconds; undefined for the words. */
export function outcomeValue(outcome: Outcome): number | undefined {
  if (outcome.kind === 'quantity') return outcome.value;
  if (outcome.kind === 'timeframe') return outcome.micros / MICROS_PER_SECOND;
  if (outcome.kind === 'boolean') return outcome.value ? 1 : 0;
  return undefined;
}

/** The outcome as published: `Yes`, `No`, a UTC day, or a plain decimal; undefined for the words. */
export function publishedResolution(outcome: Outcome): string | undefined {
  if (outcome.kind === 'boolean') return outcome.value ? 'Yes' : 'No';
  if (outcome.kind === 'timeframe') return utcDay(outcome.micros);
  if (outcome.kind === 'quantity' && Number.isFinite(outcome.value)) return plainDecimal(outcome.value);
  return undefined;
}

/** The shortest decimal that reads back as the same double, written without exponent. For finite numbers. */
export function plainDecimal(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

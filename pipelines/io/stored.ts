import { numberOfDay } from '../../common/time.js';
import type { ColumnType } from '../../schemas/table.js';

/** A column type that is no list. */
export type LeafKind = Exclude<ColumnType['kind'], 'list'>;

/** What a file holds for a value: instants as microseconds, days as days since 1970, -0 as 0. */
export type Stored = string | number | boolean;

const STORED: Readonly<Record<LeafKind, (value: unknown) => Stored | undefined>> = {
  text: (value) => (typeof value === 'string' ? value : undefined),
  enum: (value) => (typeof value === 'string' ? value : undefined),
  integer: safeInteger,
  instant: safeInteger,
  double: (value) => (typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  day: (value) => (typeof value === 'string' ? numberOfDay(value) : undefined),
};

function safeInteger(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value + 0 : undefined;
}

/**
 * The stored form of a value. TypeError, naming the column, where its kind does not allow the value: the libraries
 * below would round or convert it in silence.
 */
export function storedValue(column: string, kind: LeafKind, value: unknown): Stored {
  const stored = STORED[kind](value);
  if (stored === undefined) throw refusal(column, kind, value);
  return stored;
}

/** The error for a value that its column cannot hold. */
export function refusal(column: string, kind: string, value: unknown): TypeError {
  const text = JSON.stringify(value) ?? String(value);
  return new TypeError(`column ${column} (${kind}) does not take ${text.slice(0, 80)}`);
}

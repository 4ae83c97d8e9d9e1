import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { dayOfNumber } from '../../../common/time.js';
import {
  boolean,
  day,
  double,
  doubles,
  instant,
  integer,
  nullable,
  oneOf,
  type Row,
  table,
  text,
  texts,
} from '../../../schemas/table.js';

/** A table with every column kind, required and nullable. */
export const everyKind = table({
  name: 'every_kind',
  doc: 'Every column kind.',
  key: ['id'],
  columns: {
    id: text('id'),
    maybe_text: nullable(text('text')),
    kind: oneOf(['a', 'ä'], 'enum'),
    maybe_kind: nullable(oneOf(['a', 'ä'], 'enum')),
    count: integer('integer'),
    maybe_count: nullable(integer('integer')),
    value: double('double'),
    maybe_value: nullable(double('double')),
    flag: boolean('boolean'),
    maybe_flag: nullable(boolean('boolean')),
    at: instant('instant'),
    maybe_at: nullable(instant('instant')),
    on: day('day'),
    maybe_on: nullable(day('day')),
    tags: texts('texts'),
    maybe_tags: nullable(texts('texts')),
    numbers: doubles('doubles'),
    maybe_numbers: nullable(doubles('doubles')),
  },
});

/** A plain row of everyKind. */
export function plainRow(id: string, change: Row = {}): Row {
  return {
    id,
    maybe_text: null,
    kind: 'a',
    maybe_kind: null,
    count: 1,
    maybe_count: null,
    value: 0.5,
    maybe_value: null,
    flag: true,
    maybe_flag: null,
    at: 1_764_460_800_000_000,
    maybe_at: null,
    on: '2025-11-30',
    maybe_on: null,
    tags: [],
    maybe_tags: null,
    numbers: [],
    maybe_numbers: null,
    ...change,
  };
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    '\u0000',
    '\u0000é',
    '\uFEFFbom',
    '\u2028',
    '\r\n',
    '🚀',
    '</script>',
    "'; --",
    'x'.repeat(3000),
  ),
);
const anyDouble = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const anyInteger = fc.maxSafeInteger().map((value) => value + 0);
const anyInstant = fc
  .integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) })
  .chain((millis) => fc.nat(999).map((micros) => millis * 1000 + micros));
const anyDay = fc.integer({ min: -30_000, max: 80_000 }).map(dayOfNumber);
const anyKind = fc.constantFrom('a', 'ä');
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

/** Rows of everyKind over the whole range of each kind; lone surrogates excluded. */
export const anyRow: fc.Arbitrary<Row> = fc.record(
  {
    id: anyText,
    maybe_text: maybe(anyText),
    kind: anyKind,
    maybe_kind: maybe(anyKind),
    count: anyInteger,
    maybe_count: maybe(anyInteger),
    value: anyDouble,
    maybe_value: maybe(anyDouble),
    flag: fc.boolean(),
    maybe_flag: maybe(fc.boolean()),
    at: anyInstant,
    maybe_at: maybe(anyInstant),
    on: anyDay,
    maybe_on: maybe(anyDay),
    tags: fc.array(anyText, { maxLength: 4 }),
    maybe_tags: maybe(fc.array(anyText, { maxLength: 4 })),
    numbers: fc.array(anyDouble, { maxLength: 12 }),
    maybe_numbers: maybe(fc.array(anyDouble, { maxLength: 12 })),
  },
  { noNullPrototype: true },
);

/** Runs `work` in a directory of its own that is removed afterwards. */
export async function inTemporaryDirectory<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'io-'));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** All items of a stream. */
export async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

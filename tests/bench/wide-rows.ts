import {
  boolean,
  day,
  double,
  doubles,
  instant,
  integer,
  nullable,
  oneOf,
  table,
  text,
  texts,
} from '../../schemas/table.js';

/** A table as wide as a published one: long texts, a CDF in every fifth row, every column kind. */
export const wideTable = table({
  name: 'wide',
  doc: 'Generated rows for measurements.',
  key: ['id'],
  columns: {
    id: text('id'),
    split: text('split'),
    kind: oneOf(['boolean', 'timeframe', 'quantity'], 'kind'),
    question: text('question'),
    background: text('background'),
    criteria: text('criteria'),
    fine_print: text('fine print'),
    resolution: text('resolution'),
    value: double('value'),
    confidence: double('confidence'),
    score: double('score'),
    probability: nullable(double('probability')),
    cdf: nullable(doubles('cdf')),
    forecasts: integer('forecasts'),
    forecasters: nullable(integer('forecasters')),
    categories: texts('categories'),
    created_at: nullable(instant('created')),
    opened_at: nullable(instant('opened')),
    closed_at: nullable(instant('closed')),
    resolved_on: day('resolved'),
    range_min: nullable(double('minimum')),
    range_max: nullable(double('maximum')),
    open_bound: nullable(boolean('open bound')),
    url: text('url'),
  },
});

const WORDS =
  'will the price of a share in this market close above its open before year end and who says so'.split(' ');

/** Uniform numbers in [0,1) from a seed (a 32-bit xorshift); the same on every machine. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** `count` rows of wideTable, the same each time. */
export function* wideRows(count: number) {
  const random = dice(20_261_130);
  const words = (length: number) =>
    Array.from({ length }, () => {
      const roll = random();
      return roll < 0.7 ? WORDS[Math.floor(roll * 27)] : Math.floor(roll * 1e7).toString(36);
    }).join(' ');
  for (let index = 0; index < count; index += 1) yield wideRow(index, random, words);
}

function wideRow(index: number, random: () => number, words: (length: number) => string) {
  const continuous = index % 5 === 0;
  const created = 1_600_000_000_000_000 + Math.floor(random() * 1e14);
  return {
    id: `wide:${index}`,
    split: 'train',
    kind: continuous ? ('quantity' as const) : ('boolean' as const),
    question: words(12),
    background: words(120),
    criteria: words(60),
    fine_print: index % 3 === 0 ? words(20) : '',
    resolution: continuous ? String(random() * 1000) : 'Yes',
    value: random() * 1000,
    confidence: random(),
    score: random() * 200 - 100,
    probability: continuous ? null : random(),
    cdf: continuous ? cdf(random) : null,
    forecasts: 100 + Math.floor(random() * 1000),
    forecasters: index % 7 === 0 ? null : Math.floor(random() * 100),
    categories: index % 4 === 0 ? [] : ['Economy & Business', 'Österreich'].slice(0, 1 + (index % 2)),
    created_at: created,
    opened_at: created + 1_234_567,
    closed_at: index % 9 === 0 ? null : created + 86_400_000_000,
    resolved_on: new Date(created / 1000).toISOString().slice(0, 10),
    range_min: continuous ? 0 : null,
    range_max: continuous ? 1000 : null,
    open_bound: continuous ? random() < 0.5 : null,
    url: `https://example.org/questions/${index}/`,
  };
}

function cdf(random: () => number): number[] {
  const steps = Array.from({ length: 201 }, () => random());
  const total = steps.reduce((sum, step) => sum + step, 0);
  let sum = 0;
  return steps.map((step) => {
    sum += step / total;
    return sum;
  });
}

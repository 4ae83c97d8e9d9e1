import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Environment } from '../../../envs/ors/environment.js';
import { ToolRefusal } from '../../../envs/ors/problems.js';
import { forecasterEnvironment, traderEnvironment } from '../../../envs/polybench/environment.js';
import type { Market } from '../../../envs/polybench/market.js';
import { DEFAULT_TIERS } from '../../../envs/polybench/tiers.js';
import { corpusWeb } from '../../../envs/web/corpus.js';
import type { WebDocument } from '../../../envs/web/source.js';
import { FIRST, type InventedDay, inventMarket, openTask, optionsOf, type Player } from './invented.js';

const DAYS = 12;
const MICROS_PER_DAY = 86_400_000_000;

const day: fc.Arbitrary<InventedDay> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.integer({ min: 0, max: 100 }).map((cents) => cents / 100),
      fc.nat(9_000),
    ),
  },
  { weight: 1, arbitrary: fc.constant(null) },
);

interface Sketch {
  start: number;
  resolves: number;
  days: readonly InventedDay[];
  outcome: 'YES' | 'NO';
  /** What the other world has in their place, as far as it lies beyond the cut. */
  other: { days: readonly InventedDay[]; resolves: number; hour: number; flips: boolean };
}

const sketch: fc.Arbitrary<Sketch> = fc.record({
  start: fc.nat(3),
  resolves: fc.integer({ min: 2, max: DAYS }),
  days: fc.array(day, { minLength: DAYS, maxLength: DAYS }),
  outcome: fc.constantFrom('YES' as const, 'NO' as const),
  other: fc.record({
    days: fc.array(day, { minLength: DAYS, maxLength: DAYS }),
    resolves: fc.integer({ min: 2, max: DAYS }),
    hour: fc.integer({ min: 0, max: 23 }),
    flips: fc.boolean(),
  }),
});

const action = fc.oneof(
  fc.constant({ name: 'list_markets', input: {} }),
  fc.record({
    name: fc.constant('price_history'),
    input: fc.record({ market_id: fc.constantFrom('1', '2', '3') }),
  }),
  fc.record({
    name: fc.constant('place_bet'),
    input: fc.record({
      market_id: fc.constantFrom('1', '2', '3'),
      side: fc.constantFrom('YES', 'NO'),
      stake: fc.integer({ min: 1, max: 4_000 }),
    }),
  }),
  fc.record({
    name: fc.constant('advance_time'),
    input: fc.record({ days: fc.integer({ min: 1, max: 4 }) }),
  }),
  fc.constant({ name: 'web_search', input: { query: 'invented news' } }),
  fc.constant({ name: 'web_fetch', input: { url: 'https://news.example/1' } }),
);

/** The market of a sketch in the world that is as drawn, and in the one that is other after the cut. */
function markets(
  { start, resolves, days, outcome, other }: Sketch,
  id: string,
  cut: number,
): [Market, Market] {
  // The first day is one that can be bet on, so that the forecaster takes the market in both worlds.
  const withFirst = (rest: readonly InventedDay[]): InventedDay[] => [[0.5, 4_000], ...rest.slice(1)];
  const laterDays = days.map((known, offset) =>
    start + offset <= cut ? known : (other.days[offset] ?? null),
  );
  const isOpen = start + resolves > cut;
  const later = {
    resolves: isOpen && start + other.resolves > cut ? other.resolves : resolves,
    hour: isOpen ? other.hour : 12,
    outcome: other.flips && start + resolves >= cut ? opposite(outcome) : outcome,
  };
  return [
    inventMarket(id, withFirst(days), { start, resolves, outcome }),
    inventMarket(id, withFirst(laterDays), { start, ...later }),
  ];
}

function opposite(outcome: 'YES' | 'NO'): 'YES' | 'NO' {
  return outcome === 'YES' ? 'NO' : 'YES';
}

/** Two worlds that are the same up to a day, and differ in what comes after it alone. */
function worlds(sketches: readonly Sketch[], cut: number): [Market[], Market[]] {
  const pairs = sketches.map((one, index) => markets(one, String(index + 1), cut));
  return [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
}

const page = (dayNumber: number, text: string): WebDocument => ({
  url: `https://news.example/${dayNumber % 2}`,
  title: 'Invented news',
  publishedAt: (FIRST + dayNumber) * MICROS_PER_DAY,
  text,
});

/** The web of a world: pages up to the cut are the same, later ones are there in one world alone. */
function webOf(cut: number, isOther: boolean) {
  const known = [0, 1, 2, 3]
    .map((number) => page(number, 'invented'))
    .filter((one) => one.publishedAt <= (FIRST + cut) * MICROS_PER_DAY);
  const later = isOther ? [1, 2, 5].map((number) => page(cut + number, 'invented news to come')) : [];
  return corpusWeb([...later, ...known]);
}

/** What the client of an episode reads, call by call, while the clock has not gone beyond the cut. */
async function transcript(
  environment: Environment,
  actions: readonly { name: string; input: object }[],
  cut: number,
) {
  const player = await openTask(environment, environment.count('test') - 1);
  const read: string[] = [JSON.stringify(player.episode.prompt())];
  for (const { name, input } of actions) {
    const result = await outcomeOf(player, name, input);
    const today = await player.read('list_markets');
    const days = Date.parse(String(today.today)) / 86_400_000;
    if (days > FIRST + cut) break;
    read.push(`${name} ${JSON.stringify(input)} ${result} ${JSON.stringify(today)}`);
  }
  return read;
}

async function outcomeOf(player: Player, name: string, input: object): Promise<string> {
  try {
    return JSON.stringify(await player.call(name, input));
  } catch (error) {
    if (error instanceof ToolRefusal) return error.message;
    throw error;
  }
}

it('shows the same in two worlds until the day on which they part', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sketch, { minLength: 1, maxLength: 3 }),
      fc.nat(DAYS),
      fc.array(action, { maxLength: 25 }),
      fc.constantFrom('trader', 'forecaster'),
      async (sketches, cut, actions, flavour) => {
        const [one, other] = worlds(sketches, cut).map((drawn, index) => {
          const options = optionsOf(drawn, webOf(cut, index === 1));
          return flavour === 'trader'
            ? traderEnvironment({ ...options, seed: 's' })
            : forecasterEnvironment({ ...options, tiers: DEFAULT_TIERS });
        });
        if (!one || !other) throw new Error('two worlds are needed');
        expect(await transcript(other, actions, cut)).toEqual(await transcript(one, actions, cut));
      },
    ),
    { numRuns: 300 },
  );
});

it('gives the same results to the same calls, to the last digit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sketch, { minLength: 1, maxLength: 3 }),
      fc.array(action, { maxLength: 25 }),
      async (sketches, actions) => {
        const [drawn] = worlds(sketches, DAYS);
        const play = () =>
          transcript(
            traderEnvironment({ ...optionsOf(drawn), seed: 's' }),
            actions,
            Number.POSITIVE_INFINITY,
          );
        expect(await play()).toEqual(await play());
      },
    ),
    { numRuns: 100 },
  );
});

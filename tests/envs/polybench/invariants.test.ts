import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addToPosition,
  type Book,
  cash,
  openBook,
  openStakes,
  realizedBankroll,
  settleMarket,
  spendable,
} from '../../../envs/polybench/book.js';
import { advance, type Game, placeBet, slateOf, startGame } from '../../../envs/polybench/game.js';
import { type Market, viewOn } from '../../../envs/polybench/market.js';
import { DEFAULT_RULES } from '../../../envs/polybench/rules.js';
import { FIRST, inventMarket } from './invented.js';

const market = (id: string): fc.Arbitrary<Market> =>
  fc
    .record({
      days: fc.array(
        fc.tuple(
          fc.integer({ min: 1, max: 99 }).map((cents) => cents / 100),
          fc.nat(9_000),
        ),
        {
          minLength: 3,
          maxLength: 12,
        },
      ),
      resolves: fc.integer({ min: 1, max: 12 }),
      outcome: fc.constantFrom('YES' as const, 'NO' as const),
    })
    .map(({ days, ...options }) => inventMarket(id, days, options));

const step = fc.record({
  id: fc.constantFrom('1', '2'),
  side: fc.constantFrom('YES' as const, 'NO' as const),
  stakeMicros: fc.integer({ min: 1, max: 4_000_000_000 }),
  days: fc.nat(3),
});

/** Plays steps: a bet where one is possible, then an advance. Shows every state to `look`. */
function play(
  markets: readonly Market[],
  steps: readonly { id: string; side: 'YES' | 'NO'; stakeMicros: number; days: number }[],
  look: (game: Game, reward: number) => void,
): Game {
  const slate = slateOf(markets);
  let game = startGame(slate, DEFAULT_RULES);
  for (const { id, side, stakeMicros, days } of [...steps, ...ending]) {
    const chosen = markets.find((one) => one.id === id);
    const point = chosen && viewOn(chosen, game.day)?.tradeable;
    if (point && stakeMicros <= spendable(game.book))
      game = placeBet(game, { marketId: id, side, stakeMicros, point }, DEFAULT_RULES).game;
    look(game, 0);
    const moved = advance(game, slate, days);
    game = moved.game;
    look(game, moved.reward);
  }
  return game;
}

const ending = [{ id: 'none', side: 'YES' as const, stakeMicros: 1, days: 30 }];

it('holds the books together: cash never below 0, fills within the cap, rewards adding up to the end', () => {
  fc.assert(
    fc.property(fc.tuple(market('1'), market('2')), fc.array(step, { maxLength: 30 }), (markets, steps) => {
      let rewards = 0;
      const end = play(markets, steps, ({ book, usedToday, day }, reward) => {
        rewards += reward;
        expect(cash(book)).toBeGreaterThanOrEqual(0);
        expect(realizedBankroll(book)).toBeCloseTo(cash(book) + openStakes(book) / 1e6, 6);
        for (const [id, used] of usedToday) {
          const point = markets.find((one) => one.id === id)?.points.find((one) => one.day === day);
          expect(used).toBeLessThanOrEqual(Number(point?.liquidityMicros) / 4);
        }
      });
      expect(end.book.positions).toEqual([]);
      expect(rewards).toBeCloseTo(Math.max(-1_000, 100 * Math.log(cash(end.book) / 10_000)), 6);
    }),
    { numRuns: 300 },
  );
});

it('sums stakes without float dust', () => {
  let book: Book = openBook(1_000_000);
  for (let bet = 0; bet < 10; bet += 1)
    book = addToPosition(book, { marketId: '1', side: 'YES', stakeMicros: 100_000, shares: 0.2 });
  expect([cash(book), spendable(book), realizedBankroll(book)]).toEqual([0, 0, 1]);
});

it('pays the winning side a dollar a share, and half a dollar where there is no winner', () => {
  const book = addToPosition(openBook(5_000_000), {
    marketId: '1',
    side: 'NO',
    stakeMicros: 3_000_000,
    shares: 4,
  });
  expect(cash(settleMarket(book, '1', 'NO').book)).toBe(6);
  expect(cash(settleMarket(book, '1', 'YES').book)).toBe(2);
  expect(cash(settleMarket(book, '1', 'HALF').book)).toBe(4);
  expect(settleMarket(book, '2', 'NO')).toEqual({ book, settlements: [] });
});

it('moves the clock forward only, and not beyond the end', () => {
  const slate = slateOf([
    inventMarket(
      '1',
      [
        [0.5, 1],
        [0.5, 1],
      ],
      { resolves: 2 },
    ),
  ]);
  const start = startGame(slate, DEFAULT_RULES);
  expect(start.day).toBe(FIRST);
  expect(advance(start, slate, 2).game.day).toBe(FIRST + 2);
  expect(advance(start, slate, 30).game.day).toBe(FIRST + 3);
});

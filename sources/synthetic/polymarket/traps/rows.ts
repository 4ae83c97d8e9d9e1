import { SECONDS_PER_DAY } from '../../../../common/time.js';
import { dayIndex, secondsOf } from '../calendar.js';
import { type DraftOptions, draftMarket, type Kit, liquid, place, placeCash, shifted } from '../draft.js';
import type { MarketDraft, Trade } from '../model.js';
import { UNNAMED } from '../tape.js';
import { type Trap, trap } from './trap.js';

const DOLLAR = 1_000_000;

/** A steady market of summer 2026 that is liquid by itself, with rows placed by hand. */
function steady(
  kit: Kit,
  flat: number,
  extras: (at: (night: number, seconds: number) => number) => Trade[],
  more: Partial<DraftOptions> = {},
): MarketDraft {
  const close = shifted(kit, '2026-08-12', '16:20:00');
  const open = close - 20 * SECONDS_PER_DAY - 3_600;
  const at = (night: number, seconds: number): number => (dayIndex(open) + night) * SECONDS_PER_DAY + seconds;
  const base = { open, close, flat, rows: 60, usd: 180_000 };
  return draftMarket(kit.random, { ...base, extras: extras(at), ...more });
}

/** A market without generated rows: its money is what is placed. */
function counted(kit: Kit, extras: (at: (night: number, seconds: number) => number) => Trade[]): MarketDraft {
  return steady(kit, 500_000, extras, { rows: 0, usd: 0, volumeNumMicros: 90_000 * DOLLAR });
}

/** Rows of 4,000 dollars on ten days, of which the last is short by some micro-dollars. */
function tenRows(at: (night: number, seconds: number) => number, short: number): Trade[] {
  return Array.from({ length: 10 }, (_, n) =>
    placeCash(at(n + 2, 3_600 + n), 4_000 * DOLLAR - (n === 9 ? short : 0)),
  );
}

/** The five-cent band around a quote, from both sides and through both tokens. */
function bandRows(at: (night: number, seconds: number) => number, quote: number, beyond: number): Trade[] {
  return [1, -1].flatMap((sign, index) => {
    const yes = quote + sign * (50_000 + beyond);
    return [
      place({ at: at(4, 7_000 + index), priceMicros: yes, sizeMicros: 120_500_000 }),
      place({ at: at(5, 7_000 + index), token: 'no', priceMicros: DOLLAR - yes, sizeMicros: 80_250_000 }),
      place({
        at: at(6, 7_000 + index),
        side: 'SELL',
        priceMicros: yes,
        sizeMicros: 33_000_000,
        dustPico: 47_000,
      }),
    ];
  });
}

/** Traps of single rows and of sums (reference 2.4, 5.4, 5.5, 9.2 to 9.5). */
export const ROW_TRAPS: readonly Trap[] = [
  trap('five_cents_exactly', '9.3', 'Trades exactly five cents from the quote: inside.', 'kept', (kit) =>
    steady(kit, 335_000 + 10_000 * kit.copy, (at) => bandRows(at, 335_000 + 10_000 * kit.copy, 0)),
  ),
  trap(
    'five_cents_beyond',
    '9.3',
    'Trades five cents and a micro-dollar, or half a cent, from the quote: outside.',
    'kept',
    (kit) => steady(kit, 410_000, (at) => [...bandRows(at, 410_000, 1), ...bandRows(at, 410_000, 5_000)]),
  ),
  trap('no_side_trades', '5.5', 'A tape of the NO token alone.', 'kept', (kit) =>
    steady(
      kit,
      300_000,
      (at) =>
        Array.from({ length: 15 }, (_, n) =>
          place({ at: at(n + 1, 5_000), token: 'no', priceMicros: 700_000, sizeMicros: 9_000 * DOLLAR }),
        ),
      { rows: 0, usd: 0, volumeNumMicros: 150_000 * DOLLAR },
    ),
  ),
  trap(
    'midnight_trade',
    '9.2',
    'Trades at exactly 00:00:00, which belong to the next point.',
    'kept',
    (kit) => steady(kit, 500_000, (at) => [3, 4, 9].map((night) => placeCash(at(night, 0), 777 * DOLLAR))),
  ),
  trap('last_second_trade', '9.2', 'Trades at 23:59:59.', 'kept', (kit) =>
    steady(kit, 500_000, (at) => [3, 4, 9].map((night) => placeCash(at(night, 86_399), 888 * DOLLAR))),
  ),
  trap('trade_after_close', '6.1', 'Trades after closedTime: they belong to no point.', 'kept', (kit) =>
    steady(kit, 500_000, (at) => [
      place({ at: at(20, 70_000), priceMicros: 500_000, sizeMicros: 4_000 * DOLLAR }),
      place({ at: at(21, 50), priceMicros: DOLLAR, sizeMicros: 25 * DOLLAR, side: 'SELL' }),
    ]),
  ),
  trap('outcome_index_999', '5.5', 'Rows without outcome, of both tokens.', 'kept', (kit) =>
    steady(kit, 500_000, (at) => [
      place({ at: at(7, 100), priceMicros: 510_000, sizeMicros: 300 * DOLLAR, wire: UNNAMED }),
      place({ at: at(7, 200), token: 'no', priceMicros: 480_000, sizeMicros: 300 * DOLLAR, wire: UNNAMED }),
    ]),
  ),
  trap(
    'shared_transaction',
    '5.5',
    'Three rows of one transaction, wallet and token with different sizes.',
    'kept',
    (kit) =>
      steady(kit, 500_000, (at) =>
        [100, 250, 400].map((shares) =>
          place({
            at: at(6, 4_321),
            priceMicros: 500_000,
            sizeMicros: shares * DOLLAR,
            transaction: 'shared',
            wallet: 7,
          }),
        ),
      ),
  ),
  trap('maker_rows', '2.4', 'Large maker rows that taker_only=true leaves out.', 'kept', (kit) =>
    steady(kit, 500_000, (at) =>
      [5, 6].map((night) =>
        place({ at: at(night, 9_000), priceMicros: 500_000, sizeMicros: 50_000 * DOLLAR, role: 'maker' }),
      ),
    ),
  ),
  trap('dust_rows', '2.4', 'Rows below 0.01 shares, which v2 never serves.', 'kept', (kit) =>
    steady(kit, 500_000, (at) =>
      [5, 6, 7].map((night) =>
        place({ at: at(night, 9_500), priceMicros: 500_000, sizeMicros: 4_000 + night, role: 'dust' }),
      ),
    ),
  ),
  trap('whole_numbers', '5.4', 'Sizes that are JSON integers, and a price of 1.', 'kept', (kit) =>
    steady(kit, 500_000, (at) => [
      place({ at: at(4, 60), priceMicros: 500_000, sizeMicros: 1_000 * DOLLAR }),
      place({ at: at(4, 61), priceMicros: DOLLAR, sizeMicros: 3 * DOLLAR }),
    ]),
  ),
  trap('average_prices', '5.5', 'Prices that are averages, with dust behind the cents.', 'kept', (kit) =>
    steady(kit, 500_000, (at) =>
      [-46_934, 1_748, 399_999].map((dustPico, n) =>
        place({ at: at(8, 600 + n), priceMicros: 520_000, sizeMicros: 12_345_678_901, dustPico }),
      ),
    ),
  ),
  trap('thirty_decimals', 'issue', 'A size with thirty decimals.', 'kept', (kit) =>
    steady(kit, 500_000, (at) => [
      place({
        at: at(8, 700),
        priceMicros: 500_000,
        sizeMicros: 123_456_788,
        wire: { size: '123.456788000000000012345678901234' },
      }),
    ]),
  ),
  trap('combo_row', '5.5', 'A row of a combo with a 62-digit condition id: skipped.', 'kept', (kit) =>
    steady(
      kit,
      500_000,
      (at) => [
        place({
          at: at(8, 800),
          priceMicros: 500_000,
          sizeMicros: 640 * DOLLAR,
          counted: false,
          wire: { condition_id: `"0x${kit.random.hex(62)}"` },
        }),
      ],
      { rows: 160, verdict: ['kept', 'incomplete_tape'] },
    ),
  ),
  trap(
    'trades_on_gap_day',
    '9.2',
    'Trades before a midnight without a point: attributed to nothing.',
    'kept',
    (kit) =>
      steady(kit, 500_000, (at) => [placeCash(at(9, 40_000), 5_000 * DOLLAR)], {
        editSeries: (series) => {
          const gap = dayIndex(shifted(kit, '2026-08-12', '16:20:00') - 20 * SECONDS_PER_DAY - 3_600) + 10;
          series.yes = series.yes.filter(({ at }) => dayIndex(at) !== gap);
          series.no = series.no.filter(({ at }) => dayIndex(at) !== gap);
        },
      }),
  ),
  trap('no_trades', '9.2', 'Quotes without a single trade.', 'kept', (kit) =>
    draftMarket(kit.random, {
      open: secondsOf('2026-01-04', '10:00:00'),
      close: shifted(kit, '2026-01-22'),
      flat: 440_000,
    }),
  ),
  trap(
    'capacity_exact',
    '9.5',
    'Liquidity of exactly 40,000 dollars: capacity of exactly 10,000.',
    'kept',
    (kit) => counted(kit, (at) => tenRows(at, 0)),
  ),
  trap('capacity_one_below', '9.5', 'A capacity one micro-dollar below 10,000.', 'illiquid', (kit) =>
    counted(kit, (at) => tenRows(at, 4)),
  ),
  trap(
    'capacity_hair_below',
    '9.5',
    'Liquidity one micro-dollar below 40,000: capacity rounds to 10,000.',
    'illiquid',
    (kit) => counted(kit, (at) => tenRows(at, 1)),
  ),
  trap('volume_outside_band', '9.5', 'Much volume, most of it far from the quotes.', 'illiquid', (kit) =>
    steady(
      kit,
      300_000,
      (at) =>
        Array.from({ length: 15 }, (_, n) =>
          place({ at: at(n + 1, 5_000), priceMicros: 400_000, sizeMicros: 20_000 * DOLLAR }),
        ),
      { rows: 20, usd: 12_000 },
    ),
  ),
  trap(
    'liquid_on_last_day_only',
    '9.4',
    "Cash enough, but before the resolution date's own quote.",
    'illiquid',
    (kit) =>
      counted(kit, (at) => [...tenRows(at, 2_000 * DOLLAR), placeCash(at(19, 50_000), 60_000 * DOLLAR)]),
  ),
  trap(
    'volume_num_understates',
    '9.5',
    'Gamma volume of 25,000 dollars below the taker cash.',
    'kept',
    (kit) => liquid(kit, { volumeNumMicros: 25_000 * DOLLAR }),
  ),
  trap('volume_num_overstates', '9.5', 'Gamma volume above 40,000 dollars, little cash.', 'illiquid', (kit) =>
    liquid(kit, { usd: 20_000, volumeNumMicros: 64_000 * DOLLAR }),
  ),
  trap('whole_volume', '5.1', 'volumeNum as a JSON integer.', 'kept', (kit) =>
    liquid(kit, { volumeNumMicros: 310_000 * DOLLAR }),
  ),
];

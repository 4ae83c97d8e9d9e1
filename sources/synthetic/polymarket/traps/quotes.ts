import { SECONDS_PER_DAY } from '../../../../common/time.js';
import { dayIndex, secondsOf } from '../calendar.js';
import { type DraftOptions, draftMarket, type Kit, liquid, shifted, thin } from '../draft.js';
import type { MarketDraft, Point, Series } from '../model.js';
import { NOT_SMALL, type Trap, trap } from './trap.js';

type Edit = (series: Series, market: { open: number; close: number }) => void;

/** A liquid market at a steady 50 cents whose samples are edited. */
function edited(kit: Kit, edit: Edit, more: Partial<DraftOptions> = {}): MarketDraft {
  const close = shifted(kit, '2026-08-04');
  const open = close - 20 * SECONDS_PER_DAY - 3_600;
  const options = { open, close, flat: 500_000, rows: 60, usd: 180_000, ...more };
  return draftMarket(kit.random, { ...options, editSeries: (series) => edit(series, { open, close }) });
}

/** Samples of the n-th midnight after opening, taken out of both series or one. */
function take(
  series: Series,
  tokens: readonly ('yes' | 'no')[],
  open: number,
  nights: readonly number[],
): Point[] {
  const days = new Set(nights.map((night) => dayIndex(open) + night));
  const taken: Point[] = [];
  for (const token of tokens) {
    taken.push(...series[token].filter(({ at }) => days.has(dayIndex(at))));
    series[token] = series[token].filter(({ at }) => !days.has(dayIndex(at)));
  }
  return taken;
}

const both = ['yes', 'no'] as const;
const midnight = (open: number, night: number): number => (dayIndex(open) + night) * SECONDS_PER_DAY;

function lateQuote(seconds: number, quote: boolean): Edit {
  return (series, { open }) => {
    take(series, both, open, [5]);
    const at = midnight(open, 5) + seconds;
    for (const token of both) series[token].push({ at, micros: 500_000, quote, always: true });
  };
}

function startAt(kit: Kit, micros: number): MarketDraft {
  return liquid(kit, { flat: micros, usd: 400_000 });
}

/** A market with exactly this many midnights before its closing day. */
function shortLived(kit: Kit, nights: number): MarketDraft {
  const close = shifted(kit, '2026-01-20', '15:00:00');
  const open = close - (nights + 1) * SECONDS_PER_DAY;
  return draftMarket(kit.random, { open, close, flat: 480_000, rows: 12, usd: 2_000 });
}

function badPoint(kit: Kit, bad: Pick<Point, 'micros' | 'text'>): MarketDraft {
  const close = secondsOf('2026-08-20', '10:00:00');
  const edit: Edit = (series, { open }) => {
    take(series, both, open, [150]);
    series.yes.push({ at: midnight(open, 150) + 12, quote: false, ...bad });
    series.no.push({ at: midnight(open, 150) + 12, quote: false, ...bad });
  };
  const open = close - 300 * SECONDS_PER_DAY;
  return draftMarket(kit.random, {
    open,
    close,
    flat: 500_000,
    rows: 120,
    usd: 300_000,
    editSeries: (series) => edit(series, { open, close }),
    verdict: ['no_quotes', 'malformed_record', 'incomplete_tape', 'kept'],
  });
}

/** Traps of the daily series (reference 2.3, 5.3, 8, 9.1, 9.7). */
export const QUOTE_TRAPS: readonly Trap[] = [
  trap('start_price_lowest', '9.7', 'Start price of exactly 0.05.', 'kept', (kit) => startAt(kit, 50_000)),
  trap('start_price_highest', '9.7', 'Start price of exactly 0.95.', 'kept', (kit) => startAt(kit, 950_000)),
  trap('start_price_below', '9.7', 'Start price of 0.0495.', 'not_uncertain', (kit) => startAt(kit, 49_500)),
  trap('start_price_above', '9.7', 'Start price of 0.9505.', 'not_uncertain', (kit) => startAt(kit, 950_500)),
  trap(
    'decided_before_window',
    '9.7',
    'Uncertain at first, at 0.97 when the corpus starts.',
    'not_uncertain',
    (kit) => {
      const open = secondsOf('2025-11-11', '12:00:00');
      const close = secondsOf('2025-12-20', '12:00:00');
      const path = Array.from({ length: 39 }, (_, night) => (night < 10 ? 500_000 : 970_000));
      return draftMarket(kit.random, { open, close, flat: 970_000, path, rows: 30, usd: 9_000 });
    },
  ),
  trap('uncertain_in_window', '9.7', 'At 0.02 at first, uncertain when the corpus starts.', 'kept', (kit) => {
    const open = secondsOf('2025-11-11', '12:00:00');
    const close = secondsOf('2025-12-14', '12:00:00');
    const path = Array.from({ length: 33 }, (_, night) => (night < 10 ? 20_000 : 420_000));
    return draftMarket(kit.random, { open, close, flat: 420_000, path, rows: 30, usd: 9_000 });
  }),
  trap('two_tradeable_days', '9.7', 'Exactly two tradeable days.', 'kept', (kit) => shortLived(kit, 2)),
  trap('one_tradeable_day', '9.7', 'Exactly one tradeable day.', 'too_few_tradeable_days', (kit) =>
    shortLived(kit, 1),
  ),
  trap('gap_filled_by_no', '8', 'YES points missing on three days where NO has them.', 'kept', (kit) =>
    edited(kit, (series, { open }) => void take(series, ['yes'], open, [4, 5, 11])),
  ),
  trap('gap_not_filled', '8', 'Both points missing on three days; trades go on.', 'kept', (kit) =>
    edited(kit, (series, { open }) => void take(series, both, open, [4, 5, 11])),
  ),
  trap(
    'first_quote_missing',
    '9.7',
    'The first two midnights have no point: the window starts later.',
    'kept',
    (kit) => edited(kit, (series, { open }) => void take(series, both, open, [1, 2])),
  ),
  trap('yes_series_empty', '8', 'No YES points at all; NO has every day.', 'kept', (kit) =>
    edited(kit, (series) => void series.yes.splice(0)),
  ),
  trap('empty_history', '10.2', 'No points for either token.', 'no_quotes', (kit) =>
    edited(kit, (series) => {
      series.yes.splice(0);
      series.no.splice(0);
    }),
  ),
  trap('quotes_before_window_only', '9.7', 'Points before December 2025 only.', 'no_quotes', (kit) => {
    const open = secondsOf('2025-11-01', '12:00:00');
    const edit = (series: Series): void => {
      for (const token of both)
        series[token] = series[token].filter(({ at }) => at < secondsOf('2025-12-01'));
    };
    const close = secondsOf('2025-12-15', '12:00:00');
    return draftMarket(kit.random, { open, close, flat: 500_000, rows: 20, usd: 2_000, editSeries: edit });
  }),
  trap('two_samples_a_day', '8', 'Two samples with different prices on 2025-12-17.', 'kept', (kit) =>
    draftMarket(kit.random, {
      open: secondsOf('2025-12-05', '12:00:00'),
      close: shifted(kit, '2025-12-28'),
      flat: 520_000,
      rows: 24,
      usd: 4_000,
      editSeries: (series) => {
        const noon = secondsOf('2025-12-17');
        for (const token of both) {
          series[token] = series[token].filter(({ at }) => dayIndex(at) !== dayIndex(noon));
          series[token].push({ at: noon + 9, micros: token === 'yes' ? 520_000 : 480_000, quote: true });
          series[token].push({ at: noon + 33, micros: token === 'yes' ? 560_000 : 440_000, quote: false });
        }
      },
    }),
  ),
  trap('quote_at_300_seconds', '9.1', 'A quote exactly 300 s after midnight.', 'kept', (kit) =>
    edited(kit, lateQuote(300, true)),
  ),
  trap('quote_at_301_seconds', '9.1', 'A point 301 s after midnight: no quote.', 'kept', (kit) =>
    edited(kit, lateQuote(301, false)),
  ),
  trap('terminal_point', '8', 'A last point at request time, served twice.', 'kept', (kit) =>
    edited(kit, (series, { close }) => {
      for (const token of both) {
        const point = { at: close - 40, micros: 500_000, quote: false, always: true };
        series[token].push(point, { ...point });
      }
    }),
  ),
  trap('point_before_start', '9.1', 'A midnight point of the day before startDate.', 'kept', (kit) =>
    edited(kit, (series, { open }) => {
      for (const token of both)
        series[token].push({ at: midnight(open, -1) + 20, micros: 500_000, quote: false });
    }),
  ),
  trap('point_after_close', '9.1', 'Midnight points of the two days after closedTime.', 'kept', (kit) =>
    edited(kit, (series, { close }) => {
      for (const night of [1, 2]) {
        series.yes.push({ at: midnight(close, night) + 15, micros: 999_500, quote: false });
        series.no.push({ at: midnight(close, night) + 15, micros: 500, quote: false });
      }
    }),
  ),
  trap('price_zero_and_one', '5.3', 'Quotes of exactly 0 and 1 in mid-life.', 'kept', (kit) =>
    edited(kit, (series, { open }) => {
      take(series, both, open, [6, 7]);
      for (const [night, yes] of [
        [6, 0],
        [7, 1_000_000],
      ] as const) {
        series.yes.push({ at: midnight(open, night) + 18, micros: yes, quote: true });
        series.no.push({ at: midnight(open, night) + 18, micros: 1_000_000 - yes, quote: true });
      }
    }),
  ),
  trap('pair_disagrees', '5.3', 'YES and NO of one day do not sum to one.', 'kept', (kit) =>
    edited(kit, (series, { open }) => {
      take(series, ['no'], open, [8]);
      series.no.push({ at: midnight(open, 8) + 11, micros: 460_000, quote: true });
    }),
  ),
  trap('last_quote_contradicts', '6.3', 'The loser is at 0.8 on the last midnight.', 'kept', (kit) => {
    const draft = liquid(kit, { winner: 'NO', flat: 700_000 });
    return { ...draft, path: [...draft.path.slice(0, -1), 800_000], closeMicros: 20_000 };
  }),
  trap('slow_sampler', '8', 'Midnight samples at 00:01:xx, served at fidelity 1 only.', 'kept', (kit) =>
    thin(kit, {
      open: secondsOf('2026-03-20', '10:00:00'),
      close: secondsOf('2026-04-25', '10:00:00'),
      flat: 510_000 + 10_000 * kit.copy,
    }),
  ),
  trap(
    'point_not_a_number',
    'issue',
    'A price that says NaN.',
    'kept',
    (kit) => badPoint(kit, { micros: 0, text: '"NaN"' }),
    NOT_SMALL,
  ),
  trap(
    'point_outside',
    'issue',
    'A price of 1.2.',
    'kept',
    (kit) => badPoint(kit, { micros: 1_200_000 }),
    NOT_SMALL,
  ),
];

import { dayNumber, dayOfNumber, numberOfDay, type UtcDay } from '../../common/time.js';
import type { Row } from '../../schemas/table.js';
import { Reliability, UnitHistogram } from '../stages/report/bins.js';
import { numberCell, textCell, textsCell } from '../stages/report/cells.js';
import { Distribution } from '../stages/report/distribution.js';
import { monthOf } from '../stages/report/months.js';
import { byCodeUnit, CrossTally, Tally } from '../stages/report/tally.js';

/** Days before resolution at which the quote is compared with the outcome. */
const HORIZONS = [1, 7, 30] as const;
const START_BINS = 20;
/** Markets drawn one by one. */
const SAMPLES = 24;

export interface HistoryPoint {
  date: UtcDay;
  price: number;
  volume: number;
}

/** A market drawn by itself, with its history. */
export interface Sample {
  id: string;
  question: string;
  outcome: string;
  volumeUsd: number;
  points: HistoryPoint[];
}

/** What the second pass needs to know of a market. */
interface MarketFacts {
  id: string;
  yes: boolean;
  resolutionDay: number;
  volumeUsd: number;
}

function dayCell(row: Row, column: string): number {
  const day = numberOfDay(textCell(row, column));
  if (day === undefined) throw new TypeError(`column ${column} of a published row holds no day`);
  return day;
}

/** What the report counts of the table `markets`. */
export class MarketCounts {
  readonly splits: string[] = [];
  readonly byMonth = new CrossTally();
  readonly tags = new Tally();
  readonly startPrices = new UnitHistogram(START_BINS);
  readonly capacity = new Distribution();
  readonly facts = new Map<string, MarketFacts>();
  readonly outcomes = new CrossTally();
  /** Markets open at 00:00 UTC, by days since 1970. */
  readonly open = new Map<number, number>();

  add(row: Row): void {
    const id = textCell(row, 'market_id');
    const split = textCell(row, 'split');
    const outcome = textCell(row, 'outcome');
    if (!this.splits.includes(split)) this.splits.push(split);
    this.byMonth.add(monthOf(textCell(row, 'resolution_date')), split);
    this.outcomes.add(split, outcome);
    for (const tag of textsCell(row, 'tags')) this.tags.add(tag);
    this.startPrices.add(numberCell(row, 'start_price'));
    this.capacity.add(numberCell(row, 'capacity_usd'));
    this.addOpenDays(row);
    this.facts.set(id, {
      id,
      yes: outcome === 'YES',
      resolutionDay: dayCell(row, 'resolution_date'),
      volumeUsd: numberCell(row, 'volume_usd'),
    });
  }

  private addOpenDays(row: Row): void {
    const last = dayNumber(numberCell(row, 'trading_ends_at'));
    for (let day = dayCell(row, 'window_start'); day <= last; day += 1) {
      const known = this.open.get(day);
      this.open.set(day, known === undefined ? 1 : known + 1);
    }
  }

  /** Ids at even steps from the most to the least traded market, ties by id; all of them where there are few. */
  sampleIds(): readonly string[] {
    const ranked = [...this.facts.values()].sort(
      (a, b) => b.volumeUsd - a.volumeUsd || byCodeUnit(a.id, b.id),
    );
    const step = Math.max(1, (ranked.length - 1) / (SAMPLES - 1));
    const wanted = Math.min(SAMPLES, ranked.length);
    return Array.from({ length: wanted }, (_, n) => ranked[Math.round(n * step)]).flatMap((market) =>
      market === undefined ? [] : [market.id],
    );
  }
}

export interface DayFigures {
  day: UtcDay;
  /** Markets open at 00:00 UTC of the day. */
  open: number;
  /** Those with a quote, and of them those with a quote taken from the NO token. */
  quoted: number;
  filled: number;
}

/** What the report counts of the table `history`, in one pass after the markets. */
export class HistoryCounts {
  readonly calibration = new Map<number, Reliability>(HORIZONS.map((days) => [days, new Reliability()]));
  readonly quoted = new Tally();
  readonly filled = new Tally();
  readonly samples: ReadonlyMap<string, HistoryPoint[]>;

  constructor(readonly markets: MarketCounts) {
    this.samples = new Map(markets.sampleIds().map((id) => [id, []]));
  }

  add(row: Row): void {
    const id = textCell(row, 'market_id');
    const date = textCell(row, 'date');
    const price = numberCell(row, 'price');
    this.quoted.add(date);
    if (textCell(row, 'price_source') === 'no_complement') this.filled.add(date);
    this.samples.get(id)?.push({ date, price, volume: numberCell(row, 'volume') });
    const market = this.markets.facts.get(id);
    if (market === undefined) throw new TypeError(`history of ${id}, which is no published market`);
    this.calibration.get(market.resolutionDay - dayCell(row, 'date'))?.add(price, market.yes);
  }

  /** Every day on which a market was open, in order. */
  days(): DayFigures[] {
    return [...this.markets.open]
      .sort(([a], [b]) => a - b)
      .map(([number, open]) => {
        const day = dayOfNumber(number);
        return { day, open, quoted: this.quoted.of(day), filled: this.filled.of(day) };
      });
  }
}

/** The markets drawn one by one, with what is written above them. */
export async function readSamples(
  rows: AsyncIterable<Row>,
  points: ReadonlyMap<string, HistoryPoint[]>,
): Promise<Sample[]> {
  const samples = new Map<string, Sample>();
  for await (const row of rows) {
    const id = textCell(row, 'market_id');
    const history = points.get(id);
    if (history === undefined) continue;
    samples.set(id, {
      id,
      question: textCell(row, 'question'),
      outcome: textCell(row, 'outcome'),
      volumeUsd: numberCell(row, 'volume_usd'),
      points: history,
    });
  }
  return [...points.keys()].flatMap((id) => {
    const sample = samples.get(id);
    return sample === undefined ? [] : [sample];
  });
}

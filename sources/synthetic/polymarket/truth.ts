import { SECONDS_PER_DAY } from '../../../common/time.js';
import { CORPUS_END, CORPUS_START, dayIndex, dayText, secondsOf, TEST_FROM } from './calendar.js';
import type { Market, Point } from './model.js';
import { dailySeries } from './series.js';
import { dayBlock, dayCounts, planTape } from './tape.js';
import { yesMicros } from './trades.js';
import type { World } from './world.js';

const BAND_MICROS = 50_000;
const LIQUIDITY_MICROS = 40_000 * 1_000_000;
/** The rows that v2 serves by default. */
const SERVED = { makers: false, dust: false };
/** The clock under which verdicts are stated. */
const AS_OF = secondsOf('2026-11-30');

/** One day with a quote, in micro-dollars, from the generator's own integers. */
interface ExpectedDay {
  day: string;
  quoteMicros: number;
  source: 'yes' | 'no_complement';
  /** Cash of the UTC day before. */
  volumeMicros: number;
  /** The part of it within five cents of the quote, both ends included. */
  liquidityMicros: number;
}

/** What is true of a market, said by the generator and not by the rules of any pipeline. */
export interface ExpectedMarket {
  id: string;
  conditionId: string;
  /** `cond:<conditionId>` where there is no event. */
  eventId: string;
  /** The latent outcome, whatever the record says of it. */
  outcome: 'YES' | 'NO';
  traps: readonly string[];
  /**
   * Under the default parameters and a clock of 2026-11-30: `kept`, `unlisted` (no candidate of a listing with
   * closed=true and an end_date_min 90 days before the corpus), or a drop rule; any of several is right.
   */
  verdict: readonly string[];
  /** Absent where no quote lies in the corpus. */
  windowStart?: string;
  startMicros?: number;
  tradeableDays: number;
  /** Liquidity of the tradeable days. */
  liquidityMicros: number;
  /** Volume of the days from the window start on. */
  volumeMicros: number;
  /** All days with a quote, those before the corpus included. */
  days: readonly ExpectedDay[];
}

/** The truth of one market; undefined where the world has no market of that id. */
export function expectedMarket(world: World, id: string): ExpectedMarket | undefined {
  const market = world.byId.get(id);
  if (market === undefined) return undefined;
  const facts = factsOf(market);
  return { ...facts, verdict: market.verdict ?? [verdictInEvent(market, facts)] };
}

type Facts = Omit<ExpectedMarket, 'verdict'>;

function factsOf(market: Market): Facts {
  const days = expectedDays(market);
  const inWindow = days.filter(({ day }) => day >= dayText(CORPUS_START));
  const tradeable = inWindow.filter(({ day }) => market.closedAt !== null && day < dayText(market.closedAt));
  const [first] = inWindow;
  return {
    id: market.id,
    conditionId: market.conditionId,
    eventId: hasEvent(market) ? market.event.id : `cond:${market.conditionId}`,
    outcome: market.winner,
    traps: market.traps,
    ...(first ? { windowStart: first.day, startMicros: first.quoteMicros } : {}),
    tradeableDays: tradeable.length,
    liquidityMicros: tradeable.reduce((sum, day) => sum + day.liquidityMicros, 0),
    volumeMicros: inWindow.reduce((sum, day) => sum + day.volumeMicros, 0),
    days,
  };
}

const hasEvent = (market: Market): boolean => market.event.listed && !('events' in market.patch);

function expectedDays(market: Market): ExpectedDay[] {
  const series = dailySeries(market);
  const yes = quotesByDay(series.yes);
  const no = quotesByDay(series.no);
  const plan = planTape(market);
  const traded = new Set(dayCounts(market, SERVED).map(({ day }) => day));
  return [...new Set([...yes.keys(), ...no.keys()])]
    .sort((a, b) => a - b)
    .map((day) => {
      const own = yes.get(day);
      const quoteMicros = own ?? 1_000_000 - Number(no.get(day));
      const rows = traded.has(day - 1)
        ? dayBlock(market, day - 1, SERVED, plan).filter(({ counted }) => counted)
        : [];
      const near = rows.filter((trade) => Math.abs(yesMicros(trade) - quoteMicros) <= BAND_MICROS);
      const cash = (of: typeof rows): number => of.reduce((sum, { usdMicros }) => sum + usdMicros, 0);
      return {
        day: dayText(day * SECONDS_PER_DAY),
        quoteMicros,
        source: own === undefined ? ('no_complement' as const) : ('yes' as const),
        volumeMicros: cash(rows),
        liquidityMicros: cash(near),
      };
    });
}

function quotesByDay(points: readonly Point[]): Map<number, number> {
  return new Map(points.filter(({ quote }) => quote).map(({ at, micros }) => [dayIndex(at), micros]));
}

/** The verdict of a market whose record is in order, its event's cap included. */
function verdictInEvent(market: Market, facts: Facts): string {
  const own = verdictAlone(market, facts);
  if (own !== 'kept' || !hasEvent(market)) return own;
  const rivals = market.event.markets
    .filter((leg) => (leg.verdict === undefined || leg.verdict.includes('kept')) && hasEvent(leg))
    .map((leg) => ({ leg, facts: factsOf(leg) }))
    .filter((rival) => verdictAlone(rival.leg, rival.facts) === 'kept')
    .sort(
      (a, b) =>
        b.facts.volumeMicros - a.facts.volumeMicros ||
        volumeNumMicros(b.leg) - volumeNumMicros(a.leg) ||
        Number(a.leg.id) - Number(b.leg.id),
    );
  return rivals.slice(0, 2).some(({ leg }) => leg === market) ? 'kept' : 'event_cap';
}

function verdictAlone(market: Market, facts: Facts): string {
  const { closedAt } = market;
  if (closedAt === null) return 'unlisted';
  if (closedAt > AS_OF) return 'unresolved';
  if (closedAt < CORPUS_START || closedAt > CORPUS_END) return 'outside_window';
  if (facts.startMicros === undefined) return 'no_quotes';
  if (facts.startMicros < 50_000 || facts.startMicros > 950_000) return 'not_uncertain';
  if (facts.tradeableDays < 2) return 'too_few_tradeable_days';
  if (closedAt >= TEST_FROM && facts.liquidityMicros < LIQUIDITY_MICROS) return 'illiquid';
  return 'kept';
}

/** `volumeNum` in micro-dollars: more than the cash, as shares and both sides are counted in it. */
export function volumeNumMicros(market: Market): number {
  if (market.volumeNumMicros !== undefined) return market.volumeNumMicros;
  const placed = market.extras.reduce((sum, { counted, usdMicros }) => sum + (counted ? usdMicros : 0), 0);
  return Math.round((market.cashMicros + placed) * (1.1 + (market.ordinal % 12) / 10));
}

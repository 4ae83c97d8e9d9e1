import { SECONDS_PER_DAY } from '../../../common/time.js';
import { createRandom, type Random } from '../random.js';
import { dayIndex, SLOW_SEASON, TWO_SAMPLE_DAY, WORLD_NOW, WORST_SLOW_DAY } from './calendar.js';
import type { Market, MarketDraft, Point, Series, TokenName } from './model.js';
import { midpoint } from './path.js';

const UNIT = 1_000_000;
const MINUTES_PER_DAY = 1440;

/** The last second at which the market has a price of its own. */
export function lastSecond(market: Pick<MarketDraft, 'closedAt'>): number {
  return market.closedAt ?? WORLD_NOW;
}

/** The YES midpoint at an instant: the path's midnights, joined by straight lines. */
export function midpointAt(market: MarketDraft, at: number): number {
  const day = dayIndex(at);
  const from = Math.max(day * SECONDS_PER_DAY, market.openedAt);
  const to = Math.min((day + 1) * SECONDS_PER_DAY, lastSecond(market));
  const start = midnightMicros(market, day);
  const end = midnightMicros(market, day + 1);
  return to <= from ? end : start + ((end - start) * (at - from)) / (to - from);
}

/** The path's value at the start of a day; the opening or closing price where the day lies outside. */
function midnightMicros(market: MarketDraft, day: number): number {
  const night = day - dayIndex(market.openedAt) - 1;
  return night < 0 ? market.openMicros : (market.path[night] ?? market.closeMicros);
}

/** The daily samples of both tokens, oldest first, with what the sampler and the recipe did to them. */
export function dailySeries(market: Market): Series {
  const random = createRandom(`${market.tapeName}/samples`);
  const series: Series = { yes: [], no: [] };
  const first = dayIndex(market.openedAt) + 1;
  market.path.forEach((micros, night) => {
    sampleNight(series, random, first + night, micros, lastSecond(market));
  });
  market.editSeries?.(series);
  series.yes.sort(byTime);
  series.no.sort(byTime);
  return series;
}

const byTime = (a: Point, b: Point): number => a.at - b.at;

function sampleNight(series: Series, random: Random, day: number, micros: number, end: number): void {
  const slow = slowTokens(random, day);
  const offset = random.int(10, 59);
  const late = random.int(60, 75);
  for (const token of ['yes', 'no'] as const) {
    const isSlow = slow.includes(token);
    const at = day * SECONDS_PER_DAY + (isSlow ? late : offset);
    if (at >= end) continue;
    const own = token === 'yes' ? micros : UNIT - micros;
    series[token].push({ at, micros: own, quote: !isSlow });
    if (day === TWO_SAMPLE_DAY && !isSlow && offset < 35) {
      series[token].push({ at: at + 24, micros: own === 500_000 ? 505_000 : own, quote: false });
    }
  }
}

/** The tokens whose sample of this midnight came after 00:00:59. */
function slowTokens(random: Random, day: number): readonly TokenName[] {
  const inSeason = day >= SLOW_SEASON.first && day <= SLOW_SEASON.last;
  const share = day === WORST_SLOW_DAY ? 0.95 : inSeason ? 0.3 : 0;
  const [missing, alone, which] = [random.chance(share), random.chance(0.35), random.chance(0.5)];
  if (!missing) return [];
  if (!alone) return ['yes', 'no'];
  return which ? ['yes'] : ['no'];
}

/**
 * A token's samples at a fidelity, in minutes, between two instants (both included): those whose minute is a multiple
 * of it. Between midnights the price follows the path.
 */
export function samplesOf(
  market: Market,
  token: TokenName,
  fidelity: number,
  from: number,
  to: number,
): Point[] {
  const all = dailySeries(market)[token];
  const daily = all.filter(
    ({ at, always }) => at >= from && at <= to && (always === true || Math.floor(at / 60) % fidelity === 0),
  );
  if (fidelity >= MINUTES_PER_DAY || all.length === 0) return daily;
  return [...daily, ...betweenMidnights(market, token, fidelity, from, to)].sort(byTime);
}

function betweenMidnights(
  market: Market,
  token: TokenName,
  fidelity: number,
  from: number,
  to: number,
): Point[] {
  const begin = Math.max(from, market.openedAt);
  const end = Math.min(to, lastSecond(market) - 1);
  const points: Point[] = [];
  for (
    let minute = Math.ceil(begin / 60 / fidelity) * fidelity;
    minute * 60 + 59 <= end;
    minute += fidelity
  ) {
    if (minute % MINUTES_PER_DAY < 2) continue;
    const yes = midpoint(midpointAt(market, minute * 60) / UNIT);
    const at = minute * 60 + ((minute * 7 + market.ordinal) % 60);
    points.push({ at, micros: token === 'yes' ? yes : UNIT - yes, quote: false });
  }
  return points;
}

import type { Micros } from '../../common/micros.js';
import type { Split } from '../../schemas/polybench.js';
import { judgeEvents, type Leg, type PublishedEvents } from './events.js';
import { sumMicros } from './flow.js';
import { daysOf, type HarvestedMarket } from './harvest.js';
import { capacityMicros, tradeableLiquidity } from './market-rules.js';
import type { PolybenchParameters } from './parameters.js';
import { tradeableQuotes } from './quotes.js';

/** The figures of a market that follow from its days. */
export interface MarketFigures {
  /** Days since 1970-01-01. */
  windowStart: number;
  startPriceMicros: Micros;
  tradeableDays: number;
  volumeMicros: Micros;
  capacityMicros: Micros;
  /** Days filled from the NO token. */
  filled: number;
  /** Days from the first quote to the day on which trading ended that have none. */
  missing: number;
  /** Days from the first quote to the day on which trading ended. */
  lifetime: number;
}

/** What stays in memory of a market whose tape was needed or looked at. */
export interface Survivor {
  evidence: string;
  drop?: { rule: string; detail: string };
  leg?: Leg;
  figures?: MarketFigures;
}

/** A market's place in the result: its figures and split, or the rule that dropped it. */
export type Verdict = { figures: MarketFigures; split: Split } | { rule: string; detail: string };

/** Reduces a harvested market to what the rules over events and the published row need. */
export function survivorOf(market: HarvestedMarket, parameters: PolybenchParameters): Survivor {
  const { candidate, evidence, drop } = market;
  if (drop !== undefined) return { evidence, drop };
  const figures = figuresOf(market, parameters);
  const leg: Leg = {
    id: candidate.row.market_id,
    eventId: candidate.eventId,
    resolutionDay: candidate.resolutionDay,
    volumeMicros: figures.volumeMicros,
    listedVolumeMicros: candidate.row.volume_micros,
  };
  return { evidence, leg, figures };
}

/** Figures of a market with at least one day. RangeError where it has none. */
export function figuresOf(
  market: Pick<HarvestedMarket, 'candidate' | 'tape'>,
  parameters: PolybenchParameters,
): MarketFigures {
  const { candidate } = market;
  const days = daysOf(market);
  const [first] = days;
  if (first === undefined) throw new RangeError(`market ${candidate.row.market_id} has no day`);
  const lifetime = candidate.resolutionDay - first.day + 1;
  return {
    windowStart: first.day,
    startPriceMicros: first.priceMicros,
    tradeableDays: tradeableQuotes(days, candidate.resolutionDay).length,
    volumeMicros: sumMicros(days, 'volumeMicros'),
    capacityMicros: capacityMicros(tradeableLiquidity(days, candidate.resolutionDay), parameters),
    filled: days.filter((day) => day.source === 'no_complement').length,
    missing: lifetime - days.length,
    lifetime,
  };
}

/** Applies the rules over events to all survivors at once. */
export function verdictsOf(
  survivors: ReadonlyMap<string, Survivor>,
  published: PublishedEvents,
  parameters: PolybenchParameters,
): Map<string, Verdict> {
  const legs = [...survivors.values()].flatMap(({ leg }) => (leg === undefined ? [] : [leg]));
  const events = judgeEvents(legs, published, parameters);
  const verdicts = new Map<string, Verdict>();
  for (const [id, { drop, figures }] of survivors) {
    const event = events.get(id);
    if (drop !== undefined) verdicts.set(id, drop);
    else if (figures !== undefined && event !== undefined)
      verdicts.set(id, 'split' in event ? { figures, split: event.split } : event);
  }
  return verdicts;
}

import { formatMicros, type Micros } from '../../common/micros.js';
import { compareIds } from '../../common/order.js';
import { dayOfNumber } from '../../common/time.js';
import type { Split } from '../../schemas/polybench.js';
import { dayOf } from './candidate.js';
import type { PolybenchParameters } from './parameters.js';

/** What the rules over whole events need of a market that passed every other rule. */
export interface Leg {
  id: string;
  eventId: string;
  /** Days since 1970-01-01. */
  resolutionDay: number;
  /** Sum over the stored history. */
  volumeMicros: Micros;
  /** Gamma's volumeNum, a tie-breaker; null counts as least. */
  listedVolumeMicros: Micros | null;
}

/** What an earlier version published. */
export interface PublishedEvents {
  /** Split of each event. */
  splits: ReadonlyMap<string, Split>;
  /** Ids of the published markets. */
  legs: ReadonlySet<string>;
}

/** Nothing published before. */
export const NOTHING_PUBLISHED: PublishedEvents = { splits: new Map(), legs: new Set() };

/** A leg's split, or the rule over its event that dropped it. */
export type LegVerdict = { split: Split } | { rule: 'event_split' | 'event_cap'; detail: string };

/** Definitions of the rules over events, in order. */
export const eventRules: readonly { name: 'event_split' | 'event_cap'; doc: string }[] = [
  {
    name: 'event_split',
    doc: 'A new leg of an event that is published in train, and the leg resolves on or after `testFrom`.',
  },
  {
    name: 'event_cap',
    doc: 'The event has `maxLegsPerEvent` legs that were published earlier or traded more.',
  },
];

type EventParameters = Pick<PolybenchParameters, 'testFrom' | 'maxLegsPerEvent'>;

/**
 * Splits and caps events (CONTRACT 4.2, rule book 9.6), the last of all rules so that a thin leg never pushes out a
 * usable one. The result does not depend on the order of the legs, and capping what was kept changes nothing.
 */
export function judgeEvents(
  legs: Iterable<Leg>,
  published: PublishedEvents,
  parameters: EventParameters,
): Map<string, LegVerdict> {
  const events = new Map<string, Leg[]>();
  for (const leg of legs) {
    const event = events.get(leg.eventId);
    if (event === undefined) events.set(leg.eventId, [leg]);
    else event.push(leg);
  }
  const verdicts = new Map<string, LegVerdict>();
  for (const [eventId, event] of events)
    for (const [id, verdict] of judgeEvent(event, published.splits.get(eventId), published.legs, parameters))
      verdicts.set(id, verdict);
  return verdicts;
}

function judgeEvent(
  event: readonly Leg[],
  split: Split | undefined,
  publishedLegs: ReadonlySet<string>,
  parameters: EventParameters,
): [string, LegVerdict][] {
  const testFrom = dayOf(parameters.testFrom);
  const splits = (leg: Leg): boolean =>
    split === 'train' && leg.resolutionDay >= testFrom && !publishedLegs.has(leg.id);
  const ranked = event.filter((leg) => !splits(leg)).sort(byRank(publishedLegs));
  const kept = ranked.slice(0, parameters.maxLegsPerEvent);
  const own = split ?? splitOf(kept, testFrom);
  return [
    ...event.filter(splits).map((leg) => [leg.id, tooLate(leg, parameters)] as [string, LegVerdict]),
    ...kept.map((leg) => [leg.id, { split: own }] as [string, LegVerdict]),
    ...ranked
      .slice(parameters.maxLegsPerEvent)
      .map((leg) => [leg.id, capped(leg, kept)] as [string, LegVerdict]),
  ];
}

/** Published legs first; then the most traded, by listed volume, by id. */
function byRank(publishedLegs: ReadonlySet<string>): (a: Leg, b: Leg) => number {
  const listed = (leg: Leg): number => leg.listedVolumeMicros ?? Number.NEGATIVE_INFINITY;
  return (a, b) =>
    Number(publishedLegs.has(b.id)) - Number(publishedLegs.has(a.id)) ||
    b.volumeMicros - a.volumeMicros ||
    descending(listed(a), listed(b)) ||
    compareIds(a.id, b.id);
}

function descending(a: number, b: number): number {
  return a === b ? 0 : a > b ? -1 : 1;
}

function splitOf(kept: readonly Leg[], testFrom: number): Split {
  return kept.some((leg) => leg.resolutionDay >= testFrom) ? 'test' : 'train';
}

function tooLate(leg: Leg, parameters: EventParameters): LegVerdict {
  return {
    rule: 'event_split',
    detail: `event ${leg.eventId} is in train; this leg resolves on ${dayOfNumber(leg.resolutionDay)}, not before ${parameters.testFrom}`,
  };
}

function capped(leg: Leg, kept: readonly Leg[]): LegVerdict {
  const ahead = kept.map((other) => `${other.id} (${formatMicros(other.volumeMicros)} USD)`).join(', ');
  return {
    rule: 'event_cap',
    detail: `event ${leg.eventId} keeps ${ahead}; this leg traded ${formatMicros(leg.volumeMicros)} USD`,
  };
}

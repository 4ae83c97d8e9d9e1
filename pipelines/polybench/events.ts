import { formatMicros, type Micros } from '../../common/micros.js';
import { compareIds } from '../../common/order.js';
import { dayOfNumber } from '../../common/time.js';
import type { Split } from '../../schemas/polybench.js';
import { dayOf } from './candidate.js';
import type { PolybenchParameters } from './parameters.js';
import type { RuleReading } from './readings.js';

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

type EventParameters = Pick<PolybenchParameters, 'testFrom' | 'maxLegsPerEvent'>;

/** An event as its rules see it. */
interface RankedEvent {
  /** Where an earlier version published it. */
  split: Split | undefined;
  /** New legs that its published split does not admit. */
  late: Leg[];
  /** The other legs; the first `maxLegsPerEvent` are kept. */
  ranked: Leg[];
}

interface EventRule {
  name: 'event_split' | 'event_cap';
  doc: string;
  /** As in FiguredRule. */
  figure(leg: Leg, event: RankedEvent, parameters: EventParameters): string;
}

/** Definitions of the rules over events, in order. */
export const eventRules: readonly EventRule[] = [
  {
    name: 'event_split',
    doc: 'A new leg of an event that is published in train, and the leg resolves on or after `testFrom`.',
    figure: splitFigure,
  },
  {
    name: 'event_cap',
    doc: 'The event has `maxLegsPerEvent` legs that were published earlier or traded more.',
    figure: capFigure,
  },
];

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

/**
 * The rules' readings of one leg of an event, up to the one that drops it. `legs` are all legs of that event.
 * RangeError where the leg is not among them.
 */
export function readEventRules(
  id: string,
  legs: readonly Leg[],
  published: PublishedEvents,
  parameters: EventParameters,
): RuleReading[] {
  const leg = legs.find((one) => one.id === id);
  const verdict = judgeEvents(legs, published, parameters).get(id);
  if (leg === undefined || verdict === undefined) throw new RangeError(`${id} is no leg of the event`);
  const event = rankEvent(legs, published.splits.get(leg.eventId), published.legs, parameters);
  const readings: RuleReading[] = [];
  for (const { name, figure } of eventRules) {
    const reading = { rule: name, figure: figure(leg, event, parameters) };
    const drops = 'rule' in verdict && verdict.rule === name;
    readings.push(drops ? { ...reading, detail: verdict.detail } : reading);
    if (drops) break;
  }
  return readings;
}

function judgeEvent(
  legs: readonly Leg[],
  split: Split | undefined,
  publishedLegs: ReadonlySet<string>,
  parameters: EventParameters,
): [string, LegVerdict][] {
  const { late, ranked } = rankEvent(legs, split, publishedLegs, parameters);
  const kept = ranked.slice(0, parameters.maxLegsPerEvent);
  const own = split ?? splitOf(kept, dayOf(parameters.testFrom));
  return [
    ...late.map((leg) => [leg.id, tooLate(leg, parameters)] as [string, LegVerdict]),
    ...kept.map((leg) => [leg.id, { split: own }] as [string, LegVerdict]),
    ...ranked
      .slice(parameters.maxLegsPerEvent)
      .map((leg) => [leg.id, capped(leg, kept)] as [string, LegVerdict]),
  ];
}

function rankEvent(
  legs: readonly Leg[],
  split: Split | undefined,
  publishedLegs: ReadonlySet<string>,
  { testFrom }: EventParameters,
): RankedEvent {
  const isLate = (leg: Leg): boolean =>
    split === 'train' && leg.resolutionDay >= dayOf(testFrom) && !publishedLegs.has(leg.id);
  const ranked = legs.filter((leg) => !isLate(leg)).sort(byRank(publishedLegs));
  return { split, late: legs.filter(isLate), ranked };
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

function splitFigure(leg: Leg, { split }: RankedEvent, { testFrom }: EventParameters): string {
  const before = split === undefined ? 'not published before' : `published in ${split}`;
  return `event ${leg.eventId} ${before}; resolves ${dayOfNumber(leg.resolutionDay)}, test from ${testFrom}`;
}

function capped(leg: Leg, kept: readonly Leg[]): LegVerdict {
  return {
    rule: 'event_cap',
    detail: `event ${leg.eventId} keeps ${volumesText(kept)}; this leg traded ${formatMicros(leg.volumeMicros)} USD`,
  };
}

function capFigure(leg: Leg, { ranked }: RankedEvent, { maxLegsPerEvent }: EventParameters): string {
  const first = volumesText(ranked.slice(0, maxLegsPerEvent));
  return `rank ${ranked.indexOf(leg) + 1} of ${ranked.length} with ${formatMicros(leg.volumeMicros)} USD; the first ${maxLegsPerEvent} are kept: ${first}`;
}

function volumesText(legs: readonly Leg[]): string {
  return legs.map(({ id, volumeMicros }) => `${id} (${formatMicros(volumeMicros)} USD)`).join(', ');
}

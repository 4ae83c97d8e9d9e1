import { formatInstant, type InstantMicros, MICROS_PER_SECOND } from '../../../common/time.js';
import type { Random } from '../random.js';
import { background, criteria, inventPlace } from '../text.js';
import { type Entry, historyOf } from './aggregate.js';
import { aggregateBinary, aggregateChoice, drawBinaryTruth, drawChoiceTruth } from './beliefs.js';
import { DAY, floorTo, SITE_NOW } from './clock.js';
import { drawForecasts, type Forecast, type Population } from './crowd.js';
import { aggregateContinuous, type ContinuousTruth, drawContinuousTruth } from './densities.js';
import type { QuestionModel, QuestionTexts, QuestionType } from './model.js';
import type { ApiShape } from './plan.js';
import { discreteScale, drawNumericScale, locationOf, pythonFloat, type Scale, valueAt } from './scale.js';
import { cutOf, type PostState, type Schedule } from './schedule.js';
import type { FixedRange } from './trap.js';

/** What a question is made from. */
export interface QuestionSeed {
  id: number;
  postId: number;
  type: QuestionType;
  title: string;
  label: string;
  shape: ApiShape;
  state: PostState;
  schedule: Schedule;
  texts: QuestionTexts | null;
  forecasts: number;
  forecasters: number;
  random: Random;
  population: Population;
  /** False leaves the history empty. */
  withPredictions: boolean;
  /** A range instead of a drawn one. */
  scale?: Scale;
  /** Range and outcome instead of drawn ones. */
  range?: FixedRange;
}

type Truthful = Pick<
  QuestionModel,
  'resolution' | 'scale' | 'options' | 'optionsHistory' | 'entries' | 'unit'
>;

/** Makes a question whose community predictions and resolution follow one hidden truth. */
export function makeQuestion(seed: QuestionSeed): QuestionModel {
  const { id, postId, type, title, label, shape, state, schedule, texts } = seed;
  return {
    ...{ id, postId, type, title, label, shape, state, schedule, texts },
    countHidden: shape === 'old' && type !== 'discrete',
    method: 'recency_weighted',
    latestHidden: false,
    ...truthOf(seed),
  };
}

/** Background, criteria and fine print that name invented sources. */
export function drawTexts(random: Random): QuestionTexts {
  return {
    description: background(random, random.int(1, 5)),
    resolutionCriteria: criteria(random),
    finePrint: random.chance(0.4)
      ? `Times are in UTC. The register of ${inventPlace(random)} does not count.`
      : '',
  };
}

function truthOf(seed: QuestionSeed): Truthful {
  if (seed.type === 'binary') return binaryTruth(seed);
  return seed.type === 'multiple_choice' ? choiceTruth(seed) : continuousTruth(seed);
}

function binaryTruth(seed: QuestionSeed): Truthful {
  const truth = drawBinaryTruth(seed.random.fork('truth'));
  const entries = history(seed, (active) => aggregateBinary(truth, active));
  const resolution = ifResolved(seed, truth.outcome ? 'yes' : 'no');
  return { resolution, scale: null, options: null, optionsHistory: null, entries, unit: '' };
}

function choiceTruth(seed: QuestionSeed): Truthful {
  const random = seed.random.fork('truth');
  const options = Array.from({ length: random.int(3, 6) }, (_, at) => `${inventPlace(random)} ${at + 1}`);
  const truth = drawChoiceTruth(random, options.length);
  const entries = history(seed, (active) => aggregateChoice(truth, active));
  const resolution = ifResolved(seed, options[truth.outcome] as string);
  const optionsHistory = [[formatInstant(seed.schedule.openAt), options] as const];
  return { resolution, scale: null, options, optionsHistory, entries, unit: '' };
}

function continuousTruth(seed: QuestionSeed): Truthful {
  const random = seed.random.fork('truth');
  const drawn = drawContinuousTruth(random);
  const { scale, value } = seed.range ?? settle(seed, drawn, random);
  const location = Math.min(1.2, Math.max(-0.2, locationOf(scale, value)));
  const truth: ContinuousTruth = { ...drawn, location };
  return {
    resolution: ifResolved(seed, seed.type === 'date' ? pythonDate(value) : pythonFloat(value)),
    scale,
    options: null,
    optionsHistory: null,
    entries: history(seed, (active) => aggregateContinuous(truth, scale, active)),
    unit: seed.type === 'date' ? '' : random.pick(['', 'crates', 'ships', '%', 'coins']),
  };
}

/** The range, and the outcome within it, rounded as its source would print it. */
function settle(seed: QuestionSeed, { location }: ContinuousTruth, random: Random): FixedRange {
  if (seed.type === 'date') return settleDate(seed, location, random);
  if (seed.type === 'discrete') {
    const outcomes = random.pick([5, 8, 11, 51, 93]);
    const scale = seed.scale ?? discreteScale(random.pick([0, 1, 10]), outcomes, random.chance(0.5));
    const bucket = Math.min(scale.buckets - 1, Math.floor(location * scale.buckets));
    return { scale, value: scale.min + 0.5 + bucket };
  }
  const scale = seed.scale ?? drawNumericScale(random);
  const digits = scale.max - scale.min <= 1 ? 3 : scale.max - scale.min <= 200 ? 1 : 0;
  const value = Number(valueAt(scale, location).toFixed(digits));
  return { scale, value: Math.min(scale.max, Math.max(scale.min, value)) };
}

/** An event up to two days before the resolution became known, in a range laid so that it holds the location. */
function settleDate(seed: QuestionSeed, location: number, random: Random): FixedRange {
  const known = seed.schedule.resolvedAt ?? seed.schedule.scheduledResolveAt;
  const event = floorTo(known - random.real(0.1, 2) * DAY, DAY / 2);
  const share = Math.min(0.98, Math.max(0.02, location));
  const scale = dateScale(seed.schedule.openAt, event, share, random.chance(0.2), random.chance(0.8));
  return { scale: seed.scale ?? scale, value: event / MICROS_PER_SECOND };
}

/** A range of whole days from the opening on, in which the event lies at about the given share. */
export function dateScale(
  openAt: InstantMicros,
  event: InstantMicros,
  share: number,
  openLower: boolean,
  openUpper: boolean,
): Scale {
  const from = floorTo(openAt, DAY);
  const to = floorTo(from + (event - from) / share, DAY) + DAY;
  const [min, max] = [from / MICROS_PER_SECOND, to / MICROS_PER_SECOND];
  return { min, max, zeroPoint: null, openLower, openUpper, buckets: 200 };
}

/** The text that Python gives for a UTC datetime: with a blank, and an offset. */
function pythonDate(unixSeconds: number): string {
  return formatInstant(unixSeconds * MICROS_PER_SECOND)
    .replace('T', ' ')
    .replace('Z', '+00:00');
}

function history(seed: QuestionSeed, aggregate: Parameters<typeof historyOf>[3]): Entry[] {
  const random = seed.random.fork('crowd');
  return historyOf(random, predictions(seed, random), random.int(6, 14), aggregate);
}

function predictions(seed: QuestionSeed, random: Random): Forecast[] {
  const { schedule, state, forecasts, forecasters } = seed;
  const to = Math.min(cutOf(schedule), SITE_NOW);
  const hidden = state !== 'resolved' && schedule.revealAt > SITE_NOW;
  if (!seed.withPredictions || hidden || to <= schedule.openAt) return [];
  return drawForecasts(random, seed.population, {
    forecasts,
    people: forecasters,
    from: schedule.openAt,
    to,
  });
}

function ifResolved(seed: QuestionSeed, resolution: string): string | null {
  return seed.state === 'resolved' ? resolution : null;
}

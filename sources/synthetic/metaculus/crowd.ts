import type { InstantMicros } from '../../../common/time.js';
import type { Random } from '../random.js';

/** One prediction by one person. */
export interface Forecast {
  at: InstantMicros;
  person: Person;
  /** Standard normal draw of this prediction. */
  error: number;
  /** Where in the question's life it was made, in [0,1]. */
  progress: number;
}

/** A forecaster. Skill shows as small noise; bias pulls every prediction of this person the same way. */
interface Person {
  id: number;
  noise: number;
  bias: number;
}

/** The forecasters of the invented site. */
export type Population = readonly Person[];

const POPULATION = 4000;

/** Draws the site's forecasters. */
export function drawPopulation(random: Random): Population {
  return Array.from({ length: POPULATION }, (_, at) => ({
    id: 100_000 + at,
    noise: 0.15 + random.exponential(0.3),
    bias: random.normal(0, 0.2),
  }));
}

/** How many people make how many predictions on a question, and when. */
export interface CrowdSpan {
  forecasts: number;
  people: number;
  from: InstantMicros;
  to: InstantMicros;
}

/** The predictions on one question in order of time: each of `people` predicts at least once, more of them early. */
export function drawForecasts(random: Random, population: Population, span: CrowdSpan): Forecast[] {
  const first = random.int(0, population.length - 1);
  const memberOf = (rank: number): Person => nth(population, (first + rank * 7) % population.length);
  const progresses = Array.from({ length: span.forecasts }, () =>
    random.chance(0.4) ? random.next() * 0.15 : random.next(),
  ).sort((a, b) => a - b);
  let joined = 0;
  return progresses.map((progress, at) => {
    const newcomer = random.next() * (span.forecasts - at) < span.people - joined;
    const rank = newcomer || joined === 0 ? joined++ : random.int(0, joined - 1);
    return {
      at: Math.floor(span.from + progress * (span.to - span.from)),
      person: memberOf(rank),
      error: random.normal(),
      progress,
    };
  });
}

/** A prediction that still counts, with its weight. */
export interface Weighted {
  forecast: Forecast;
  weight: number;
}

/**
 * For each of the ascending counts: everybody's newest prediction among that many first ones, oldest first, with the
 * site's recency weights: the n-th of N weighs exp(sqrt(n) - sqrt(N)); two or fewer weigh the same.
 */
export function activeAfter(forecasts: readonly Forecast[], counts: readonly number[]): Weighted[][] {
  const newest = new Map<number, Forecast>();
  let seen = 0;
  return counts.map((count) => {
    for (const forecast of forecasts.slice(seen, count)) {
      newest.delete(forecast.person.id);
      newest.set(forecast.person.id, forecast);
    }
    seen = count;
    return weighted([...newest.values()]);
  });
}

function weighted(forecasts: readonly Forecast[]): Weighted[] {
  const total = forecasts.length;
  return forecasts.map((forecast, at) => ({
    forecast,
    weight: total <= 2 ? 1 : Math.exp(Math.sqrt(at + 1) - Math.sqrt(total)),
  }));
}

function nth<T>(items: readonly T[], at: number): T {
  const item = items[at];
  if (item === undefined) throw new RangeError(`no element ${at}`);
  return item;
}

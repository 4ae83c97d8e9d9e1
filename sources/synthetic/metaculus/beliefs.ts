import type { Random } from '../random.js';
import { type Aggregate, rounded, weightedQuartiles } from './aggregate.js';
import type { Forecast, Weighted } from './crowd.js';

/** What is true about a yes/no question, and how knowledge of it grows. */
export interface BinaryTruth {
  /** Log odds of yes that a perfect forecaster would name, over the question's life. */
  path: readonly number[];
  outcome: boolean;
}

const STEPS = 24;

/** Draws a random walk of log odds; the outcome comes true with the probability at its end. */
export function drawBinaryTruth(random: Random): BinaryTruth {
  const path = [random.normal(-0.6, 1.3)];
  for (let step = 1; step < STEPS; step++) path.push(last(path) + random.normal(0, 0.25));
  return { path, outcome: random.chance(sigmoid(last(path))) };
}

/** The community's view of a yes/no question: median, quartiles, mean, histogram. */
export function aggregateBinary(truth: BinaryTruth, active: readonly Weighted[]): Aggregate {
  const points = active.map(({ forecast, weight }) => [binaryForecast(truth, forecast), weight] as const);
  const [lower, median, upper] = weightedQuartiles(points);
  const total = points.reduce((sum, [, weight]) => sum + weight, 0);
  const mean = rounded(points.reduce((sum, [value, weight]) => sum + value * weight, 0) / total);
  return {
    lower: [lower],
    centers: [median],
    upper: [upper],
    means: [mean],
    values: [rounded(1 - median), median],
    histogram: [histogram(points)],
  };
}

/** A person's probability of yes, in whole percent as people type it, never 0 or 1. */
function binaryForecast(truth: BinaryTruth, { person, error, progress }: Forecast): number {
  const known = truth.path[Math.min(STEPS - 1, Math.floor(progress * STEPS))] as number;
  const percent = Math.round(100 * sigmoid(known + person.bias + error * person.noise));
  return Math.min(99, Math.max(1, percent)) / 100;
}

function histogram(points: readonly (readonly [number, number])[]): number[] {
  const bins = new Array<number>(100).fill(0);
  for (const [value, weight] of points) {
    const bin = Math.min(99, Math.floor(value * 100 + 1e-9));
    bins[bin] = rounded((bins[bin] as number) + weight);
  }
  return bins;
}

/** What is true about a multiple-choice question: the options' log weights and the one that comes true. */
export interface ChoiceTruth {
  strengths: readonly number[];
  outcome: number;
}

/** Draws strengths; an option comes true with its softmax probability. */
export function drawChoiceTruth(random: Random, options: number): ChoiceTruth {
  const strengths = Array.from({ length: options }, () => random.normal(0, 1));
  const weights = softmax(strengths).map((weight, at) => [at, weight] as const);
  return { strengths, outcome: random.weighted(weights) };
}

/** The community's view of the options: medians, brought back to a sum of 1. */
export function aggregateChoice(truth: ChoiceTruth, active: readonly Weighted[]): Aggregate {
  const members = active.map(({ forecast, weight }) => ({ shares: choiceForecast(truth, forecast), weight }));
  const quartiles = truth.strengths.map((_, at) =>
    weightedQuartiles(members.map(({ shares, weight }) => [shares[at] as number, weight])),
  );
  const total = quartiles.reduce((sum, [, median]) => sum + median, 0);
  const part = (at: 0 | 1 | 2): number[] => quartiles.map((quartile) => rounded(quartile[at] / total));
  return {
    lower: part(0),
    centers: part(1),
    upper: part(2),
    means: part(1),
    values: part(1),
    histogram: null,
  };
}

function choiceForecast(truth: ChoiceTruth, { person, error, progress }: Forecast): number[] {
  const sway = (at: number): number =>
    Math.sin((at + 1) * (person.id % 97)) * person.noise + (at === 0 ? error : 0) * 0.3;
  return softmax(truth.strengths.map((strength, at) => strength * (0.6 + 0.4 * progress) + sway(at)));
}

function softmax(strengths: readonly number[]): number[] {
  const powers = strengths.map(Math.exp);
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function last(items: readonly number[]): number {
  return items[items.length - 1] as number;
}

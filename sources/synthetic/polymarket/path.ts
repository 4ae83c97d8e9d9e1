import type { Random } from '../random.js';

const LOWEST = 500;
const UNIT = 1_000_000;
const logit = (p: number): number => Math.log(p / (1 - p));
const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** A midpoint as the venue has it: half-cents in the middle, half-tenths of a cent near 0 and 1. */
export function midpoint(price: number): number {
  const micros = price * UNIT;
  const step = micros < 40_000 || micros > 960_000 ? LOWEST : 5_000;
  return Math.min(UNIT - LOWEST, Math.max(LOWEST, Math.round(micros / step) * step));
}

export interface PathOptions {
  /** Midnights between opening and closing. */
  nights: number;
  /** Price at opening, in (0,1). */
  start: number;
  winner: 'YES' | 'NO';
  /** How late the outcome shows: 1 is a straight line in log-odds, 8 a jump on the last days. */
  lateness: number;
}

/** YES midpoints of all midnights: a walk in log-odds from the start to near the outcome. */
export function singlePath(random: Random, options: PathOptions): number[] {
  const from = logit(options.start);
  const to = (options.winner === 'YES' ? 1 : -1) * random.real(2.2, 4.5);
  let noise = 0;
  return Array.from({ length: options.nights }, (_, night) => {
    noise = noise * 0.9 + random.normal(0, 0.12);
    const done = (night + 1) / (options.nights + 0.5);
    return midpoint(logistic(from + (to - from) * done ** options.lateness + noise));
  });
}

/**
 * YES midpoints of the legs of a negRisk event, by leg and midnight: they sum to one on every midnight, and one leg
 * (or none, where `winner` is -1) ends near one.
 */
export function groupPaths(random: Random, legs: number, nights: number, winner: number): number[][] {
  const spread = legs > 20 ? 2.5 : 0.6;
  const strength = Array.from({ length: legs }, () => random.normal(0, spread));
  const paths = strength.map((): number[] => []);
  for (let night = 0; night < nights; night++) {
    const push = winner < 0 ? 0 : 5 * ((night + 1) / nights) ** 4;
    strength.forEach((value, leg) => {
      strength[leg] = value + random.normal(0, 0.08);
    });
    shares(strength.map((value, leg) => value + (leg === winner ? push : 0))).forEach((micros, leg) => {
      paths[leg]?.push(micros);
    });
  }
  return paths;
}

/** Softmax on the grid of half-tenths of a cent, by largest remainders, so that the sum is exactly one. */
function shares(strength: readonly number[]): number[] {
  const top = Math.max(...strength);
  const weights = strength.map((value) => Math.exp(value - top));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const steps = UNIT / LOWEST - strength.length;
  const exact = weights.map((weight) => (steps * weight) / total);
  const floors = exact.map((value) => Math.floor(value));
  const left = steps - floors.reduce((sum, value) => sum + value, 0);
  const order = exact
    .map((value, leg) => ({ leg, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.leg - b.leg)
    .slice(0, left)
    .map(({ leg }) => leg);
  const favoured = new Set(order);
  return floors.map((value, leg) => (value + 1 + (favoured.has(leg) ? 1 : 0)) * LOWEST);
}

import type { SyntheticSize } from '../part.js';
import { createRandom, type Random } from '../random.js';
import { drawPopulation, type Population } from './crowd.js';
import { type PostPlan, planPosts } from './plan.js';
import { worldPlanOf } from './world-plan.js';

/** The invented Metaculus: a plan of every post, from which posts are made one at a time. */
export interface World {
  random: Random;
  plans: readonly PostPlan[];
  population: Population;
}

/** Plans the world that seed and size name. */
export function createWorld(seed: number, size: SyntheticSize): World {
  const random = createRandom(`metaculus/${seed}/${size}`);
  return {
    random,
    plans: planPosts(random, worldPlanOf(size)),
    population: drawPopulation(random.fork('population')),
  };
}

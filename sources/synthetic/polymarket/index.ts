import type { SyntheticPart } from '../part.js';
import { createClobPart } from './clob.js';
import { createDataPart } from './data.js';
import { createGammaPart } from './gamma.js';
import { createWorld, type World, type WorldOptions } from './world.js';

export { TRAPS } from './traps/index.js';
export { expectedMarket } from './truth.js';
export { createWorld, type World, type WorldOptions } from './world.js';

/** Gamma, the CLOB and the Data API over one invented world; the same seed and size give the same bytes. */
export function createPolymarketParts(options: WorldOptions): SyntheticPart[] {
  return polymarketPartsOf(createWorld(options));
}

/** The three parts over a world that is there already, so that its truth can be asked beside them. */
export function polymarketPartsOf(world: World): SyntheticPart[] {
  return [createGammaPart(world), createClobPart(world), createDataPart(world)];
}

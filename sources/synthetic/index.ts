import { createHubPart } from './hub/index.js';
import { createMetaculusPart } from './metaculus/index.js';
import type { SyntheticUpstream } from './part.js';
import { createPolymarketParts } from './polymarket/index.js';
import { type PartFactory, type ServeOptions, servePartFactories } from './server.js';

export { parseFaults } from './faults.js';
export type { ServeOptions } from './server.js';
export { SYNTHETIC_TOKENS } from './tokens.js';

/** The upstreams of the invented world. A world is made when its first request arrives. */
const PARTS: readonly PartFactory[] = [
  { sources: ['metaculus'], create: (world) => [createMetaculusPart(world)] },
  { sources: ['gamma', 'clob', 'data'], create: createPolymarketParts },
  { sources: ['hf'], create: (world) => [createHubPart(world)] },
];

/** Serves the whole invented world on 127.0.0.1; see ServeOptions. */
export function startSyntheticUpstream(options: ServeOptions): Promise<SyntheticUpstream> {
  return servePartFactories(PARTS, options);
}

import type { SyntheticUpstream } from './part.js';
import { type PartFactory, type ServeOptions, servePartFactories } from './server.js';

export { type FaultSpec, parseFaults } from './faults.js';
export type { SyntheticSize, SyntheticUpstream } from './part.js';
export type { ServeOptions } from './server.js';

/** The upstreams of the invented world. A world is made when its first request arrives. */
const PARTS: readonly PartFactory[] = [];

/**
 * Tokens that the synthetic upstream knows. `restricted` is an account of the lowest Metaculus tier, which sees
 * closed questions without text, resolution and predictions; `hfGranted` may read the gated repository.
 */
export const SYNTHETIC_TOKENS = {
  metaculus: 'synthetic-token',
  metaculusRestricted: 'synthetic-restricted',
  hf: 'hf_synthetic',
  hfGranted: 'hf_synthetic_granted',
} as const;

/** Serves the whole invented world on 127.0.0.1; see ServeOptions. */
export function startSyntheticUpstream(options: ServeOptions): Promise<SyntheticUpstream> {
  return servePartFactories(PARTS, options);
}

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../../common/effects.js';
import { nodeFiles } from '../../../common/node-files.js';
import { systemEffects } from '../../../common/system-effects.js';
import { type InstantMicros, parseInstant } from '../../../common/time.js';
import type { BuildContext } from '../../../pipelines/dataset.js';
import { type OpenforesightParameters, parameters } from '../../../pipelines/openforesight/parameters.js';
import { gateParameters } from '../../../pipelines/parameters.js';
import { createHubPart } from '../../../sources/synthetic/hub/index.js';
import type { SyntheticPart, SyntheticUpstream } from '../../../sources/synthetic/part.js';
import { type ServeOptions, servePartFactories } from '../../../sources/synthetic/server.js';
import { createUpstream, type UpstreamOptions } from '../../../sources/upstream.js';

const AS_OF = parseInstant('2026-11-30T00:00:00Z') as InstantMicros;

export interface LogLine {
  event: string;
  fields: Record<string, unknown>;
}

/** A log that keeps its lines. */
function recordingLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const note = (event: string, fields: Record<string, unknown> = {}) => void lines.push({ event, fields });
  return { log: { info: note, warn: note, progress: () => undefined }, lines };
}

/** Serves the invented Hub, or another part in its place. */
export function serveHub(
  options: Partial<ServeOptions> = {},
  part?: SyntheticPart,
): Promise<SyntheticUpstream> {
  const create = (world: ServeOptions) => [part ?? createHubPart(world)];
  return servePartFactories([{ sources: ['hf'], create }], { seed: 1, size: 'small', ...options });
}

/** An upstream that asks the given Hub and stores in the given directory. */
export function hubUpstream(url: string, dir: string, options: Partial<UpstreamOptions> = {}) {
  const { log } = recordingLog();
  return createUpstream({
    mode: 'live',
    baseUrls: { hf: url },
    jobs: 4,
    rates: { hf: { requests: 1000, seconds: 1 } },
    snapshotsDir: join(dir, 'snapshots'),
    files: nodeFiles,
    effects: systemEffects(),
    log,
    asOf: AS_OF,
    userAgent: 'test/1',
    ...options,
  });
}

export type TestContext = BuildContext<OpenforesightParameters> & { lines: LogLine[] };

/** A build context over the given Hub, in a directory of its own unless one is given. */
export async function testContext(
  url: string,
  settings: Partial<OpenforesightParameters> = {},
  options: Partial<UpstreamOptions> & { dir?: string } = {},
): Promise<TestContext> {
  const { dir = await mkdtemp(join(tmpdir(), 'openforesight-')), ...rest } = options;
  const { log, lines } = recordingLog();
  return {
    parameters: parameters.parse(settings),
    asOf: AS_OF,
    upstream: hubUpstream(url, dir, rest),
    files: nodeFiles,
    effects: systemEffects(),
    log,
    lines,
    gates: gateParameters.parse({}),
    normalizedDir: join(dir, 'normalized'),
    jobs: 4,
  };
}

/** Everything that a stream gives. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

import { z } from 'zod';
import { SOURCE_NAMES } from '../../sources/types.js';

const instant = z.iso.datetime();
const count = z.int().nonnegative();
const splits = z.record(z.string(), z.object({ rows: count, groups: count }));

const gate = z.object({
  name: z.string(),
  value: z.number(),
  limit: z.number(),
  passed: z.boolean(),
  reason: z.string().optional(),
  examples: z.array(z.string()).readonly().optional(),
});

/** What a run cost one host. */
const hostRecord = z.object({
  name: z.enum(SOURCE_NAMES),
  /** Sent, retries and redirects included. */
  requests: count,
  /** Attempts that were made again. */
  retries: count,
  /** Of bodies received, decoded. */
  bytes: count,
  /** Milliseconds that requests waited for their turn, summed. */
  waited_ms: count,
  /** The part of it that the host asked for. */
  paused_ms: count,
  /** Requests per second; null below two requests. */
  achieved_per_second: z.number().nullable(),
  allowed_per_second: z.number(),
});
export type HostRecord = z.infer<typeof hostRecord>;

/** How one dataset of a run ended; `not_built`: the run ended before it came to it, or goes on. */
const datasetRecord = z.discriminatedUnion('kind', [
  z.object({
    dataset: z.string(),
    kind: z.literal('published'),
    version: z.string(),
    /** Of the main table, all splits. */
    rows: count,
    splits,
    funnel: z.array(z.object({ rule: z.string(), count })),
    gates: z.array(gate),
  }),
  z.object({ dataset: z.string(), kind: z.literal('unchanged'), version: z.string(), rows: count, splits }),
  z.object({
    dataset: z.string(),
    kind: z.literal('failed'),
    exit_code: z.int(),
    error: z.string(),
    remedy: z.string().optional(),
    /** Where a gate refused. */
    gates: z.array(gate).optional(),
  }),
  z.object({ dataset: z.string(), kind: z.literal('not_built') }),
]);
export type DatasetRecord = z.infer<typeof datasetRecord>;

/** `out/runs/<instant>.json`: one run of build or refresh. Fields that later versions add are passed over. */
export const runRecord = z.object({
  command: z.enum(['build', 'refresh']),
  upstream: z.enum(['live', 'synthetic', 'replay']),
  /** The build's clock. */
  as_of: instant,
  /** Wall clock, as all times below. */
  started_at: instant,
  /** Null while the run goes on, and for ever where it was killed. */
  finished_at: instant.nullable(),
  exit_code: z.int().nullable(),
  /** Where an error ended the run as a whole: configuration, lock, a signal. */
  error: z.string().optional(),
  remedy: z.string().optional(),
  hosts: z.array(hostRecord),
  datasets: z.array(datasetRecord),
});
export type RunRecord = z.infer<typeof runRecord>;

import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Relative to the version, and never out of it: no `..`, no empty part, no root, no backslash. */
const path = z
  .string()
  .refine(
    (text) => text.split('/').every((part) => !/^\.{0,2}$/.test(part)) && !/[\\\0]/.test(text),
    'is no path within the version',
  );

const source = z.strictObject({
  name: z.string(),
  base_url: z.string(),
  requests: z.int().nonnegative(),
  complete: z.boolean(),
  snapshot_sha256: sha256,
  revision: z.string().optional(),
});

const gate = z.strictObject({
  name: z.string(),
  value: z.number(),
  limit: z.number(),
  passed: z.boolean(),
  reason: z.string().optional(),
});

/** manifest.json of a version (CONTRACT: keys in this order, no wall-clock time anywhere). */
export const manifestSchema = z.strictObject({
  dataset: z.string(),
  version: z.string(),
  as_of: z.string(),
  generator: z.strictObject({ name: z.string(), version: z.string(), commit: z.string() }),
  upstream: z.enum(['live', 'synthetic', 'replay']),
  sources: z.array(source),
  parameters: z.record(z.string(), z.unknown()),
  splits: z.record(
    z.string().regex(/^\w+$/),
    z.strictObject({ rows: z.int().nonnegative(), groups: z.int().nonnegative() }),
  ),
  files: z.array(
    z.strictObject({
      path,
      bytes: z.int().nonnegative(),
      sha256,
      rows: z.int().nonnegative().optional(),
    }),
  ),
  funnel: z.array(z.strictObject({ rule: z.string(), count: z.int().nonnegative() })),
  gates: z.array(gate),
  previous_version: z.string().optional(),
  schema_sha256: sha256,
  terms: z.string(),
});

export type Manifest = z.infer<typeof manifestSchema>;

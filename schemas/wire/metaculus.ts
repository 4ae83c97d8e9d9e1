import { z } from 'zod';

/**
 * What the Metaculus API sends, as far as this product reads it: other keys are let through unread. Fields of one drop
 * rule alone (aggregations, scaling and bounds, forecasts_count) are left untyped here, so that a record without them is dropped
 * by that rule and not as malformed; `pipelines/forecast/normalize` checks them.
 */

/** Body of GET /api/posts/. `next` is never null, so it says nothing. */
export const postsPage = z.object({ results: z.array(z.unknown()) });

/** Body of GET /api/users/me/?with_data_access=true. */
export const accountAccess = z.object({
  api_access_tier: z.string().nullish(),
  project_data_access: z.array(z.object({ project_id: z.int() })).nullish(),
});
export type AccountAccess = z.infer<typeof accountAccess>;

const optionalText = z.string().nullish();

/** The three texts of a question; a group's stand on the group. */
const texts = { description: optionalText, resolution_criteria: optionalText, fine_print: optionalText };

/** A post without its questions. Exactly one of the four bodies is set. */
export const wirePost = z.object({
  id: z.int(),
  title: z.string(),
  status: z.string(),
  resolved: z.boolean().nullish(),
  nr_forecasters: z.int().nullish(),
  forecasts_count: z.unknown().optional(),
  projects: z.object({ category: z.array(z.object({ name: z.string() })).nullish() }),
  question: z.unknown().optional(),
  group_of_questions: z.unknown().optional(),
  conditional: z.unknown().optional(),
  notebook: z.unknown().optional(),
});
export type WirePost = z.infer<typeof wirePost>;

/** A group of questions without its members, which are checked one by one. */
export const wireGroup = z.object({ id: z.int(), ...texts, questions: z.array(z.unknown()) });
export type WireGroup = z.infer<typeof wireGroup>;

const time = z.string().nullable();

export const wireQuestion = z.object({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  status: z.string(),
  resolution: z.string().nullable(),
  created_at: time,
  open_time: time,
  scheduled_close_time: time,
  actual_close_time: time,
  actual_resolve_time: time,
  resolution_set_time: time.optional(),
  label: optionalText,
  unit: optionalText,
  options_history: z.array(z.unknown()).nullish(),
  default_aggregation_method: z.unknown().optional(),
  open_lower_bound: z.unknown().optional(),
  open_upper_bound: z.unknown().optional(),
  inbound_outcome_count: z.unknown().optional(),
  scaling: z.unknown().optional(),
  aggregations: z.unknown().optional(),
  ...texts,
});
export type WireQuestion = z.infer<typeof wireQuestion>;

/** Which bounds are open and how many outcomes lie between them, on the question and again in its `scaling`. */
export const wireBounds = z.object({
  open_lower_bound: z.boolean().nullish(),
  open_upper_bound: z.boolean().nullish(),
  inbound_outcome_count: z.int().nullish(),
});

const finite = z.number().nullable();

/** `scaling` of a question. The bounds in it came after mid-2025. */
export const wireScaling = z.object({
  range_min: finite,
  range_max: finite,
  zero_point: finite,
  ...wireBounds.shape,
});

/** Path and problem of the first issue, for example `resolution: Invalid input: expected string, received undefined`. */
export function issueText(error: z.ZodError, under = ''): string {
  const issue = error.issues[0];
  const path = [under, ...(issue?.path ?? [])].filter((part) => part !== '').join('.');
  return `${path}: ${issue?.message}`;
}

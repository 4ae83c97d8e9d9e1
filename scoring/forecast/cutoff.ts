import { type InstantMicros, numberOfDay, utcDay } from '../../common/time.js';

/** A model's training cutoff: a month `YYYY-MM`, as in Table 3, or a day `YYYY-MM-DD`; what it names is still known. */
export type Cutoff = string;

/** Whether a text is a cutoff. */
export function isCutoff(text: string): text is Cutoff {
  return numberOfDay(/^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text) !== undefined;
}

/**
 * Whether a question is open to a model with that cutoff (Tables 4 and 5): its resolution became known in a later month,
 * or on a later day, in UTC. Undefined where the question does not say when it resolved.
 */
export function resolvedAfter(cutoff: Cutoff, resolvedAt: InstantMicros | null): boolean | undefined {
  return resolvedAt === null ? undefined : utcDay(resolvedAt).slice(0, cutoff.length) > cutoff;
}

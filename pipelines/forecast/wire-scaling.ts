import type { z } from 'zod';
import type { NormalizedQuestion } from '../../schemas/forecast.js';
import { issueText, type WireQuestion, wireBounds, wireScaling } from '../../schemas/wire/metaculus.js';

export type ScalingColumns = Pick<
  NormalizedQuestion,
  | 'scaling_fault'
  | 'range_min'
  | 'range_max'
  | 'zero_point'
  | 'open_lower_bound'
  | 'open_upper_bound'
  | 'outcome_count'
>;

/**
 * The scaling of a question. The bounds and the number of outcomes stand on the question and, since mid-2025, in
 * `scaling` too; the question's own count where both do.
 */
export function scalingOf(question: WireQuestion): ScalingColumns {
  const parsed = wireScaling.safeParse(question.scaling);
  const parsedBounds = wireBounds.safeParse(question);
  const scaling = parsed.success ? parsed.data : undefined;
  const bounds = parsedBounds.success ? parsedBounds.data : undefined;
  return {
    scaling_fault: faultOf(parsed, 'scaling') ?? faultOf(parsedBounds, 'question'),
    range_min: scaling?.range_min ?? null,
    range_max: scaling?.range_max ?? null,
    zero_point: scaling?.zero_point ?? null,
    open_lower_bound: bounds?.open_lower_bound ?? scaling?.open_lower_bound ?? null,
    open_upper_bound: bounds?.open_upper_bound ?? scaling?.open_upper_bound ?? null,
    outcome_count: bounds?.inbound_outcome_count ?? scaling?.inbound_outcome_count ?? null,
  };
}

function faultOf(parsed: { error?: z.ZodError }, under: string): string | null {
  return parsed.error === undefined ? null : issueText(parsed.error, under);
}

import { formatInstant, MICROS_PER_SECOND } from '../../../common/time.js';
import { iso, SITE_NOW } from './clock.js';
import type { QuestionModel, QuestionTexts } from './model.js';
import type { Scale } from './scale.js';
import { valueAt } from './scale.js';
import type { Json } from './trap.js';
import { type PredictionView, wireAggregations } from './wire-aggregations.js';

/** What of a post a request may see and wants to see. */
export interface View {
  predictions: PredictionView;
  descriptions: boolean;
  /** An account of the lowest tier: no predictions, and of closed questions neither text nor resolution. */
  restricted: boolean;
  /** Language of a machine translation; null for the original text. */
  language: string | null;
}

/** A question as the site serialises it. */
export function wireQuestion(question: QuestionModel, view: View): Json {
  const { schedule, shape, label } = question;
  const hidden = view.restricted && schedule.closeAt <= SITE_NOW;
  return {
    id: question.id,
    title: translated(question.title, view),
    created_at: iso(schedule.createdAt),
    open_time: iso(schedule.openAt),
    cp_reveal_time: iso(schedule.revealAt),
    spot_scoring_time: iso(schedule.revealAt > schedule.openAt ? schedule.revealAt : schedule.closeAt),
    scheduled_resolve_time: iso(schedule.scheduledResolveAt),
    actual_resolve_time: iso(schedule.resolvedAt),
    resolution_set_time: iso(schedule.resolutionSetAt),
    scheduled_close_time: iso(schedule.scheduledCloseAt),
    actual_close_time: iso(schedule.closeAt),
    type: question.type,
    options: question.options,
    all_options_ever: question.options,
    ...(shape === 'new' ? { options_history: question.optionsHistory } : {}),
    options_order: 'DEFAULT',
    group_variable: '',
    status: question.state,
    possibilities: null,
    resolution: hidden ? null : question.resolution,
    include_bots_in_aggregates: false,
    question_weight: 1,
    default_score_type: 'peer',
    ...(shape === 'new' ? { default_aggregation_method: question.method } : {}),
    label,
    unit: question.unit,
    open_upper_bound: question.scale?.openUpper ?? false,
    open_lower_bound: question.scale?.openLower ?? false,
    inbound_outcome_count: shownCount(question),
    scaling: wireScaling(question),
    group_rank: null,
    post_id: question.postId,
    aggregations: wireAggregations(question, view.restricted ? 'none' : view.predictions),
    average_coverage: null,
    coherence_links: [],
    ...(view.descriptions && question.texts ? wireTexts(question.texts, view, hidden) : {}),
  };
}

/** Background, criteria and fine print; empty where the account may not read them. */
export function wireTexts(texts: QuestionTexts, view: View, hidden: boolean): Json {
  const shown = (text: string): string => (hidden ? '' : translated(text, view));
  return {
    description: shown(texts.description),
    resolution_criteria: shown(texts.resolutionCriteria),
    fine_print: shown(texts.finePrint),
  };
}

/** The text as the request's language has it; a translation is marked by its language in brackets. */
export function translated(text: string, view: View): string {
  return view.language === null || text === '' ? text : `[${view.language}] ${text}`;
}

function shownCount({ scale, countHidden }: QuestionModel): number | null {
  return scale === null || countHidden ? null : scale.buckets;
}

function wireScaling(question: QuestionModel): Json {
  const { scale, shape } = question;
  const short = {
    range_min: scale?.min ?? null,
    range_max: scale?.max ?? null,
    zero_point: scale?.zeroPoint ?? null,
  };
  if (shape === 'old') return short;
  return {
    ...short,
    nominal_min: scale && question.type === 'discrete' ? scale.min + 0.5 : short.range_min,
    nominal_max: scale && question.type === 'discrete' ? scale.max - 0.5 : short.range_max,
    open_upper_bound: scale?.openUpper ?? false,
    open_lower_bound: scale?.openLower ?? false,
    inbound_outcome_count: shownCount(question),
    continuous_range: scale === null ? null : continuousRange(scale, question.type === 'date'),
  };
}

/** The nominal values of the CDF's points; ISO texts for dates. */
function continuousRange(scale: Scale, isDate: boolean): (number | string | null)[] {
  return Array.from({ length: scale.buckets + 1 }, (_, point) => {
    const value = valueAt(scale, point / scale.buckets);
    if (!Number.isFinite(value)) return null;
    return isDate ? formatInstant(Math.round(value) * MICROS_PER_SECOND) : Number(value.toPrecision(12));
  });
}

import { sha256OfJson } from '../../common/hash.js';
import { type InstantMicros, MICROS_PER_SECOND, parseInstant } from '../../common/time.js';
import type { NormalizedQuestion } from '../../schemas/forecast.js';
import {
  issueText,
  type WireGroup,
  type WirePost,
  type WireQuestion,
  wireGroup,
  wirePost,
  wireQuestion,
} from '../../schemas/wire/metaculus.js';
import { communityOf } from './community-entry.js';
import { cutInstant } from './cut.js';
import { isObject } from './entries.js';
import { parseResolution, questionTypeOf } from './resolution.js';
import { scalingOf } from './wire-scaling.js';

/** Raised with every change that can change a normalized record: stores of other versions are not read. */
export const NORMALIZER_VERSION = 2;

/** Where a post was read from. */
export interface Place {
  /** sha256 of the body. */
  sha256: string;
  /** JSON pointer of the post in it. */
  pointer: string;
}

/**
 * The candidates of a post: its question, or each member of its group. A conditional or a notebook is one candidate,
 * `metaculus:post:<post id>`, and so is a post that does not parse (`metaculus:unidentified:<hash>` where not even
 * its id does). Entries of the community history that start after `asOf` are not looked at.
 */
export function normalizePost(value: unknown, place: Place, asOf: InstantMicros): NormalizedQuestion[] {
  const parsed = wirePost.safeParse(value);
  if (!parsed.success) return [malformed(postId(value), issueText(parsed.error, 'post'), place)];
  const post = parsed.data;
  const given = (['question', 'group_of_questions', 'conditional', 'notebook'] as const).filter(
    (key) => post[key] !== undefined && post[key] !== null,
  );
  const [body] = given;
  if (given.length !== 1 || body === undefined)
    return [malformed(postId(value), `post.question: ${given.length} bodies instead of one`, place)];
  if (body === 'question')
    return [candidate(post, post.question, { place: below(place, '/question'), asOf })];
  if (body === 'group_of_questions') return groupMembers(post, place, asOf);
  return [
    {
      ...blank(`metaculus:post:${post.id}`, place),
      ...postColumns(post),
      question_type: body,
      title: post.title,
    },
  ];
}

function groupMembers(post: WirePost, place: Place, asOf: InstantMicros): NormalizedQuestion[] {
  const parsed = wireGroup.safeParse(post.group_of_questions);
  if (!parsed.success)
    return [malformed(`metaculus:post:${post.id}`, issueText(parsed.error, 'group_of_questions'), place)];
  const group = parsed.data;
  return group.questions.map((question, index) =>
    candidate(post, question, {
      place: below(place, `/group_of_questions/questions/${index}`),
      asOf,
      group,
    }),
  );
}

interface Surroundings {
  place: Place;
  asOf: InstantMicros;
  group?: WireGroup;
}

function candidate(post: WirePost, value: unknown, around: Surroundings): NormalizedQuestion {
  const parsed = wireQuestion.safeParse(value);
  const id = isObject(value) && Number.isSafeInteger(value.id) ? `metaculus:${value.id}` : undefined;
  if (!parsed.success)
    return {
      ...malformed(id ?? unidentified(value), issueText(parsed.error, 'question'), around.place),
      post_id: post.id,
    };
  const question = parsed.data;
  const times = readTimes(question);
  const fault = typeof times === 'string' ? times : resolutionFault(question);
  if (typeof times === 'string' || fault !== undefined)
    return { ...malformed(`metaculus:${question.id}`, `question.${fault}`, around.place), post_id: post.id };
  return assemble(post, question, times, around);
}

function assemble(
  post: WirePost,
  question: WireQuestion,
  times: Times,
  around: Surroundings,
): NormalizedQuestion {
  const { place, asOf, group } = around;
  const cut = cutInstant({
    closedAt: times.closed_at,
    resolvedAt: times.resolved_at,
    scheduledCloseAt: times.scheduledCloseAt,
  });
  const { scheduledCloseAt: _, ...timeColumns } = times;
  const supported = questionTypeOf(question.type) !== undefined;
  return {
    ...blank(`metaculus:${question.id}`, place),
    ...postColumns(post),
    ...timeColumns,
    ...textColumns(question, group),
    group_id: group === undefined ? null : `metaculus:group:${group.id}`,
    question_type: question.type,
    resolved:
      post.resolved === true || [post.status, question.status].includes('resolved') || !!question.resolution,
    resolution: question.resolution === '' ? null : question.resolution,
    options_versions: question.options_history?.length ?? 0,
    cut_at: cut,
    unit: question.unit ?? null,
    ...scalingOf(question),
    ...(supported &&
      communityOf(question, cut === null ? null : Math.min(cut, asOf) / MICROS_PER_SECOND, place)),
  };
}

type Times = Pick<
  NormalizedQuestion,
  'created_at' | 'opened_at' | 'closed_at' | 'resolved_at' | 'resolution_set_at'
> & { scheduledCloseAt: InstantMicros | null };

/** The times of a question, or the name of the one that is no instant. */
function readTimes(question: WireQuestion): Times | string {
  const bad: string[] = [];
  const read = (name: keyof WireQuestion & `${string}_${'time' | 'at'}`): InstantMicros | null => {
    const text = question[name];
    if (text === null || text === undefined) return null;
    const micros = parseInstant(text);
    if (micros === undefined) bad.push(`${name}: no instant: ${JSON.stringify(text)}`);
    return micros ?? null;
  };
  const times = {
    created_at: read('created_at'),
    opened_at: read('open_time'),
    closed_at: read('actual_close_time'),
    resolved_at: read('actual_resolve_time'),
    resolution_set_at: read('resolution_set_time'),
    scheduledCloseAt: read('scheduled_close_time'),
  };
  return bad[0] ?? times;
}

/** Why a resolution is none that a question of its type can have; undefined where it is one, or none is given. */
function resolutionFault({ type, resolution }: WireQuestion): string | undefined {
  const known = questionTypeOf(type);
  if (known === undefined || resolution === null || resolution === '') return undefined;
  return parseResolution(known, resolution) === undefined
    ? `resolution: not one of a ${type} question: ${JSON.stringify(resolution.slice(0, 80))}`
    : undefined;
}

function postColumns(post: WirePost) {
  return {
    post_id: post.id,
    resolved: post.resolved === true || post.status === 'resolved',
    forecast_count: Number.isSafeInteger(post.forecasts_count) ? Number(post.forecasts_count) : null,
    forecaster_count: post.nr_forecasters ?? null,
    categories: post.projects.category?.map(({ name }) => name) ?? [],
  };
}

/** A group's texts stand on the group; a member's own count where the group has none. */
function textColumns(question: WireQuestion, group: WireGroup | undefined) {
  const own = [question.description, question.resolution_criteria, question.fine_print];
  const shared = group && [group.description, group.resolution_criteria, group.fine_print];
  const [background, criteria, finePrint] = shared?.some((text) => text?.trim()) ? shared : own;
  return {
    title: group === undefined ? question.title : withLabel(question.title, question.label),
    background: background ?? '',
    resolution_criteria: criteria ?? '',
    fine_print: finePrint ?? '',
  };
}

function withLabel(title: string, label: string | null | undefined): string {
  return !label || title.includes(label) ? title : `${title} (${label})`;
}

function postId(value: unknown): string {
  return isObject(value) && Number.isSafeInteger(value.id)
    ? `metaculus:post:${value.id}`
    : unidentified(value);
}

function unidentified(value: unknown): string {
  return `metaculus:unidentified:${sha256OfJson(value).slice(0, 16)}`;
}

function below(place: Place, pointer: string): Place {
  return { sha256: place.sha256, pointer: place.pointer + pointer };
}

function malformed(id: string, fault: string, place: Place): NormalizedQuestion {
  return { ...blank(id, place), record_fault: fault };
}

function blank(id: string, place: Place): NormalizedQuestion {
  return {
    candidate_id: id,
    record_fault: null,
    post_id: null,
    group_id: null,
    question_type: '',
    resolved: false,
    title: '',
    background: '',
    resolution_criteria: '',
    fine_print: '',
    resolution: null,
    options_versions: 0,
    forecast_count: null,
    forecaster_count: null,
    categories: [],
    created_at: null,
    opened_at: null,
    closed_at: null,
    resolved_at: null,
    resolution_set_at: null,
    cut_at: null,
    scaling_fault: null,
    range_min: null,
    range_max: null,
    zero_point: null,
    open_lower_bound: null,
    open_upper_bound: null,
    outcome_count: null,
    unit: null,
    method: '',
    community_fault: null,
    community_start: null,
    community_end: null,
    community_mean: null,
    community_center: null,
    community_cdf: null,
    community_origin: null,
    source_sha256: place.sha256,
    source_pointer: place.pointer,
    community_sha256: null,
    community_pointer: null,
  };
}

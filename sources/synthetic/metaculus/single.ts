import type { SyntheticResponse } from '../part.js';
import type { Reader } from './listing.js';
import { type PostModel, type QuestionModel, questionsOf } from './model.js';
import { type PostPlan, planOfPost, planOfQuestion } from './plan.js';
import { makePost } from './posts.js';
import { invalid, json, missing } from './replies.js';
import { switchOf } from './switches.js';
import type { Json } from './trap.js';
import { type PostView, wirePlanted, wirePost } from './wire-post.js';
import type { World } from './world.js';

/** GET /api/posts/{id}/: always descriptions and the whole history, of every member of a group. */
export function answerPost(
  world: World,
  id: string,
  query: URLSearchParams,
  reader: Reader,
): SyntheticResponse {
  const plan = planOfPost(world.plans, Number(id));
  if (!plan) return missing('No Post matches the given query.');
  const predictions = switchOf(query, 'with_cp', true) ? 'history' : 'none';
  const view: PostView = { ...reader, predictions, descriptions: true, groupCutoff: Infinity };
  return json(200, wirePost(plan, makePost(world, plan, true), view));
}

/** GET /api/questions/{id}/. */
export function answerQuestion(
  world: World,
  id: string,
  query: URLSearchParams,
  reader: Reader,
): SyntheticResponse {
  const found = findQuestion(world, Number(id));
  if (!found) return missing('No Question matches the given query.');
  const predictions = switchOf(query, 'with_cp', false) ? 'history' : 'none';
  return json(200, wirePlanted(found.plan, found.question, { ...reader, predictions, descriptions: true }));
}

/** GET /api/questions/{id}/post/: the post that holds a question. */
export function answerQuestionPost(world: World, id: string, reader: Reader): SyntheticResponse {
  const found = findQuestion(world, Number(id));
  if (!found) return missing('No Question matches the given query.');
  const view: PostView = { ...reader, predictions: 'none', descriptions: false, groupCutoff: 0 };
  const { slug } = wirePost(found.plan, found.post, view);
  return json(200, { question_id: found.question.id, post_id: found.plan.id, post_slug: slug });
}

const EXPLORER_FIELDS = new Set([
  'post_id',
  'question_id',
  'project_id',
  'sub_question',
  'aggregation_methods',
  'minimize',
  'include_comments',
  'include_scores',
  'include_user_data',
  'include_bots',
  'joined_before_date',
  'include_key_factors',
]);
const METHODS = ['recency_weighted', 'unweighted', 'single_aggregation', 'metaculus_prediction'];

/**
 * GET /api/aggregation_explorer/: a question with the values of every history entry, computed anew up to its close.
 * Without `aggregation_methods` there are none; an unknown query field or method is a 400, an unknown id too.
 */
export function answerExplorer(world: World, query: URLSearchParams, reader: Reader): SyntheticResponse {
  const found = explored(world, query);
  if ('status' in found) return found;
  const unexpected = [...query.keys()].filter((name) => !EXPLORER_FIELDS.has(name));
  if (unexpected.length > 0) return refused(`Unexpected fields: ${unexpected.join(', ')}`);
  const methods = explorerMethods(query);
  const unknown = methods.filter((method) => !METHODS.includes(method));
  if (unknown.length > 0) {
    return invalid({ aggregation_methods: [`Invalid aggregation method(s): ${unknown.join(', ')}`] });
  }
  const status = found.plan.planted?.trap.explorerStatus;
  if (status === 404) return missing();
  if (status === 403 || reader.restricted) {
    return json(403, { detail: 'You do not have permission to view this data.' });
  }
  return json(200, explorerRecord(found, methods, reader));
}

/** The two methods that weigh everybody's newest prediction answer; the others are for staff or have no rows. */
function explorerRecord({ plan, question }: Found, methods: readonly string[], reader: Reader): Json {
  const shown = { ...question, method: 'recency_weighted' as const, shape: 'new' as const };
  const record = wirePlanted(plan, shown, { ...reader, predictions: 'explorer', descriptions: true });
  const aggregation = (record.aggregations as Json | undefined)?.recency_weighted;
  const answered = aggregation === undefined ? [] : ['recency_weighted', 'unweighted'];
  const aggregations = Object.fromEntries(
    answered.filter((method) => methods.includes(method)).map((method) => [method, aggregation]),
  );
  return {
    ...record,
    default_aggregation_method: question.method,
    aggregations,
    forecasters_count: plan.forecasters,
  };
}

function explorerMethods(query: URLSearchParams): readonly string[] {
  const text = query.get('aggregation_methods');
  if (text === 'all') return METHODS;
  return text ? text.split(',').map((method) => method.trim()) : [];
}

function explored(world: World, query: URLSearchParams): Found | SyntheticResponse {
  const questionId = query.get('question_id');
  if (questionId) {
    return findQuestion(world, Number(questionId)) ?? refused(`Question with id ${questionId} not found`);
  }
  const postId = query.get('post_id');
  const plan = planOfPost(world.plans, Number(postId));
  if (!plan) return refused(`Post with id ${postId} not found`);
  const post = makePost(world, plan, true);
  if (post.body.form === 'question') return { plan, post, question: post.body.question };
  return refused(`Post with id ${postId} has no question, please submit a subquestion.`);
}

function refused(message: string): SyntheticResponse {
  return invalid({ non_field_errors: [message] });
}

interface Found {
  plan: PostPlan;
  post: PostModel;
  question: QuestionModel;
}

function findQuestion(world: World, id: number): Found | undefined {
  const plan = planOfQuestion(world.plans, id);
  if (!plan) return undefined;
  const post = makePost(world, plan, true);
  const { body } = post;
  const own = body.form === 'conditional' ? [body.condition, body.child] : [];
  const question = [...questionsOf(body), ...own].find((one) => one.id === id);
  return question && { plan, post, question };
}

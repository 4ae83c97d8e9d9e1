import { iso, MINUTE, SITE_NOW } from './clock.js';
import { type GroupModel, type PostBody, type PostModel, type QuestionModel, questionsOf } from './model.js';
import { authorOf, type PostPlan } from './plan.js';
import { projectsRecord } from './projects.js';
import type { Json } from './trap.js';
import { translated, type View, wireQuestion, wireTexts } from './wire-question.js';

/** What a request wants to see of a post. */
export interface PostView extends View {
  /** Members of a group, other than a fan graph, whose predictions are shown; the rest come without. */
  groupCutoff: number;
}

/** A post as the site serialises it, traps included. */
export function wirePost(plan: PostPlan, post: PostModel, view: PostView): Json {
  const record = plainPost(plan, post, view);
  return plan.planted?.trap.wirePost?.(record) ?? record;
}

/** A question with what its post's trap does to it on the wire. */
export function wirePlanted(plan: PostPlan, question: QuestionModel, view: View): Json {
  const record = wireQuestion(question, view);
  return plan.planted?.trap.wireQuestion?.(record) ?? record;
}

function plainPost(plan: PostPlan, post: PostModel, view: PostView): Json {
  const { schedule } = plan;
  return {
    id: plan.id,
    title: translated(post.title, view),
    short_title: '',
    url_title: '',
    slug: slugOf(post.title),
    author_id: 100_000 + (plan.index % 50),
    author_username: authorOf(plan),
    coauthors: [],
    created_at: iso(schedule.createdAt),
    published_at: iso(schedule.publishedAt),
    edited_at: iso(Math.min(SITE_NOW, (schedule.resolutionSetAt ?? schedule.publishedAt) + MINUTE)),
    curation_status: 'approved',
    curation_status_updated_at: iso(schedule.publishedAt),
    comment_count: plan.comments,
    ...postTimes(plan, post.body),
    nr_forecasters: plan.forecasters,
    html_metadata_json: null,
    projects: projectsRecord(plan.categories, plan.tournament),
    ...wireBody(plan, post.body, view),
    user_permission: 'forecaster',
    vote: { score: plan.votes, user_vote: null },
    forecasts_count: plan.forecasts,
    key_factors: [],
    is_current_content_translated: view.language !== null,
  };
}

/** Status and times: resolved only when every question is; a post that is approved but not open says `approved`. */
function postTimes({ state, schedule }: PostPlan, body: PostBody): Json {
  const questions = questionsOf(body);
  const resolved = questions.length > 0 && questions.every((question) => question.state === 'resolved');
  const pending = questions.some((question) => question.state === 'open') ? 'open' : 'closed';
  const unresolved = state === 'upcoming' ? 'approved' : questions.length === 0 ? 'open' : pending;
  const latest = (of: (question: QuestionModel) => number | null): string | null => {
    const times = questions.map(of);
    return times.length === 0 || times.includes(null) ? null : iso(Math.max(...times.map(Number)));
  };
  return {
    status: resolved ? 'resolved' : unresolved,
    resolved,
    actual_close_time: latest((question) => question.schedule.closeAt),
    scheduled_close_time: iso(schedule.scheduledCloseAt),
    scheduled_resolve_time: iso(schedule.scheduledResolveAt),
    actual_resolve_time: latest((question) => question.schedule.resolvedAt),
    open_time: iso(schedule.openAt),
  };
}

function wireBody(plan: PostPlan, body: PostBody, view: PostView): Json {
  if (body.form === 'question') return { question: wirePlanted(plan, body.question, view) };
  if (body.form === 'group') return { group_of_questions: wireGroup(plan, body.group, view) };
  if (body.form === 'notebook') {
    const times = { created_at: iso(plan.schedule.createdAt), edited_at: iso(plan.schedule.publishedAt) };
    return {
      notebook: { id: plan.id, markdown: body.markdown, image_url: null, ...times, feed_tile_summary: '' },
    };
  }
  const conditional = {
    id: plan.id,
    condition: wireQuestion(body.condition, { ...view, predictions: 'none' }),
    condition_child: wireQuestion(body.child, { ...view, predictions: 'none' }),
    question_yes: wirePlanted(plan, body.yes, view),
    question_no: wirePlanted(plan, body.no, view),
  };
  return { conditional };
}

function wireGroup(plan: PostPlan, group: GroupModel, view: PostView): Json {
  const hidden = view.restricted && plan.schedule.closeAt <= SITE_NOW;
  const shown = group.graph === 'fan_graph' ? Infinity : view.groupCutoff;
  return {
    id: plan.id,
    group_variable: group.variable,
    graph_type: group.graph,
    subquestions_order: 'MANUAL',
    ...(view.descriptions ? wireTexts(group.texts, view, hidden) : {}),
    questions: group.questions.map((question, member) => ({
      ...wirePlanted(plan, question, member < shown ? view : { ...view, predictions: 'none' }),
      group_variable: group.variable,
      group_rank: member,
    })),
  };
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
}

import type { Entry } from './aggregate.js';
import type { ApiShape } from './plan.js';
import type { Scale } from './scale.js';
import type { PostState, Schedule } from './schedule.js';

/** Types of a single question. */
export type QuestionType = 'binary' | 'numeric' | 'date' | 'discrete' | 'multiple_choice';

/** What people read about a question. A member of a group has none: they are the group's. */
export interface QuestionTexts {
  description: string;
  resolutionCriteria: string;
  finePrint: string;
}

/** A question of the invented site, before any view of it. */
export interface QuestionModel {
  id: number;
  postId: number;
  type: QuestionType;
  title: string;
  /** What tells the members of a group apart; empty for a single question. */
  label: string;
  unit: string;
  shape: ApiShape;
  state: PostState;
  schedule: Schedule;
  /** In the words of the wire, or null. */
  resolution: string | null;
  scale: Scale | null;
  /** inbound_outcome_count is null on the wire, which means 200. */
  countHidden: boolean;
  options: readonly string[] | null;
  optionsHistory: readonly (readonly [at: string, options: readonly string[]])[] | null;
  texts: QuestionTexts | null;
  /** The whole history of the community prediction, also what lies after the cut or in the future. */
  entries: readonly Entry[];
  /** Which method is the site's default; null where the wire says null. */
  method: 'recency_weighted' | 'unweighted' | null;
  /** `latest` is null although a history stands. */
  latestHidden: boolean;
}

/** A post of the invented site: exactly one of a question, a group, a conditional or a notebook. */
export type PostBody =
  | { form: 'question'; question: QuestionModel }
  | { form: 'group'; group: GroupModel }
  | {
      form: 'conditional';
      condition: QuestionModel;
      child: QuestionModel;
      yes: QuestionModel;
      no: QuestionModel;
    }
  | { form: 'notebook'; markdown: string };

/** Questions that share a text. */
export interface GroupModel {
  variable: string;
  graph: 'fan_graph' | 'multiple_choice_graph';
  texts: QuestionTexts;
  questions: readonly QuestionModel[];
}

/** A post with its texts, made from its plan. */
export interface PostModel {
  title: string;
  body: PostBody;
}

/** The questions of a post that people forecast on. */
export function questionsOf(body: PostBody): readonly QuestionModel[] {
  if (body.form === 'question') return [body.question];
  if (body.form === 'group') return body.group.questions;
  return body.form === 'conditional' ? [body.yes, body.no] : [];
}

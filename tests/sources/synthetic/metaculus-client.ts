import { z } from 'zod';
import { createMetaculusPart } from '../../../sources/synthetic/metaculus/index.js';
import type { SyntheticPart, SyntheticRequest, SyntheticSize } from '../../../sources/synthetic/part.js';

const Numbers = z.array(z.number());
const Entry = z.looseObject({
  start_time: z.number(),
  end_time: z.number().nullable(),
  forecaster_count: z.number(),
  interval_lower_bounds: Numbers,
  centers: Numbers,
  interval_upper_bounds: Numbers,
  means: Numbers.nullish(),
  forecast_values: Numbers.nullish(),
});
const Aggregation = z.looseObject({ history: z.array(Entry), latest: Entry.nullable() });
const Question = z.looseObject({
  id: z.union([z.number(), z.string()]),
  title: z.string(),
  type: z.string(),
  status: z.string(),
  label: z.string().nullable(),
  unit: z.string().nullable(),
  resolution: z.string().nullable(),
  created_at: z.string(),
  open_time: z.string(),
  cp_reveal_time: z.string(),
  scheduled_close_time: z.string(),
  actual_close_time: z.string(),
  actual_resolve_time: z.string().nullable(),
  resolution_set_time: z.string().nullable(),
  options: z.array(z.string()).nullable(),
  options_history: z.array(z.tuple([z.string(), z.array(z.string())])).nullish(),
  default_aggregation_method: z.string().nullish(),
  open_upper_bound: z.boolean(),
  open_lower_bound: z.boolean(),
  inbound_outcome_count: z.number().nullable(),
  scaling: z.looseObject({
    range_min: z.number().nullable(),
    range_max: z.number().nullable(),
    zero_point: z.number().nullable(),
    continuous_range: z.array(z.union([z.number(), z.string(), z.null()])).nullish(),
  }),
  aggregations: z.record(z.string(), Aggregation).optional(),
  description: z.string().nullish(),
  resolution_criteria: z.string().nullish(),
  fine_print: z.string().nullish(),
});
const Group = z.looseObject({
  graph_type: z.string(),
  description: z.string().optional(),
  questions: z.array(Question),
});
const Conditional = z.looseObject({ condition: Question, question_yes: Question, question_no: Question });

/** The shape of a post as the reference describes it. */
export const Post = z.looseObject({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  status: z.string(),
  resolved: z.boolean(),
  created_at: z.string(),
  published_at: z.string(),
  open_time: z.string(),
  forecasts_count: z.number(),
  nr_forecasters: z.number(),
  projects: z.looseObject({ category: z.array(z.looseObject({ slug: z.string() })).optional() }),
  is_current_content_translated: z.boolean(),
  question: Question.optional(),
  group_of_questions: Group.optional(),
  conditional: Conditional.optional(),
  notebook: z.looseObject({ markdown: z.string() }).optional(),
});
const Page = z.object({ next: z.url(), previous: z.url().nullable(), results: z.array(Post) });

export type Post = z.infer<typeof Post>;
export type Question = z.infer<typeof Question>;
export type Entry = z.infer<typeof Entry>;

/** What a test asks with. */
export interface Asking {
  token?: string | null;
  language?: string;
  fault?: NonNullable<SyntheticRequest['fault']>;
}

/** Asks a part without a server in between. */
export class Client {
  readonly part: SyntheticPart;

  constructor(size: SyntheticSize, seed = 1) {
    this.part = createMetaculusPart({ seed, size });
  }

  ask(target: string, { token = 'synthetic-token', language, fault }: Asking = {}) {
    const url = new URL(target, 'http://upstream.example');
    return this.part.handle({
      method: 'GET',
      segments: url.pathname.split('/').slice(1),
      query: url.searchParams,
      origin: url.origin,
      headers: {
        ...(token === null ? {} : { authorization: `Token ${token}` }),
        ...(language === undefined ? {} : { 'accept-language': language }),
      },
      ...(fault ? { fault } : {}),
    });
  }

  json(target: string, asking: Asking = {}): unknown {
    return JSON.parse(String(this.ask(target, asking).body));
  }

  page(query: string, asking: Asking = {}): z.infer<typeof Page> {
    return Page.parse(this.json(`/api/posts/?${query}`, asking));
  }

  post(id: number, asking: Asking = {}): Post {
    return Post.parse(this.json(`/api/posts/${id}/`, asking));
  }

  question(target: string, asking: Asking = {}): Question {
    return Question.parse(this.json(target, asking));
  }

  /** Post ids page by page until a page is empty. */
  walk(query: string, limit: number, fault: (page: number) => Asking['fault'] = () => undefined): number[] {
    const ids: number[] = [];
    for (let page = 0; ; page++) {
      const broken = fault(page);
      const { results } = this.page(
        `${query}&limit=${limit}&offset=${page * limit}`,
        broken ? { fault: broken } : {},
      );
      if (results.length === 0) return ids;
      ids.push(...results.map(({ id }) => id));
    }
  }
}

/** The questions of a post that people forecast on. */
export function questionsOf(post: Post): Question[] {
  if (post.question) return [post.question];
  if (post.conditional) return [post.conditional.question_yes, post.conditional.question_no];
  return post.group_of_questions?.questions ?? [];
}

/** Unix seconds of a wire time. */
export function seconds(text: string): number {
  return Date.parse(text) / 1000;
}

/** The cut of reference/metaculus.md section 6.3, in Unix seconds. */
export function cutOf(question: Question): number {
  const times = [question.actual_close_time, question.scheduled_close_time, question.actual_resolve_time];
  return Math.min(...times.flatMap((time) => (time === null ? [] : [seconds(time)])));
}

/** History of the default method. */
export function historyOf(question: Question): Entry[] {
  return aggregationOf(question)?.history ?? [];
}

/** Aggregation of the default method. */
export function aggregationOf(question: Question) {
  return question.aggregations?.[question.default_aggregation_method ?? 'recency_weighted'];
}

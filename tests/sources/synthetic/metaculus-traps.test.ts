import { describe, expect, it } from 'vitest';
import { METACULUS_TRAPS, metaculusTrapPosts } from '../../../sources/synthetic/metaculus/index.js';
import {
  aggregationOf,
  Client,
  cutOf,
  type Entry,
  historyOf,
  type Post,
  type Question,
  questionsOf,
  seconds,
} from './metaculus-client.js';

const client = new Client('small');
const planted = metaculusTrapPosts(1, 'small');

/** What a trap's test looks at: a post, its first question, that question's history and cut. */
interface Scene {
  post: Post;
  question: Question;
  history: Entry[];
  latest: Entry | null | undefined;
  cut: number;
}
type Sign = (scene: Scene) => boolean;

const DAY = 86_400;
const last = ({ history }: Scene): Entry | undefined => history.at(-1);
const standing = ({ history, cut }: Scene): Entry | undefined =>
  history.find((entry) => entry.start_time <= cut && (entry.end_time === null || entry.end_time > cut));
/** Hours between the end of the last entry that started by the cut and the cut; 0 where one stands. */
const staleHours = (scene: Scene): number => {
  if (standing(scene)) return 0;
  const ends = scene.history
    .filter((entry) => entry.start_time <= scene.cut)
    .map((entry) => Number(entry.end_time));
  return (scene.cut - Math.max(...ends)) / 3600;
};
const latestIsLate: Sign = ({ latest, cut }) => latest != null && latest.start_time > cut;
const retroactive: Sign = (scene) => latestIsLate(scene) && standing(scene) !== undefined;
const resolved =
  (text: string): Sign =>
  ({ question }) =>
    question.resolution === text;
const value = ({ question }: Scene): number => Number(question.resolution);
const min = ({ question }: Scene): number => Number(question.scaling.range_min);
const max = ({ question }: Scene): number => Number(question.scaling.range_max);
const zero = ({ question }: Scene): number | null => question.scaling.zero_point;
const cdf = ({ latest }: Scene): readonly number[] => latest?.forecast_values ?? [];
const buckets = ({ question }: Scene): number => question.inbound_outcome_count ?? 200;
const rises = (curve: readonly number[]): boolean =>
  curve.every((at, point) => point === 0 || at >= Number(curve[point - 1]));
const whole: Sign = (scene) => cdf(scene).length === buckets(scene) + 1 && rises(cdf(scene));
const noCategory: Sign = ({ post }) => !('category' in post.projects);
const texts = ({ question }: Scene): string =>
  [question.description, question.resolution_criteria, question.fine_print].join('\n');
const reads =
  (pattern: RegExp): Sign =>
  (scene) =>
    pattern.test(texts(scene));
const titled =
  (pattern: RegExp): Sign =>
  ({ post, question }) =>
    pattern.test(post.title) && post.title === question.title;
const members =
  (type: string, count: number, graph: string): Sign =>
  ({ post }) =>
    post.group_of_questions?.graph_type === graph &&
    post.group_of_questions.questions.filter((question) => question.type === type).length === count;
const type =
  (name: string): Sign =>
  ({ question }) =>
    question.type === name;
const emptyTexts: Sign = (scene) => texts(scene).trim() === '';
const hidden: Sign = (scene) =>
  scene.question.status === 'resolved' &&
  scene.question.resolution === null &&
  emptyTexts(scene) &&
  !scene.latest;
const DATE = '[A-Z][a-z]+ \\d{1,2}, \\d{4}';
const CHANGE = /prior to [^.]*:|edit|update|correction|originally|changed/i;

const SIGNS: Readonly<Record<string, Sign>> = {
  retroactive_new_shape: (s) => retroactive(s) && !('means' in (last(s) ?? {})),
  retroactive_old_shape: (s) => retroactive(s) && s.history.every((entry) => entry.means?.length === 1),
  retroactive_continuous: (s) => retroactive(s) && s.question.type === 'numeric',
  retroactive_date: (s) => retroactive(s) && s.question.type === 'date',
  retroactive_explorer_missing: retroactive,
  retroactive_explorer_forbidden: retroactive,
  retroactive_group: ({ post }) =>
    questionsOf(post).length === 4 &&
    questionsOf(post).every((question) => retroactive(sceneOf(post, question))),
  entry_ends_at_cut_next_starts: (s) =>
    s.history.some((entry) => entry.end_time === s.cut) && standing(s)?.start_time === s.cut,
  entry_ends_at_cut: (s) => last(s)?.end_time === s.cut && !standing(s),
  stale_within_a_day: (s) => staleHours(s) >= 1 && staleHours(s) <= 23,
  stale_by_a_day: (s) => Math.abs(staleHours(s) - 24) < 1e-6,
  stale_beyond_a_day: (s) => staleHours(s) > 24,
  only_later_entries: (s) => s.history.length > 0 && s.history.every((entry) => entry.start_time > s.cut),
  expires_after_close: (s) => Number(last(s)?.end_time) > s.cut && last(s) === standing(s),
  cut_is_resolution: (s) =>
    s.cut === seconds(String(s.question.actual_resolve_time)) &&
    s.cut < seconds(s.question.actual_close_time),
  cut_is_scheduled_close: (s) =>
    s.cut === seconds(s.question.scheduled_close_time) && s.cut < seconds(s.question.actual_close_time),
  resolved_before_open: (s) => s.cut < seconds(s.question.open_time) && standing(s) !== undefined,
  resolves_after_build_clock: ({ question }) =>
    String(question.actual_resolve_time) > '2026-11-30T00:00:00Z' && question.resolution !== null,
  probability_at_limit: (s) => [0.999, 0.001].includes(Number(s.latest?.centers[0])),
  ambiguous: resolved('ambiguous'),
  ambiguous_numeric: (s) => resolved('ambiguous')(s) && type('numeric')(s),
  annulled: resolved('annulled'),
  annulled_date: (s) => resolved('annulled')(s) && type('date')(s),
  binary_other_word: ({ question }) =>
    question.type === 'binary' && question.resolution !== null && !/^(yes|no)$/.test(question.resolution),
  above_word: (s) => resolved('above_upper_bound')(s) && s.question.open_upper_bound,
  below_word: (s) => resolved('below_lower_bound')(s) && s.question.open_lower_bound,
  above_number: (s) => value(s) > max(s) && s.question.open_upper_bound,
  below_number: (s) => value(s) < min(s) && s.question.open_lower_bound,
  discrete_above_word: (s) =>
    resolved('above_upper_bound')(s) && type('discrete')(s) && s.question.open_upper_bound,
  date_above_word: (s) => resolved('above_upper_bound')(s) && type('date')(s) && s.question.open_upper_bound,
  date_below_number: (s) => seconds(String(s.question.resolution).replace(' ', 'T')) < min(s),
  equal_to_lower: (s) => value(s) === min(s) && whole(s),
  equal_to_upper: (s) => value(s) === max(s) && !s.question.open_upper_bound,
  equal_to_open_upper: (s) => value(s) === max(s) && s.question.open_upper_bound,
  on_bucket_edge: (s) => Number.isInteger(((value(s) - min(s)) / (max(s) - min(s))) * 200),
  past_bucket_edge: (s) => resolved('50.001')(s),
  one_bound_open: ({ question }) => question.open_upper_bound && !question.open_lower_bound,
  exponent_number: resolved('1e+16'),
  date_with_blank: ({ question }) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00$/.test(String(question.resolution)),
  date_with_t_and_z: ({ question }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(question.resolution)),
  date_with_offset: ({ question }) => /T\d\d:\d\d:\d\d\+02:00$/.test(String(question.resolution)),
  date_with_micros: ({ question }) => / \d\d:\d\d:\d\d\.123456\+00:00$/.test(String(question.resolution)),
  zero_point_zero: (s) => zero(s) === 0 && min(s) > 0 && whole(s),
  zero_point_above: (s) => Number(zero(s)) > max(s) && whole(s),
  zero_point_negative: (s) => Number(zero(s)) < 0 && min(s) === 0 && whole(s),
  date_log: (s) => type('date')(s) && zero(s) !== null && Number(zero(s)) < min(s),
  zero_point_inside: (s) => Number(zero(s)) > min(s) && Number(zero(s)) < max(s),
  zero_point_at_bound: (s) => zero(s) === min(s),
  range_reversed: (s) => min(s) > max(s),
  range_null: ({ question }) => question.scaling.range_min === null && question.type === 'numeric',
  inbound_count_null: (s) => s.question.inbound_outcome_count === null && cdf(s).length === 201,
  continuous_range_short: ({ question }) => question.scaling.continuous_range?.length === 200,
  discrete_8: (s) => buckets(s) === 8 && whole(s),
  discrete_51: (s) => buckets(s) === 51 && whole(s) && min(s) === -0.5 && max(s) === 50.5,
  discrete_93: (s) => buckets(s) === 93 && whole(s),
  cdf_short: (s) => cdf(s).length === buckets(s),
  cdf_long: (s) => cdf(s).length === buckets(s) + 2,
  cdf_falls: (s) => cdf(s).length === buckets(s) + 1 && !rises(cdf(s)),
  cdf_missing: (s) => s.latest?.forecast_values === null,
  hidden_by_tier: hidden,
  hidden_by_tier_numeric: hidden,
  text_hidden: (s) => emptyTexts(s) && /^(yes|no)$/.test(String(s.question.resolution)),
  forecasts_99: ({ post }) => post.forecasts_count === 99,
  forecasts_100: ({ post }) => post.forecasts_count === 100,
  aggregations_missing: ({ question }) => !('aggregations' in question),
  aggregations_empty: ({ question }) => Object.keys(question.aggregations ?? { none: 0 }).length === 0,
  default_unweighted: (s) =>
    s.question.default_aggregation_method === 'unweighted' && standing(s) !== undefined,
  default_method_null: (s) => s.question.default_aggregation_method === null && standing(s) !== undefined,
  unweighted_only: ({ question }) =>
    Object.keys(question.aggregations ?? {}).join() === 'unweighted' &&
    question.default_aggregation_method === 'recency_weighted',
  bots_only: ({ post, latest }) =>
    post.nr_forecasters === 0 && post.forecasts_count >= 100 && latest === null,
  latest_null: (s) => s.latest === null && standing(s) !== undefined,
  resolved_before_reveal: ({ question, latest }) =>
    question.cp_reveal_time > String(question.actual_resolve_time) && latest != null,
  criteria_prior_to: reads(new RegExp(`criteria prior to ${DATE}:`)),
  criteria_edit_note: reads(/Edit \d{4}-\d\d-\d\d:/),
  criteria_update_note: reads(new RegExp(`Updated on ${DATE}`)),
  criteria_correction_note: reads(new RegExp(`Correction \\(${DATE}\\)`)),
  criteria_originally: reads(/originally/),
  criteria_were_changed: reads(/criteria were changed/),
  criteria_innocent_update: reads(/may update their predictions/),
  criteria_innocent_prior_to: reads(new RegExp(`prior to ${DATE} to`)),
  criteria_innocent_criteria: reads(/resolution criteria follow/),
  options_history: ({ question }) =>
    question.type === 'multiple_choice' && question.options_history?.length === 2,
  options_history_binary: ({ question }) =>
    question.type === 'binary' && question.options_history?.length === 2,
  title_unicode: titled(/東京.*e\u0301.*🦉/),
  title_right_to_left: titled(/\u202e/),
  title_html: titled(/<\/script><script>/),
  title_markdown: titled(/\|---\|/),
  title_control: titled(/\u0000\u0001\u001b/),
  title_formula: titled(/^=HYPERLINK/),
  title_path_like: (s) => titled(/^\.\.\/\.\.\//)(s) && s.post.slug.startsWith('../'),
  title_empty_texts: ({ question }) => question.resolution_criteria === '' && question.description !== '',
  text_200_kb: ({ question }) => Number(question.description?.length) > 200_000,
  text_lone_surrogate: ({ question }) => question.description?.isWellFormed() === false,
  same_text: titled(/bridge of ostrullmere/i),
  group_binary: members('binary', 6, 'multiple_choice_graph'),
  group_numeric: members('numeric', 5, 'multiple_choice_graph'),
  group_fan: members('numeric', 5, 'fan_graph'),
  group_date: members('date', 4, 'multiple_choice_graph'),
  group_partly_resolved: ({ post }) =>
    questionsOf(post).filter((question) => question.resolution === null).length === 3 && !post.resolved,
  multiple_choice: ({ question }) => question.options?.includes(String(question.resolution)) === true,
  conditional: ({ post }) =>
    questionsOf(post).filter((question) => question.resolution === 'annulled').length === 1,
  notebook: ({ post }) => post.notebook !== undefined,
  status_approved: ({ post }) => post.status === 'approved' && post.open_time > '2027',
  unresolved_open: ({ question, post }) =>
    post.status === 'open' && question.actual_close_time === question.scheduled_close_time,
  unresolved_closed: ({ question, post }) => post.status === 'closed' && question.resolution === null,
  listed_twice: ({ post }) => client.walk(`ids=${post.id}`, 1).length === 2,
  categories_missing: noCategory,
  nulls: ({ question }) => question.unit === null && question.label === null && question.fine_print === null,
  resolution_set_later: ({ question }) =>
    seconds(String(question.resolution_set_time)) - seconds(String(question.actual_resolve_time)) > DAY,
  malformed_question: ({ question }) => question.id === '../../../../etc/passwd',
  malformed_post: ({ post }) =>
    !post.question && !post.group_of_questions && !post.conditional && !post.notebook,
};

function sceneOf(post: Post, question: Question): Scene {
  const latest = aggregationOf(question)?.latest;
  return { post, question, history: historyOf(question), latest, cut: cutOf(question) };
}

/** A post's scene; a post without questions borrows that of an ordinary one, which its sign does not look at. */
function scene(id: number): Scene {
  const post = client.post(id);
  const question = questionsOf(post)[0] ?? client.page('forecast_type=binary&limit=1').results[0]?.question;
  if (!question) throw new Error('no question');
  return sceneOf(post, question);
}

describe('METACULUS_TRAPS', () => {
  it('has a sign for every trap', () => {
    expect(Object.keys(SIGNS).toSorted()).toStrictEqual(METACULUS_TRAPS.map(({ name }) => name).toSorted());
  });

  it.each(METACULUS_TRAPS.map((trap) => [trap.name, trap] as const))(
    'plants %s as often as it says',
    (name, trap) => {
      const ids = planted.get(name) ?? [];
      expect(ids).toHaveLength(trap.count('small'));
      const sign = SIGNS[name];
      expect(ids.filter((id) => !sign?.(scene(id)))).toStrictEqual([]);
    },
  );

  it.each(['binary', 'numeric', 'date'])('sees none of them in an ordinary %s question', (kind) => {
    const trapped = new Set([...planted.values()].flat());
    const posts = client.page(
      `statuses=resolved&forecast_type=${kind}&limit=100&order_by=-forecasts_count`,
    ).results;
    const ordinary = posts.find(({ id, projects }) => !trapped.has(id) && projects.category !== undefined);
    const seen = Object.entries(SIGNS).filter(([, sign]) => sign(scene(Number(ordinary?.id))));
    const usual = ['date_with_blank', 'one_bound_open', 'on_bucket_edge', 'inbound_count_null'];
    expect(seen.map(([name]) => name).filter((name) => !usual.includes(name))).toStrictEqual([]);
  });

  it('plants as many in a full and in a large world', () => {
    for (const size of ['full', 'large'] as const) {
      const posts = metaculusTrapPosts(1, size);
      for (const { name, count } of METACULUS_TRAPS) expect(posts.get(name)).toHaveLength(count(size));
    }
  });

  it('leaves innocent wordings innocent', () => {
    for (const name of ['criteria_innocent_prior_to', 'criteria_innocent_criteria']) {
      for (const id of planted.get(name) ?? [])
        expect(texts(scene(id))).not.toMatch(/changed|originally|Edit \d/);
    }
    const ordinary = client.page('statuses=resolved&forecast_type=binary&limit=100').results;
    const trapped = new Set([...planted.values()].flat());
    const texted = ordinary.filter(({ id }) => !trapped.has(id)).map((post) => texts(scene(post.id)));
    expect(texted.length).toBeGreaterThan(20);
    expect(texted.filter((text) => CHANGE.test(text))).toStrictEqual([]);
  });
});

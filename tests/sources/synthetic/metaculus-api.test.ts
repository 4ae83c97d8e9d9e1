import { describe, expect, it } from 'vitest';
import { metaculusTrapPosts } from '../../../sources/synthetic/metaculus/index.js';
import { aggregationOf, Client, questionsOf } from './metaculus-client.js';

const client = new Client('small');
const traps = metaculusTrapPosts(1, 'small');
const trapped = (name: string): number => traps.get(name)?.[0] ?? Number.NaN;

describe('access', () => {
  it('answers 403 without a token and with an unknown one', () => {
    const none = client.ask('/api/posts/', { token: null });
    expect([none.status, JSON.parse(String(none.body))]).toStrictEqual([
      403,
      { detail: 'The API is only available to authenticated users.' },
    ]);
    expect(client.ask('/api/posts/', { token: 'somebody' }).status).toBe(403);
  });

  it('tells the tier of an account', () => {
    const me = '/api/users/me/?with_data_access=true';
    expect(client.json(me)).toMatchObject({ api_access_tier: 'unrestricted', project_data_access: [] });
    expect(client.json(me, { token: 'synthetic-restricted' })).toMatchObject({
      api_access_tier: 'restricted',
    });
    expect(client.json('/api/users/me/')).not.toHaveProperty('api_access_tier');
  });

  it('empties fields for the restricted tier without an error', () => {
    const query = 'statuses=resolved&with_cp=true&limit=100&forecast_type=binary';
    const restricted = client.page(query, { token: 'synthetic-restricted' }).results.flatMap(questionsOf);
    expect(restricted.length).toBeGreaterThan(50);
    expect(restricted.filter(({ resolution }) => resolution !== null)).toStrictEqual([]);
    expect(restricted.filter(({ status }) => status !== 'resolved')).toStrictEqual([]);
    expect(restricted.filter((question) => question.description !== '')).toHaveLength(0);
    expect(restricted.filter((question) => aggregationOf(question)?.latest)).toHaveLength(0);
  });

  it('shows the restricted tier the text of open questions', () => {
    const [question] = questionsOf(
      client.post(trapped('unresolved_open'), { token: 'synthetic-restricted' }),
    );
    expect(question?.description).not.toBe('');
    expect(question && aggregationOf(question)?.latest).toBeNull();
  });

  it('refuses filters by other accounts and staff views', () => {
    expect(client.ask('/api/posts/?forecaster_id=7').status).toBe(403);
    expect(client.ask('/api/posts/?is_staff=true').status).toBe(403);
    expect(client.page('forecaster_id=1').results).toStrictEqual([]);
  });

  it('moves a path without its slash', () => {
    const moved = client.ask('/api/posts?limit=3');
    expect([moved.status, moved.headers.location]).toStrictEqual([
      301,
      'http://upstream.example/metaculus/api/posts/?limit=3',
    ]);
  });

  it('knows no other path', () => {
    expect(client.ask('/api/comments/').status).toBe(404);
    expect(client.ask('/api/posts/999999999/').status).toBe(404);
    expect(client.ask('/api/posts/abc/').status).toBe(404);
  });
});

describe('paging', () => {
  it('finds every post once, after removing what is listed twice', () => {
    const ids = client.walk('order_by=-published_at', 50);
    expect(ids.length - new Set(ids).size).toBe(traps.get('listed_twice')?.length);
    expect(new Set(ids).size).toBe(300);
  });

  it.each(['repeat', 'shift'] as const)('loses no post when pages %s', (kind) => {
    const plain = client.walk('statuses=resolved', 20);
    const broken = client.walk('statuses=resolved', 20, (page) => (page % 2 === 1 ? kind : undefined));
    expect(broken).not.toStrictEqual(plain);
    expect(new Set(broken)).toStrictEqual(new Set(plain));
  });

  it('clamps the limit to 100 and gives 20 by default', () => {
    expect(client.page('limit=1000').results).toHaveLength(100);
    expect(client.page('').results).toHaveLength(20);
    expect(client.page('limit=0').results).toHaveLength(20);
  });

  it('never ends its chain of pages', () => {
    const page = client.page('limit=100&offset=5000&statuses=open&statuses=closed');
    expect(page.results).toStrictEqual([]);
    const next = new URL(page.next).searchParams;
    expect([next.get('offset'), next.getAll('statuses')]).toStrictEqual(['5100', ['open', 'closed']]);
    expect(client.page('limit=5').previous).toBeNull();
  });

  it('drops an unknown order for the newest first, and says nothing', () => {
    expect(client.walk('order_by=created_at', 100)).toStrictEqual(client.walk('', 100));
    const created = client.page('limit=100').results.map(({ created_at }) => created_at);
    expect(created).toStrictEqual(created.toSorted().toReversed());
  });

  it('loses resolved posts when ordered by scheduled_resolve_time', () => {
    expect(client.page('statuses=resolved&order_by=scheduled_resolve_time').results).toStrictEqual([]);
    expect(client.page('statuses=open&order_by=scheduled_resolve_time').results).not.toStrictEqual([]);
  });

  it('sorts by what is asked', () => {
    const counts = client
      .page('order_by=-forecasts_count&limit=100')
      .results.map((post) => post.forecasts_count);
    expect(counts).toStrictEqual(counts.toSorted((a, b) => b - a));
  });
});

describe('filters', () => {
  it('takes repeated statuses, and refuses a comma list and unknown values', () => {
    const both = client.walk('statuses=open&statuses=closed', 100);
    expect(both).toHaveLength(
      client.walk('statuses=open', 100).length + client.walk('statuses=closed', 100).length,
    );
    expect(client.ask('/api/posts/?statuses=open,closed').status).toBe(400);
    expect(client.json('/api/posts/?statuses=done')).toStrictEqual({
      statuses: { 0: ['"done" is not a valid choice.'] },
    });
  });

  it('calls a post resolved once one of its questions is', () => {
    const listed = client.walk('statuses=resolved', 100);
    expect(listed).toContain(trapped('group_partly_resolved'));
    expect(listed).toContain(trapped('annulled'));
    expect(listed).not.toContain(trapped('notebook'));
    expect(client.post(trapped('group_partly_resolved'))).toMatchObject({
      resolved: false,
      status: 'closed',
    });
  });

  it('takes types as a list; binary never means members of groups', () => {
    const types = (query: string) =>
      new Set(client.page(`${query}&limit=100`).results.flatMap((post) => post.question?.type ?? 'other'));
    expect(types('forecast_type=numeric,date')).toStrictEqual(new Set(['numeric', 'date']));
    expect(types('forecast_type=binary')).toStrictEqual(new Set(['binary']));
    expect(client.ask('/api/posts/?forecast_type=ranking').status).toBe(400);
  });

  it('ignores what it does not know', () => {
    expect(client.walk('status=resolved&has_group=true&type=binary', 100)).toStrictEqual(
      client.walk('', 100),
    );
  });

  it('filters by project and category, and refuses unknown slugs', () => {
    const bySlug = client.walk('tournaments=api-benchmarking-access', 100);
    expect(client.walk('tournaments=32979', 100)).toStrictEqual(bySlug);
    expect(bySlug.length).toBeGreaterThan(3);
    expect(client.json('/api/posts/?tournaments=nowhere')).toStrictEqual({
      tournaments: ['Slug nowhere does not exist'],
    });
    const law = client.page('categories=law&limit=100').results;
    expect(law.length).toBeGreaterThan(3);
    for (const post of law) expect(post.projects.category?.map(({ slug }) => slug)).toContain('law');
  });

  it('filters by date, ids and words', () => {
    const split = '2020-01-01T00:00:00Z';
    const before = client.walk(`open_time__lt=${split}`, 100);
    const after = client.walk(`open_time__gte=${split}`, 100);
    expect(new Set([...before, ...after]).size).toBe(300);
    expect(before.length).toBeGreaterThan(50);
    expect(client.ask('/api/posts/?open_time__lt=soon').status).toBe(400);
    const some = [trapped('annulled'), trapped('notebook')];
    expect(client.walk(`ids=${some[0]}&ids=${some[1]}`, 100).toSorted()).toStrictEqual(some.toSorted());
    const found = client.page('search=TREATY&limit=100').results;
    expect(found.length).toBeGreaterThan(0);
    for (const post of found) expect(post.title.toLowerCase()).toContain('treaty');
  });
});

describe('views', () => {
  const id = trapped('retroactive_new_shape');
  const listed = (query: string) => client.page(`ids=${id}&${query}`).results[0]?.question;

  it('shows predictions as far as they are asked for', () => {
    const entries = (query: string) => listed(query)?.aggregations?.recency_weighted?.history.length;
    expect(entries('')).toBe(0);
    expect(entries('with_cp=true')).toBe(1);
    expect(entries('with_cp=true&include_cp_history=true')).toBeGreaterThan(5);
    expect(listed('')?.aggregations?.recency_weighted?.latest).toBeNull();
    expect(client.post(id).question?.aggregations?.recency_weighted?.history.length).toBe(
      entries('with_cp=true&include_cp_history=true'),
    );
  });

  it('gives values and means in `latest` only, and means in every entry of the old shape', () => {
    const newShape = client.post(id).question?.aggregations?.recency_weighted;
    expect(newShape?.latest).toMatchObject({ forecast_values: [expect.any(Number), expect.any(Number)] });
    for (const entry of newShape?.history ?? []) {
      expect(Object.keys(entry)).not.toContain('forecast_values');
      expect(Object.keys(entry)).not.toContain('means');
    }
    const old = client.post(trapped('retroactive_old_shape')).question;
    expect(Object.keys(old?.aggregations ?? {})).toHaveLength(4);
    expect(old).not.toHaveProperty('default_aggregation_method');
    for (const entry of old?.aggregations?.recency_weighted?.history ?? []) {
      expect(entry.forecast_values).toBeNull();
      expect(entry.means).toHaveLength(1);
    }
  });

  it('leaves descriptions out on request', () => {
    expect(listed('include_descriptions=false')).not.toHaveProperty('resolution_criteria');
    expect(listed('')?.resolution_criteria).not.toBe('');
  });

  it('shows three members of a group in lists, all in the post, and all of a fan graph', () => {
    const shown = (name: string, query = '') => {
      const [post] = client.page(
        `ids=${trapped(name)}&with_cp=true&include_cp_history=true&${query}`,
      ).results;
      return post?.group_of_questions?.questions.map((question) => aggregationOf(question)?.latest !== null);
    };
    expect(shown('group_binary')).toStrictEqual([true, true, true, false, false, false]);
    expect(shown('group_binary', 'group_cutoff=1')).toStrictEqual([true, false, false, false, false, false]);
    expect(shown('group_binary', 'group_cutoff=0')).toStrictEqual([true, true, true, false, false, false]);
    expect(shown('group_fan')).toStrictEqual([true, true, true, true, true]);
    const whole = client.post(trapped('group_binary')).group_of_questions?.questions ?? [];
    expect(whole.map((question) => aggregationOf(question)?.latest !== null)).toStrictEqual(
      whole.map(() => true),
    );
  });

  it('translates for any language but the original', () => {
    expect(client.post(id, { language: '*' }).title).toMatch(/^\[en\] /);
    expect(client.post(id, { language: 'de-DE,de' }).question?.title).toMatch(/^\[de\] /);
    expect(client.post(id, { language: '*' }).is_current_content_translated).toBe(true);
    expect(client.post(id, { language: 'original' })).toStrictEqual(client.post(id));
  });

  it('drifts in one field of a page, depending on the query', () => {
    const bodies = Array.from({ length: 40 }, (_, at) =>
      String(client.ask(`/api/posts/?limit=2&forecast_type=binary&offset=${at}`, { fault: 'drift' }).body),
    );
    const kinds = [
      /"items":/,
      /"resolved_to":/,
      /"actual_close_time":\d/,
      /"scaling":"/,
      /"id":"/,
      /"forecasts_count":"/,
    ];
    for (const kind of kinds) expect(bodies.some((body) => kind.test(body))).toBe(true);
    const again = client.ask('/api/posts/?limit=2&forecast_type=binary&offset=7', { fault: 'drift' });
    expect(again.body).toBe(bodies[7]);
  });
});

describe('questions', () => {
  it("finds a question by its own id, which is another post's", () => {
    const post = client.post(trapped('discrete_51'));
    const questionId = Number(post.question?.id);
    expect(questionId).not.toBe(post.id);
    expect(client.json(`/api/questions/${questionId}/post/`)).toMatchObject({
      question_id: questionId,
      post_id: post.id,
      post_slug: post.slug,
    });
    expect(client.question(`/api/questions/${questionId}/`).title).toBe(post.title);
  });

  it('finds members of groups', () => {
    const member = client.post(trapped('group_date')).group_of_questions?.questions[3];
    expect(client.question(`/api/questions/${member?.id}/?with_cp=true`)).toMatchObject({
      id: member?.id,
      label: member?.label,
    });
  });

  it('answers 404 for an unknown one', () => {
    expect(client.ask('/api/questions/7/').status).toBe(404);
  });
});

describe('aggregation explorer', () => {
  const question = client.post(trapped('retroactive_continuous')).question;
  const target = `/api/aggregation_explorer/?question_id=${question?.id}&aggregation_methods=recency_weighted`;

  it('has a CDF in every entry, none after the close', () => {
    const history = client.question(target).aggregations?.recency_weighted?.history ?? [];
    expect(history.length).toBeGreaterThan(3);
    for (const entry of history) expect(entry.forecast_values).toHaveLength(201);
    const close = Date.parse(String(question?.actual_close_time)) / 1000;
    expect(history.filter((entry) => entry.start_time > close)).toStrictEqual([]);
    expect(question?.aggregations?.recency_weighted?.latest?.start_time).toBeGreaterThan(close);
  });

  it('has means in every entry of a yes/no question', () => {
    const id = client.post(trapped('retroactive_new_shape')).question?.id;
    const found = client.question(
      `/api/aggregation_explorer/?question_id=${id}&aggregation_methods=recency_weighted`,
    );
    for (const entry of found.aggregations?.recency_weighted?.history ?? [])
      expect(entry.means).toHaveLength(1);
  });

  it('takes the post of a single question, and refuses groups, unknown ids, fields and methods', () => {
    const bare = '/api/aggregation_explorer/?aggregation_methods=recency_weighted';
    expect(client.question(`${bare}&post_id=${trapped('retroactive_continuous')}`).id).toBe(question?.id);
    expect(client.ask(`${bare}&post_id=${trapped('group_binary')}`).status).toBe(400);
    expect(client.ask(`${bare}&question_id=7`).status).toBe(400);
    expect(client.ask(`${target}&include_history=true`).status).toBe(400);
    expect(
      client.ask(`/api/aggregation_explorer/?question_id=${question?.id}&aggregation_methods=mode`).status,
    ).toBe(400);
  });

  it('is closed for some questions and for the restricted tier', () => {
    const status = (name: string) => {
      const id = client.post(trapped(name)).question?.id;
      return client.ask(`/api/aggregation_explorer/?question_id=${id}&aggregation_methods=recency_weighted`)
        .status;
    };
    expect(status('retroactive_explorer_missing')).toBe(404);
    expect(status('retroactive_explorer_forbidden')).toBe(403);
    expect(client.ask(target, { token: 'synthetic-restricted' }).status).toBe(403);
  });
});

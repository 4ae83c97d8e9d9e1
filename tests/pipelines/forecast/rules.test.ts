import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../common/time.js';
import { labelOf } from '../../../pipelines/forecast/label.js';
import { normalizePost } from '../../../pipelines/forecast/normalize.js';
import { forecastParameters } from '../../../pipelines/forecast/parameters.js';
import { forecastRules } from '../../../pipelines/forecast/rules.js';
import { judge } from '../../../pipelines/stages/rules.js';
import type { NormalizedQuestion } from '../../../schemas/forecast.js';
import {
  aggregations,
  CLOSE,
  entry,
  groupPost,
  type Json,
  numeric,
  post,
  question,
  uniformCdf,
} from './sample-posts.js';

const AS_OF = parseInstant('2026-11-30') ?? Number.NaN;
const PLACE = { sha256: 'body', pointer: '/results/3' };

const inputs = (change: Json = {}, asOf = AS_OF) => ({
  ...forecastParameters.parse(change),
  asOf,
  earlierCriteria: () => undefined,
});

function only(value: unknown): NormalizedQuestion {
  const [record, ...others] = normalizePost(value, PLACE, AS_OF);
  if (record === undefined || others.length > 0) throw new Error('not one candidate');
  return record;
}

const rule = (value: unknown, given = inputs()) => judge(forecastRules, only(value), given)?.rule ?? 'kept';
const dropped = (body: Json, change: Json = {}, given = inputs()) => rule(post(7, body, change), given);

describe('rules', () => {
  it('stand in the order of the contract', () => {
    expect(forecastRules.map(({ name }) => name)).toEqual([
      'malformed_record',
      'unsupported_type',
      'unresolved',
      'hidden_by_access',
      'ambiguous',
      'annulled',
      'out_of_range',
      'criteria_changed',
      'too_few_forecasts',
      'no_community_prediction',
      'bad_scaling',
    ]);
  });

  it.each<[string, Json, Json, string]>([
    ['a sound question', question(7), {}, 'kept'],
    ['a sound number', numeric(7), {}, 'kept'],
    ['no post id', question(7), { id: 'seven' }, 'malformed_record'],
    ['no projects', question(7), { projects: undefined }, 'malformed_record'],
    ['no resolution key', question(7, { resolution: undefined }), {}, 'malformed_record'],
    ['no time key', question(7, { actual_close_time: undefined }), {}, 'malformed_record'],
    [
      'an impossible time',
      question(7, { actual_close_time: '2024-02-30T00:00:00Z' }),
      {},
      'malformed_record',
    ],
    ['a resolution of another type', question(7, { resolution: 'maybe' }), {}, 'malformed_record'],
    ['a number that is none', numeric(7, { resolution: 'nan' }), {}, 'malformed_record'],
    ['another type', question(7, { type: 'multiple_choice', resolution: 'Red' }), {}, 'unsupported_type'],
    [
      'no status resolved',
      question(7, { resolution: null, status: 'open' }),
      { status: 'open', resolved: false },
      'unresolved',
    ],
    ['a hidden resolution', question(7, { resolution: null }), {}, 'hidden_by_access'],
    ['an empty resolution', question(7, { resolution: '' }), {}, 'hidden_by_access'],
    [
      'hidden texts',
      question(7, { description: '', resolution_criteria: null, fine_print: ' ' }),
      {},
      'hidden_by_access',
    ],
    [
      'one text left',
      question(7, { description: '', resolution_criteria: null, fine_print: 'x' }),
      {},
      'kept',
    ],
    ['ambiguous', question(7, { resolution: 'ambiguous' }), {}, 'ambiguous'],
    ['annulled', numeric(7, { resolution: 'annulled' }), {}, 'annulled'],
    ['above as a word', numeric(7, { resolution: 'above_upper_bound' }), {}, 'out_of_range'],
    ['below as a word', numeric(7, { resolution: 'below_lower_bound' }), {}, 'out_of_range'],
    ['above as a number', numeric(7, { resolution: '10.000001' }), {}, 'out_of_range'],
    ['on the upper bound', numeric(7, { resolution: '10.0' }), {}, 'kept'],
    ['on the lower bound', numeric(7, { resolution: '0.0' }), {}, 'kept'],
    ['below as a number', numeric(7, { resolution: '-1e-09' }), {}, 'out_of_range'],
    ['infinite', numeric(7, { resolution: 'inf' }), {}, 'out_of_range'],
    ['a changed text', question(7, { fine_print: 'Edit 2024-02-01: more.' }), {}, 'criteria_changed'],
    ['two sets of options', question(7, { options_history: [1, 2] }), {}, 'criteria_changed'],
    ['one set of options', question(7, { options_history: [1] }), {}, 'kept'],
    ['99 forecasts', question(7), { forecasts_count: 99 }, 'too_few_forecasts'],
    ['100 forecasts', question(7), { forecasts_count: 100 }, 'kept'],
    ['no count of forecasts', question(7), { forecasts_count: undefined }, 'too_few_forecasts'],
    ['no aggregations', question(7, { aggregations: undefined }), {}, 'no_community_prediction'],
    ['empty aggregations', question(7, { aggregations: {} }), {}, 'no_community_prediction'],
    [
      'another method',
      question(7, { default_aggregation_method: 'unweighted' }),
      {},
      'no_community_prediction',
    ],
    [
      'a history without times',
      question(7, { aggregations: aggregations([{ centers: [0.5] }]) }),
      {},
      'no_community_prediction',
    ],
    [
      'a later entry',
      question(7, { aggregations: aggregations([entry({ start_time: CLOSE + 1 })]) }),
      {},
      'no_community_prediction',
    ],
    [
      'an impossible probability',
      question(7, { aggregations: aggregations([entry({ centers: [1.5] })]) }),
      {},
      'no_community_prediction',
    ],
    [
      'certainty of what did not happen',
      question(7, { aggregations: aggregations([entry({ centers: [0] })]) }),
      {},
      'no_community_prediction',
    ],
    ['no CDF', numeric(7, { aggregations: aggregations([entry()], entry()) }), {}, 'no_community_prediction'],
    ['a CDF of another length', numeric(7, { inbound_outcome_count: 11 }), {}, 'bad_scaling'],
    [
      '200 outcomes where none are named',
      numeric(7, {
        inbound_outcome_count: null,
        aggregations: aggregations([], entry({ forecast_values: uniformCdf(200) })),
      }),
      {},
      'kept',
    ],
    [
      'a CDF with a gap',
      numeric(7, { aggregations: aggregations([], entry({ forecast_values: [...uniformCdf(9), null] })) }),
      {},
      'bad_scaling',
    ],
    ['no scaling', numeric(7, { scaling: null }), {}, 'bad_scaling'],
    [
      'a range that is text',
      numeric(7, { scaling: { range_min: '0', range_max: 10, zero_point: null } }),
      {},
      'bad_scaling',
    ],
    ['bounds that are text', numeric(7, { open_upper_bound: 'no' }), {}, 'bad_scaling'],
    [
      'a method that is a number',
      question(7, { default_aggregation_method: 5 }),
      {},
      'no_community_prediction',
    ],
    ['a boolean without scaling', question(7, { scaling: null }), {}, 'kept'],
    [
      'an origin within',
      numeric(7, { scaling: { range_min: 0, range_max: 10, zero_point: 3 } }),
      {},
      'bad_scaling',
    ],
    ['origin 0 outside', numeric(7, { scaling: { range_min: 1, range_max: 10, zero_point: 0 } }), {}, 'kept'],
  ])('%s', (_, body, change, want) => {
    expect(dropped(body, change)).toBe(want);
  });

  it.each([
    ['conditional', { question: undefined, conditional: { id: 1 } }],
    ['notebook', { question: undefined, notebook: { id: 1 } }],
  ])('a %s is one candidate of no question', (type, change) => {
    const record = only(post(7, question(7), change));
    expect([record.candidate_id, record.question_type]).toEqual(['metaculus:post:7', type]);
    expect(judge(forecastRules, record, inputs())?.rule).toBe('unsupported_type');
  });

  it('tell a question that resolves after the clock from one that is resolved', () => {
    const at = (text: string) => inputs({}, parseInstant(text));
    expect(dropped(question(7), {}, at('2024-03-02T00:00:00Z'))).toBe('kept');
    expect(dropped(question(7), {}, at('2024-03-01T23:59:59Z'))).toBe('unresolved');
    expect(dropped(question(7, { resolution_set_time: null }), {}, at('2024-02-29T23:59:59Z'))).toBe(
      'unresolved',
    );
  });

  it('let an entry count for 24 hours after its end, and no longer', () => {
    const ended = (hours: number) =>
      question(7, {
        aggregations: aggregations([entry({ start_time: CLOSE - 999_999, end_time: CLOSE - hours * 3600 })]),
      });
    expect(dropped(ended(24))).toBe('kept');
    expect(dropped(ended(24.001))).toBe('no_community_prediction');
    expect(dropped(ended(24.001), {}, inputs({ maxStaleHours: 25 }))).toBe('kept');
  });

  it('ask for what an earlier version tells of the criteria', () => {
    const given = { ...inputs(), earlierCriteria: () => 'criteria differ' };
    expect(judge(forecastRules, only(post(7)), given)).toEqual({
      rule: 'criteria_changed',
      detail: 'criteria differ',
    });
  });
});

describe('labelOf', () => {
  const label = (body: Json, change: Json = {}) =>
    labelOf(only(post(7, body)), forecastParameters.parse(change));

  it('takes the mean of the standing entry, or its median where it is asked for', () => {
    expect(label(question(7))).toMatchObject({
      community_probability: 0.7,
      community_statistic: 'means',
      resolution: 'Yes',
    });
    expect(label(question(7), { communityStatistic: 'centers' })).toMatchObject({
      community_probability: 0.6,
      community_statistic: 'centers',
    });
  });

  it('takes the median where the entry has no mean', () => {
    const body = question(7, { aggregations: aggregations([entry()]) });
    expect(label(body)).toMatchObject({ community_probability: 0.6, community_statistic: 'centers' });
  });

  it('gives the columns of a continuous question', () => {
    expect(label(numeric(7, { unit: 'km' }))).toMatchObject({
      question_id: 'metaculus:7',
      question_type: 'quantity',
      resolution: '4',
      resolution_value: 4,
      baseline_score: expect.closeTo(0, 9),
      gold_confidence: expect.closeTo(0.5, 12),
      community_probability: null,
      community_cdf: uniformCdf(10),
      community_statistic: 'cdf',
      community_at: (CLOSE - 3600) * 1e6,
      forecast_count: 150,
      forecaster_count: 60,
      categories: ['Politics'],
      created_at: parseInstant('2024-01-01T00:00:00.25Z') ?? 0,
      range_min: 0,
      range_max: 10,
      unit: 'km',
      source_shape: 'posts',
      group_id: null,
      url: 'https://www.metaculus.com/questions/7/',
    });
  });

  it('refuses a record that no rule vouches for', () => {
    expect(() => label(question(7, { resolution: 'ambiguous' }))).toThrow(RangeError);
  });
});

describe('normalizePost', () => {
  it('makes a question of each member of a group, with the texts of the group and its label', () => {
    const members = [
      question(21, { title: 'Event?', label: '2030' }),
      question(22, { title: 'Event? (2031)', label: '2031' }),
    ];
    const records = normalizePost(groupPost(20, members), PLACE, AS_OF);
    expect(records).toMatchObject([
      {
        candidate_id: 'metaculus:21',
        title: 'Event? (2030)',
        group_id: 'metaculus:group:1020',
        background: 'Background of the group.',
        resolution_criteria: 'Each by its label.',
        forecast_count: 150,
        source_pointer: '/results/3/group_of_questions/questions/0',
        community_pointer: '/results/3/group_of_questions/questions/0/aggregations/recency_weighted/latest',
      },
      { candidate_id: 'metaculus:22', title: 'Event? (2031)' },
    ]);
  });

  it('takes a broken member for itself', () => {
    const records = normalizePost(groupPost(20, [question(21, { type: 5 }), question(22)]), PLACE, AS_OF);
    expect(records.map(({ candidate_id, record_fault }) => [candidate_id, record_fault])).toEqual([
      ['metaculus:21', expect.stringMatching(/^question\.type: /)],
      ['metaculus:22', null],
    ]);
  });

  it.each([null, 'text', [], {}, { id: 1 }, { id: 'x', title: 4 }])('names %j, whatever it is', (value) => {
    const record = only(value);
    expect(record.candidate_id).toMatch(/^metaculus:(post:1|unidentified:[0-9a-f]{16})$/);
    expect(record.record_fault).toMatch(/^post/);
  });

  it('does not look at entries that start after the clock', () => {
    const late = (CLOSE - 1800) * 1e6;
    const body = question(7, {
      aggregations: aggregations([
        entry({ end_time: CLOSE - 60 }),
        entry({ start_time: CLOSE - 60, centers: [0.9] }),
      ]),
    });
    expect(normalizePost(post(7, body), PLACE, late)[0]?.community_center).toBe(0.6);
    expect(normalizePost(post(7, body), PLACE, AS_OF)[0]?.community_center).toBe(0.9);
  });
});

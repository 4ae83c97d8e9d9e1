import { describe, expect, it } from 'vitest';
import { recordRules, rules } from '../../../pipelines/openforesight/rules.js';
import { judge } from '../../../pipelines/stages/rules.js';
import type { OpenforesightRecord } from '../../../schemas/wire/openforesight.js';
import { record } from './record.js';

const verdict = (fields: Partial<OpenforesightRecord>) => judge(recordRules, record(fields), {});

describe('the rules over one record', () => {
  it('are named and ordered as in the contract', () => {
    expect(rules.map(({ name }) => name)).toEqual([
      'malformed_record',
      'missing_field',
      'bad_date',
      'dates_out_of_order',
      'answer_in_question',
      'duplicate',
    ]);
  });

  it('keep a whole record', () => {
    expect(verdict({})).toBeUndefined();
  });

  it.each([
    'qid',
    'question_title',
    'background',
    'resolution_criteria',
    'answer_type',
    'answer',
    'resolution_date',
    'prompt_without_retrieval',
  ] as const)('drop a record without %s', (field) => {
    for (const empty of [null, '', '   ']) {
      expect(verdict({ [field]: empty })).toEqual({ rule: 'missing_field', detail: `empty: ${field}` });
    }
  });

  it.each(['url', 'article_publish_date', 'data_source', 'news_source', 'question_start_date'] as const)(
    'keep a record without %s',
    (field) => {
      for (const empty of [null, '', '   ']) expect(verdict({ [field]: empty })).toBeUndefined();
    },
  );

  it.each(['resolution_date', 'question_start_date', 'article_publish_date'] as const)(
    'drop a record whose %s is no day',
    (field) => {
      const dropped = verdict({ [field]: '2025-02-30' });
      expect(dropped).toEqual({ rule: 'bad_date', detail: `${field} = "2025-02-30"` });
    },
  );

  it('name the missing field before the bad date', () => {
    expect(verdict({ answer: '', resolution_date: 'soon' })?.rule).toBe('missing_field');
  });

  it('let a question start on the day it resolves, and not later', () => {
    expect(verdict({ question_start_date: '2025-06-18' })).toBeUndefined();
    expect(verdict({ question_start_date: '2025-06-19' })).toEqual({
      rule: 'dates_out_of_order',
      detail: 'starts 2025-06-19, after it resolves 2025-06-18',
    });
  });

  it('let a question resolve before its article, as upstream does in most rows', () => {
    expect(verdict({ article_publish_date: '2025-09-01' })).toBeUndefined();
  });

  it('drop a question that holds its whole answer, and not one that holds a part of it', () => {
    const question_title = 'Will velmaria or Brax host?';
    expect(verdict({ question_title })?.rule).toBe('answer_in_question');
    expect(verdict({ question_title, answer: 'Velmaria North' })).toBeUndefined();
    expect(verdict({ question_title, answer: 'Velm' })).toBeUndefined();
  });

  it('do not search the background', () => {
    expect(verdict({ background: 'Velmaria hosted last year.' })).toBeUndefined();
  });
});

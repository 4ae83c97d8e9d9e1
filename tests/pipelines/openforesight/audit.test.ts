import { describe, expect, it } from 'vitest';
import { LeakAudit, leakGates, rowFindings } from '../../../pipelines/openforesight/audit.js';
import { questionRow } from '../../../pipelines/openforesight/row.js';
import type { QuestionRow } from '../../../schemas/openforesight.js';
import type { OpenforesightRecord } from '../../../schemas/wire/openforesight.js';
import { record } from './record.js';

const row = (fields: Partial<OpenforesightRecord> = {}, split = 'train'): QuestionRow =>
  questionRow(record({ article_publish_date: '2025-06-18', ...fields }), split, false);
const checks = (fields: Partial<OpenforesightRecord>) => rowFindings(row(fields)).map(({ check }) => check);

describe('the leak checks over one row', () => {
  it('find nothing in a clean row', () => {
    expect(checks({})).toEqual([]);
  });

  it('tell a resolution before its article, the same day excluded', () => {
    expect(checks({ article_publish_date: '2025-06-19' })).toEqual(['resolution_before_article']);
    expect(checks({ article_publish_date: '2025-06-17' })).toEqual([]);
    expect(checks({ article_publish_date: '' })).toEqual([]);
  });

  it('tell an answer that stands in the background or in the criteria', () => {
    expect(checks({ background: 'Last year VELMARIA hosted.' })).toEqual(['answer_in_background']);
    expect(checks({ resolution_criteria: '<b>Velmaria</b> is not enough.' })).toEqual(['answer_in_criteria']);
    expect(checks({ background: 'Velmarians cheer.' })).toEqual([]);
  });

  it('look at the text of the criteria, not at its tags', () => {
    expect(checks({ answer: 'li', resolution_criteria: '<ul><li class="li">x</li></ul>' })).toEqual([]);
    expect(checks({ answer: 'New York', resolution_criteria: '<i>New</i> York' })).toEqual([
      'answer_in_criteria',
    ]);
  });
});

describe('LeakAudit', () => {
  it('lists the findings in the order of the rows, near duplicates with their partner', () => {
    const audit = new LeakAudit();
    audit.add(4, row({ qid: '1', background: 'Velmaria hosted.' }));
    audit.add(5, row({ qid: '2', answer: 'Brax' }, 'test'));
    audit.add(6, row({ qid: '3', answer: 'Brax', background: 'Brax.' }, 'validation'));
    const findings = audit.finish((index) => index === 6);
    expect(findings).toEqual([
      {
        id: 'openforesight:1',
        check: 'answer_in_background',
        detail: '"Velmaria"',
        split: 'train',
      },
      {
        id: 'openforesight:1',
        check: 'near_duplicate',
        detail: '1 similar to openforesight:2 of test',
        split: 'train',
        other_id: 'openforesight:2',
        other_split: 'test',
        similarity: 1,
        matches: 1,
      },
      expect.objectContaining({ id: 'openforesight:2', other_id: 'openforesight:1', split: 'test' }),
    ]);
    const gates = leakGates(findings, { train: { rows: 1 }, test: { rows: 1 } });
    expect(gates).toHaveLength(8);
    expect(gates.every(({ passed }) => passed)).toBe(true);
    expect(
      gates.filter(({ value }) => value > 0).map(({ name, value, limit }) => [name, value, limit]),
    ).toEqual([
      ['audit.answer_in_background.train', 1, 1],
      ['audit.near_duplicate.train', 1, 1],
      ['audit.near_duplicate.test', 1, 1],
    ]);
  });
});

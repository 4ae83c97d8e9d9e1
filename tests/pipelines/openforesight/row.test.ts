import { describe, expect, it } from 'vitest';
import { candidateId, qidOf, questionId, questionRow } from '../../../pipelines/openforesight/row.js';
import { questionsTable } from '../../../schemas/openforesight.js';
import { rowCheck } from '../../../schemas/table.js';
import { record } from './record.js';

describe('questionRow', () => {
  it('renames and types the columns, in the published order', () => {
    const row = questionRow(
      record({ answer: '1,250', article_publish_date: '2025-06-20 07:00:00' }),
      'train',
      false,
    );
    expect(row).toEqual({
      question_id: 'openforesight:118006',
      split: 'train',
      question: 'Which town will host the spring fair by 30 June 2025?',
      background: 'The fair moves every year.',
      resolution_criteria: '<ul><li>The organiser names the town.</li></ul>',
      answer_type: 'String (location)',
      answer: '1,250',
      answer_number: 1250,
      resolution_date: '2025-06-18',
      question_start_date: '2025-04-01',
      article_published_on: '2025-06-20',
      source_url: 'https://news.example/fair?traffic_source=rss',
      news_source: 'example',
      data_source: 'news_generated',
      prompt: 'You will be asked about the fair.',
    });
    expect(Object.keys(row)).toEqual(Object.keys(questionsTable(false).columns));
    rowCheck(questionsTable(false)).parse(row);
  });

  it('makes null of what upstream left out where the column allows it', () => {
    const empty = {
      url: '',
      news_source: ' ',
      data_source: null,
      article_publish_date: '',
      question_start_date: null,
    };
    expect(questionRow(record(empty), 'test', false)).toMatchObject({
      source_url: null,
      news_source: null,
      data_source: null,
      article_published_on: null,
      question_start_date: null,
    });
  });

  it('adds the article columns at the end where they are asked for', () => {
    const articles = { article_title: 'Fair', article_maintext: '', prompt: 'Relevant passages' };
    const row = questionRow(record(articles), 'train', true);
    expect(Object.keys(row)).toEqual(Object.keys(questionsTable(true).columns));
    expect(Object.keys(row).slice(-3)).toEqual(['article_title', 'article_text', 'prompt_with_retrieval']);
    expect(row).toMatchObject({
      article_title: 'Fair',
      article_text: null,
      prompt_with_retrieval: 'Relevant passages',
    });
    rowCheck(questionsTable(true)).parse(row);
  });

  it('refuses a record that a rule should have dropped', () => {
    expect(() => questionRow(record({ answer: null }), 'train', false)).toThrow(
      'a kept record has no answer',
    );
    expect(() => questionRow(record({ resolution_date: 'soon' }), 'train', false)).toThrow('"soon"');
  });
});

describe('ids', () => {
  it('name the qid, or the place in the files where there is none', () => {
    expect(questionId('17')).toBe('openforesight:17');
    expect(candidateId('17', 'test', 3)).toBe('openforesight:17');
    expect(candidateId('', 'test', 3)).toBe('openforesight:test[3]');
    expect(qidOf('openforesight:17')).toBe('17');
    expect(qidOf('17')).toBe('17');
  });
});

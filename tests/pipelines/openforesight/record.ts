import type { OpenforesightRecord } from '../../../schemas/wire/openforesight.js';

/** A record that every rule keeps, with the given fields instead. */
export function record(fields: Partial<OpenforesightRecord> = {}): OpenforesightRecord {
  return {
    qid: '118006',
    question_title: 'Which town will host the spring fair by 30 June 2025?',
    background: 'The fair moves every year.',
    resolution_criteria: '<ul><li>The organiser names the town.</li></ul>',
    answer_type: 'String (location)',
    answer: 'Velmaria',
    url: 'https://news.example/fair?traffic_source=rss',
    article_publish_date: '2025-06-20',
    data_source: 'news_generated',
    news_source: 'example',
    resolution_date: '2025-06-18',
    question_start_date: '2025-04-01',
    prompt_without_retrieval: 'You will be asked about the fair.',
    ...fields,
  };
}

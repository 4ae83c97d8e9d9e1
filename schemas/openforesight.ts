import { day, double, nullable, type RowOf, type Table, table, text } from './table.js';

const DOC =
  'Open-ended forecasting questions made from news, one row a question, each with its short answer.';

const columns = {
  question_id: text('`openforesight:<qid>`; stable across versions.'),
  split: text('Split of the upstream files that hold the question, made a word where it was none.'),
  question: text('The question in one sentence.'),
  background: text('What a reader has to know, written before the outcome was known.'),
  resolution_criteria: text('How the question resolves; HTML, as upstream wrote it.'),
  answer_type: text('What kind of answer is expected; free text of upstream, verbatim.'),
  answer: text('The answer, verbatim.'),
  answer_number: nullable(
    double('The answer as a number where the whole answer is one decimal number, else null.'),
  ),
  resolution_date: day(
    'Day the question resolves, UTC: the earliest date that upstream found for it, which may precede the article.',
  ),
  question_start_date: nullable(day('First day on which the question may be asked.')),
  article_published_on: nullable(
    day('Day of the article that holds the outcome. It reveals the outcome: never show it to a forecaster.'),
  ),
  source_url: nullable(
    text('Address of that article. It reveals the outcome: never show it to a forecaster.'),
  ),
  news_source: nullable(text('Publisher of the article.')),
  data_source: nullable(text('How upstream made the question, for example `news_generated`.')),
  prompt: text('Prompt without retrieved passages, verbatim (`prompt_without_retrieval`).'),
};

const articleColumns = {
  article_title: nullable(text('Title of the article; third-party text that reveals the outcome.')),
  article_text: nullable(text('Main text of the article; third-party text that reveals the outcome.')),
  prompt_with_retrieval: nullable(text('Prompt with retrieved passages of third-party news.')),
};

/** CONTRACT 4.3 as it is published by default. */
export const questions = table({ name: 'questions', doc: DOC, columns, key: ['question_id'] });

/** CONTRACT 4.3 with `openforesight.includeArticles=true`: three columns more at the end. */
export const questionsWithArticles = table({
  name: 'questions',
  doc: DOC,
  columns: { ...columns, ...articleColumns },
  key: ['question_id'],
});

/** A published row without the article columns. */
export type QuestionRow = RowOf<typeof questions>;

/** A published row with the article columns. */
export type QuestionWithArticlesRow = RowOf<typeof questionsWithArticles>;

/** The published table under a choice of article columns. */
export function questionsTable(includeArticles: boolean): Table {
  return includeArticles ? questionsWithArticles : questions;
}

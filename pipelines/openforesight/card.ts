import type { CardText } from '../dataset.js';
import { CHECKS } from './audit.js';

const TERMS =
  'Upstream (nikhilchandak/OpenForesight) does not state a licence for its data: it is unknown. The news text behind the questions belongs to its publishers. This version holds questions, answers, dates and addresses; article texts and prompts with retrieved passages only where openforesight.includeArticles=true says so, for local use.';

const SECTIONS = [
  {
    title: 'Licence, and what was left out',
    body: `${TERMS}

Left out by default: \`article_maintext\`, \`article_title\`, \`article_description\` and \`prompt\` (which holds passages of retrieved articles), because they are third-party news, and \`article_modify_date\` and \`article_download_date\`, on which nothing rests. For local use \`--set openforesight.includeArticles=true\` adds \`article_title\`, \`article_text\` and \`prompt_with_retrieval\` at the end of the table. Do not pass such a version on.`,
  },
  {
    title: 'How to read the labels',
    body: `\`answer\` is upstream's answer, verbatim; so is \`answer_type\`, which is free text in many spellings (\`String (Name)\`, \`string (name)\`). \`answer_number\` is set only where the whole answer is one decimal number with an optional sign and thousands commas in groups of three. Ranges, percentages, dates, units and mixed text are not guessed at. Upstream filtered numeric answer types when it made the questions, so numbers are rare.

\`resolution_date\` is the earliest of several dates that upstream found (the date in the text, and the dates of the article), not the day of the event: it often lies before \`article_published_on\`, and the day named in a question may lie after it. That is no error; only a start after the resolution drops a row.

\`resolution_criteria\` is HTML as upstream wrote it. Show it as text to a model, and sanitise it before showing it in a browser.`,
  },
  {
    title: 'What a forecaster must not see',
    body: `\`article_published_on\` and \`source_url\` reveal the outcome: an address often spells the answer. Retrieval must stop well before \`resolution_date\`, because that date was itself taken from articles on the outcome. For a test against a model's training cut-off compare \`question_start_date\`, \`resolution_date\` and \`article_published_on\`; each says something else.

\`audit.jsonl\` lists what may leak in the texts themselves, and the manifest counts it per split under \`gates\`. It informs, and drops nothing:

${CHECKS.map(({ name, doc }) => `- \`${name}\`: ${doc}`).join('\n')}

Near duplicates are found exactly, by comparing the sets of word triples of the questions: a question of 15 words with one other word reaches 0.63, with another name of two words 0.53.`,
  },
  {
    title: 'Splits and columns of upstream',
    body: `The splits are those of the upstream files at the pinned revision, whatever they are: a question comes with its answer, so the build's clock drops none, and a resolution date may lie after it. Later splits appear under upstream's name, with characters that \`load_dataset\` does not take in a split name replaced by \`_\`. A question that is in several splits stays in one: validation, else test, else the first other held-out split by name, else train.

Loaders written for the upstream files read its column names: \`question_title\` is \`question\` here, \`url\` is \`source_url\`, \`article_publish_date\` is \`article_published_on\`, \`prompt_without_retrieval\` is \`prompt\`, and \`qid\` is \`question_id\` behind the prefix \`openforesight:\`. Absent values are null instead of \`""\`, and dates are dates.

\`prompt\` is upstream's text. It differs by a sentence from what OpenForecaster's current formatter makes of the same question, so it is published as it is and not made anew.`,
  },
] as const;

/** What the dataset card says of `openforesight`. */
export const openforesightCard: CardText = {
  prettyName: 'OpenForesight: open-ended forecasting questions with short answers',
  summary:
    "Open-ended forecasting questions made from news, each with a short answer: OpenForecaster's data (Chandak et al., 2026), typed, deduplicated across splits and audited for leaks.",
  license: 'other',
  licenseName: 'unknown',
  terms: TERMS,
  tags: ['forecasting', 'open-ended', 'news', 'question-answering'],
  sections: SECTIONS,
};

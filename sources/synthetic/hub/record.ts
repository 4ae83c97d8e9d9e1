import { dayOfNumber, numberOfDay } from '../../../common/time.js';
import type { Random } from '../random.js';
import { background, criteria, inventInstitution, shortAnswerQuestion } from '../text.js';

/** The columns of an OpenForesight file, in order; all of them are text. */
export const COLUMNS = [
  'qid',
  'question_title',
  'background',
  'resolution_criteria',
  'answer_type',
  'answer',
  'url',
  'article_maintext',
  'article_publish_date',
  'article_modify_date',
  'article_download_date',
  'article_description',
  'article_title',
  'data_source',
  'news_source',
  'resolution_date',
  'question_start_date',
  'prompt',
  'prompt_without_retrieval',
] as const;

/** A cell: text, null, or bytes that are no text. */
type Cell = string | null | Uint8Array;

/** One row of an OpenForesight file. */
export type HubRecord = Record<(typeof COLUMNS)[number], Cell>;

const ANSWER_TYPES = [
  ['String (Name)', 19],
  ['String (location)', 19],
  ['String (name)', 14],
  ['String (Location)', 10],
  ['string (name)', 6],
  ['String (organization)', 12],
  ['String (country)', 5],
  ['String (team)', 3],
  ['String (Vessel name)', 1],
] as const;

const NEWS = ['aljazeera', 'theguardian', 'cnbc', 'dw', 'irishtimes'] as const;

/** A record that every rule keeps; its days of resolution lie between the two given days. */
export function ordinaryRecord(random: Random, qid: string, between: readonly [string, string]): HubRecord {
  const resolution = random.int(...dayNumbers(between));
  const resolves = dayOfNumber(resolution);
  // In more than half of the rows the resolution is before the article (reference: 25 of 45).
  const published = dayOfNumber(resolution + random.int(0, 2));
  const starts = dayOfNumber(resolution - random.int(1, 200));
  const { question, answer } = openQuestion(random, resolves);
  const story = background(random, 2);
  const rules = criteria(random);
  const news = random.pick(NEWS);
  const prompt = promptOf(question, story, resolves);
  return {
    qid,
    question_title: question,
    background: background(random, 3),
    resolution_criteria: `<ul><li><b>Source</b>: ${rules}</li><li><b>Date</b>: by ${resolves}, UTC.</li></ul>`,
    answer_type: random.weighted(ANSWER_TYPES),
    answer,
    url: `https://${news}.example/${published.replaceAll('-', '/')}/${random.hex(8)}?traffic_source=rss`,
    article_maintext: `${answer} it is. ${story}`,
    article_publish_date: published,
    article_modify_date: '',
    article_download_date: published,
    article_description: `The ${inventInstitution(random)} has spoken.`,
    article_title: `${answer} in the news`,
    data_source: 'news_generated',
    news_source: news,
    resolution_date: resolves,
    question_start_date: starts,
    prompt: `${prompt}\n\nRelevant passages from retrieved news articles:\n${story}\n\nThink step by step.`,
    prompt_without_retrieval: prompt,
  };
}

/** A question that does not hold its answer: the invented places are few enough to meet by chance. */
function openQuestion(random: Random, resolves: string): { question: string; answer: string } {
  for (;;) {
    const drawn = shortAnswerQuestion(random, resolves);
    if (!drawn.question.includes(drawn.answer)) return drawn;
  }
}

/** The text of a prompt without passages. */
function promptOf(question: string, story: string, resolves: string): string {
  return [
    'You will be asked about something that has not happened yet. Name one answer and how sure you are of it.',
    `Question: ${question}`,
    `What is known: ${story}`,
    `It resolves by ${resolves}. A right answer with probability p scores -(1-p)^2, a wrong one -(1+p^2).`,
  ].join('\n\n');
}

function dayNumbers([first, last]: readonly [string, string]): [number, number] {
  const [from, to] = [numberOfDay(first), numberOfDay(last)];
  if (from === undefined || to === undefined) throw new RangeError(`no days: ${first}, ${last}`);
  return [from, to];
}

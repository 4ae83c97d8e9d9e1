import { formatInstant, type InstantMicros } from '../../../common/time.js';
import type { SyntheticSize } from '../part.js';
import type { Entry } from './aggregate.js';
import { type QuestionModel, questionsOf } from './model.js';
import { makePost } from './posts.js';
import { createWorld } from './world.js';

const QUESTION_COLUMNS = ['Question ID', 'Question URL', 'Question Title', 'Post ID', 'Resolution'];
const FORECAST_COLUMNS = [
  'Question ID',
  'Forecaster ID',
  'Forecaster Username',
  'Is Bot',
  'Start Time',
  'End Time',
  'Forecaster Count',
  'Probability Yes',
  'Probability Yes Per Category',
  'Continuous CDF',
  'Probability of Resolution',
  'PDF at Resolution',
];

/**
 * The CSV files by name that the invented site gives as a download of the posts that carry a trap: the community's whole
 * history with its values, what lies after the cut too. Empty where no post carries the trap.
 */
export function exportedFiles(seed: number, size: SyntheticSize, trap: string): ReadonlyMap<string, string> {
  const world = createWorld(seed, size);
  const questions = world.plans
    .filter(({ planted }) => planted?.trap.name === trap)
    .flatMap((plan) => questionsOf(makePost(world, plan, true).body));
  if (questions.length === 0) return new Map();
  return new Map([
    ['question_data.csv', csv(QUESTION_COLUMNS, questions.map(questionLine))],
    ['forecast_data.csv', csv(FORECAST_COLUMNS, questions.flatMap(forecastLines))],
  ]);
}

function questionLine({ id, postId, title, resolution }: QuestionModel): string[] {
  const url = `https://www.metaculus.com/questions/${postId}`;
  return [String(id), url, title, String(postId), String(resolution)];
}

/** Aggregates alone stand under the name of their method, without a forecaster; the last two columns stay empty. */
function forecastLines(question: QuestionModel): string[][] {
  const method = question.method ?? 'recency_weighted';
  return question.entries.map((entry) => [
    ...[String(question.id), '', method, ''],
    ...[pythonTime(entry.startAt), entry.endAt === null ? '' : pythonTime(entry.endAt)],
    ...[String(entry.forecasters), ...valuesOf(question, entry), '', ''],
  ]);
}

/** Probability of yes, then that of each option, then the CDF: one of them, by type. */
function valuesOf({ type }: QuestionModel, { centers, values }: Entry): string[] {
  if (type === 'binary') return [String(centers[0]), '', ''];
  const list = JSON.stringify(values);
  return type === 'multiple_choice' ? ['', list, ''] : ['', '', list];
}

function pythonTime(at: InstantMicros): string {
  return formatInstant(at).replace('T', ' ').replace('Z', '+00:00');
}

function csv(columns: readonly string[], lines: readonly (readonly string[])[]): string {
  const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [columns, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

import { compareDatasetIds } from '../../common/order.js';
import { MICROS_PER_SECOND, utcDay } from '../../common/time.js';
import { type QuestionRow, questionsTable } from '../../schemas/forecast.js';
import { type Row, rowCheck } from '../../schemas/table.js';
import type { Violation } from '../dataset.js';
import { bucketOf, bucketProbability } from './bucket.js';
import { openBounds } from './community.js';
import { booleanGold, confidenceOfScore, continuousGold } from './gold-confidence.js';
import { plainDecimal } from './resolution.js';
import { cdfProblem } from './scaling.js';
import { tiesOf } from './units.js';

/** How far a recomputed score may be from the published one, relative to its size. */
const TOLERANCE = 1e-9;

const isRow = rowCheck(questionsTable);

/** Re-checks published rows: labels against their formula, order, and that no unit lies on both sides of a split. */
export async function* checkForecast(rows: (table: string) => AsyncIterable<Row>): AsyncGenerator<Violation> {
  const last = new Map<string, string>();
  const splits = new Map<string, string>();
  for await (const candidate of rows('questions')) {
    const id = String(candidate.question_id);
    if (!isRow.safeParse(candidate).success) {
      yield { check: 'row_valid', id, detail: 'the row does not have the declared columns and types' };
      continue;
    }
    const row = candidate as QuestionRow;
    yield* named(id, 'label_follows_formula', labelProblem(row));
    yield* named(id, 'rows_in_order', orderProblem(row, last));
    yield* named(id, 'unit_in_one_split', unitProblem(row, splits));
  }
}

function* named(id: string, check: string, detail: string | undefined): Generator<Violation> {
  if (detail !== undefined) yield { check, id, detail };
}

function labelProblem(row: QuestionRow): string | undefined {
  return resolutionProblem(row) ?? scoreProblem(row);
}

function resolutionProblem(row: QuestionRow): string | undefined {
  const expected = expectedResolution(row);
  return row.resolution === expected ? undefined : `resolution ${row.resolution}, its value says ${expected}`;
}

function expectedResolution({ question_type: type, resolution_value: value }: QuestionRow): string {
  if (type === 'boolean') return value === 1 ? 'Yes' : 'No';
  return type === 'timeframe' ? utcDay(Math.round(value * MICROS_PER_SECOND)) : plainDecimal(value);
}

function scoreProblem(row: QuestionRow): string | undefined {
  const gold = row.question_type === 'boolean' ? booleanScore(row) : continuousScore(row);
  if (typeof gold === 'string') return gold;
  if (!close(gold.baselineScore, row.baseline_score))
    return `baseline_score ${row.baseline_score}, the columns give ${gold.baselineScore}`;
  const confidence = confidenceOfScore(row.baseline_score);
  return close(confidence, row.gold_confidence)
    ? undefined
    : `gold_confidence ${row.gold_confidence}, the score gives ${confidence}`;
}

function booleanScore(row: QuestionRow) {
  const yes = row.community_probability;
  if (yes === null || row.community_statistic === 'cdf') return 'no community probability';
  return booleanGold(row.resolution_value === 1 ? yes : 1 - yes);
}

function continuousScore(row: QuestionRow) {
  const { community_cdf: cdf, range_min: min, range_max: max, zero_point: zeroPoint } = row;
  if (cdf === null || min === null || max === null || row.community_statistic !== 'cdf')
    return 'no CDF or no range';
  const outcomes = cdf.length - 1;
  const problem = cdfProblem(cdf, outcomes);
  if (problem !== undefined) return problem;
  const bucket = bucketOf(row.resolution_value, { min, max, zeroPoint, outcomes });
  if (bucket < 1 || bucket > outcomes) return `outcome ${row.resolution_value} outside ${min}..${max}`;
  return continuousGold(bucketProbability(cdf, bucket), outcomes, openBounds(row));
}

function close(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a));
}

function orderProblem(row: QuestionRow, last: Map<string, string>): string | undefined {
  const before = last.get(row.split);
  last.set(row.split, row.question_id);
  return before === undefined || compareDatasetIds(before, row.question_id) < 0
    ? undefined
    : `comes after ${before}`;
}

function unitProblem(row: QuestionRow, splits: Map<string, string>): string | undefined {
  for (const tie of tiesOf(row)) {
    const split = splits.get(tie);
    if (split !== undefined && split !== row.split) return `in ${row.split}, ${tie} is in ${split} too`;
    splits.set(tie, row.split);
  }
  return undefined;
}

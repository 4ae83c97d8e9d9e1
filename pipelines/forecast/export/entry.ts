import { GateError } from '../../../common/errors.js';
import { MICROS_PER_SECOND, parseInstant } from '../../../common/time.js';
import type { NormalizedQuestion } from '../../../schemas/forecast.js';
import { bucketOf, bucketProbability } from '../bucket.js';
import { outcomeOf, scaleOf } from '../community.js';
import { outcomeValue } from '../resolution.js';
import type { CsvRow } from './files.js';

/** How far a figure of the export may be from ours: both are the same arithmetic over the same doubles. */
const TOLERANCE = 1e-9;

/** One entry of a community history as exported. */
export interface ExportedEntry {
  /** Unix seconds. */
  start: number;
  end: number | null;
  /** Probability of Yes: the export gives the median alone. */
  center: number | null;
  cdf: number[] | null;
  line: number;
}

/** The export's own figure for an outcome is not the one that follows from its forecast. */
export class ExportDisagreementError extends GateError {
  constructor(id: string, column: string, theirs: number, ours: number, line: number) {
    super(
      `${id}: the export says ${column} ${theirs} in line ${line}, the forecast there gives ${ours}`,
      'The export and the API disagree on resolution or range: download the export again, or leave it out.',
    );
  }
}

/** Reads a line of forecast_data.csv; undefined where times or values are none. */
export function readEntry(row: CsvRow, line: number): ExportedEntry | undefined {
  const start = seconds(row['Start Time']);
  const end = row['End Time'] === '' ? null : seconds(row['End Time']);
  if (start === undefined || end === undefined) return undefined;
  const center = number(row['Probability Yes']);
  return { start, end, center: center ?? null, cdf: numbers(row['Continuous CDF']), line };
}

/** ExportDisagreementError where the line gives the probability or density of the outcome and ours is another. */
export function checkAgainstExport(record: NormalizedQuestion, row: CsvRow, entry: ExportedEntry): void {
  const probability = outcomeProbability(record, entry);
  if (probability === undefined) return;
  compare('Probability of Resolution', probability.value);
  if (probability.outcomes !== undefined)
    compare('PDF at Resolution', probability.value * probability.outcomes);

  function compare(column: string, ours: number): void {
    const theirs = number(row[column]);
    if (theirs !== undefined && !(Math.abs(theirs - ours) <= TOLERANCE * Math.max(1, Math.abs(ours))))
      throw new ExportDisagreementError(record.candidate_id, column, theirs, ours, entry.line);
  }
}

/** Probability of the outcome; `outcomes` where it is one bucket of so many within the range. */
function outcomeProbability(
  record: NormalizedQuestion,
  entry: ExportedEntry,
): { value: number; outcomes?: number } | undefined {
  const outcome = outcomeOf(record);
  if (outcome?.kind === 'boolean')
    return entry.center === null ? undefined : { value: outcome.value ? entry.center : 1 - entry.center };
  const scale = scaleOf(record);
  if (outcome === undefined || scale === undefined || entry.cdf?.length !== scale.outcomes + 1)
    return undefined;
  if (outcome.kind === 'below') return { value: bucketProbability(entry.cdf, 0) };
  if (outcome.kind === 'above') return { value: bucketProbability(entry.cdf, scale.outcomes + 1) };
  const value = outcomeValue(outcome);
  if (value === undefined) return undefined;
  const bucket = bucketOf(value, scale);
  const inRange = bucket >= 1 && bucket <= scale.outcomes;
  return { value: bucketProbability(entry.cdf, bucket), ...(inRange && { outcomes: scale.outcomes }) };
}

function seconds(text: string | undefined): number | undefined {
  const micros = text === undefined ? undefined : parseInstant(text);
  return micros === undefined ? undefined : micros / MICROS_PER_SECOND;
}

function number(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function numbers(text: string | undefined): number[] | null {
  if (text === undefined || text === '') return null;
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) && values.every((value) => typeof value === 'number') ? values : null;
  } catch {
    return null;
  }
}

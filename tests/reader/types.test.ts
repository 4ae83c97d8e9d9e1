import { expect, it } from 'vitest';
import type {
  DatasetVersion,
  ForecastQuestion,
  HistoryRow,
  MarketRow,
  RowOptions,
} from '../../reader/index.js';

/** Written for any dataset. */
async function countRows(version: DatasetVersion): Promise<number> {
  let rows = 0;
  for (const split of version.splits) for await (const _ of version.rows(split)) rows += 1;
  return rows;
}

/** What is called with versions of named datasets; compiled, never run. */
const calls = {
  forecast: (version: DatasetVersion<'forecast'>) => countRows(version),
  polybench: (version: DatasetVersion<'polybench'>) => countRows(version),
  openforesight: (version: DatasetVersion<'openforesight'>) => countRows(version),
  either: (version: DatasetVersion<'forecast' | 'polybench'>) => countRows(version),
  questions: (version: DatasetVersion<'forecast'>): AsyncIterable<ForecastQuestion> => version.rows('test'),
  markets: (version: DatasetVersion<'polybench'>): AsyncIterable<MarketRow> => version.rows('test'),
  history: (version: DatasetVersion<'polybench'>): AsyncIterable<HistoryRow> =>
    version.rows('test', { table: 'history' }),
  named: (version: DatasetVersion<'polybench'>, options: RowOptions<'markets'>): AsyncIterable<MarketRow> =>
    version.rows('test', options),
  // @ts-expect-error forecast has no table history
  unknownTable: (version: DatasetVersion<'forecast'>) => version.rows('test', { table: 'history' }),
  // @ts-expect-error markets are no questions
  otherRows: (version: DatasetVersion<'polybench'>): AsyncIterable<ForecastQuestion> => version.rows('test'),
  // @ts-expect-error any dataset may be another than forecast
  narrower: (version: DatasetVersion): DatasetVersion<'forecast'> => version,
};

it('takes a version of a named dataset where any is meant', () => {
  expect(Object.keys(calls)).toContain('forecast');
});

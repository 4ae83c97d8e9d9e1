import type { DatasetName } from '../pipelines/dataset.js';
import { type QuestionRow as ForecastQuestion, questionsTable } from '../schemas/forecast.js';
import {
  type QuestionRow as OpenForesightQuestion,
  type QuestionWithArticlesRow as OpenForesightQuestionWithArticles,
  questions,
  questionsWithArticles,
} from '../schemas/openforesight.js';
import { type HistoryRow, historyTable, type MarketRow, marketsTable } from '../schemas/polybench.js';
import { jsonSchema, type Table } from '../schemas/table.js';

export type { DatasetName, ForecastQuestion, HistoryRow, MarketRow, OpenForesightQuestion };

/** The row type of every published table. */
export interface RowTypes {
  forecast: { questions: ForecastQuestion };
  polybench: { markets: MarketRow; history: HistoryRow };
  /** The article columns are there in versions that were built with `openforesight.includeArticles=true`. */
  openforesight: { questions: OpenForesightQuestion & Partial<OpenForesightQuestionWithArticles> };
}

/** Names of the tables of a dataset. */
export type TableName<N extends DatasetName> = N extends DatasetName ? keyof RowTypes[N] & string : never;

/** The table whose rows the splits count. */
export type MainTable<N extends DatasetName> = N extends 'polybench' ? 'markets' : 'questions';

/** The row type of a table. */
export type RowOfTable<N extends DatasetName, T extends string> = N extends DatasetName
  ? T extends keyof RowTypes[N]
    ? RowTypes[N][T]
    : never
  : never;

/** The tables of each dataset, the main one first; more than one list where a parameter adds columns. */
const TABLES: Readonly<Record<DatasetName, readonly (readonly Table[])[]>> = {
  forecast: [[questionsTable]],
  polybench: [[marketsTable, historyTable]],
  openforesight: [[questions], [questionsWithArticles]],
};

/** The names of all datasets. */
export const DATASET_NAMES: readonly DatasetName[] = ['forecast', 'polybench', 'openforesight'];

/** Whether a text names a dataset. */
export function isDatasetName(name: string): name is DatasetName {
  return Object.hasOwn(TABLES, name);
}

/**
 * The tables that a version's schema.json declares; undefined where this release knows none with these columns. Texts
 * that only describe a column may differ.
 */
export function tablesOf(dataset: DatasetName, schemaJson: unknown): readonly Table[] | undefined {
  const published = shape(schemaJson);
  return TABLES[dataset].find(
    (tables) =>
      shape(Object.fromEntries(tables.map((table) => [table.name, jsonSchema(table)]))) === published,
  );
}

/** A JSON Schema without its descriptions; a column that is called `description` stays, since it is an object. */
function shape(schema: unknown): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
}

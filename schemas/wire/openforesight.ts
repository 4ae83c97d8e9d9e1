import { z } from 'zod';

/** The upstream columns that a published row needs; all of them are text (reference: 19 string columns). */
export const RECORD_FIELDS = [
  'qid',
  'question_title',
  'background',
  'resolution_criteria',
  'answer_type',
  'answer',
  'url',
  'article_publish_date',
  'data_source',
  'news_source',
  'resolution_date',
  'question_start_date',
  'prompt_without_retrieval',
] as const;

/** The upstream columns that are read with `openforesight.includeArticles=true` only. */
export const ARTICLE_FIELDS = ['article_title', 'article_maintext', 'prompt'] as const;

/** Columns of upstream that no published column rests on; any other column is new and worth a line in the log. */
export const UNUSED_FIELDS = ['article_modify_date', 'article_download_date', 'article_description'] as const;

export type RecordField = (typeof RECORD_FIELDS)[number];
export type ArticleField = (typeof ARTICLE_FIELDS)[number];

/** One row of an OpenForesight Parquet file; missing is `""` there, null is taken as the same. */
export type OpenforesightRecord = Record<RecordField, string | null> &
  Partial<Record<ArticleField, string | null>>;

const cell = z.string({ error: 'is no valid UTF-8 text' }).nullable();
const cells = <K extends string>(fields: readonly K[]): Record<K, typeof cell> =>
  Object.fromEntries(fields.map((field) => [field, cell])) as Record<K, typeof cell>;

const plain = z.object(cells(RECORD_FIELDS));
const withArticles = z.object({ ...cells(RECORD_FIELDS), ...cells(ARTICLE_FIELDS) });

/** The check of one record under a choice of article columns. */
export function recordSchema(includeArticles: boolean): z.ZodType<OpenforesightRecord> {
  return includeArticles ? withArticles : plain;
}

/** The columns that are read under a choice of article columns. */
export function recordFields(includeArticles: boolean): readonly (RecordField | ArticleField)[] {
  return includeArticles ? [...RECORD_FIELDS, ...ARTICLE_FIELDS] : RECORD_FIELDS;
}

import { MICROS_PER_SECOND } from '../../../common/time.js';
import type { NormalizedQuestion } from '../../../schemas/forecast.js';
import { type CommunityColumns, NO_ENTRY } from '../community-entry.js';
import { selectEntry } from '../cut.js';
import { questionTypeOf } from '../resolution.js';
import { checkAgainstExport, type ExportedEntry, readEntry } from './entry.js';
import { type CsvRow, csvRows, type ExportPair } from './files.js';

/** The community columns that exports give, by candidate id. */
export type ExportedColumns = ReadonlyMap<string, CommunityColumns>;

/** Ids of the questions that the exports hold, as in the ledgers. */
export async function exportedIds(pairs: readonly ExportPair[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { questions } of pairs) for await (const { row } of csvRows(questions.path)) ids.add(idOf(row));
  return ids;
}

/**
 * For each record that the exports hold, the entry of its community prediction at the cut, with its CDF; none for a
 * record whose exported history starts later. Streams the files: one entry a question is held.
 * ExportDisagreementError where the export contradicts itself or the API.
 */
export async function exportedColumns(
  pairs: readonly ExportPair[],
  records: ReadonlyMap<string, NormalizedQuestion>,
): Promise<ExportedColumns> {
  const best = new Map<string, { entry: ExportedEntry; sha256: string }>();
  for (const { forecasts } of pairs) {
    for await (const { row, line } of csvRows(forecasts.path)) {
      const record = records.get(idOf(row));
      if (record === undefined || record.cut_at === null || !isCommunity(row, record)) continue;
      const entry = readEntry(row, line);
      if (entry === undefined) continue;
      checkAgainstExport(record, row, entry);
      const standing = best.get(record.candidate_id)?.entry;
      const entries = standing === undefined ? [entry] : [standing, entry];
      if (selectEntry(entries, record.cut_at / MICROS_PER_SECOND) === entry)
        best.set(record.candidate_id, { entry, sha256: forecasts.sha256 });
    }
  }
  return new Map([...best].flatMap(([id, found]) => columnsOf(records.get(id), found)));
}

function idOf(row: CsvRow): string {
  return `metaculus:${row['Question ID']}`;
}

/** Aggregates are exported under the name of their method, without a forecaster. */
function isCommunity(row: CsvRow, record: NormalizedQuestion): boolean {
  return row['Forecaster ID'] === '' && row['Forecaster Username'] === record.method;
}

function columnsOf(
  record: NormalizedQuestion | undefined,
  { entry, sha256 }: { entry: ExportedEntry; sha256: string },
): [string, CommunityColumns][] {
  if (record === undefined) return [];
  const isBoolean = questionTypeOf(record.question_type) === 'boolean';
  const columns = {
    ...NO_ENTRY,
    method: record.method,
    community_start: entry.start,
    community_end: entry.end,
    community_center: isBoolean ? entry.center : null,
    community_cdf: isBoolean ? null : entry.cdf,
    community_origin: 'export',
    community_sha256: sha256,
    community_pointer: `line ${entry.line}`,
  } as const;
  return [[record.candidate_id, columns]];
}

import { dataTable } from './data-table.js';
import { count, percent } from './format.js';
import type { SafeHtml } from './html.js';
import type { CrossTally, Tally } from './tally.js';

/** Rows by two properties, with the sums of both and of all. */
export function crossTable(
  corner: string,
  tally: CrossTally,
  rows: readonly string[],
  columns: readonly string[],
): SafeHtml {
  const line = (name: string, counts: Tally, sum: number) => [
    name,
    ...columns.map((column) => count(counts.of(column))),
    count(sum),
  ];
  return dataTable({
    columns: [
      { label: corner },
      ...columns.map((label) => ({ label, numeric: true })),
      { label: 'total', numeric: true },
    ],
    rows: rows.map((name) => line(name, tally.row(name), tally.rowTotals.of(name))),
    total: line('total', tally.columnTotals, tally.total),
  });
}

/** Names with their counts and shares of a whole, in the given order. */
export function countTable(
  corner: string,
  entries: readonly (readonly [name: string, count: number])[],
  whole: number,
  caption?: string,
): SafeHtml {
  return dataTable({
    ...(caption === undefined ? {} : { caption }),
    columns: [{ label: corner }, { label: 'count', numeric: true }, { label: '%', numeric: true }],
    rows: entries.map(([name, n]) => [name, count(n), percent(n, whole, 2).replace(' %', '')]),
  });
}

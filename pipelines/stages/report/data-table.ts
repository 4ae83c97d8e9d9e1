import { html, type Insertion, NOTHING, type SafeHtml } from './html.js';

interface TableColumn {
  label: string;
  /** Numbers are set to the right with digits of one width. */
  numeric?: boolean;
}

export interface DataTable {
  columns: readonly TableColumn[];
  rows: readonly (readonly Insertion[])[];
  /** A last row set apart, for sums. */
  total?: readonly Insertion[];
  caption?: string;
}

/** A table whose first column names the row. */
export function dataTable({ columns, rows, total, caption }: DataTable): SafeHtml {
  const head = columns.map((column) => html`<th scope="col"${alignment(column)}>${column.label}</th>`);
  const body = rows.map((cells) => html`<tr>${cellsOf(columns, cells)}</tr>\n`);
  return html`<div class="table"><table>
${caption === undefined ? NOTHING : html`<caption>${caption}</caption>`}<thead><tr>${head}</tr></thead>
<tbody>${body}</tbody>
${total === undefined ? NOTHING : html`<tfoot><tr>${cellsOf(columns, total)}</tr></tfoot>`}</table></div>
`;
}

function alignment(column: TableColumn | undefined): SafeHtml {
  return column?.numeric ? html` class="n"` : NOTHING;
}

function cellsOf(columns: readonly TableColumn[], cells: readonly Insertion[]): readonly SafeHtml[] {
  return cells.map((cell, index) =>
    index === 0 ? html`<th scope="row">${cell}</th>` : html`<td${alignment(columns[index])}>${cell}</td>`,
  );
}

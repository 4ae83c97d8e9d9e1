import { type AsyncBuffer, type FileMetaData, parquetSchema } from 'hyparquet';

/**
 * Refuses a footer whose columns do not lead to its schema, each to a value of its own, or hold fewer values than their
 * row group has rows: rows are made before values are missed, and a damaged count may name billions. hyparquet starts to
 * decode column after column and looks their names up in between: an error there, or two columns of one name, leaves
 * decoding that nobody waits for, and where that fails, too, it ends the process.
 */
export function refuseStrayColumns(metadata: FileMetaData): void {
  const root = parquetSchema(metadata);
  for (const group of metadata.row_groups) {
    const seen = new Set<string>();
    for (const { meta_data: column } of group.columns) {
      if (column === undefined) throw new Error('a column lies in another file');
      const path = column.path_in_schema;
      const name = path.join('.');
      if (!isLeaf(root, path)) throw new Error(`column ${JSON.stringify(name)} is none of its schema`);
      if (seen.has(name)) throw new Error(`column ${JSON.stringify(name)} is there twice`);
      seen.add(name);
      if (column.num_values < group.num_rows)
        throw new Error(`column ${name} has ${column.num_values} values for ${group.num_rows} rows`);
    }
  }
}

function isLeaf(root: ReturnType<typeof parquetSchema>, path: readonly string[]): boolean {
  let node: typeof root | undefined = root;
  for (const part of path) node = node?.children.find(({ element }) => element.name === part);
  return node !== undefined && node !== root && node.children.length === 0;
}

/**
 * The same bytes, whose reads may be given up: one that fails when an earlier one has failed already is nobody's
 * rejection, and a place that no file has is a rejection, too, and not thrown between the reads.
 */
export function abandonable(file: AsyncBuffer): AsyncBuffer {
  return {
    byteLength: file.byteLength,
    slice: (start, end) => {
      const read = new Promise<ArrayBuffer>((resolve) => {
        resolve(file.slice(start, end));
      });
      read.catch(() => undefined);
      return read;
    },
  };
}

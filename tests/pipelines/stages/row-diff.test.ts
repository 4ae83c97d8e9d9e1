import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffTable } from '../../../pipelines/stages/row-diff.js';
import { integer, nullable, type Row, table, text } from '../../../schemas/table.js';

const people = table({
  name: 'people',
  doc: 'Invented.',
  columns: { id: text('id'), age: integer('years'), note: nullable(text('note')) },
  key: ['id'],
});

const stream = (rows: readonly Row[]) =>
  async function* () {
    yield* rows;
  };

describe('diffTable', () => {
  it('tells added, removed and changed rows, and the fields that changed', async () => {
    const before = [
      { id: 'a', age: 1, note: null },
      { id: 'b', age: 2, note: 'x' },
      { id: 'c', age: 3, note: null },
    ];
    const after = [
      { id: 'b', age: 2, note: 'x' },
      { id: 'c', age: 4, note: 'late' },
      { id: 'd', age: 5, note: null },
    ];
    expect(await diffTable(people, stream(before), stream(after))).toEqual({
      table: 'people',
      added: ['d'],
      removed: [{ key: 'a', row: { id: 'a', age: 1, note: null } }],
      changed: [
        {
          key: 'c',
          fields: ['age', 'note'],
          before: { age: 3, note: null },
          after: { age: 4, note: 'late' },
        },
      ],
      fields: { age: 1, note: 1 },
    });
  });

  it('tells null from an absent column and from the empty text', async () => {
    const diff = await diffTable(
      people,
      stream([{ id: 'a', age: 1, note: null }]),
      stream([{ id: 'a', age: 1, note: '' }]),
    );
    expect(diff.changed[0]?.fields).toEqual(['note']);
  });

  const rows = fc.uniqueArray(
    fc.record({ id: fc.string(), age: fc.integer(), note: fc.option(fc.string()) }),
    {
      selector: (row) => row.id,
    },
  );

  it('finds nothing between equal versions, and every key once between any two', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (before, after) => {
        const same = await diffTable(people, stream(before), stream([...before].reverse()));
        expect([same.added, same.removed, same.changed]).toEqual([[], [], []]);
        const diff = await diffTable(people, stream(before), stream(after));
        const old = new Set(before.map(({ id }) => id));
        const now = new Set(after.map(({ id }) => id));
        expect(new Set(diff.added)).toEqual(new Set([...now].filter((id) => !old.has(id))));
        expect(new Set(diff.removed.map(({ key }) => key))).toEqual(
          new Set([...old].filter((id) => !now.has(id))),
        );
        for (const { key } of diff.changed) expect(old.has(key) && now.has(key)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

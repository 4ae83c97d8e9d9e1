/** A stream of sorted items that knows its next one. */
export interface Cursor<T> {
  readonly head: T;
  /** Moves to the next item; false at the end. */
  advance(): Promise<boolean>;
}

/**
 * Merges sorted streams into one. Equal items come in the order of their streams. Takes the cursors over: each stands
 * at its first item.
 */
export async function* mergeSorted<T>(
  cursors: readonly Cursor<T>[],
  compare: (a: T, b: T) => number,
): AsyncGenerator<T, void> {
  const heap = cursors.map((cursor, order) => ({ cursor, order }));
  const before = (a: (typeof heap)[number], b: (typeof heap)[number]) =>
    (compare(a.cursor.head, b.cursor.head) || a.order - b.order) < 0;
  for (let index = (heap.length >> 1) - 1; index >= 0; index -= 1) sink(heap, index, before);
  for (let top = heap[0]; top; top = heap[0]) {
    yield top.cursor.head;
    if (!(await top.cursor.advance())) {
      const last = heap.pop();
      if (last && last !== top) heap[0] = last;
    }
    sink(heap, 0, before);
  }
}

/** Moves an item of a binary heap down to where no child comes before it. */
function sink<T>(heap: T[], start: number, before: (a: T, b: T) => boolean): void {
  for (let index = start; ; ) {
    const item = heap[index];
    const left = index * 2 + 1;
    const right = left + 1;
    const child = isBefore(heap[right], heap[left], before) ? right : left;
    const smaller = heap[child];
    if (item === undefined || smaller === undefined || !before(smaller, item)) return;
    heap[index] = smaller;
    heap[child] = item;
    index = child;
  }
}

function isBefore<T>(a: T | undefined, b: T | undefined, before: (a: T, b: T) => boolean): boolean {
  return a !== undefined && b !== undefined && before(a, b);
}

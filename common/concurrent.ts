/**
 * Maps a stream with up to `limit` tasks at a time and yields the results in the order of the input. At most `ahead`
 * results, which is `limit` unless given, wait for a slow one before them, so that memory stays bounded. The first
 * failure ends it, after the tasks that were under way have come to rest.
 */
export async function* mapConcurrently<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  limit: number,
  map: (item: T) => Promise<R>,
  ahead: number = limit,
): AsyncGenerator<R> {
  const results: Promise<R>[] = [];
  const active = new Set<Promise<void>>();
  let failed = false;
  const start = (item: T): void => {
    const task = map(item);
    const end = task.then(
      () => undefined,
      () => {
        failed = true;
      },
    );
    const settled: Promise<void> = end.then(() => void active.delete(settled));
    active.add(settled);
    results.push(task);
  };
  try {
    for await (const item of items) {
      start(item);
      while (results.length >= ahead) yield await next(results);
      while (active.size >= limit) await Promise.race(active);
      if (failed) break;
    }
    while (results.length > 0) yield await next(results);
  } finally {
    await Promise.allSettled(results);
  }
}

async function next<R>(results: Promise<R>[]): Promise<R> {
  const [first] = results;
  if (first === undefined) throw new RangeError('nothing is results');
  const result = await first;
  results.shift();
  return result;
}

/**
 * Maps a stream with up to `limit` tasks at a time and yields the results in the order of the input. At most `limit`
 * results wait for a slow one before them, so that memory stays bounded. The first failure ends it, after the tasks
 * that were under way have come to rest.
 */
export async function* mapConcurrently<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  limit: number,
  map: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const task = map(item);
      task.catch(() => undefined);
      running.push(task);
      while (running.length >= limit) yield await next(running);
    }
    while (running.length > 0) yield await next(running);
  } finally {
    await Promise.allSettled(running);
  }
}

async function next<R>(running: Promise<R>[]): Promise<R> {
  const [first] = running;
  if (first === undefined) throw new RangeError('nothing is running');
  const result = await first;
  running.shift();
  return result;
}

/** Runs a task when fewer than the allowed number are running, in the order in which they were given. */
export type JobLimit = <T>(task: () => Promise<T>) => Promise<T>;

/** At most `jobs` tasks at a time, at least one. */
export function createJobLimit(jobs: number): JobLimit {
  let free = Math.max(1, Math.floor(jobs));
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

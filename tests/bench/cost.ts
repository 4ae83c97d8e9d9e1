/** What a piece of work took: wall clock, and processor time over all threads; both in seconds. */
export interface Cost {
  wall: number;
  cpu: number;
}

/** Measures one run of `work`. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
}

/** The middle run by wall clock. */
export function median(costs: readonly Cost[]): Cost {
  const middle = costs.toSorted((a, b) => a.wall - b.wall)[costs.length >> 1];
  if (!middle) throw new RangeError('nothing was measured');
  return middle;
}

export function sum(a: Cost, b: Cost): Cost {
  return { wall: a.wall + b.wall, cpu: a.cpu + b.cpu };
}

/** One line of a report: seconds, and the ratio to a baseline measured in the same process. */
export function line(what: string, cost: Cost, baseline: Cost, aim = ''): string {
  const figure = (value: number) => value.toFixed(2).padStart(7);
  const cells = [cost.wall, cost.wall / baseline.wall, cost.cpu, cost.cpu / baseline.cpu].map(figure);
  return `${what.padEnd(44)}${cells.join('')}  ${aim}`;
}

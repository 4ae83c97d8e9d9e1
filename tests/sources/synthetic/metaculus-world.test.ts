import { describe, expect, it } from 'vitest';
import { METACULUS_TRAPS, metaculusTrapPosts } from '../../../sources/synthetic/metaculus/index.js';
import {
  aggregationOf,
  Client,
  cutOf,
  historyOf,
  type Post,
  type Question,
  questionsOf,
  seconds,
} from './metaculus-client.js';

const BUILD_CLOCK = '2026-11-30T00:00:00Z';

/** Every post of a world that carries no trap, with its whole history; as many pages as asked for. */
function ordinaryPosts(client: Client, size: 'small' | 'full', pages: number): Post[] {
  const trapped = new Set([...metaculusTrapPosts(1, size).values()].flat());
  const query = 'with_cp=true&include_cp_history=true&limit=100&order_by=-comment_count';
  return Array.from({ length: pages }, (_, page) => client.page(`${query}&offset=${page * 100}`).results)
    .flat()
    .filter(({ id }) => !trapped.has(id));
}

const full = ordinaryPosts(new Client('full'), 'full', 16);
const shown = full.flatMap((post) => questionsOf(post).filter((question) => historyOf(question).length > 0));
const resolved = shown.filter(({ resolution }) => resolution !== null && resolution !== 'annulled');
const continuous = resolved.filter(({ type }) => ['numeric', 'date', 'discrete'].includes(type));

describe('determinism', () => {
  const target = '/api/posts/?with_cp=true&include_cp_history=true&limit=40&offset=40';

  it('gives the same bytes for the same seed, in whatever order it is asked', () => {
    const first = new Client('small', 7);
    const second = new Client('small', 7);
    second.walk('statuses=resolved', 100);
    expect(second.ask(target).body).toBe(first.ask(target).body);
    const [post] = first.page('limit=1&forecast_type=binary').results;
    expect(second.post(Number(post?.id))).toStrictEqual(first.post(Number(post?.id)));
  });

  it('gives another world for another seed', () => {
    expect(new Client('small', 7).ask(target).body).not.toBe(new Client('small', 8).ask(target).body);
  });
});

describe('times', () => {
  it('come in the order of the site', () => {
    for (const post of full) {
      for (const question of questionsOf(post)) {
        const order = [question.created_at, question.open_time, question.actual_close_time].map(seconds);
        expect(order).toStrictEqual(order.toSorted((a, b) => a - b));
        expect(seconds(post.published_at)).toBeLessThanOrEqual(seconds(question.open_time));
        if (question.actual_resolve_time === null) continue;
        const close = Math.min(seconds(question.actual_resolve_time), seconds(question.scheduled_close_time));
        expect(seconds(question.actual_close_time)).toBe(close);
        expect(seconds(String(question.resolution_set_time))).toBeGreaterThan(
          seconds(question.actual_resolve_time),
        );
      }
    }
  });

  it('spread over the years, and end before the default build clock', () => {
    const times = resolved.map((question) => String(question.actual_resolve_time));
    const years = new Set(times.map((time) => time.slice(0, 4)));
    for (let year = 2016; year <= 2026; year++) expect(years).toContain(String(year));
    expect(times.filter((time) => time >= BUILD_CLOCK)).toStrictEqual([]);
  });

  it('report the scheduled close of what is unresolved', () => {
    const open = full.flatMap(questionsOf).filter((question) => question.actual_resolve_time === null);
    expect(open.length).toBeGreaterThan(50);
    for (const question of open) expect(question.actual_close_time).toBe(question.scheduled_close_time);
  });
});

describe('histories', () => {
  it('are chains of entries while the question is open, the last one standing', () => {
    expect(shown.length).toBeGreaterThan(1000);
    for (const question of shown) {
      const history = historyOf(question);
      const starts = history.map((entry) => entry.start_time);
      expect(history.map((entry) => entry.end_time)).toStrictEqual([...starts.slice(1), null]);
      expect(starts).toStrictEqual(starts.toSorted((a, b) => a - b));
      expect(starts[0]).toBeGreaterThanOrEqual(seconds(question.open_time));
      expect(starts.at(-1)).toBeLessThan(cutOf(question));
    }
  });

  it('count forecasters up to the number of the post', () => {
    for (const post of full) {
      for (const question of post.question ? [post.question] : []) {
        const counts = historyOf(question).map((entry) => entry.forecaster_count);
        expect(counts).toStrictEqual(counts.toSorted((a, b) => a - b));
        if (counts.length > 0) expect(counts.at(-1)).toBe(post.nr_forecasters);
      }
    }
  });

  it('have `latest` equal to their newest entry', () => {
    for (const question of shown) {
      const { start_time, centers } = historyOf(question).at(-1) ?? {};
      expect(aggregationOf(question)?.latest).toMatchObject({ start_time, centers });
    }
  });
});

describe('yes/no predictions', () => {
  const binary = resolved.filter(({ type }) => type === 'binary');
  const points = binary.map((question) => ({
    yes: Number(aggregationOf(question)?.latest?.centers[0]),
    mean: Number(aggregationOf(question)?.latest?.means?.[0]),
    outcome: question.resolution === 'yes' ? 1 : 0,
  }));
  const average = (numbers: readonly number[]): number =>
    numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

  it('are medians on the grid of whole percents, and means that differ from them', () => {
    for (const { yes } of points) expect(Math.abs(yes * 100 - Math.round(yes * 100))).toBeLessThan(1e-9);
    expect(points.filter(({ yes, mean }) => yes === mean).length).toBeLessThan(points.length / 20);
    for (const question of binary) {
      const values = aggregationOf(question)?.latest?.forecast_values ?? [];
      expect(values[1]).toBe(aggregationOf(question)?.latest?.centers[0]);
      expect(Number(values[0]) + Number(values[1])).toBeCloseTo(1, 8);
    }
  });

  it('are roughly calibrated, and better than knowing nothing', () => {
    const bands = [0, 0.2, 0.4, 0.6, 0.8].map((from) =>
      points.filter(({ yes }) => yes >= from && yes < from + 0.2),
    );
    for (const band of bands) {
      expect(band.length).toBeGreaterThan(30);
      const gap = average(band.map(({ outcome }) => outcome)) - average(band.map(({ yes }) => yes));
      expect(Math.abs(gap)).toBeLessThan(0.12);
    }
    expect(average(points.map(({ yes, outcome }) => (yes - outcome) ** 2))).toBeLessThan(0.2);
  });
});

describe('CDFs', () => {
  const cdfOf = (question: Question): readonly number[] =>
    aggregationOf(question)?.latest?.forecast_values ?? [];
  const bucketsOf = (question: Question): number => question.inbound_outcome_count ?? 200;

  it('have one point more than buckets and keep the rules of the site', () => {
    expect(continuous.length).toBeGreaterThan(200);
    for (const question of continuous) {
      const cdf = cdfOf(question);
      const steps = cdf.slice(1).map((value, point) => value - Number(cdf[point]));
      const buckets = bucketsOf(question);
      expect(cdf).toHaveLength(buckets + 1);
      expect(Math.min(...steps)).toBeGreaterThan((0.01 / buckets) * 0.999);
      expect(Math.max(...steps)).toBeLessThan(0.2 * (200 / buckets));
      if (question.open_lower_bound) expect(cdf[0]).toBeGreaterThanOrEqual(0.001);
      else expect(cdf[0]).toBe(0);
      if (question.open_upper_bound) expect(cdf.at(-1)).toBeLessThanOrEqual(0.999);
      else expect(cdf.at(-1)).toBe(1);
    }
  });

  it('have their median at the centre that the entry names', () => {
    for (const question of continuous) {
      const cdf = cdfOf(question);
      const at = Number(aggregationOf(question)?.latest?.centers[0]) * bucketsOf(question);
      const [from, to] = [Number(cdf[Math.floor(at)]), Number(cdf[Math.ceil(at)])];
      if (at > 0 && at < bucketsOf(question))
        expect(from + (at - Math.floor(at)) * (to - from)).toBeCloseTo(0.5, 5);
    }
  });

  it('hold the outcome within their range, spread evenly over their ranks', () => {
    const ranks = continuous
      .filter(({ scaling }) => scaling.zero_point === null)
      .map((question) => {
        const { range_min, range_max } = question.scaling;
        const text = String(question.resolution);
        const value = question.type === 'date' ? seconds(text.replace(' ', 'T')) : Number(text);
        const share = (value - Number(range_min)) / (Number(range_max) - Number(range_min));
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        return Number(cdfOf(question)[Math.round(share * bucketsOf(question))]);
      });
    const below = (limit: number): number => ranks.filter((rank) => rank < limit).length / ranks.length;
    expect(Math.abs(below(0.25) - 0.25)).toBeLessThan(0.12);
    expect(Math.abs(below(0.5) - 0.5)).toBeLessThan(0.12);
    expect(Math.abs(below(0.75) - 0.75)).toBeLessThan(0.12);
  });

  it('are of events that happened before they were known', () => {
    for (const question of continuous.filter(({ type }) => type === 'date')) {
      const event = seconds(String(question.resolution).replace(' ', 'T'));
      expect(event).toBeLessThanOrEqual(seconds(String(question.actual_resolve_time)));
    }
  });
});

describe('a large world', () => {
  it('answers any page without holding the posts', () => {
    const before = process.memoryUsage().heapUsed;
    const client = new Client('large');
    const page = client.page('statuses=resolved&with_cp=true&limit=100&offset=42000');
    expect(page.results.length).toBe(100);
    expect(client.page('limit=100&offset=50000').results.length).toBe(
      METACULUS_TRAPS.find(({ name }) => name === 'listed_twice')?.count('large'),
    );
    expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(250);
  });
});

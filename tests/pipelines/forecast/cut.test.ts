import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutInstant, selectEntry, staleHours } from '../../../pipelines/forecast/cut.js';

describe('cutInstant', () => {
  it.each([
    [{ closedAt: 3, resolvedAt: 1, scheduledCloseAt: 2 }, 1],
    [{ closedAt: 1, resolvedAt: 3, scheduledCloseAt: 2 }, 1],
    [{ closedAt: 3, resolvedAt: 2, scheduledCloseAt: 1 }, 1],
    [{ closedAt: null, resolvedAt: 2, scheduledCloseAt: null }, 2],
    [{ closedAt: null, resolvedAt: null, scheduledCloseAt: null }, null],
  ])('%o', (times, cut) => {
    expect(cutInstant(times)).toBe(cut);
  });
});

const entry = (start: number, end: number | null) => ({ start, end });

describe('selectEntry', () => {
  it('takes the entry whose span holds the cut: the start belongs to it, the end does not', () => {
    const entries = [entry(0, 10), entry(10, 20), entry(20, null)];
    expect(selectEntry(entries, 10)).toEqual(entry(10, 20));
    expect(selectEntry(entries, 19.999)).toEqual(entry(10, 20));
    expect(selectEntry(entries, 20)).toEqual(entry(20, null));
  });

  it('never takes a later one', () => {
    expect(selectEntry([entry(10.000001, null)], 10)).toBeUndefined();
    expect(selectEntry([entry(0, 4), entry(10.5, null)], 10)).toEqual(entry(0, 4));
  });

  it('takes the newest of those that overlap, and the last listed of those with one start', () => {
    expect(selectEntry([entry(0, 50), entry(5, 50)], 10)).toEqual(entry(5, 50));
    const [history, latest] = [entry(5, null), entry(5, null)];
    expect(selectEntry([history, latest], 10)).toBe(latest);
  });

  it('takes the last one to have ended where none stands', () => {
    expect(selectEntry([entry(0, 9), entry(1, 4)], 10)).toEqual(entry(0, 9));
  });

  /** Question 28695 of Metaculus, resolved four days late (reference/metaculus.md 6.3): latest is five weeks too late. */
  it('reproduces the retroactive resolution of question 28695', () => {
    const right = entry(1749864543.493005, 1749865692.976506);
    const latest = entry(1752860475.798, null);
    expect(selectEntry([right, entry(1750000000, 1750100000), latest], 1749873660)).toBe(right);
    expect(staleHours(right, 1749873660)).toBeCloseTo(2.21, 2);
  });

  it('finds no entry that started later, whatever the history', () => {
    const spans = fc.array(fc.record({ start: fc.nat(100), end: fc.option(fc.nat(200)) }), { maxLength: 12 });
    fc.assert(
      fc.property(spans, fc.nat(100), (entries, cut) => {
        const chosen = selectEntry(entries, cut);
        const started = entries.filter(({ start }) => start <= cut);
        expect(chosen === undefined).toBe(started.length === 0);
        if (chosen === undefined) return;
        expect(chosen.start).toBeLessThanOrEqual(cut);
        const standing = started.filter(({ end }) => end === null || end > cut);
        if (standing.length > 0) expect(Math.max(...standing.map(({ start }) => start))).toBe(chosen.start);
      }),
    );
  });
});

describe('staleHours', () => {
  it.each([
    [entry(0, null), 0],
    [entry(0, 90_000), 0],
    [entry(0, 86_400), 0],
    [entry(0, 0), 24],
  ])('%o at 86400', (one, hours) => {
    expect(staleHours(one, 86_400)).toBe(hours);
  });
});

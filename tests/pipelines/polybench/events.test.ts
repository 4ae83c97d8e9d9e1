import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeEvents,
  type Leg,
  NOTHING_PUBLISHED,
  type PublishedEvents,
  readEventRules,
} from '../../../pipelines/polybench/events.js';

// 2026-06-01 is day 20605.
const JUNE = 20_605;
const P = { testFrom: '2026-06-01', maxLegsPerEvent: 2 };
const leg = (id: string, volumeMicros: number, more: Partial<Leg> = {}): Leg => ({
  id,
  eventId: 'e',
  resolutionDay: JUNE - 1,
  volumeMicros,
  listedVolumeMicros: 0,
  ...more,
});
const published = (split: 'train' | 'test', ...legs: string[]): PublishedEvents => ({
  splits: new Map([['e', split]]),
  legs: new Set(legs),
});

/** Split or rule by id. */
function judged(legs: Leg[], before: PublishedEvents = NOTHING_PUBLISHED) {
  const verdicts = [...judgeEvents(legs, before, P)].map(([id, verdict]) => [
    id,
    'split' in verdict ? verdict.split : verdict.rule,
  ]);
  return Object.fromEntries(verdicts);
}

describe('judgeEvents', () => {
  it('keeps the two most traded legs of an event', () => {
    expect(judged([leg('1', 10), leg('2', 30), leg('3', 20)])).toEqual({
      1: 'event_cap',
      2: 'train',
      3: 'train',
    });
  });

  it('breaks ties by listed volume, missing ones last, then by id as a number', () => {
    const tie = (id: string, listedVolumeMicros: number | null) => leg(id, 5, { listedVolumeMicros });
    expect(judged([tie('1', null), tie('2', 7), tie('3', 9)])).toEqual({
      1: 'event_cap',
      2: 'train',
      3: 'train',
    });
    expect(judged([tie('10', 7), tie('9', 7), tie('11', 7)])).toEqual({
      9: 'train',
      10: 'train',
      11: 'event_cap',
    });
    expect(judged([tie('3', null), tie('1', null), tie('2', null)])).toEqual({
      1: 'train',
      2: 'train',
      3: 'event_cap',
    });
  });

  it('puts all kept legs into the split of the latest of them', () => {
    const late = leg('2', 9, { resolutionDay: JUNE });
    expect(judged([leg('1', 10), late])).toEqual({ 1: 'test', 2: 'test' });
    expect(judged([leg('1', 10), leg('2', 9)])).toEqual({ 1: 'train', 2: 'train' });
    expect(judged([leg('1', 10), leg('3', 10), late])).toEqual({ 1: 'train', 2: 'event_cap', 3: 'train' });
  });

  it('keeps the split of a published event', () => {
    expect(judged([leg('1', 10), leg('2', 9)], published('test', '1'))).toEqual({ 1: 'test', 2: 'test' });
    expect(judged([leg('1', 10, { resolutionDay: JUNE + 5 })], published('train', '1'))).toEqual({
      1: 'train',
    });
  });

  it('drops a new leg of a published train event from testFrom on', () => {
    const verdicts = (resolutionDay: number) =>
      judged([leg('1', 1), leg('2', 99, { resolutionDay })], published('train', '1'));
    expect(verdicts(JUNE)).toEqual({ 1: 'train', 2: 'event_split' });
    expect(verdicts(JUNE - 1)).toEqual({ 1: 'train', 2: 'train' });
  });

  it('never evicts a published leg', () => {
    const legs = [leg('1', 1), leg('2', 2), leg('3', 50)];
    expect(judged(legs, published('train', '1', '2'))).toEqual({ 1: 'train', 2: 'train', 3: 'event_cap' });
    expect(judged(legs, published('train', '1'))).toEqual({ 1: 'train', 2: 'event_cap', 3: 'train' });
  });

  it('does not mix events, and stands an event with 300 legs', () => {
    const many = Array.from({ length: 300 }, (_, index) => leg(String(index), index, { eventId: 'many' }));
    const verdicts = judged([...many, leg('x', 1)]);
    expect(verdicts.x).toBe('train');
    expect(Object.values(verdicts).filter((verdict) => verdict === 'train')).toHaveLength(3);
    expect([verdicts[299], verdicts[298], verdicts[297]]).toEqual(['train', 'train', 'event_cap']);
  });

  it('is idempotent and does not depend on the order of legs', () => {
    const legs = fc.uniqueArray(
      fc.record({
        id: fc.nat(99).map(String),
        eventId: fc.constantFrom('a', 'b', 'c'),
        resolutionDay: fc.constantFrom(JUNE - 1, JUNE),
        volumeMicros: fc.nat(2),
        listedVolumeMicros: fc.option(fc.nat(1)),
      }),
      { selector: ({ id }) => id, maxLength: 12 },
    );
    fc.assert(
      fc.property(legs, (list) => {
        const verdicts = judgeEvents(list, NOTHING_PUBLISHED, P);
        const reversed = judgeEvents([...list].reverse(), NOTHING_PUBLISHED, P);
        const kept = list.filter(({ id }) => 'split' in (verdicts.get(id) ?? {}));
        for (const { id } of list) {
          const split = (map: typeof verdicts) => JSON.stringify(map.get(id));
          expect(split(reversed)).toBe(split(verdicts));
        }
        const again = judgeEvents(kept, NOTHING_PUBLISHED, P);
        for (const { id } of kept) expect(again.get(id)).toEqual(verdicts.get(id));
        expect(verdicts.size).toBe(list.length);
      }),
    );
  });
});

describe('readEventRules', () => {
  const figures = (id: string, legs: Leg[], before: PublishedEvents = NOTHING_PUBLISHED) =>
    readEventRules(id, legs, before, P).map(({ rule, figure }) => `${rule}: ${figure}`);
  const three = [leg('1', 10_000_000), leg('2', 30_000_000), leg('3', 20_000_000)];

  it('show the split and the rank with the volumes that are kept', () => {
    expect(figures('3', three)).toEqual([
      'event_split: event e not published before; resolves 2026-05-31, test from 2026-06-01',
      'event_cap: rank 2 of 3 with 20 USD; the first 2 are kept: 2 (30 USD), 3 (20 USD)',
    ]);
    expect(figures('1', three).at(-1)).toBe(
      'event_cap: rank 3 of 3 with 10 USD; the first 2 are kept: 2 (30 USD), 3 (20 USD)',
    );
  });

  it('rank published legs first, and no leg that the split does not admit', () => {
    const late = leg('4', 90_000_000, { resolutionDay: JUNE });
    const before = published('train', '1');
    expect(figures('1', [...three, late], before).at(-1)).toBe(
      'event_cap: rank 1 of 3 with 10 USD; the first 2 are kept: 1 (10 USD), 2 (30 USD)',
    );
    expect(figures('4', [...three, late], before)).toEqual([
      'event_split: event e published in train; resolves 2026-06-01, test from 2026-06-01',
    ]);
  });

  it('drop what judgeEvents drops, by the same rule', () => {
    const before = published('train', '1');
    const legs = [...three, leg('4', 5, { resolutionDay: JUNE })];
    for (const [id, verdict] of judgeEvents(legs, before, P)) {
      const last = readEventRules(id, legs, before, P).at(-1);
      expect(last?.detail === undefined).toBe('split' in verdict);
      if ('rule' in verdict) expect(last).toMatchObject(verdict);
    }
  });

  it('know no leg of another event', () => {
    expect(() => figures('9', three)).toThrow(RangeError);
  });
});

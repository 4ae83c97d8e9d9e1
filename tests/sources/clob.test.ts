import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fetchPrices, priceWindows } from '../../sources/clob.js';
import { SchemaDriftError } from '../../sources/http/errors.js';
import { fakeUpstream } from './fake-upstream.js';

const DAY = 86_400;

describe('priceWindows', () => {
  it('holds 15 midnights and the tolerance after the last', () => {
    expect(priceWindows(100, 116, 300)).toEqual([
      { start: 100 * DAY, end: 114 * DAY + 300, firstDay: 100, lastDay: 114 },
      { start: 115 * DAY, end: 116 * DAY + 300, firstDay: 115, lastDay: 116 },
    ]);
  });

  it('covers every day once, in windows of less than 15 days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), fc.nat(400), (first, more) => {
        const windows = priceWindows(first, first + more, 300);
        const days = windows.flatMap(({ firstDay, lastDay }) =>
          Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index),
        );
        expect(days).toEqual(Array.from({ length: more + 1 }, (_, index) => first + index));
        for (const { start, end } of windows) expect(end - start).toBeLessThan(15 * DAY);
      }),
    );
  });
});

describe('fetchPrices', () => {
  const [window] = priceWindows(100, 101, 300);
  const ask = (body: unknown) => {
    const fake = fakeUpstream(() => body);
    if (window === undefined) throw new RangeError('no window');
    return { ...fake, prices: fetchPrices(fake.upstream, '77', window, 'final') };
  };

  it('asks for daily samples of one token under the tag', async () => {
    const { prices, requests, tags } = ask({ history: [{ t: 8_640_007, p: 0.845 }] });
    expect((await prices).points).toEqual([{ t: 8_640_007, p: 0.845 }]);
    expect(requests).toEqual(['clob /prices-history?market=77&startTs=8640000&endTs=8726700&fidelity=1440']);
    expect(tags).toEqual(['final']);
  });

  it('takes an empty history as no samples', async () => {
    expect((await ask({ history: [] }).prices).points).toEqual([]);
  });

  it.each([[{}], [{ history: [{ t: 1, p: 'NaN' }] }], [[]]])('refuses %j', async (body) => {
    await expect(ask(body).prices).rejects.toThrow(SchemaDriftError);
  });
});

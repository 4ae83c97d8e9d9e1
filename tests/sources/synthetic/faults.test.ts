import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../common/errors.js';
import {
  drawFault,
  FAULT_KINDS,
  type FaultKind,
  faultAnswer,
  lieAboutTotals,
  parseFaults,
} from '../../../sources/synthetic/faults.js';

describe('parseFaults', () => {
  it('reads rates and options', () => {
    expect(
      parseFaults('429=0.05,429ra=0.05,reset=0.02;seed=7;only=gamma,data;slowms=100;times=3'),
    ).toStrictEqual({
      rates: [
        ['429', 0.05],
        ['429ra', 0.05],
        ['reset', 0.02],
      ],
      seed: '7',
      only: ['gamma', 'data'],
      slowMs: 100,
      times: 3,
    });
  });

  it('takes an empty text as no faults', () => {
    expect(parseFaults('').rates).toStrictEqual([]);
  });

  it.each([
    'teapot=0.1',
    '429',
    '429=',
    '429=1.5',
    '429=-0.1',
    '429=x',
    '429=0.6,500=0.6',
    '429=0.1;only=moon',
    '429=0.1;speed=9',
  ])('refuses %s', (spec) => {
    expect(() => parseFaults(spec)).toThrow(UsageError);
  });
});

describe('drawFault', () => {
  const spec = parseFaults('429=0.1,500=0.1,cut=0.1;seed=7');
  const draws = (text: string, count: number): (FaultKind | undefined)[] =>
    Array.from({ length: count }, (_, at) =>
      drawFault(parseFaults(text), 'gamma', `/gamma/markets?offset=${at}`, 0),
    );

  it('depends on seed, target and how often it was asked', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.nat(20), (target, nth) => {
        expect(drawFault(spec, 'gamma', target, nth)).toBe(drawFault(spec, 'clob', target, nth));
      }),
    );
    expect(draws('500=0.5;seed=1', 50)).not.toStrictEqual(draws('500=0.5;seed=2', 50));
  });

  it('strikes about as often as the rate says', () => {
    const struck = draws('429=0.1,500=0.2', 4000);
    expect(struck.filter((kind) => kind === '429').length / 4000).toBeCloseTo(0.1, 1);
    expect(struck.filter((kind) => kind === '500').length / 4000).toBeCloseTo(0.2, 1);
  });

  it('lets every request through at last', () => {
    fc.assert(
      fc.property(fc.string(), (target) => {
        const tries = Array.from({ length: 60 }, (_, nth) => drawFault(spec, 'gamma', target, nth));
        expect(tries).toContain(undefined);
      }),
    );
  });

  it('always strikes at rate 1, and only the first times where that is asked', () => {
    expect(new Set(draws('500=1', 100))).toStrictEqual(new Set(['500']));
    const twice = parseFaults('500=1;times=2');
    expect([0, 1, 2, 3].map((nth) => drawFault(twice, 'gamma', '/x', nth))).toStrictEqual([
      '500',
      '500',
      undefined,
      undefined,
    ]);
  });

  it('spares sources that are not named', () => {
    const only = parseFaults('500=1;only=gamma,data');
    expect(drawFault(only, 'metaculus', '/metaculus/x', 0)).toBeUndefined();
    expect(drawFault(only, 'data', '/data/x', 0)).toBe('500');
  });
});

describe('faultAnswer', () => {
  const answer = (kind: FaultKind, target = '/hf/x') =>
    faultAnswer(kind, 'hf', target, 'Bearer hf_synthetic');

  it('says how long to wait only where the fault has it', () => {
    expect(answer('429')?.headers).not.toHaveProperty('retry-after');
    expect(answer('429ra')?.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"api";r=0;t=1' });
  });

  it('sends HTML with 200 for some requests and 502 for others', () => {
    const statuses = Array.from({ length: 50 }, (_, at) => answer('html', `/hf/${at}`)?.status);
    expect(new Set(statuses)).toStrictEqual(new Set([200, 502]));
  });

  it('repeats the token in the body of an echo', () => {
    expect(answer('echo')).toMatchObject({
      status: 500,
      body: expect.stringContaining('Bearer hf_synthetic'),
    });
  });

  it('leaves to others what acts on the answer', () => {
    const acting: FaultKind[] = [
      'slow',
      'endless',
      'truncate',
      'cut',
      'totals',
      'repeat',
      'shift',
      'drift',
      'reset',
    ];
    expect(acting.map((kind) => answer(kind))).toStrictEqual(acting.map(() => undefined));
    expect(Object.keys(FAULT_KINDS)).toHaveLength(acting.length + 5);
  });
});

describe('lieAboutTotals', () => {
  it('raises totals and leaves other bodies alone', () => {
    expect(lieAboutTotals('{"num_rows_total":100,"rows":[]}')).toBe('{"num_rows_total":111,"rows":[]}');
    expect(lieAboutTotals('{"results":[]}')).toBeUndefined();
  });
});

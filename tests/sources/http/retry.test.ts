import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  RateLimitedError,
  RefusedError,
  SchemaDriftError,
  TransportError,
} from '../../../sources/http/errors.js';
import { announcedWaitMs, isHtml, keptHeaders } from '../../../sources/http/headers.js';
import { DEFAULT_LIMITS } from '../../../sources/http/limits.js';
import { createRetryPolicy } from '../../../sources/http/retry.js';
import { instant } from '../snapshots/upstream-under-test.js';

const errors = {
  transport: new TransportError('reset'),
  throttled: new RateLimitedError('429', undefined),
  paused: new RateLimitedError('429', 3_000),
  drift: new SchemaDriftError('gamma', 'id', 'missing'),
};

describe('the retry policy', () => {
  it('ends whatever the sequence of failures is, and waits longer only by what hosts announced', () => {
    const sequences = fc.array(fc.constantFrom(...Object.values(errors)), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(sequences, fc.double({ min: 0, max: 0.999, noNaN: true }), (failures, random) => {
        const decide = createRetryPolicy(DEFAULT_LIMITS, () => random);
        let spentMs = 0;
        let counted = 0;
        for (const failure of failures) {
          const decision = decide(failure, spentMs);
          if (!decision.retry) break;
          if (decision.counts) counted += 1;
          if (failure !== errors.paused) spentMs += decision.delayMs + decision.pauseMs;
          if (counted === DEFAULT_LIMITS.attempts - 1) break;
        }
        expect(counted).toBeLessThan(DEFAULT_LIMITS.attempts);
        expect(spentMs).toBeLessThan(DEFAULT_LIMITS.budgetMs + 15_000);
      }),
    );
  });

  it('makes three attempts even where each is slow, and none after the budget', () => {
    const decide = createRetryPolicy(DEFAULT_LIMITS, () => 0);
    expect(decide(errors.transport, 60_000).retry).toBe(true);
    expect(decide(errors.transport, 120_000).retry).toBe(true);
    expect(decide(errors.transport, 180_000).retry).toBe(false);
  });

  it('does not retry a refusal or an error of ours', () => {
    const decide = createRetryPolicy(DEFAULT_LIMITS, () => 0);
    expect(decide(new RefusedError('404', 'remedy', 404), 0)).toEqual({ retry: false });
    expect(decide(new RangeError('a defect'), 0)).toEqual({ retry: false });
  });
});

describe('the announced wait', () => {
  const now = instant('2026-11-30T00:00:00Z');
  it.each([
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after': 'Mon, 30 Nov 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Sun, 29 Nov 2026 23:00:00 GMT' }, 0],
    [{ ratelimit: '"api";r=0;t=55', 'retry-after': '5' }, 56_000],
    [{ ratelimit: '"api";r=3' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
  ])('of %j is %s ms', (headers, expected) => expect(announcedWaitMs(headers, now)).toBe(expected));
});

describe('headers', () => {
  it('that may hold secrets are not kept', () => {
    const dangerous = {
      'set-cookie': 'a',
      authorization: 'b',
      location: 'https://cdn/?Signature=c',
      'x-amz-security-token': 'd',
      'www-authenticate': 'e',
    };
    expect(keptHeaders({ ...dangerous, etag: '"1"' })).toEqual({ etag: '"1"' });
  });

  it.each([
    [{ 'content-type': 'text/html; charset=UTF-8' }, '{}', true],
    [{ 'content-type': 'application/json' }, ' \n<!DOCTYPE html>', true],
    [{}, '<HTML><head>', true],
    [{ 'content-type': 'application/json' }, '{"a":"<html>"}', false],
    [{}, '', false],
  ])('and body tell an HTML page: %j %j', (headers, body, expected) =>
    expect(isHtml(headers, Buffer.from(body))).toBe(expected),
  );
});

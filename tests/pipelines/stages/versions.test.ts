import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../common/time.js';
import { compareVersions, nextVersionName } from '../../../pipelines/stages/versions.js';

const asOf = parseInstant('2026-11-30T23:59:59Z') ?? 0;

describe('version names', () => {
  it('are the day, then the day with a number', () => {
    expect(nextVersionName([], asOf)).toBe('2026-11-30');
    expect(nextVersionName(['2026-11-29', '2026-12-01'], asOf)).toBe('2026-11-30');
    expect(nextVersionName(['2026-11-30'], asOf)).toBe('2026-11-30.2');
    expect(nextVersionName(['2026-11-30', '2026-11-30.10', '2026-11-30.9'], asOf)).toBe('2026-11-30.11');
  });

  it('sort by day, then by number, not by text', () => {
    const names = ['2026-11-30.10', '2026-12-01', '2026-11-30.2', '2026-11-30'];
    expect(names.sort(compareVersions)).toEqual([
      '2026-11-30',
      '2026-11-30.2',
      '2026-11-30.10',
      '2026-12-01',
    ]);
  });
});

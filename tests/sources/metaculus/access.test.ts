import { describe, expect, it } from 'vitest';
import { accessWarning, readAccess } from '../../../sources/metaculus/access.js';

describe('readAccess', () => {
  it.each([
    [
      {
        api_access_tier: 'benchmarking',
        project_data_access: [{ project_id: 32979, view_aggregations: true }],
      },
      'benchmarking',
      [32979],
    ],
    [{ api_access_tier: 'restricted' }, 'restricted', []],
    [{ username: 'x' }, undefined, []],
    [{ api_access_tier: 5 }, undefined, []],
    [undefined, undefined, []],
  ])('%o', (body, tier, projects) => {
    expect(readAccess(body)).toEqual({ tier, projects });
  });
});

describe('accessWarning', () => {
  it('is silent where the token sees everything', () => {
    expect(accessWarning({ tier: 'unrestricted', projects: [] }, undefined)).toBeUndefined();
  });

  it('says what is hidden and what helps', () => {
    expect(accessWarning({ tier: 'restricted', projects: [7] }, undefined)).toMatch(
      /restricted.*comes back empty.*projects 7.*forecast\.project/,
    );
    expect(accessWarning({ tier: 'restricted', projects: [] }, 'x')).not.toMatch(/forecast\.project/);
    expect(accessWarning({ tier: undefined, projects: [] }, undefined)).toMatch(/no access tier/);
  });
});

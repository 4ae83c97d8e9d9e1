import { describe, it } from 'vitest';
import { killAndResume } from '../support/kills.js';

describe('a build that is killed', () => {
  it('goes on where it was, and ends like one that was not, five times of five', async () => {
    await killAndResume('forecast', 5, 1);
  }, 600_000);
});

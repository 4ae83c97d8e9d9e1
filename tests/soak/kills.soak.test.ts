import { describe, it } from 'vitest';
import { killAndResume } from '../support/kills.js';

describe.each(['forecast', 'polybench', 'openforesight'])('%s, killed over and over', (dataset) => {
  it('ends like a build that was not killed, fifty times of fifty', async () => {
    await killAndResume(dataset, 50, 2);
  }, 7_200_000);
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/soak/**/*.soak.test.ts'],
    globalSetup: ['tests/support/compile.ts'],
    pool: 'forks',
    maxWorkers: 1,
  },
});

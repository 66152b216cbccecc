import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,web,tools}/**/*.test.ts'],
    globalSetup: ['server/testing/cluster.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

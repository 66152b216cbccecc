import { globSync, readFileSync } from 'node:fs';

/** The test files about Citus itself. They run with TEST_CITUS_URL alone, which names a cluster. */
export const citusTests = (): string[] =>
  globSync('server/**/*.test.ts')
    .filter((path) => /testing\/citus-cluster'/.test(readFileSync(path, 'utf8')))
    .sort();

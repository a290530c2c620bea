import { configDefaults, defineConfig } from 'vitest/config';

const all = ['{conformance,examples,proof,reference-impl,tools}/**/*.test.ts'];
// What needs a PostgreSQL server, which is started for these only.
const onPostgres = ['{proof,reference-impl,tools}/**/postgres/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'node', include: all, exclude: [...configDefaults.exclude, ...onPostgres] } },
      {
        extends: true,
        test: { name: 'postgres', include: onPostgres, globalSetup: './tools/postgres/vitest-setup.ts' },
      },
    ],
    // Servers, browsers and whole runs of the suite: what hangs is cut by its own limits, this is the last one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: more files at once only slow each other down.
    maxWorkers: 2,
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: 'reports/vitest.json' }]] : ['default'],
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{conformance,examples,reference-impl,tools}/**/*.test.ts'],
    // Servers, browsers and whole runs of the suite: what hangs is cut by its own limits, this is the last one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: more files at once only slow each other down.
    maxWorkers: 2,
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: 'reports/vitest.json' }]] : ['default'],
  },
});

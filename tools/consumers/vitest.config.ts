// Gives openapi.yaml to every tool in package.json: `npm run test:consumers`, with `-- -t <name>` to one of them.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tools/consumers/*.test.ts'],
    testTimeout: 700_000,
    // The packages have about 750 MB.
    hookTimeout: 1_800_000,
    reporters: ['verbose'],
  },
});

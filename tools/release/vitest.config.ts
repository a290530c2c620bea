// The tests of what `npm run build:executable` has built: `npm run test:executable`.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tools/release/*.test.ts'],
    testTimeout: 60_000,
  },
});

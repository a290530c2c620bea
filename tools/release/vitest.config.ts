// The tests of what `npm run build:executable` has built: `npm run test:executable`.
import { defineConfig } from 'vitest/config';
import { archive } from './places.ts';

// They run scripts for Linux.
const recipes = archive.endsWith('-linux-x64.tar.gz') ? ['tools/docs/ci.slow.test.ts'] : [];

export default defineConfig({
  test: {
    include: ['tools/release/*.test.ts', ...recipes],
    env: { ARCHIVE: archive },
    testTimeout: 60_000,
  },
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleForExecutable } from './bundle.ts';

test('the code of the executable loads nothing but itself and modules of Node', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    const packages = await bundleForExecutable(folder);
    expect(packages).toEqual(expect.arrayContaining(['pg', 'pino', 'yaml']));
    for (const file of ['conformance/cli/process.js', 'conformance/reference/worker.js']) {
      const code = readFileSync(join(folder, file), 'utf8');
      // What a text quotes is not loaded.
      const loaded = [...code.matchAll(/(?<!')\b(?:require|import)\("(?:node:)?([^"]+)"\)/g)].map(([, name]) => name!);
      expect(loaded).toContain('worker_threads');
      // The driver of PostgreSQL tries two that are optional.
      const optional = ['pg-native', 'cloudflare:sockets'];
      const known = [...builtinModules, ...optional, 'sea', 'sqlite'];
      expect(loaded.filter((name) => !known.includes(name))).toEqual([]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

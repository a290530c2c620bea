// The workflows of arazzo.yaml, run by Redocly Respect against the reference implementation.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { referenceKeys } from '../conformance/reference/start.ts';
import { environmentWith, execute } from '../conformance/testing.ts';
import { createService } from '../reference-impl/http/service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs the workflows against the reference implementation. */
async function respect(): Promise<{ code: number; output: string }> {
  const service = createService();
  const baseUrl = await service.listen({ port: 0, host: '127.0.0.1' });
  const { tenant: key, other: other_key } = referenceKeys;
  const inputs = Object.entries({ key, other_key, retry_key: randomUUID() }).map((pair) => pair.join('='));
  const flags = ['--server', `cases=${baseUrl}`, '--input', inputs.join(',')];
  try {
    const command = [`${root}node_modules/@redocly/cli/bin/cli.js`, 'respect', 'arazzo.yaml', ...flags];
    const env = environmentWith({ FORCE_COLOR: '0' });
    const { code, out, err } = await execute(process.execPath, command, { cwd: root, env });
    return { code, output: out + err };
  } finally {
    await service.close();
  }
}

test('the reference implementation passes every workflow', async () => {
  const { code, output } = await respect();

  expect(output).toMatch(/Workflows: 5 passed, 5 total/);
  expect(code).toBe(0);
});

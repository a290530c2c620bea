// The workflows of arazzo.yaml, run by Redocly Respect against the reference implementation.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentWith, execute } from '../conformance/testing.ts';
import { createService } from '../reference-impl/http/service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const service = createService();
let baseUrl: string;
beforeAll(async () => {
  baseUrl = await service.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => service.close());

// The second time, the key of the safe retry is known.
test.each(['at first', 'again'])(
  'the reference implementation passes every workflow %s, with the default inputs',
  async () => {
    const flags = ['respect', 'arazzo.yaml', '--server', `cases=${baseUrl}`];
    const command = [`${root}node_modules/@redocly/cli/bin/cli.js`, ...flags];
    const env = environmentWith({ FORCE_COLOR: '0' });
    const { code, out, err } = await execute(process.execPath, command, { cwd: root, env });

    expect(out + err).toMatch(/Workflows: 5 passed, 5 total/);
    expect(code).toBe(0);
  },
);

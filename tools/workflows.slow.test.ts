// The workflows of arazzo.yaml, run by Redocly Respect against the reference implementation.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentWith, execute } from '../conformance/testing.ts';
import { createService } from '../reference-impl/http/service.ts';
import { redocly, root } from './root.ts';

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
    const command = [redocly, ...flags];
    const env = environmentWith({ FORCE_COLOR: '0' });
    const { code, out, err } = await execute(process.execPath, command, { cwd: root, env });

    expect(out + err).toMatch(/Workflows: 5 passed, 5 total/);
    expect(code).toBe(0);
  },
);

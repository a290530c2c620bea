// The workflows of arazzo.yaml, run by Redocly Respect against the reference implementation.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { referenceKeys } from '../conformance/reference/start.ts';
import type { Parts } from '../reference-impl/parts.ts';
import { defaultParts } from '../reference-impl/compose.ts';
import { createService } from '../reference-impl/http/service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs the workflows, or one of them, against a service of these parts. */
async function respect(parts: Partial<Parts> = {}, workflow?: string): Promise<{ code: number; output: string }> {
  const service = createService(parts);
  const baseUrl = await service.listen({ port: 0, host: '127.0.0.1' });
  const { tenant: key, other: other_key } = referenceKeys;
  const inputs = Object.entries({ key, other_key, retry_key: randomUUID() }).map((pair) => pair.join('='));
  const flags = ['--server', `cases=${baseUrl}`, '--input', inputs.join(',')];
  if (workflow !== undefined) flags.push('--workflow', workflow);
  try {
    return await new Promise((resolve) => {
      const command = [`${root}node_modules/@redocly/cli/bin/cli.js`, 'respect', 'arazzo.yaml', ...flags];
      const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
      const child = execFile(process.execPath, command, { cwd: root, env }, (_, out, err) =>
        resolve({ code: child.exitCode!, output: out + err }),
      );
    });
  } finally {
    await service.close();
  }
}

test('the reference implementation passes every workflow', async () => {
  const { code, output } = await respect();

  expect(output).toMatch(/Workflows: 5 passed, 5 total/);
  expect(code).toBe(0);
});

const original = defaultParts();

// Each fault breaks the purpose of the named workflow.
const faults: [workflow: string, step: string, fault: string, parts: Partial<Parts>][] = [
  [
    'approve',
    'upload',
    'another kind than the one sent',
    {
      newArtifact: (...call) => ({ ...original.newArtifact(...call), kind: 'SELFIE' }),
    },
  ],
  [
    'approve',
    'open',
    'a case without decided_at',
    {
      newCase: (...call) => ({ ...original.newCase(...call), decided_at: undefined as unknown as null }),
    },
  ],
  [
    'deny',
    'read',
    'another reason than the one asked for',
    {
      decide: () => ({ status: 'DENIED', score: 20, reasons: ['OCR_FAIL'] }),
    },
  ],
  ['rejectedUpload', 'uploadText', 'text that counts as a PDF', { recogniseFileType: () => 'application/pdf' }],
  ['safeRetry', 'repeat', 'an Idempotency-Key that is ignored', { idempotencyKeyOf: () => undefined }],
  [
    'twoTenants',
    'readByOther',
    'every key is one of the same tenant',
    {
      authenticate: () => ({ tenant: 'one', mode: 'sandbox' }),
    },
  ],
];

for (const [workflow, step, fault, parts] of faults)
  test(`${workflow} fails at ${step} with ${fault}`, async () => {
    const { code, output } = await respect(parts, workflow);

    expect(output).toContain(`stepId - ${step}`);
    expect(output).toMatch(/Workflows: 1 failed, 1 total/);
    expect(code).toBe(1);
  });

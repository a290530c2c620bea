// Runs the samples of the three operations against the reference implementation.
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { referenceKeys, startReference } from '../../conformance/reference/start.ts';
import { runnable, runSample } from './languages.ts';

const folder = mkdtempSync(join(tmpdir(), 'samples-'));
const evidence = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
let reference: Awaited<ReturnType<typeof startReference>>;
let settings: Record<string, string>;

beforeAll(async () => {
  reference = await startReference();
  settings = { BASE_URL: reference.baseUrl, API_KEY: referenceKeys.tenant };
  writeFileSync(join(folder, 'id-front.jpg'), evidence);
});

afterAll(async () => {
  await reference.stop();
  rmSync(folder, { recursive: true });
});

describe.each(runnable)('in %s', (language) => {
  const run = (operation: string, more = {}) => runSample(language, operation, folder, { ...settings, ...more });

  test('a case is opened', async () => {
    expect(await run('createCase')).toMatch(/case_[\w-]{16,}/);
  });

  test('evidence is uploaded, and the decision read', async () => {
    const CASE_ID = await caseToApprove();

    expect(await run('uploadArtifact', { CASE_ID })).toContain(hash('sha256', evidence));
    expect(await run('getCase', { CASE_ID })).toMatch(/APPROVED.*95/);
  });
});

async function caseToApprove(): Promise<string> {
  const response = await fetch(`${reference.baseUrl}/cases`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${referenceKeys.tenant}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'PF', reference: 'sandbox:approve' }),
  });
  return ((await response.json()) as { id: string }).id;
}

// The program in Python sends scenarios from the list alone.
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { referenceKeys, startReference } from '../conformance/reference/start.ts';
import { execute, listening, runHere } from '../conformance/testing.ts';
import { temporaryFolder } from '../conformance/testing-folder.ts';

const folder = temporaryFolder();
const keys = {
  IDV_API_KEY: referenceKeys.tenant,
  IDV_OTHER_API_KEY: referenceKeys.other,
  IDV_LIVE_API_KEY: referenceKeys.live,
};
const ids = [
  'create-case.reference-rejected',
  'get-case.like-created',
  'limits.file-accepted',
  'upload-artifact.file-required',
];

/** How many scenarios had each verdict. */
async function verdictsAt(baseUrl: string): Promise<Record<string, number>> {
  const list = join(folder, 'list.json');
  const flags = ids.flatMap((id) => ['--only', id]);
  writeFileSync(list, (await runHere(['--list', '--format', 'json', ...flags])).out);
  const args = ['examples/python-runner/run.py', list, baseUrl];
  const { out } = await execute('python3', args, { env: { ...process.env, ...keys } });
  const verdicts = Map.groupBy(out.trim().split('\n'), (line) => line.split(' ')[0]!);
  return Object.fromEntries([...verdicts].map(([verdict, lines]) => [verdict, lines.length]));
}

test('the reference implementation passes what the program sends', async () => {
  const reference = await startReference();
  onTestFinished(async () => void (await reference.stop()));
  const { pass, FAIL } = await verdictsAt(reference.baseUrl);
  expect(pass).toBeGreaterThan(30);
  expect(FAIL).toBeUndefined();
});

test('a service that accepts everything fails', async () => {
  const accepts = createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(201).end('{"id":"case_of-a-constant"}')),
  );
  const { address, stop } = await listening(accepts);
  onTestFinished(stop);
  expect((await verdictsAt(`http://${address}`))['FAIL']).toBeGreaterThan(20);
});

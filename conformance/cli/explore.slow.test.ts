import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startReference } from '../reference/start.ts';
import { run, runHere } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';

const folder = temporaryFolder();

test('live keys are rejected without a flag', async () => {
  const reference = await startReference();
  try {
    const keys = { IDV_API_KEY: 'a-key-of-a-tenant' };
    const unclaimed = await runHere(['explore', '--base-url', reference.baseUrl], keys);
    expect(unclaimed).toMatchObject({ code: 2, err: expect.stringContaining('may be live keys') });
    const live = await runHere(['explore', '--base-url', reference.baseUrl, '--claim', 'sandbox'], {
      ...keys,
      IDV_LIVE_API_KEY: 'live-key',
    });
    expect(live).toMatchObject({ code: 2, err: expect.stringContaining('a live key is supplied') });
  } finally {
    await reference.stop();
  }
});

test('finds no failure in the reference implementation, and sends a sequence again', async () => {
  const explored = await run(['explore', '--for', '0.2', '--seed', '4', '--workers', '2', '--corpus', folder]);
  expect(explored).toMatchObject({ code: 0, err: '' });
  expect(explored.out).toMatch(/for 0.2 s, seed 4; about every fourth request opens a case/);
  expect(explored.out).toMatch(
    /\d+ requests in \d+ sequences, .* pairs of change and situation tried \(\d+ %\)\nNO FAILURE FOUND\n$/,
  );
  expect(readdirSync(folder)).toEqual([]);

  const file = join(folder, 'one.json');
  writeFileSync(file, JSON.stringify({ steps: [{ do: 'create', change: { json: { type: 'PM' } } }] }));
  const again = await runHere(['explore', '--replay', file]);
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toContain('NO FAILURE FOUND');
  expect(again.out).toContain('CASE_1=$(curl');
});

test('Ctrl-C ends it with what has been found by then', async () => {
  const idle = process.listenerCount('SIGINT');
  const timer = setInterval(() => {
    if (process.listenerCount('SIGINT') === idle) return;
    clearInterval(timer);
    process.emit('SIGINT');
  }, 300);
  const { code, out } = await runHere(['explore', '--reference-implementation', '--for', '60', '--workers', '2']);
  expect(code).toBe(2);
  expect(out).toMatch(/sequences.*\nThe exploration ended early: the run was interrupted\.\nNO FAILURE FOUND\n$/);
});

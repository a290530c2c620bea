import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, runHere } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';

const folder = temporaryFolder();

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

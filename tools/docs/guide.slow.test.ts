// Runs the commands of the guide one after the other, and compares what they print with the responses that it shows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReference } from '../../conformance/reference/start.ts';
import { environmentWith, execute } from '../../conformance/testing.ts';
import { readContract } from '../contract/contract.ts';
import type { Block, Code } from './blocks.ts';
import { guidePage } from './pages/guide.ts';

const { blocks } = guidePage(readContract());
const folder = mkdtempSync(join(tmpdir(), 'guide-'));
let reference: Awaited<ReturnType<typeof startReference>>;

beforeAll(async () => {
  reference = await startReference();
});
afterAll(async () => {
  await reference.stop();
  rmSync(folder, { recursive: true });
});

/** What a reader enters and sees; what is folded is another way to do the same. */
const codesOf = (block: Block): Code[] => {
  if (typeof block === 'string' || 'fold' in block) return [];
  return 'code' in block ? [block] : block.blocks.flatMap(codesOf);
};
// The test has started the service; another one starts the receivers.
const codes = blocks.flatMap(codesOf).filter(({ code }) => !/npm (ci|start)|WEBHOOK_SECRET/.test(code));

/** The response without what differs in each run, or in each service. */
const masked = (response: string): unknown =>
  JSON.parse(response, (name, value: unknown) =>
    /^(id|instance|detail|\w+_at)$/.test(name) && value !== null ? '…' : value,
  );

test('each command prints the response that the guide shows', async () => {
  const mark = '\n---\n';
  const commands = codes
    .filter(({ isOutput }) => !isOutput)
    .map(({ code }) => code.replace('http://127.0.0.1:8080', reference.baseUrl));
  const script = commands.join(`\necho '${mark}'\n`);
  const { out, err } = await execute('bash', ['-ec', script], { cwd: folder, env: environmentWith() });

  expect(err).toBe('');
  const printed = out.split(mark).filter((text) => text.trim() !== '');
  const shown = codes.filter(({ isOutput }) => isOutput).map(({ code }) => code);
  expect(printed.map(masked)).toEqual(shown.map(masked));
  expect(shown).toHaveLength(4);
});

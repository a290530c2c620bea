import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runHere } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';

const file = new URL('usage-errors.txt', import.meta.url).pathname;
const folder = temporaryFolder();
const home = process.cwd();
afterAll(() => process.chdir(home));

/** Runs the commands of a part of the file in a folder of its own, and returns the part with what they print. */
async function replay(part: string, at: number): Promise<string> {
  const own = join(folder, String(at));
  mkdirSync(own);
  process.chdir(own);
  const shown: string[] = [];
  for (const step of part.split(/^(?=\$ )/m)) shown.push(await run(step));
  return shown.join('').replaceAll(own, '/home/you').trimEnd();
}

async function run(step: string): Promise<string> {
  const [command, ...below] = step.split('\n') as [string, ...string[]];
  if (!command.startsWith('$ ')) return step;
  const name = /^\$ cat > (\S+)$/.exec(command)?.[1];
  if (name === undefined) return `${command}\n${await messageOf(command.slice(2))}`;
  writeFileSync(name, below.join('\n'));
  return step;
}

/** The message about a mistake: one line, and nothing else. */
async function messageOf(command: string): Promise<string> {
  const words = command.match(/('[^']*'|[^\s'])+/g)!.map((word) => word.replaceAll("'", ''));
  const at = words.indexOf('idv-conformance');
  const variables = words.slice(0, at).map((word) => word.split('=') as [string, string]);
  const { code, out, err } = await runHere(words.slice(at + 1), Object.fromEntries(variables));
  expect({ command, code, out, lines: err.split('\n').length }).toEqual({ command, code: 2, out: '', lines: 2 });
  return err;
}

test('a mistake ends with exit code 2 and one line, which says what to do', async () => {
  const shown: string[] = [];
  for (const [at, part] of readFileSync(file, 'utf8').split('\n\n').entries()) shown.push(await replay(part, at));
  await expect(`${shown.join('\n\n')}\n`).toMatchFileSnapshot(file);
});

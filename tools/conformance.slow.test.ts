// `npm run conformance` in a copy of the checkout, whose sources the tests change one after the other.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { environmentWith, execute } from '../conformance/testing.ts';
import description from '../package.json' with { type: 'json' };
import { root } from './root.ts';

const checkout = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')));
const copied = ['conformance', 'generated', 'reference-impl', 'shipped', 'package.json', 'openapi.yaml'];
for (const name of [...copied, 'tools/conformance.js', 'tools/build/bundle.ts'])
  cpSync(join(root, name), join(checkout, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
afterAll(() => rmSync(checkout, { recursive: true }));

const cache = join(checkout, '.cache');
const command = join(checkout, 'conformance/cli/command.ts');

const conformance = (...flags: string[]) =>
  execute(process.execPath, [join(checkout, 'tools/conformance.js'), ...flags], {
    env: environmentWith(),
    cwd: checkout,
  });

function change(file: string, from: string, to: string): void {
  const before = readFileSync(file, 'utf8');
  expect(before).toContain(from);
  writeFileSync(file, before.replace(from, to));
}

test('builds the bundle once', async () => {
  const own = { code: 0, out: `${description.version}\n`, err: '' };
  expect([await conformance('--version'), await conformance('--version')]).toEqual([own, own]);
  expect(readdirSync(cache)).toHaveLength(1);
});

test('builds it again after a change, and removes bundles that are older than a day', async () => {
  mkdirSync(join(cache, 'old'));
  utimesSync(join(cache, 'old'), new Date(), new Date(Date.now() - 25 * 60 * 60 * 1000));

  change(join(checkout, 'package.json'), `"version": "${description.version}"`, '"version": "9.9.9"');

  expect((await conformance('--version')).out).toBe('9.9.9\n');
  expect(readdirSync(cache)).toHaveLength(2);
  expect(readdirSync(cache)).not.toContain('old');
});

test('runs from the sources if no bundle can be written', async () => {
  rmSync(cache, { recursive: true });
  writeFileSync(cache, 'a file where the folder would be');

  expect(await conformance('--version')).toEqual({ code: 0, out: '9.9.9\n', err: '' });
  rmSync(cache);
});

test('an error of the suite names the line of the source', async () => {
  change(
    command,
    'perform(argv: string[], environment: NodeJS.ProcessEnv): Promise<number> {',
    "$&\n  throw new Error('broken');",
  );
  const lines = readFileSync(command, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes("'broken'")) + 1;

  const { code, err } = await conformance('--reference-implementation');

  expect(code).toBe(2);
  expect(err).toContain(`Error: broken\n    at perform (${command}:${line}:`);
});

test('a source that is not TypeScript is reported with its name', async () => {
  change(command, 'async function perform', 'async funktion perform');

  const { code, err } = await conformance('--version');

  expect(code).toBe(1);
  expect(err).toContain('conformance/cli/command.ts');
});

// `npm run conformance` in a copy of the checkout, whose sources a test can change.
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
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { environmentWith, execute } from '../conformance/testing.ts';
import description from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));

let checkout: string;
beforeEach(() => {
  checkout = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')));
  const copied = ['conformance', 'generated', 'reference-impl', 'shipped', 'package.json', 'openapi.yaml'];
  for (const name of [...copied, 'tools/conformance.js', 'tools/build/bundle.ts'])
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
});
afterEach(() => rmSync(checkout, { recursive: true }));

const conformance = (...flags: string[]) =>
  execute(process.execPath, [join(checkout, 'tools/conformance.js'), ...flags], {
    env: environmentWith(),
    cwd: checkout,
  });

const bundles = () => readdirSync(join(checkout, '.cache'));

function change(name: string, from: string, to: string): void {
  const before = readFileSync(join(checkout, name), 'utf8');
  expect(before).toContain(from);
  writeFileSync(
    join(checkout, name),
    before.replace(from, () => to),
  );
}

test('builds the bundle again only if a source has changed, and then immediately', async () => {
  const version = async () => (await conformance('--version')).out;
  expect([await version(), await version()]).toEqual([`${description.version}\n`, `${description.version}\n`]);
  const [first] = bundles();
  expect(bundles()).toEqual([first]);

  change('package.json', `"version": "${description.version}"`, '"version": "9.9.9"');
  expect(await version()).toBe('9.9.9\n');
  change('conformance/cli/command.ts', 'print(`${version}\\n`)', "print('changed\\n')");
  expect(await version()).toBe('changed\n');
  expect(bundles()).toHaveLength(3);
});

test('removes bundles that are older than a day', async () => {
  const old = join(checkout, '.cache/old');
  mkdirSync(old, { recursive: true });
  utimesSync(old, new Date(), new Date(Date.now() - 25 * 60 * 60 * 1000));
  mkdirSync(join(checkout, '.cache/young'));

  await conformance('--version');

  expect(bundles()).toHaveLength(2);
  expect(bundles()).toContain('young');
});

test('runs from the sources if no bundle can be written', async () => {
  writeFileSync(join(checkout, '.cache'), 'a file where the folder would be');

  expect(await conformance('--version')).toEqual({ code: 0, out: `${description.version}\n`, err: '' });
});

test('an error of the suite names the line of the source', async () => {
  change(
    'conformance/cli/command.ts',
    '  if (values.help)',
    "  if (values.list) throw new Error('broken');\n  if (values.help)",
  );
  const lines = readFileSync(join(checkout, 'conformance/cli/command.ts'), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes("'broken'")) + 1;

  const { code, err } = await conformance('--list');

  expect(code).toBe(2);
  expect(err).toContain(`Error: broken\n    at perform (${join(checkout, 'conformance/cli/command.ts')}:${line}:`);
});

test('a source that is not TypeScript is reported with its name', async () => {
  change('conformance/cli/command.ts', 'async function perform', 'async funktion perform');

  const { code, err } = await conformance('--version');

  expect(code).toBe(1);
  expect(err).toContain('conformance/cli/command.ts');
});

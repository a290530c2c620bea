// Tests that common tools can read the contract: `npm run test:consumers`.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { referenceKeys, startReference } from '../../conformance/reference/start.ts';
import { installPackages } from '../install.ts';
import { runProgram } from '../program.ts';
import { type Consumer, consumers } from './consumers.ts';
import { between, table } from './page.ts';
import { ConsumerError, here, makeWorkspace, root } from './workspace.ts';

const help = `npm run test:consumers [-- --contract <file>] [<name> …]

Gives openapi.yaml to every tool in tools/consumers/package.json, which it installs at the first run (about 750 MB), and
runs what the tools generate against the reference implementation. Exits with 1 when a tool does not accept the contract.
A run of all tools writes the table in docs/consumers.md.

  --contract <file>   another contract; the table is not written
  <name>              only the tools with this text in their names; the table is not written
`;

await runProgram(help, { contract: { type: 'string' } }, async ({ contract }, names) => {
  const chosen = consumers.filter(({ name }) => names.length === 0 || names.some((text) => matches(name, text)));
  if (chosen.length === 0)
    throw new Error(`No tool is named so; there are ${consumers.map(({ name }) => name).join(', ')}.`);
  const source = resolve(contract ?? join(root, 'openapi.yaml'));
  if (!existsSync(source)) throw new Error(`There is no contract at ${source}; give --contract the path of one.`);

  installPackages(here);
  const results = await useAll(chosen, source);
  const failed = results.filter((result) => result === 'failed').length;
  const missing = results.filter((result) => result === 'missing').length;
  if (failed === 0 && missing === 0 && contract === undefined && names.length === 0) writeTable();
  process.stdout.write(
    `${results.length - failed - missing} passed, ${failed} failed${missing > 0 ? `, ${missing} not run` : ''}\n`,
  );
  return failed > 0 ? 1 : 0;
});

type Result = 'passed' | 'failed' | 'missing';

const matches = (name: string, text: string) => name.toLowerCase().includes(text.toLowerCase());

async function useAll(chosen: Consumer[], source: string): Promise<Result[]> {
  const reference = await startReference();
  const folder = mkdtempSync(join(tmpdir(), 'consumers-'));
  const results: Result[] = [];
  try {
    // One after the other, so that the output of a failing tool is easy to read.
    for (const [index, consumer] of chosen.entries())
      results.push(await use(consumer, { folder: join(folder, String(index)), source, baseUrl: reference.baseUrl }));
  } finally {
    rmSync(folder, { recursive: true });
    await reference.stop();
  }
  return results;
}

interface Place {
  folder: string;
  source: string;
  baseUrl: string;
}

async function use(consumer: Consumer, { folder, source, baseUrl }: Place): Promise<Result> {
  const name = `${consumer.name} ${versionOf(consumer)}`;
  if (consumer.available && !consumer.available()) {
    process.stdout.write(`- ${name}: not run, ${consumer.needs} is not installed\n`);
    return 'missing';
  }
  makeWorkspace(folder, source);
  try {
    await consumer.use({ folder, baseUrl, key: referenceKeys.tenant });
    process.stdout.write(`✓ ${name}\n`);
    return 'passed';
  } catch (error) {
    if (!(error instanceof ConsumerError)) throw error;
    process.stdout.write(`✗ ${name}: ${error.message}\n`);
    return 'failed';
  }
}

/** The version that is installed here, or by the project itself. */
function versionOf({ package: name }: Consumer): string {
  const places = [here, root].map((place) => join(place, 'node_modules', name, 'package.json'));
  return JSON.parse(readFileSync(places.find(existsSync)!, 'utf8')).version;
}

function writeTable(): void {
  const page = join(root, 'docs/consumers.md');
  const rows = consumers.map((consumer) => ({ ...consumer, version: versionOf(consumer) }));
  writeFileSync(page, between(readFileSync(page, 'utf8'), table(rows)));
}

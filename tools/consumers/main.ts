// Tests that common tools can read the contract: `npm run test:consumers`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { referenceKeys, startReference } from '../../conformance/reference/start.ts';
import { installPackages } from '../install.ts';
import { runProgram } from '../program.ts';
import { type Consumer, consumers } from './consumers.ts';
import { root } from '../root.ts';
import { ConsumerError, here, makeWorkspace, type Workspace } from './workspace.ts';

const help = `npm run test:consumers [-- <name> …]

Gives openapi.yaml to every tool in tools/consumers/package.json, which it installs at the first run (about 750 MB), and
runs what the tools generate against the reference implementation. Exits with 1 when a tool does not accept the contract,
or when docs/consumers.md names another version of it. With names, only the tools with one of these texts in their name.
`;

await runProgram(help, {}, async (_, names) => {
  const matches = ({ name }: Consumer) =>
    names.length === 0 || names.some((text) => name.toLowerCase().includes(text.toLowerCase()));
  const chosen = consumers.filter(matches);
  if (chosen.length === 0)
    throw new Error(`No tool is named so; there are ${consumers.map(({ name }) => name).join(', ')}.`);

  installPackages(here);
  const reference = await startReference();
  const work = mkdtempSync(join(tmpdir(), 'consumers-'));
  const results: Result[] = [];
  try {
    // One after the other, so that the output of a failing tool is easy to read.
    for (const consumer of chosen) {
      const folder = makeWorkspace(join(work, consumer.package.replace('/', '-')));
      results.push(await outcomeOf(consumer, { folder, baseUrl: reference.baseUrl, key: referenceKeys.tenant }));
    }
  } finally {
    rmSync(work, { recursive: true });
    await reference.stop();
  }
  const count = (result: Result) => results.filter((each) => each === result).length;
  process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run\n`);
  return count('failed') > 0 ? 1 : 0;
});

type Result = 'passed' | 'failed' | 'not run';

/** Runs one tool, and prints the result. */
async function outcomeOf({ name, package: own, use, needs }: Consumer, workspace: Workspace): Promise<Result> {
  // Installed here, or by the project itself.
  const places = [here, root].map((place) => join(place, 'node_modules', own, 'package.json'));
  const { version } = JSON.parse(readFileSync(places.find(existsSync)!, 'utf8')) as { version: string };
  if (needs !== undefined && spawnSync(needs, ['-version']).status !== 0) {
    process.stdout.write(`- ${name} ${version}: not run, ${needs} is not installed\n`);
    return 'not run';
  }
  try {
    await use(workspace);
    const row = new RegExp(`^\\| ${name} +\\| ${version} +\\|`, 'm');
    if (!row.test(readFileSync(join(root, 'docs/consumers.md'), 'utf8')))
      throw new ConsumerError(`docs/consumers.md has no row for the version ${version}; write it there.`);
    process.stdout.write(`✓ ${name} ${version}\n`);
    return 'passed';
  } catch (error) {
    if (!(error instanceof ConsumerError)) throw error;
    process.stdout.write(`✗ ${name} ${version}: ${error.message}\n`);
    return 'failed';
  }
}

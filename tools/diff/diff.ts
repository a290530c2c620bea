// Lists what changed in the contract, and whom it breaks: `npm run contract:diff -- v0.2.0`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readContract } from '../contract/contract.ts';
import { operationsOf } from '../contract/interface.ts';
import { interfaceChanges } from './interface.ts';
import { type Change, decisionChanges, freedomChanges, groups, requirementChanges } from './requirements.ts';
import { retired } from '../generate/retired-ids.ts';
import { runProgram } from '../program.ts';
import { root } from '../root.ts';

const help = `npm run contract:diff -- <older>

Lists, as Markdown, what changed from an older contract to ./openapi.yaml, and whether this breaks clients or services.
<older> is a git revision (a tag, a branch, a commit) or the path of an openapi.yaml.

Exit codes: 0 the version number was increased enough for every break, 1 it was not, 2 wrong usage.
`;

/** Every change between two contracts, given as text, and their versions. */
export function difference(older: string, newer: string): { changes: Change[]; old: string; now: string } {
  const old = withRequirementsAtRoot(older);
  const [before, after] = [readContract(old, 'the older contract'), readContract(newer)];
  const changes = [
    ...interfaceChanges(old, newer),
    ...requirementChanges(before.requirements, after.requirements, retired),
    ...freedomChanges(before.freedoms, after.freedoms),
    ...decisionChanges(before.decisions, after.decisions, retired),
  ];
  return { changes, old: before.version, now: after.version };
}

/** The contract with the requirements of operations moved to the root: until version 0.2.0 they were at the operations. */
function withRequirementsAtRoot(text: string): string {
  const document = parse(text);
  for (const { operation } of operationsOf(document)) {
    document['x-requirements'].push(...(operation['x-requirements'] ?? []));
    delete operation['x-requirements'];
  }
  return JSON.stringify(document);
}

const steps = ['no', 'a patch', 'a minor', 'a major'];

/** Whether the version number announces the changes, in one sentence. */
export function adviceOn(changes: Change[], old: string, now: string): { isEnough: boolean; text: string } {
  const [before, after] = [old, now].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
  const first = before!.findIndex((number, at) => number !== after![at]);
  const taken = first < 0 || after![first]! < before![first]! ? 0 : 3 - first;
  const has = (group: Change['group']) => changes.some((change) => change.group === group);
  // While the major version is 0, every break takes a minor step.
  const needed =
    has('breaks clients') && before![0]! > 0 ? 3 : has(groups[0]) || has(groups[1]) ? 2 : Math.min(changes.length, 1);
  const isEnough = taken >= needed || needed < 2;
  const verdict = taken >= needed ? 'is enough' : `has ${steps[taken]} step: raise it`;
  return { isEnough, text: `These changes need ${steps[needed]} step of the version ${old}; ${now} ${verdict}.` };
}

function textOf(changes: Change[]): string {
  const lists = groups.flatMap((group) => {
    const lines = changes
      .filter((change) => change.group === group)
      .map(({ text, places }) => `- ${text}${places.length > 0 ? ` (${places.join(', ')})` : ''}\n`);
    return lines.length === 0 ? [] : [`### ${group} (${lines.length})\n\n${lines.join('')}`];
  });
  return lists.join('\n');
}

/** The text of the older contract: of a file, or of a git revision. */
function readOlder(older: string): string {
  if (existsSync(older)) return readFileSync(older, 'utf8');
  try {
    return execFileSync('git', ['show', `${older}:openapi.yaml`], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch {
    throw new Error(
      `${older} is neither a file nor a git revision with an openapi.yaml: name a commit, such as HEAD~1.`,
    );
  }
}

if (import.meta.main)
  await runProgram(help, {}, async (_, [older, ...more]) => {
    if (older === undefined || more.length > 0) throw new Error('Name one older contract: see --help.');
    const { changes, old, now } = difference(readOlder(older), readFileSync(join(root, 'openapi.yaml'), 'utf8'));
    const { isEnough, text } = adviceOn(changes, old, now);
    process.stdout.write(changes.length === 0 ? 'Nothing changed.\n' : `${textOf(changes)}\n${text}\n`);
    return isEnough ? 0 : 1;
  });

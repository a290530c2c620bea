// Says which changes of the contract break whom: `npm run contract:diff -- <old openapi.yaml>`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Contract, ContractError, readContract } from './contract.ts';
import { type Change, groups } from './diff/change.ts';
import { operationChanges } from './diff/operations.ts';
import { decisionChanges, requirementChanges } from './diff/requirements.ts';
import { numbersOf, stepBetween, stepFor, suffices } from './diff/version.ts';

/** A mistake that the caller can fix, in one sentence. */
class UsageError extends Error {}

export interface Outcome {
  text: string;
  /** 0: the version announces what changed; 1: a break that it does not announce; 2: wrong usage */
  exitCode: 0 | 1 | 2;
}

const help = `Says what changed from an older contract to ./openapi.yaml, and whom it breaks.

  npm run contract:diff -- <old openapi.yaml>

Get the old one with: git show v0.1.0:openapi.yaml > /tmp/old.yaml
Exit code: 0 the version announces every break, 1 it does not, 2 wrong usage.
`;

/** Every change between two contracts. */
export function changesBetween(old: Contract, now: Contract): Change[] {
  return [
    ...operationChanges(old.document, now.document),
    ...requirementChanges(old.requirements, now.requirements),
    ...decisionChanges(old.decisions, now.decisions),
  ];
}

/**
 * What the command prints and how it exits.
 *
 * @param args as given to the command
 * @param newPath the new contract
 */
export function contractDiff(args: string[], newPath = 'openapi.yaml'): Outcome {
  try {
    if (args.includes('--help')) return { text: help, exitCode: 0 };
    const [old, now] = [read(oldPathIn(args)), read(newPath)];
    return judge(changesBetween(old, now), old.version, now.version);
  } catch (error) {
    if (error instanceof UsageError) return { text: `${error.message}\n`, exitCode: 2 };
    throw error;
  }
}

function oldPathIn(args: string[]): string {
  const flag = args.find((arg) => arg.startsWith('-'));
  if (flag !== undefined)
    throw new UsageError(`There is no flag ${flag}: give the path of the old contract, see --help.`);
  const [path, ...more] = args;
  if (path === undefined || more.length > 0)
    throw new UsageError(`Give the path of one old contract, not ${args.length}: see --help.`);
  return path;
}

function read(path: string): Contract {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}): name a contract, see --help.`,
    );
  }
  try {
    const contract = readContract(path, text);
    if (numbersOf(contract.version)) return contract;
  } catch (error) {
    if (!(error instanceof ContractError))
      throw new UsageError(`${path} is not a contract: name an openapi.yaml of this project, see --help.`);
    const [first, ...more] = error.message.split('\n').filter((line) => line.startsWith(path));
    const others = more.length > 0 ? ` (and ${more.length} more)` : '';
    throw new UsageError(`${path} is not a contract: ${first!.replace(/:$/, '')}${others}`);
  }
  throw new UsageError(`${path} has no semantic version under info: write one such as 0.1.0.`);
}

function judge(changes: Change[], old: string, now: string): Outcome {
  const [asked, taken] = [stepFor(changes, old), stepBetween(old, now)];
  const fits = suffices(taken, asked);
  const head = `contract ${old} → ${now}`;
  if (changes.length === 0) return { text: `${head}\n\nNothing changed.\n`, exitCode: 0 };
  const lists = groups.flatMap((group) =>
    list(
      group,
      changes.filter((change) => change.group === group),
    ),
  );
  const breaks = changes.some(({ group }) => group !== 'compatible');
  return {
    text: [
      head,
      ...lists,
      `${asked} step asked, ${taken === 'none' ? 'none' : `${taken} step`} taken: ${verdict(fits, breaks)}\n`,
    ].join('\n\n'),
    exitCode: fits || !breaks ? 0 : 1,
  };
}

function verdict(fits: boolean, breaks: boolean): string {
  if (fits) return 'the version announces it.';
  return breaks
    ? 'the version DOES NOT ANNOUNCE it; raise info.version.'
    : 'raise info.version before it is published.';
}

function list(group: string, changes: Change[]): string[] {
  if (changes.length === 0) return [];
  const lines = changes.map(({ text, places }) => `  ${places.length > 0 ? `${shortened(places)}: ` : ''}${text}`);
  return [`${group} (${changes.length})\n${lines.join('\n')}`];
}

/** `createCase 400, createCase 401` as `createCase 400 401`. */
function shortened(places: string[]): string {
  const byOperation = Map.groupBy(places, (place) => place.split(' ')[0]!);
  return [...byOperation]
    .map(([operation, all]) => [operation, ...all.map((place) => place.slice(operation.length + 1))].join(' ').trim())
    .join(', ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { text, exitCode } = contractDiff(
    process.argv.slice(2),
    fileURLToPath(new URL('../openapi.yaml', import.meta.url)),
  );
  (exitCode === 2 ? process.stderr : process.stdout).write(text);
  process.exitCode = exitCode;
}

// Lists what changed in the contract, and whom it breaks: `npm run contract:diff -- v0.2.0`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Contract, ContractError, readContract } from './contract.ts';
import type { Change } from './diff/change.ts';
import { breaks, type Form, forms, isAnnounced } from './diff/forms.ts';
import { operationChanges } from './diff/operations.ts';
import { decisionChanges, requirementChanges } from './diff/requirements.ts';
import { numbersOf, stepBetween, stepFor } from './diff/version.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A mistake that the caller can fix, in one sentence. */
class UsageError extends Error {}

export interface Outcome {
  text: string;
  /** 0: the version number announces what changed; 1: it does not announce a break; 2: wrong usage */
  exitCode: 0 | 1 | 2;
}

const help = `Lists what changed from an older contract to ./openapi.yaml, and whether this breaks clients or services.

  npm run contract:diff -- <older>                     a git revision (v0.2.0, main) or the path of an openapi.yaml
  npm run contract:diff -- <older> --format markdown   for a pull request; json for programs

Exit codes: 0 the version number was increased enough for every break, 1 it was not, 2 wrong usage.
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
    const { older, form } = optionsIn(args);
    const [old, now] = [readOlder(older), contractIn(newPath, readFile(newPath))];
    const changes = changesBetween(old, now);
    const [needed, taken] = [stepFor(changes, old.version), stepBetween(old.version, now.version)];
    const difference = { changes, old: old.version, now: now.version, needed, taken };
    const exitCode = isAnnounced(difference) || !breaks(difference) ? 0 : 1;
    return { text: forms[form](difference), exitCode };
  } catch (error) {
    if (error instanceof UsageError) return { text: `${error.message}\n`, exitCode: 2 };
    throw error;
  }
}

function optionsIn(args: string[]): { older: string; form: Form } {
  const at = args.indexOf('--format');
  const form = at < 0 ? 'text' : args[at + 1];
  if (!isForm(form))
    throw new UsageError(`--format takes ${Object.keys(forms).join(', ')}, not ${form ?? 'nothing'}: see --help.`);
  const others = at < 0 ? args : args.toSpliced(at, 2);
  const flag = others.find((arg) => arg.startsWith('-'));
  if (flag !== undefined) throw new UsageError(`There is no flag ${flag}: see --help.`);
  const [older, ...more] = others;
  if (older === undefined || more.length > 0)
    throw new UsageError(`Give one older contract, a git revision or a path, not ${others.length}: see --help.`);
  return { older, form };
}

const isForm = (form: string | undefined): form is Form => form !== undefined && Object.hasOwn(forms, form);

/** The contract of a git revision, or in a file. */
function readOlder(older: string): Contract {
  if (existsSync(older)) return contractIn(older, readFile(older));
  const shown = spawnSync('git', ['show', `${older}:openapi.yaml`], { cwd: root, encoding: 'utf8' });
  if (shown.status === 0) return contractIn(`${older}:openapi.yaml`, shown.stdout);
  throw new UsageError(`${older} is neither a file nor a git revision with an openapi.yaml: see --help.`);
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}): name a contract, see --help.`,
    );
  }
}

function contractIn(path: string, text: string): Contract {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { text, exitCode } = contractDiff(
    process.argv.slice(2),
    fileURLToPath(new URL('../openapi.yaml', import.meta.url)),
  );
  (exitCode === 2 ? process.stderr : process.stdout).write(text);
  process.exitCode = exitCode;
}

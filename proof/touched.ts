// Which faults a change touches: those whose declaration or defect changed, and those of each check or sentence of the
// contract that changed.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Fault } from './faults/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A changed file and the numbers of its changed lines, from 1; a line beside a deletion counts as changed. */
export interface Change {
  file: string;
  lines: number[];
}

export interface Touched {
  faults: Set<Fault>;
  /** files on which every fault depends */
  everything: string[];
}

// Files that hold faults, checks, scenarios or requirements under their names.
const naming = /^(proof\/faults\/|proof\/frozen\.json$|conformance\/(checks|scenarios)\/|generated\/requirements\.ts$)/;
const requirements = 'generated/requirements.ts';
// Every run executes these, and what they import: the list of all faults imports their files by a pattern.
const everyRun = ['proof/worker.ts', 'proof/frozen.json', ...globSync('proof/faults/*/*.ts', { cwd: root })];

/** The faults that the changes touch. */
export function touchedBy(changes: Change[], faults: Fault[]): Touched {
  const ids = new Set(faults.flatMap(({ breaks }) => Object.keys(breaks)));
  const faultNames = new Set(faults.map(({ name }) => name));
  const namesFor = (file: string) => (file.startsWith('proof/') ? faultNames : ids);
  const { importersOf, executed } = importGraph();
  const found = new Set<string>();
  const everything = new Set<string>();
  /** Adds what depends on all of a file that is imported: the names in it or, if it has none, what imports it. */
  const addUsers = (changed: string) => {
    const users = new Set(importersOf(changed));
    for (const user of users) {
      const names = naming.test(user) ? namesIn(sourceOf(user), namesFor(user)) : undefined;
      if (names === undefined) everything.add(changed);
      else if (names.size > 0) for (const name of names) found.add(name);
      else for (const importer of importersOf(user)) users.add(importer);
    }
  };
  for (const { file, lines } of changes.filter((change) => executed.has(change.file))) {
    if (!naming.test(file)) {
      everything.add(file);
      continue;
    }
    // Beside its requirements, the generated file has only types and the digest of the contract.
    const elsewhere = file === requirements ? new Set<string>() : undefined;
    const names = namesAt(sourceOf(file), lines, namesFor(file), elsewhere);
    for (const name of names) found.add(name);
    if (names.size === 0 && file !== requirements) addUsers(file);
  }
  const touched = faults.filter(({ name, breaks }) => [name, ...Object.keys(breaks)].some((key) => found.has(key)));
  return { faults: new Set(touched), everything: [...everything] };
}

/** What changed since the revision, with what is not committed and files that git does not know. */
export function changesSince(revision: string): Change[] {
  const diff = git('diff', '--unified=0', '--no-renames', '--no-color', '--no-ext-diff', revision, '--');
  const unknown = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);
  const known = diff.split(/^diff --git .*$/m).flatMap((part) => {
    const file = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1];
    return file === undefined
      ? []
      : [{ file, lines: [...part.matchAll(/^@@ .* \+(\d+)(?:,(\d+))? @@/gm)].flatMap(linesOf) }];
  });
  return [...known, ...unknown.map((file) => ({ file, lines: allLines(file) }))];
}

function linesOf([, first, count = '1']: RegExpExecArray): number[] {
  const start = Number(first);
  if (Number(count) === 0) return [start, start + 1];
  return Array.from({ length: Number(count) }, (_, at) => start + at);
}

const allLines = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((_, at) => at + 1);

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 28 });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`git ${args.join(' ')} failed: ${stderr?.trim() || message}`, { cause: error });
  }
}

const sourceOf = (file: string) => {
  const path = join(root, file);
  return ts.createSourceFile(file, existsSync(path) ? readFileSync(path, 'utf8') : '', ts.ScriptTarget.ESNext, true);
};

/**
 * The names in the smallest piece of code around each line that has any.
 *
 * @param elsewhere the names for a line that is in no such piece
 */
export function namesAt(
  source: ts.SourceFile,
  lines: number[],
  names: Set<string>,
  elsewhere = namesIn(source, names),
): Set<string> {
  const starts = source.getLineStarts();
  const around = (line: number): Set<string> => {
    const from = starts[line - 1];
    if (from === undefined) return new Set();
    const to = (starts[line] ?? source.end) - 1;
    let found = elsewhere;
    const descend = (node: ts.Node): void => {
      if (node.getStart(source) > to || node.end < from) return;
      const inner = namesIn(node, names);
      if (inner.size === 0) return;
      found = inner;
      ts.forEachChild(node, descend);
    };
    ts.forEachChild(source, descend);
    return found;
  };
  return new Set(lines.flatMap((line) => [...around(line)]));
}

/** The names that are the key of a property in the piece of code, or its `id`. */
function namesIn(piece: ts.Node, names: Set<string>): Set<string> {
  const found = new Set<string>();
  const collect = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node))
      for (const { text } of [node.name, node.initializer].filter(ts.isStringLiteralLike))
        if (names.has(text)) found.add(text);
    ts.forEachChild(node, collect);
  };
  collect(piece);
  return found;
}

// A type is no dependency: it is removed before the code runs.
const imports = /^(?:import|export)\b(?! type\b)(?:[^;']*? from)? '(\.[^']+)'/gm;

/** Which files import each other, and which are executed by every run. */
function importGraph() {
  const importers = new Map<string, string[]>();
  const imported = new Map<string, string[]>();
  for (const file of globSync('{conformance,generated,proof,reference-impl}/**/*.{ts,js}', { cwd: root })) {
    const paths = [...readFileSync(join(root, file), 'utf8').matchAll(imports)].map(([, path]) =>
      relative(root, resolve(root, dirname(file), path!)),
    );
    imported.set(file, paths);
    for (const path of paths) importers.set(path, [...(importers.get(path) ?? []), file]);
  }
  const executed = new Set(everyRun);
  for (const file of executed) for (const path of imported.get(file) ?? []) executed.add(path);
  // What no run executes, such as a test, passes nothing on.
  const importersOf = (file: string) => (importers.get(file) ?? []).filter((importer) => executed.has(importer));
  return { importersOf, executed };
}

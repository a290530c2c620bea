// Which faults a change touches: those whose declaration or defect changed, and those of each check or sentence of the
// contract that changed.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Fault } from './faults/support/fault.ts';

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

// Files that hold faults, checks or requirements under their names.
const naming = /^(proof\/faults\/(?!support\/)|conformance\/checks\/(?!support\/)|generated\/requirements\.ts$)/;
// Files that faults or checks import.
const shared = /^(proof\/faults|conformance\/checks)\/support\//;
// Files that every run executes.
const always = /^(reference-impl|conformance\/(engine|model|run)|generated)\/|^(proof|conformance)\/[^/]+$/;

/** The faults that the changes touch. */
export function touchedBy(changes: Change[], faults: Fault[]): Touched {
  const ids = new Set(faults.flatMap(({ breaks }) => Object.keys(breaks)));
  const faultNames = new Set(faults.map(({ name }) => name));
  const namesFor = (file: string) => (file.startsWith('proof/') ? faultNames : ids);
  const found = new Set<string>();
  const everything: string[] = [];
  for (const { file, lines } of changes.filter((change) => !change.file.endsWith('.test.ts'))) {
    if (naming.test(file)) for (const name of namesAt(sourceOf(file), lines, namesFor(file))) found.add(name);
    else if (shared.test(file))
      for (const user of usersOf(file)) for (const name of namesIn(sourceOf(user), namesFor(user))) found.add(name);
    else if (always.test(file)) everything.push(file);
  }
  const touched = faults.filter(({ name, breaks }) => [name, ...Object.keys(breaks)].some((key) => found.has(key)));
  return { faults: new Set(touched), everything };
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

/** The names in the smallest piece of code around each line that has any. */
export function namesAt(source: ts.SourceFile, lines: number[], names: Set<string>): Set<string> {
  const starts = source.getLineStarts();
  const around = (line: number): Set<string> => {
    const from = starts[line - 1];
    if (from === undefined) return new Set();
    const to = (starts[line] ?? source.end) - 1;
    let found = namesIn(source, names);
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

/** The files that import the file, directly or by way of other shared files. */
function usersOf(file: string): string[] {
  const importers = new Map<string, string[]>();
  for (const importer of globSync('{proof/faults,conformance/checks}/**/*.ts', { cwd: root }))
    for (const [, name] of readFileSync(join(root, importer), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const imported = relative(root, resolve(root, dirname(importer), name!));
      importers.set(imported, [...(importers.get(imported) ?? []), importer]);
    }
  const users = new Set([file]);
  for (const user of users)
    if (shared.test(user)) for (const importer of importers.get(user) ?? []) users.add(importer);
  return [...users].filter((user) => naming.test(user));
}

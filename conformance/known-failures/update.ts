// Writes the list of known failures, and keeps what a user wrote in it.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { shipped } from '../../shipped/files.ts';
import { type KnownFailure, type KnownFailures, listAfter } from './list.ts';
import { quantity } from '../run/judge/outcome.ts';
import type { Run } from './run-record.ts';
import { readKnownFailures } from './read.ts';
import { UsageError } from '../usage-error.ts';
import { replaceContent } from '../whole-files.ts';

/** How the list is updated after the run. */
export interface ListUpdate {
  file: string;
  /** also lists new failures, not only removes what passes now */
  add: boolean;
}

/**
 * Reads the list that is written after the run; a file that does not exist yet is an empty list.
 *
 * @throws UsageError when the file is malformed or cannot be written
 */
export function readListToWrite(file: string): KnownFailures {
  const isThere = existsSync(file);
  const place = isThere ? file : dirname(file);
  try {
    accessSync(place, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${place} cannot be written to (${code}); name a file in a folder that exists.`);
  }
  return isThere ? readKnownFailures(file) : { file, entries: new Map() };
}

/**
 * Writes the list as it is after one or several runs.
 *
 * @returns the list, and what was done as text
 * @throws UsageError when the file has become malformed during the run, or cannot be written: then it stays as it is
 */
export function updateList({ file, add }: ListUpdate, runs: [Run, ...Run[]]): { list: KnownFailures; done: string } {
  // Read again, because the user may have edited it during the run.
  const before = readListToWrite(file);
  const list = listAfter(runs, before, add);
  if (!existsSync(file) || JSON.stringify(contentOf(before)) !== JSON.stringify(contentOf(list)))
    write(file, textOf(file, list));
  // An entry that named no scenarios is the same entry with them.
  const completed = [...before.entries].map(
    ([id, entry]) => [id, (entry.scenarios ?? entry.sometimes) ? entry : (list.entries.get(id) ?? entry)] as const,
  );
  const [old, now] = [scenariosIn(completed), scenariosIn(list.entries)];
  const onlyIn = (one: string[], other: string[]) => one.filter((each) => !other.includes(each)).length;
  const change = `${onlyIn(now, old)} added, ${onlyIn(old, now)} removed`;
  const lists = `${quantity(now.length, 'scenario')} of ${quantity(list.entries.size, 'requirement')}`;
  const todo = [...list.entries.keys()].some((id) => !before.entries.has(id));
  const next = todo ? ' Write the reason in place of each TODO.' : '';
  return { list, done: `${file} lists ${lists} (${change}).${next}\n` };
}

function write(file: string, text: string): void {
  try {
    replaceContent(file, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${file} cannot be written (${code}), and stays as it was: free space there, and run again.`);
  }
}

const scenariosIn = (entries: Iterable<readonly [string, KnownFailure]>): string[] =>
  [...entries].flatMap(([id, { scenarios = [], sometimes = [] }]) => {
    const labels = [...scenarios, ...sometimes];
    return (labels.length > 0 ? labels : ['']).map((label) => `${id} ${label}`);
  });

const newFile = '# Scenarios that are known to fail.\n\nfailures: []\n';

function textOf(file: string, list: KnownFailures): string {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : newFile;
  if (file.endsWith('.json') || isJson(before)) return `${JSON.stringify(contentOf(list), null, 2)}\n`;
  const document = shipped.yaml().parseDocument(before.replaceAll('\r\n', '\n'));
  fill(document, list);
  const text = document.toString({ lineWidth: 0 });
  return before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** JSON is YAML too, but adding an entry as YAML would make the file invalid JSON. An empty list is both. */
function isJson(text: string): boolean {
  try {
    return Object.keys(JSON.parse(text) as object).length > 0;
  } catch {
    return false;
  }
}

/** The list as it is written. */
const contentOf = ({ run, entries }: KnownFailures) => ({
  failures: [...entries].map(([id, entry]) => ({ id, ...entry })),
  ...(run && { run }),
});

/** Makes the document equal to the list; keeps comments, order and style of what stays. */
function fill(document: Document, list: KnownFailures): void {
  const { run, failures } = contentOf(list);
  const contents = document.contents as YAMLMap<Scalar, YAMLSeq<YAMLMap>>;
  const isChanged = JSON.stringify(document.toJS().run) !== JSON.stringify(run);
  if (run && isChanged) document.set('run', document.createNode(run));
  const written = contents.items.find(({ key }) => key.value === 'failures')!;
  makeEqual(document, written, new Map(failures.map((entry) => [entry.id, entry])));
  for (const entry of written.value!.items) {
    const wanted = list.entries.get(entry.get('id') as string)!;
    for (const name of ['scenarios', 'sometimes'] as const) fillLabels(document, entry, name, wanted[name]);
  }
}

function fillLabels(document: Document, entry: YAMLMap, name: string, wanted: string[] | undefined): void {
  const written = entry.items.find(({ key }) => (key as Scalar).value === name) as Pair<Scalar, YAMLSeq> | undefined;
  if (wanted && written) makeEqual(document, written, new Map(wanted.map((label) => [label, label])));
  else if (wanted) entry.set(name, document.createNode(wanted));
  else entry.delete(name);
}

/**
 * Makes a list equal to the wanted items, by their keys. Keeps the comment above a removed item, because it may be about the
 * items below it too.
 */
function makeEqual(document: Document, { key, value }: Pair<Scalar, YAMLSeq>, wanted: Map<unknown, unknown>): void {
  const list = value as YAMLSeq<YAMLMap | Scalar>;
  const added = new Map(wanted);
  for (let at = list.items.length - 1; at >= 0; at -= 1) {
    const item = list.items[at]!;
    if (added.delete('value' in item ? item.value : item.get('id'))) continue;
    list.items.splice(at, 1);
    const next = list.items[at];
    if (next) next.commentBefore = joined(item.commentBefore, next.commentBefore);
    else list.comment = joined(item.commentBefore, list.comment);
  }
  if (list.items.length === 0) {
    // Otherwise new items would be written above it.
    key.commentBefore = joined(key.commentBefore, list.comment);
    list.comment = null;
    // An empty list is always written in brackets.
    list.flow = added.size === 0;
  }
  for (const item of added.values()) list.items.push(document.createNode(item) as Scalar | YAMLMap);
}

const joined = (...comments: (string | null | undefined)[]): string | null =>
  comments.filter(Boolean).join('\n\n') || null;

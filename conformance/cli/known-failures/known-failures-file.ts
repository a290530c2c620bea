// Writes the list of known failures, and keeps what a user wrote in it.
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Document, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { shipped } from '../../../shipped/files.ts';
import { type KnownFailure, type KnownFailures, listAfter } from '../../run/known-failures.ts';
import { quantity } from '../../run/outcome.ts';
import type { Run } from '../../run/run-record.ts';
import { readKnownFailures } from './known-failures.ts';
import { UsageError } from '../../usage-error.ts';

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
 * Writes the list as it is after the run.
 *
 * @returns the list, and what was done as text
 * @throws UsageError when the file has become malformed during the run: then it stays as it is
 */
export function updateList({ file, add }: ListUpdate, run: Run): { list: KnownFailures; done: string } {
  // Read again, because the user may have edited it during the run.
  const before = readListToWrite(file);
  const list = listAfter(run, before, add);
  if (!existsSync(file) || JSON.stringify(contentOf(before)) !== JSON.stringify(contentOf(list)))
    writeFileSync(file, textOf(file, list));
  // An entry that named no scenarios is the same entry with them.
  const completed = [...before.entries].map(
    ([id, entry]) => [id, entry.scenarios ? entry : (list.entries.get(id) ?? entry)] as const,
  );
  const [old, now] = [scenariosIn(completed), scenariosIn(list.entries)];
  const onlyIn = (one: string[], other: string[]) => one.filter((each) => !other.includes(each)).length;
  const change = `${onlyIn(now, old)} added, ${onlyIn(old, now)} removed`;
  const lists = `${quantity(now.length, 'scenario')} of ${quantity(list.entries.size, 'requirement')}`;
  const todo = [...list.entries.keys()].some((id) => !before.entries.has(id));
  const next = todo ? ' Write the reason in place of each TODO.' : '';
  return { list, done: `${file} lists ${lists} (${change}).${next}\n` };
}

const scenariosIn = (entries: Iterable<readonly [string, KnownFailure]>): string[] =>
  [...entries].flatMap(([id, { scenarios = [''] }]) => scenarios.map((label) => `${id} ${label}`));

function textOf(file: string, list: KnownFailures): string {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (file.endsWith('.json') || isJson(before)) return `${JSON.stringify(contentOf(list), null, 2)}\n`;
  const document = before === undefined ? newDocument() : shipped.yaml().parseDocument(before.replaceAll('\r\n', '\n'));
  fill(document, list);
  const text = document.toString({ lineWidth: 0 });
  return before?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** JSON is YAML too, but adding an entry as YAML would make the file invalid JSON. An empty list is both. */
function isJson(text = '[]'): boolean {
  try {
    return Object.keys(JSON.parse(text) as object).length > 0;
  } catch {
    return false;
  }
}

function newDocument(): Document {
  const document = new (shipped.yaml().Document)({ failures: [] });
  document.commentBefore = ' Scenarios that are known to fail.';
  return document;
}

/** The list as it is written. */
const contentOf = ({ run, entries }: KnownFailures) => ({
  failures: [...entries].map(([id, entry]) => ({ id, ...entry })),
  ...(run && { run }),
});

/** Makes the document equal to the list; keeps comments, order and style of the entries that stay. */
function fill(document: Document, list: KnownFailures): void {
  const { run, failures } = contentOf(list);
  const contents = document.contents as YAMLMap<Scalar>;
  const isChanged = JSON.stringify(document.toJS().run) !== JSON.stringify(run);
  if (run && isChanged) document.set('run', document.createNode(run));
  const { key, value } = contents.items.find((pair) => pair.key.value === 'failures')!;
  const entries = value as YAMLSeq<YAMLMap>;
  removeFrom(entries, (entry) => !list.entries.has(entry.get('id') as string));
  if (entries.items.length === 0) moveComment(entries, key);
  const written = new Set(entries.items.map((entry) => entry.get('id')));
  for (const entry of failures) if (!written.has(entry.id)) entries.add(document.createNode(entry));
  // An empty list is always written in brackets.
  if (written.size === 0) entries.flow = entries.items.length === 0;
  for (const entry of entries.items)
    setScenarios(document, entry, list.entries.get(entry.get('id') as string)!.scenarios);
}

function setScenarios(document: Document, entry: YAMLMap, scenarios: string[] | undefined): void {
  if (!scenarios) return;
  const written = entry.get('scenarios');
  if (!shipped.yaml().isSeq<Scalar<string>>(written)) return entry.set('scenarios', document.createNode(scenarios));
  removeFrom(written, ({ value }) => !scenarios.includes(value));
  const kept = new Set(written.items.map(({ value }) => value));
  for (const label of scenarios) if (!kept.has(label)) written.add(document.createNode(label));
}

/** Removes items. Keeps the comment above a removed item, because it may be about the items below it too. */
function removeFrom<T extends YAMLMap | Scalar>(list: YAMLSeq<T>, isRemoved: (item: T) => boolean): void {
  for (let at = list.items.length - 1; at >= 0; at -= 1) {
    if (!isRemoved(list.items[at]!)) continue;
    const [removed] = list.items.splice(at, 1);
    const next = list.items[at];
    if (next) next.commentBefore = joined(removed!.commentBefore, next.commentBefore);
    else list.comment = joined(removed!.commentBefore, list.comment);
  }
}

/** Moves the comment above the list; otherwise new entries would be written above it. */
function moveComment(list: YAMLSeq, key: Scalar): void {
  key.commentBefore = joined(key.commentBefore, list.comment);
  list.comment = null;
}

const joined = (...comments: (string | null | undefined)[]): string | null =>
  comments.filter(Boolean).join('\n\n') || null;

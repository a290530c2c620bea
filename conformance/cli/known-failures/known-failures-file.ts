// Writes the list of known failures, and keeps what a user wrote in it.
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Document, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { shipped } from '../../../shipped/files.ts';
import type { Result } from '../../run/verdict.ts';
import { type KnownFailures, listAfter } from '../../run/known-failures.ts';
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
  return isThere ? readKnownFailures(file) : new Map();
}

/**
 * Writes the list as it is after the run.
 *
 * @returns the list, and what was done as text
 * @throws UsageError when the file has become malformed during the run: then it stays as it is
 */
export function updateList({ file, add }: ListUpdate, results: Result[]): { list: KnownFailures; done: string } {
  // Read again, because the user may have edited it during the run.
  const before = readListToWrite(file);
  const list = listAfter(results, before, add);
  if (JSON.stringify([...before]) !== JSON.stringify([...list]) || !existsSync(file))
    writeFileSync(file, textOf(file, list));
  const added = [...list.keys()].filter((id) => !before.has(id)).length;
  const removed = before.size + added - list.size;
  const blocked = new Set([...list.values()].flatMap(({ blocks }) => blocks)).size;
  const failures = list.size === 1 ? '1 failure' : `${list.size} failures`;
  const requirements = blocked === 1 ? '1 requirement' : `${blocked} requirements`;
  const more = blocked > 0 ? ` Because of them, ${requirements} cannot be judged.` : '';
  const todo = added > 0 ? ' Write the reason in place of each TODO.' : '';
  return { list, done: `${file} lists ${failures} (${added} added, ${removed} removed).${more}${todo}\n` };
}

function textOf(file: string, list: KnownFailures): string {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (file.endsWith('.json') || isJson(before)) return `${JSON.stringify(entriesOf(list), null, 2)}\n`;
  const document = before === undefined ? newDocument() : shipped.yaml().parseDocument(before);
  fill(document, list);
  const text = document.toString({ lineWidth: 0 });
  return before?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** JSON is YAML too, but adding an entry as YAML would make the file invalid JSON. An empty list is both. */
function isJson(text = '[]'): boolean {
  try {
    return (JSON.parse(text) as unknown[]).length > 0;
  } catch {
    return false;
  }
}

function newDocument(): Document {
  const document = new (shipped.yaml().Document)([]);
  document.commentBefore =
    ' Requirements that are known to fail, and those that cannot be judged until they are fixed.';
  return document;
}

const entriesOf = (list: KnownFailures) =>
  [...list].map(([id, { reason, blocks }]) => ({ id, reason, ...(blocks.length > 0 && { blocks }) }));

/** Makes the document equal to the list; keeps comments, order and style of the entries that stay. */
function fill(document: Document, list: KnownFailures): void {
  const entries = document.contents as YAMLSeq<YAMLMap>;
  // An empty list is always written in brackets.
  if (entries.items.length === 0) entries.flow = false;
  removeFrom(entries, (entry) => !list.has(entry.get('id') as string));
  if (entries.items.length === 0) moveComment(entries, document);
  const written = new Set(entries.items.map((entry) => entry.get('id')));
  for (const entry of entriesOf(list)) if (!written.has(entry.id)) entries.add(document.createNode(entry));
  for (const entry of entries.items) setBlocks(document, entry, list.get(entry.get('id') as string)!.blocks);
}

function setBlocks(document: Document, entry: YAMLMap, blocks: string[]): void {
  if (blocks.length === 0) return void entry.delete('blocks');
  const written = entry.get('blocks');
  if (!shipped.yaml().isSeq<Scalar<string>>(written)) return entry.set('blocks', document.createNode(blocks));
  removeFrom(written, ({ value }) => !blocks.includes(value));
  const kept = new Set(written.items.map(({ value }) => value));
  for (const id of blocks) if (!kept.has(id)) written.add(document.createNode(id));
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

/** Moves the comment to the top of the file; otherwise new entries would be written above it. */
function moveComment(list: YAMLSeq, document: Document): void {
  document.commentBefore = joined(document.commentBefore, list.comment);
  list.comment = null;
}

const joined = (...comments: (string | null | undefined)[]): string | null =>
  comments.filter(Boolean).join('\n\n') || null;

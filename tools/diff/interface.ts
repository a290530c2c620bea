// What changed in the interface, as `redocly diff` rates it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change, Group } from './requirements.ts';
import { redocly } from '../root.ts';

/** One change as Redocly reports it; `path` is `#/paths/~1cases/post/responses/201/…`, without references. */
interface Rated {
  path: string;
  kind: 'added' | 'removed' | 'modified';
  impact: 'major' | 'minor' | 'patch';
  property?: string;
  verdicts: { message: string }[];
  base?: { value?: unknown };
  revision?: { value?: unknown };
}

const prose = /^(description|summary|title|examples?|tags|deprecated|version|x-.*)$/;

/**
 * The changes of paths, webhooks and schemas between two contracts.
 *
 * @param old the text of the older contract
 */
export function interfaceChanges(old: string, now: string): Change[] {
  // Elsewhere, because redocly.yaml would turn off the rules of the comparison.
  const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));
  try {
    writeFileSync(join(folder, 'old.yaml'), old);
    writeFileSync(join(folder, 'now.yaml'), now);
    const args = ['diff', 'old.yaml', 'now.yaml', '--format', 'json', '--output', 'changes.json'];
    const { stderr } = spawnSync(process.execPath, [redocly, ...args], { cwd: folder, encoding: 'utf8' });
    if (!existsSync(join(folder, 'changes.json'))) throw new Error(`redocly diff reported nothing: ${stderr}`);
    const { changes } = JSON.parse(readFileSync(join(folder, 'changes.json'), 'utf8')) as { changes: Rated[] };
    return merged(changes.flatMap(changeOf));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function changeOf(rated: Rated): Change[] {
  const { path, kind, property = path.split('/').at(-1)!, verdicts } = rated;
  // Requirements and decisions have a comparison of their own; what nothing refers to binds nobody.
  if ((/^#\/(components\b|$)/.test(path) && rated.impact !== 'major') || isReordered(rated)) return [];
  const [, place = ''] = /^#\/(?:paths|webhooks)\/([^/]+(?:\/[a-z]+(?:\/responses\/\d+)?)?)/.exec(path) ?? [];
  const readable = place.replace('/responses/', ' ').replaceAll('~1', '/');
  const group = groupOf(rated, property);
  const inner = path.slice(path.indexOf(place) + place.length).replace(/^.*\/schema\//, '');
  const texts = verdicts.map(({ message }) => message);
  if (texts.length === 0) texts.push(`${inner || path}: \`${property}\` was ${kind}.`);
  return texts.map((text) => ({ group, text, places: readable === '' ? [] : [readable] }));
}

const isReordered = ({ base, revision }: Rated) =>
  [base?.value, revision?.value].every(Array.isArray) &&
  JSON.stringify((base!.value as unknown[]).toSorted()) === JSON.stringify((revision!.value as unknown[]).toSorted());

/** Redocly rates what breaks clients. What services must follow besides may make one of them fail. */
function groupOf({ path, kind, impact, revision, property: changed }: Rated, property: string): Group {
  const isEvent = path.startsWith('#/webhooks/');
  // Redocly rates these as patches: a header that need not be sent any more, and an event that has less or another name.
  const isLost = property === 'required' && !revision?.value && (isEvent || /\/headers\/[^/]+$/.test(path));
  const isEventLess = isEvent && ((kind === 'removed' && changed === undefined) || property === 'key');
  if (impact === 'major' || isLost || isEventLess) return 'breaks clients';
  const isSentByService = path.includes('/responses/') !== isEvent;
  const isNewProperty = kind === 'added' && isSentByService && /\/properties\/[^/]+$/.test(path);
  return prose.test(property) || isNewProperty ? 'compatible' : 'may make a conformant service fail';
}

/** Equal changes as one, with all its places. */
function merged(changes: Change[]): Change[] {
  const byText = Map.groupBy(changes, ({ group, text }) => `${group}\n${text}`);
  return [...byText.values()].map((same) => ({
    ...same[0]!,
    places: [...new Set(same.flatMap(({ places }) => places))],
  }));
}

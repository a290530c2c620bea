// What the requests of one scenario share: the cases that it opened, and what its placeholders stand for.
import { type Exchange, headerIn } from '../../../wire/exchange.ts';
import { isObject, valueOf } from '../../../wire/json.ts';
import { caseIdIn } from '../../../oracle/facts.ts';
import type { Opened } from '../../../recording/recording.ts';
import type { Step } from '../../../scenarios/vocabulary.ts';
import { idsAs, unknownLike } from '../../../values/ids.ts';
import type { Run } from '../run.ts';

/** What the requests of one scenario share. */
export interface Surroundings {
  run: Run;
  /** what `{unique}`, `{uuid}` and `{number}` stand for */
  unique: string;
  uuid: string;
  number: string;
  /** in the order of the creates */
  opened: Opened[];
  /** of the first accepted upload */
  artifactId?: string | undefined;
  /** the case of the first create of the control */
  control: Opened | undefined;
}

/** The path of a step, relative to the base address: that of its case; undefined when nothing opened it. */
export function pathOf({ do: operation, of = 0 }: Step, { opened, control, run }: Surroundings): string | undefined {
  if (operation === 'create') return '/cases';
  if (typeof of === 'object' && 'id' in of) return `/cases/${encodeURIComponent(of.id)}`;
  if (typeof of === 'object') return control && `/cases/${encodeURIComponent(changedId(control.id, of.controlAs))}`;
  if (of === 'unknown') return control && `/cases/${unknownLike(control.id)}`;
  if (of !== 'location') {
    const found = of === 'control' ? control : opened[of];
    return found && `/cases/${found.id}`;
  }
  const base = new URL(run.manifest.baseUrl).pathname.replace(/\/$/, '');
  const location = opened[0]?.location;
  return location?.startsWith(`${base}/`) ? location.slice(base.length) : undefined;
}

/** The change of a short id is probably the id of another case, and some ids have nothing to change. */
function changedId(id: string, change: string): string {
  const changed = idsAs[change]!(id);
  return changed === id || id.length < 16 ? unknownLike(id) : changed;
}

/** Takes note of the case or the artifact that a step has opened. */
export function noteOpened({ do: operation }: Step, { request, response }: Exchange, around: Surroundings): void {
  if (!response || response.status >= 300) return;
  if (operation === 'upload') around.artifactId ??= artifactIdIn(response.body);
  const id = operation === 'create' ? caseIdIn(response, around.run.manifest.id) : undefined;
  if (id === undefined) return;
  const location = headerIn(response.headers, 'Location');
  const path = location === undefined ? undefined : URL.parse(location, request.url)?.pathname;
  around.opened.push({ id, location: path });
}

function artifactIdIn(body: Buffer): string | undefined {
  const shown = valueOf(body);
  return isObject(shown) && typeof shown['id'] === 'string' ? shown['id'] : undefined;
}

/** What the placeholders of a text stand for. */
export interface Filling extends Pick<Surroundings, 'unique' | 'uuid' | 'number'> {
  run: Pick<Run, 'id' | 'manifest' | 'credential' | 'reference'>;
}

/** Fills the placeholders of a text. */
export const fill = (written: string, { unique, uuid, number, run }: Filling): string =>
  written
    .replaceAll('{unique}', unique)
    .replaceAll('{uuid}', uuid)
    .replaceAll('{number}', number)
    .replaceAll('{letter}', () => String.fromCharCode(0x21 + (run.id.charCodeAt(0) % 0x5e)))
    .replaceAll('{key}', () => run.credential('tenant').value)
    .replaceAll('{origin}', () => new URL(run.manifest.baseUrl).origin);

// What the requests of one scenario share: the cases that it opened, and what its placeholders stand for.
import { type Exchange, headerIn } from '../wire/exchange.ts';
import { isObject, valueOf } from '../wire/json.ts';
import { caseIdIn } from '../oracle/response/case-id.ts';
import type { Of } from '../scenarios/vocabulary.ts';
import { idsAs, unknownLike } from '../values/ids.ts';
import type { Run } from './run.ts';

/** A case that a create has opened. */
export interface Opened {
  id: string;
  /** the path of its `Location`, if it has one */
  location: string | undefined;
}

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

/** The path of a case, relative to the base address; undefined when nothing opened it. */
export function pathOf(of: Of, { opened, control, run }: Surroundings): string | undefined {
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

export function openedBy({ request, response }: Exchange, idPlace: string): Opened[] {
  const id = response && response.status < 300 ? caseIdIn(response, idPlace) : undefined;
  if (id === undefined) return [];
  const location = headerIn(response!.headers, 'Location');
  const isUri = location !== undefined && URL.canParse(location, request.url);
  return [{ id, location: isUri ? new URL(location, request.url).pathname : undefined }];
}

export function artifactIdIn({ response }: Exchange): string | undefined {
  const body = response && response.status < 300 ? valueOf(response.body) : undefined;
  return isObject(body) && typeof body['id'] === 'string' ? body['id'] : undefined;
}

/** Fills the placeholders of a text. */
export const fill = (written: string, { unique, uuid, number, run }: Surroundings): string =>
  written
    .replaceAll('{unique}', unique)
    .replaceAll('{uuid}', uuid)
    .replaceAll('{number}', number)
    .replaceAll('{letter}', () => String.fromCharCode(0x21 + (run.id.charCodeAt(0) % 0x5e)))
    .replaceAll('{key}', () => run.credential('tenant').value)
    .replaceAll('{origin}', () => new URL(run.manifest.baseUrl).origin);

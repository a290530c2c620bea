// Writes the request of a step.
import type { Credential } from '../wire/exchange.ts';
import type { Request } from '../wire/http.ts';
import { multipart, type Part } from '../wire/multipart.ts';
import type { Change, Of, OtherPart, Parts, Step } from '../scenarios/vocabulary.ts';
import { fileOfSize, jpeg, type MakeFile, pdf, png } from '../values/evidence-files.ts';
import { formsAs } from '../values/forms.ts';
import { headerSpellings } from '../values/headers.ts';
import { idsAs, unknownLike } from '../values/ids.ts';
import { idempotencyKeysAs, unlikelyKeys } from '../values/keys.ts';
import { changedKey } from './changed-keys.ts';
import type { Run } from './run.ts';
import { untilRead } from './until-read.ts';

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

/** @param path that of the case, for an operation on one */
export function requestOf(
  { do: operation, change = {}, connection, behind, aborted, listens, mayGetError }: Step,
  path: string,
  around: Surroundings,
  isRacing: boolean,
): Request {
  const valid = {
    create: () => ({ method: 'POST', path: '/cases', ...bodyOfCreate(change, around) }),
    upload: () => ({ method: 'POST', path: `${path}/artifacts`, ...bodyOfUpload(change, around) }),
    read: () => ({ method: 'GET', path, ...(change.text && { body: [Buffer.from(fill(change.text, around))] }) }),
  }[operation]();
  const { headers = {}, ...request } = valid as Request;
  const filled = (written: string) => fill(written, around);
  const idempotencyKey = idempotencyKeyOf(change, around);
  const own = Object.entries(change.headers ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? filled(value) : value.map(filled),
  ]);
  const key = change.authorization && { header: 'Authorization', template: change.authorization };
  const made: Request = {
    ...request,
    ...(change.method && { method: change.method }),
    ...(change.text === '' && { body: [] }),
    path: withIds(change.path ?? request.path, path, around.artifactId) + queryOf(change, around),
    headers: {
      ...headers,
      ...(change.cookies && cookiesOf(around.run)),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...Object.fromEntries(own),
    },
    ...(change.sending === 'in pieces' && { inPieces: shortPause }),
    ...(change.sending?.endsWith('without Content-Length') && { chunked: true }),
    // The scenario asks for 429 or 503, so these do not mean that the candidate is overloaded.
    ...((mayGetError || String(change.json?.['reference']).startsWith('sandbox:error:')) && {
      expects: 'either' as const,
    }),
    credential: credentialOf(change, around.run),
    ...(key && { key }),
    ...(isRacing && { racing: true, behindRace: behind ?? 0 }),
    ...(listens && { listens }),
    ...(connection && { connection: `${connection} of ${around.unique}` }),
  };
  const spelled = change.headerNamesAs === undefined ? made : respelled(made, change.headerNamesAs, around.run);
  if (change.sending?.startsWith('over three seconds')) return inFourPieces(spelled);
  return aborted ? abortedHalfway(spelled, around.run) : spelled;
}

// Milliseconds between the pieces of a body: long enough for a fast server to read them apart, and those of a slow sender.
const shortPause = 20;
const longPause = 1000;

function inFourPieces(request: Request): Request {
  const whole = Buffer.concat([request.body!].flat());
  const size = Math.ceil(whole.length / 4);
  return {
    ...request,
    body: [0, 1, 2, 3].map((at) => whole.subarray(at * size, (at + 1) * size)),
    inPieces: longPause,
  };
}

/** The same request with its header names in another spelling. */
function respelled(request: Request, spelling: string, run: Run): Request {
  const spell = headerSpellings[spelling]!;
  const { header, template } = request.key ?? run.manifest.key;
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => [spell(name), value]);
  return { ...request, key: { header: spell(header), template }, headers: Object.fromEntries(headers) };
}

/** Fills in the id of the case at a path, and that of an artifact. */
function withIds(written: string, pathOfCase: string, artifactId = ''): string {
  const id = pathOfCase.slice('/cases/'.length);
  const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
  return written
    .replaceAll('{id}', () => id)
    .replaceAll('{encoded id}', () => encoded)
    .replaceAll('{artifact id}', () => encodeURIComponent(artifactId));
}

/** Half of the body, and then the connection is closed. */
function abortedHalfway(request: Request, run: Run): Request {
  const { headers, body } = request;
  const whole = Buffer.concat([body!].flat());
  return {
    ...request,
    headers: { ...headers, 'Content-Length': String(whole.length) },
    body: whole.subarray(0, whole.length / 2),
    racing: true,
    until: () => untilRead(run),
  };
}

/** A header with the last cookies that the candidate set for the first tenant; undefined when it set none. */
function cookiesOf(run: Run): { Cookie: string } | undefined {
  const key = run.credential('tenant').value;
  const set = run.exchanges
    .filter(({ request }) => request.credential?.value === key)
    .flatMap(({ response }) => response?.headers ?? [])
    .filter(([name]) => name.toLowerCase() === 'set-cookie')
    .map(([, value]) => value.split(';')[0]!);
  return set.length === 0 ? undefined : { Cookie: [...new Set(set)].slice(-20).join('; ') };
}

/** Fills the placeholders of a text. */
const fill = (written: string, { unique, uuid, number, run }: Surroundings): string =>
  written
    .replaceAll('{unique}', unique)
    .replaceAll('{uuid}', uuid)
    .replaceAll('{number}', number)
    .replaceAll('{letter}', () => String.fromCharCode(0x21 + (run.id.charCodeAt(0) % 0x5e)))
    .replaceAll('{key}', () => run.credential('tenant').value)
    .replaceAll('{origin}', () => new URL(run.manifest.baseUrl).origin);

function idempotencyKeyOf({ idempotencyKey, idempotencyKeyAs }: Change, around: Surroundings): string | undefined {
  if (idempotencyKey === undefined) return undefined;
  const key = fill(idempotencyKey, around);
  return idempotencyKeyAs === undefined ? key : idempotencyKeysAs[idempotencyKeyAs]!(key);
}

function queryOf({ query }: Change, around: Surroundings): string {
  if (query === undefined) return '';
  const key = encodeURIComponent(around.run.credential('tenant').value);
  const unique = encodeURIComponent(around.unique);
  return `?${query.replaceAll('{key}', () => key).replaceAll('{unique}', () => unique)}`;
}

const neverIssued = unlikelyKeys['an unknown key']!;
const stranger: Credential = { value: neverIssued, shell: neverIssued };

/** The key that a request carries; undefined for none. */
export function credentialOf({ as = 'tenant', keyAs }: Change, run: Run): Credential | undefined {
  if (as === 'nobody') return undefined;
  if (as === 'stranger') return stranger;
  const key = run.credential(as);
  return keyAs === undefined ? key : changedKey(key, keyAs);
}

type Body = Pick<Request, 'headers' | 'body' | 'inPieces'>;

function bodyOfCreate(change: Change, around: Surroundings): Body {
  const within = change.cutWithin === undefined ? undefined : Buffer.from(change.cutWithin);
  return { headers: { 'Content-Type': 'application/json' }, ...inPieces(bytesOfCreate(change, around), within) };
}

function bytesOfCreate({ json, text, bytes, size, spaceBehind }: Change, around: Surroundings): Buffer {
  if (bytes !== undefined) return Buffer.from(bytes, 'latin1');
  const body = Buffer.from(
    fill(text ?? JSON.stringify({ type: 'PF', reference: around.run.reference(), ...json }), around),
  );
  const space = Buffer.alloc(size === undefined ? 0 : size - body.length, ' ');
  return Buffer.concat(spaceBehind ? [body, space] : [space, body]);
}

/** The second piece begins in the middle of these bytes. */
function inPieces(body: Buffer, within: Buffer | undefined): Body {
  if (within === undefined) return { body: [body] };
  const at = body.indexOf(within) + Math.floor(within.length / 2);
  return { body: [body.subarray(0, at), body.subarray(at)], inPieces: shortPause };
}

function bodyOfUpload(change: Change, around: Surroundings): Body {
  const { text, bytes, fileSize, boundary, formAs, cutWithin, parts = {} } = change;
  const made = multipart(partsOf(fileSize === undefined ? parts : { ...parts, file: '' }, around), {
    last: parts.truncated !== true,
    ...(boundary && { boundary }),
  });
  const headers = { 'Content-Type': made.contentType };
  if (text !== undefined) return { headers, body: [Buffer.from(fill(text, around))] };
  if (bytes !== undefined) return { headers, body: [latin1(bytes)] };
  if (formAs !== undefined) {
    const form = Buffer.concat(made.body).toString('latin1');
    return { headers, body: [latin1(formsAs[formAs]!(form))] };
  }
  if (cutWithin !== undefined) return { headers, ...inPieces(Buffer.concat(made.body), latin1(cutWithin)) };
  if (fileSize === undefined) return { headers, body: made.body };
  // The file replaces the empty content of its part, in pieces that all uploads share.
  const file = fileOfSize(fileSize, makers[parts.type ?? 'image/jpeg']);
  return { headers, body: made.body.toSpliced(parts.fileFirst ? 1 : 3, 1, ...file) };
}

const makers: Record<string, MakeFile> = { 'image/jpeg': jpeg, 'image/png': png, 'application/pdf': pdf };

const plainEvidence = { file: jpeg(), filename: 'evidence.jpg', type: 'image/jpeg' };

const latin1 = (bytes: string) => Buffer.from(bytes, 'latin1');

function partsOf(parts: Parts, { run }: Surroundings): Part[] {
  const { kind, file, type, filename, kindHeaders, fileHeaders, fileFirst, before = [], more = [] } = parts;
  const plain = run.manifest.fixtures?.evidence ?? plainEvidence;
  const declared = type === undefined ? plain.type : type;
  const both: Part[] = [];
  if (kind !== null)
    both.push({ name: 'kind', content: latin1(kind ?? 'ID_FRONT'), ...(kindHeaders && { headers: kindHeaders }) });
  if (file !== null)
    both.push({
      name: 'file',
      filename: filename ?? plain.filename,
      ...(declared !== null && { type: declared }),
      content: file === undefined ? plain.file : latin1(file),
      ...(fileHeaders && { headers: fileHeaders }),
    });
  const written = (others: readonly OtherPart[]) => others.map((part) => ({ ...part, content: latin1(part.content) }));
  return [...written(before), ...(fileFirst ? both.toReversed() : both), ...written(more)];
}

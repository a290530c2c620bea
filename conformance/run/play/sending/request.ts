// Writes the request of a step.
import { type Credential, headerIn } from '../../../wire/exchange.ts';
import type { Request } from '../../../wire/http.ts';
import type { Change, Step } from '../../../scenarios/vocabulary.ts';
import { headerSpellings } from '../../../values/headers.ts';
import { idempotencyKeysAs, unlikelyKeys } from '../../../values/keys.ts';
import { untilErrorIsCertain } from './retry.ts';
import { bodyOfCreate, bodyOfUpload, shortPause } from './bodies.ts';
import { changedKey } from '../../../values/changed-keys.ts';
import type { Run } from '../run.ts';
import { fill, type Surroundings } from './surroundings.ts';
import { untilRead } from './until-read.ts';

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
  const credential = credentialOf(change, around.run);
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
      ...(change.changedSince && conditionOf(change.changedSince, path, around.run)),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...Object.fromEntries(own),
    },
    ...(change.sending === 'in pieces' && { inPieces: shortPause }),
    ...(change.chunked && { chunked: true }),
    // The scenario asks for 429 or 503, so these do not mean that the candidate is overloaded.
    ...((mayGetError || String(change.json?.['reference']).startsWith('sandbox:error:')) && {
      expects: 'either' as const,
    }),
    ...(mayGetError && !isRacing && { retry: untilErrorIsCertain(isOfSandbox(credential, around.run)) }),
    credential,
    ...(key && { key }),
    ...(isRacing && { racing: true, behindRace: behind ?? 0 }),
    ...(listens && { listens }),
    ...(connection && { connection: `${connection} of ${around.unique}` }),
  };
  const spelled = change.headerNamesAs === undefined ? made : respelled(made, change.headerNamesAs, around.run);
  if (change.sending === 'over three seconds') return inEqualPieces(4, 1000, spelled);
  if (change.sending === 'with a pause of 18 seconds') return inEqualPieces(2, 18_000, spelled);
  if (aborted === undefined) return spelled;
  // The candidate has everything that it needs to carry the request out.
  if (aborted === 'after its body') return { ...spelled, racing: true, leaves: true };
  return abortedIn(spelled, aborted === true ? 1 / 2 : 0, around.run);
}

/** As a slow sender does. @param pause between two pieces, in milliseconds */
function inEqualPieces(count: number, pause: number, request: Request): Request {
  const whole = Buffer.concat([request.body!].flat());
  const size = Math.ceil(whole.length / count);
  const body = Array.from({ length: count }, (_, at) => whole.subarray(at * size, (at + 1) * size));
  return { ...request, body, inPieces: pause };
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

/** This part of the body, and then the connection is closed. */
function abortedIn(request: Request, part: number, run: Run): Request {
  const { headers, body } = request;
  const whole = Buffer.concat([body!].flat());
  return {
    ...request,
    headers: { ...headers, 'Content-Length': String(whole.length) },
    body: whole.subarray(0, whole.length * part),
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

const conditions = { ETag: 'If-None-Match', 'Last-Modified': 'If-Modified-Since' };

/** What the first read of the case had in this header, as a condition. */
function conditionOf(name: keyof typeof conditions, path: string, run: Run): Record<string, string> {
  const first = run.exchanges.find(({ request }) => request.method === 'GET' && request.url.endsWith(path));
  const value = headerIn(first?.response?.headers ?? [], name);
  return value === undefined ? {} : { [conditions[name]]: value };
}

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

/** False for a key with which the sandbox cannot be asked for anything. */
const isOfSandbox = (credential: Credential | undefined, { claimsSandbox, manifest }: Run): boolean =>
  claimsSandbox && credential?.value !== manifest.keys.live;

/** The key that a request carries; undefined for none. */
export function credentialOf({ as = 'tenant', keyAs }: Change, run: Run): Credential | undefined {
  if (as === 'nobody') return undefined;
  if (as === 'stranger') return stranger;
  const key = run.credential(as);
  return keyAs === undefined ? key : changedKey(key, keyAs);
}

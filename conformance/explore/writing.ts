import type { Request } from '../engine/http.ts';
import { multipart } from '../engine/multipart.ts';
import { signatures } from './evidence.ts';
import { type Draft, type Ingredients, numbersFrom, type Step } from './step.ts';
import { twistNamed } from './twists/index.ts';

/** What the requests of one sequence share when it is sent once: its values are new each time. */
export interface Surroundings {
  /** a text that is part of every value */
  tag: string;
  /** the API key of a sender; undefined for nobody */
  keyOf: (sender: Step['as']) => string | undefined;
  /** the API key that is valid, for a request that shows it in a wrong place */
  validKey: string;
  /** the cookies that were set in the sequence */
  cookies: () => string;
  /** the id of a case of the sequence, or one that does not exist */
  idOf: (at: number) => string;
}

/** A JPEG of which the first KiB is that of every other one. */
const jpegOf = (unique: string) =>
  Buffer.concat([signatures['image/jpeg'], Buffer.from('JFIF content'.padEnd(1100)), Buffer.from(unique)]);

/** Writes the request of a step. */
export function requestOf(step: Step, around: Surroundings): Request {
  const draft = plainDraft(step, around);
  const ingredients: Ingredients = {
    pick: numbersFrom(step.salt),
    unique: `zq7${around.tag}${step.salt.toString(36)}`,
    validKey: around.keyOf(step.as) ?? around.validKey,
    ownerKey: around.validKey,
    cookies: around.cookies,
    caseId: around.idOf(step.case),
  };
  for (const name of step.twists) twistNamed(step.do, name)?.(draft, ingredients);
  return written(draft, step);
}

function plainDraft(step: Step, { tag, keyOf, idOf }: Surroundings): Draft {
  const key = keyOf(step.as);
  const id = idOf(step.case);
  const unique = `${tag}-${step.value}`;
  const plain = `conformance-${unique}`;
  const draft: Draft = {
    method: step.do === 'read' ? 'GET' : 'POST',
    path: { create: '/cases', upload: `/cases/${id}/artifacts`, read: `/cases/${id}` }[step.do],
    headers: [],
    authorization: key === undefined ? undefined : `Bearer ${key}`,
    json: { type: step.type ?? 'PF', reference: step.directive === undefined ? plain : `${step.directive}#${unique}` },
    parts: [
      { name: 'kind', content: 'ID_FRONT' },
      {
        name: 'file',
        filename: `zq-file-${unique}.jpg`,
        type: 'image/jpeg',
        content: jpegOf(unique),
      },
    ],
    boundary: 'idv-conformance-boundary',
    body: undefined,
    rewrite: [],
    chunked: false,
    inPieces: false,
    cut: undefined,
    nameOf: (name) => name,
  };
  if (step.do === 'create') draft.headers.push(['Content-Type', 'application/json']);
  if (step.do === 'upload') draft.headers.push(['Content-Type', `multipart/form-data; boundary=${draft.boundary}`]);
  if (step.key !== undefined && step.do !== 'read')
    draft.headers.push(['Idempotency-Key', `Key-of-${tag}-${step.key}`]);
  return draft;
}

function written(draft: Draft, step: Step): Request {
  const { method, path, authorization, inPieces, cut } = draft;
  // Node sends a body of other methods without any framing.
  const chunked = draft.chunked && method === 'POST';
  const headers: Record<string, string[]> = {};
  for (const [name, value] of draft.headers) (headers[draft.nameOf(name)] ??= []).push(value);
  if (authorization !== undefined) (headers[draft.nameOf('Authorization')] ??= []).push(authorization);
  const body = bodyOf(draft, step);
  const isError = String(draft.json['reference']).startsWith('sandbox:error');
  return {
    method,
    path,
    headers,
    chunked,
    inPieces: inPieces || cut !== undefined,
    ...(body.some(({ length }) => length > 0) && { body }),
    ...(isError && { expects: 'either' as const }),
    ...(step.together && { racing: true }),
  };
}

function bodyOf(draft: Draft, step: Step): Uint8Array[] {
  const pieces = wholeBodyOf(draft, step);
  if (!draft.cut) return pieces;
  const bytes = Buffer.concat(pieces);
  const at = draft.cut(bytes);
  return [bytes.subarray(0, at), bytes.subarray(at)].filter(({ length }) => length > 0);
}

function wholeBodyOf({ body, json, parts, boundary, rewrite }: Draft, step: Step): Uint8Array[] {
  if (body) return [body];
  if (step.do === 'read') return [];
  if (step.do === 'create') return [Buffer.from(JSON.stringify(json))];
  const pieces = multipart(parts, { boundary }).body;
  if (rewrite.length === 0) return pieces;
  return [rewrite.reduce((bytes: Buffer, change) => change(bytes), Buffer.concat(pieces))];
}

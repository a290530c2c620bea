import type { FreedomId } from '../../../generated/freedoms.ts';
import { limits, numbers } from '../../../generated/limits.ts';
import { type Exchange, headerIn, sizeOf } from '../../wire/exchange.ts';
import { valueOf } from '../../wire/json.ts';
import { hasPlainHeaders } from '../gateway.ts';
import { type Authorization, authorizationOf } from './authorization.ts';
import { type CreateReading, readCreate } from './create-body.ts';
import { readForm } from './form-body.ts';
import { mediaTypeIn, quotedValues } from './media-type.ts';
import { allowed, allowedWhere, demanded, freedomsWhere, ofAnyForm, oneOf, optional } from './rejections.ts';
import { type Target, targetOf } from './target.ts';
import type { Rejection, Span, World } from '../terms.ts';
import { readUpload, reduce, type UploadReading } from './upload-body.ts';

/** What one request means, apart from the state of the service. */
export interface Reading {
  exchange: Exchange;
  span: Span;
  target: Target;
  authorization: Authorization;
  /** reasons to reject it that do not depend on the state */
  rejections: Rejection[];
  /** reasons of a server in front of the service, which may know neither key nor path */
  early: Rejection[];
  /** why it is unclear what the request means; empty also where nobody can know */
  freedoms: FreedomId[];
  /** of an unclear request: what it means in its usual form */
  meant?: Reading;
  /** an `Idempotency-Key` that the contract knows */
  key?: string;
  /** of a request whose caller or key is unclear: the keys that it may have used */
  possibleKeys?: string[];
  create?: CreateReading;
  upload?: UploadReading;
  /** the body is shorter than announced, so the request never arrived as a whole */
  isCut: boolean;
  /** of such a body: it is a part of JSON, or a form that ends before its last boundary */
  isTruncated?: true;
}

// Servers have limits for paths, headers and bodies, in characters and bytes (`path.long`, `header.long`,
// `body.too-long-for-a-proxy`).
const longestPath = numbers.path;
const longestHeaders = numbers.headers;
const longestOfProxies = numbers['proxy-body'];

/** Reads a request. Its body is read only where it has the media type of the operation. */
export function readingOf(exchange: Exchange, span: Span, world: World): Reading {
  const { request } = exchange;
  const target = targetOf(request, world);
  const authorization = authorizationOf(request, world);
  const keys = request.method === 'POST' ? keysIn(request) : [];
  const isKeyUnclear = keys.length > 1 || (keys.length > 0 && hasKeyWithUnderscore(request));
  const facts = { exchange, span, rejections: [], early: earlyRejections(request), isCut: isCut(request) };
  const areKeysOpen = isKeyUnclear && authorization.caller !== undefined && isOperation(target);
  const freedoms = [
    ...(target.freedoms ?? []),
    ...(authorization.freedom ? [authorization.freedom] : []),
    ...freedomsWhere({ 'key.repeated-idempotency-key': areKeysOpen }),
  ];
  const asWritten = areKeysOpen ? { ...target, kind: 'unclear' as const } : target;
  const key: Key = isKeyUnclear ? 'unclear' : keyOf(keys[0]);
  const reading = readAs({ ...facts, target: asWritten, authorization, freedoms }, key, world);
  if (isKeyUnclear || (keys.length > 0 && authorization.unclear)) reading.possibleKeys = keys;
  const isKnowable = (target.kind !== 'unclear' || target.means) && (!authorization.unclear || authorization.means);
  if (freedoms.length === 0 || !isKnowable) return reading;
  const usual = { target: target.means ?? target, authorization: authorization.means ?? authorization, freedoms: [] };
  reading.meant = readAs({ ...facts, rejections: [], ...usual }, isKeyUnclear ? keyOf(undefined) : key, world);
  return reading;
}

const isOperation = ({ kind }: Target) => kind === 'operation' || kind === 'unclear';

function readAs(reading: Reading, key: Key, world: World): Reading {
  const { target, authorization, exchange } = reading;
  const { request } = exchange;
  const { caller } = authorization;
  if (!caller) return reading;
  const isRead = target.kind === 'operation' || request.method === 'HEAD';
  if (isRead && target.operation === 'getCase') reading.rejections.push(...rejectionsOfRead(request));
  if (!isOperation(target) || key === 'unclear') return reading;
  if (key.value !== undefined) reading.key = key.value;
  if (target.kind === 'unclear' || target.operation === 'getCase') return reading;
  reading.rejections.push(...rejectionsOfCoding(request));
  reading.rejections.push(...key.rejections);
  return readBody(reading, caller, world);
}

function readBody(reading: Reading, caller: NonNullable<Authorization['caller']>, world: World): Reading {
  const { exchange, target, rejections } = reading;
  const isCreate = target.operation === 'createCase';
  const { boundary, ...type } = contentTypeOf(exchange.request, isCreate ? 'application/json' : 'multipart/form-data');
  rejections.push(...type.rejections);
  const pieces = exchange.request.body;
  const size = sizeOf(pieces);
  // A server may count the bytes before it knows of what type they are.
  if (!type.fits && size > limits.jsonBytes) rejections.push(...optional(...oneOf('body.too-long-for-another-type')));
  if (!type.fits) return reading;
  const isIncomplete = exchange.request.incomplete === true;
  if (reading.isCut || isIncomplete) {
    const isTruncated = !isIncomplete && endsEarly(joined(pieces, size), boundary);
    const freedoms = freedomsWhere({ 'body.cut': reading.isCut });
    return { ...reading, target: { ...target, kind: 'unclear' }, freedoms, ...(isTruncated && { isTruncated }) };
  }
  const body = joined(pieces, size);
  if (isCreate) reading.create = readCreate(body, caller, world);
  else if (boundary !== undefined) reading.upload = readUpload(body, boundary);
  if (reading.upload && size > long) reduce(reading.upload);
  rejections.push(...(reading.create?.rejections ?? reading.upload?.rejections ?? []));
  return reading;
}

/** True for a form without its last boundary, and for a part of JSON. */
const endsEarly = (body: Buffer, boundary: string | undefined) =>
  boundary === undefined ? valueOf(body) === undefined : readForm(body, boundary).truncated;

// Memory for long bodies, one after the other: new memory for each would cost more than reading it.
let shared = Buffer.alloc(0);
// Bytes.
const long = 64 * 1024;

/** The whole body; a long one only until the next long one is joined. */
function joined(pieces: Uint8Array[], size: number): Buffer {
  const [first, ...more] = pieces;
  if (first && more.length === 0) return Buffer.from(first.buffer, first.byteOffset, first.length);
  if (size <= long) return Buffer.concat(pieces);
  if (shared.length < size) shared = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const piece of pieces) {
    shared.set(piece, at);
    at += piece.length;
  }
  return shared.subarray(0, size);
}

/** True for a body that is shorter than announced, which breaks the request below HTTP (`body.cut`). */
function isCut({ headers, body }: Exchange['request']): boolean {
  const announced = headerIn(headers, 'Content-Length');
  return announced !== undefined && announced !== String(sizeOf(body));
}

/** The rejections of servers in front of the service. */
function earlyRejections(request: Exchange['request']): Rejection[] {
  const { headers, body, url } = request;
  const { pathname } = new URL(url);
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return [
    ...allowedWhere({
      'path.long': pathname.length > longestPath,
      'header.long': size > longestHeaders,
      'header.expect': !/^100-continue$/i.test(headerIn(headers, 'Expect') ?? '100-continue'),
      'header.upgrade': mayRejectUpgrade(request),
      'header.only-if-cached': /\bonly-if-cached\b/i.test(headerIn(headers, 'Cache-Control') ?? ''),
      'header.not-ascii': !hasPlainHeaders(request),
    }),
    ...(sizeOf(body) > longestOfProxies ? optional(...oneOf('body.too-long-for-a-proxy')) : []),
    ...(isCut(request) ? optional(...oneOf('body.cut')) : []),
  ];
}

/** Clients of HTTP/2 ask every server without TLS for `h2c`. */
const mayRejectUpgrade = ({ headers, url }: Exchange['request']) => {
  const upgrade = headerIn(headers, 'Upgrade');
  return upgrade !== undefined && !(upgrade.toLowerCase() === 'h2c' && url.startsWith('http:'));
};

/** What a service may reject a read for, or ignore. */
const rejectionsOfRead = ({ headers, body }: Exchange['request']): Rejection[] =>
  allowedWhere({
    'read.encoding': headerIn(headers, 'Content-Encoding') !== undefined,
    'read.body': body.length > 0,
    'read.condition': headers.some(([name]) => /^if-/i.test(name)),
  });

function rejectionsOfCoding({ headers }: Exchange['request']): Rejection[] {
  const coding = headerIn(headers, 'Content-Encoding');
  if (coding === undefined) return [];
  const isIdentity = coding.split(',').every((each) => /^(identity)?$/i.test(each.trim()));
  return isIdentity ? allowed('header.identity-encoding') : demanded('http.content-encoding-415');
}

const keyName = /^idempotency[-_]key$/i;
const keysIn = ({ headers }: Exchange['request']) =>
  headers.filter(([name]) => keyName.test(name)).map(([, value]) => value.trim());
/** CGI, WSGI and Rack give a service both spellings of the name as one. */
const hasKeyWithUnderscore = ({ headers }: Exchange['request']) =>
  headers.some(([name]) => keyName.test(name) && name.includes('_'));

/** The key of a request, or that it may have used one of several or none. */
type Key = { value?: string; rejections: Rejection[] } | 'unclear';

/** The key of D41. */
function keyOf(value: string | undefined): Key {
  if (value === undefined) return { rejections: [] };
  if (value === '') return { rejections: allowed('key.empty-idempotency-key') };
  if (/[^\t\x20-\x7e]/.test(value)) return { rejections: demanded('idempotency.illegal-key-400').map(ofAnyForm) };
  if (value.length > limits.idempotencyKey.maxLength || !limits.idempotencyKey.pattern.test(value))
    return { rejections: demanded('idempotency.illegal-key-400') };
  return { value, rejections: [] };
}

/** Those that have no effect: the texts of a form are ASCII. */
const charsets: Record<string, RegExp> = {
  'application/json': /^utf-8$/i,
  'multipart/form-data': /^(utf-8|iso-8859-1|us-ascii)$/i,
};

/** Whether the body has the media type of the operation, and the rejections that are allowed because of it (D33, D59). */
function contentTypeOf(
  { headers, body }: Exchange['request'],
  expected: string,
): { fits: boolean; boundary?: string; rejections: Rejection[] } {
  const values = headers.filter(([name]) => name.toLowerCase() === 'content-type').map(([, value]) => value);
  const isEmpty = body.every(({ length }) => length === 0);
  if (values.length === 0 || (values.length === 1 && values[0]!.trim() === '')) {
    // An empty one is missing, or no media type.
    const rejections = [
      ...demanded('http.content-type-415'),
      ...(values.length === 1 ? optional(...demanded('http.malformed-content-type')) : []),
    ];
    return { fits: false, rejections: isEmpty ? oneOf('body.missing') : rejections };
  }
  if (values.length > 1) return { fits: true, rejections: allowed('header.repeated-content-type') };
  const type = mediaTypeIn(values[0]!);
  // Many parsers ignore an empty parameter, and find the others.
  const read = type ?? mediaTypeIn(values[0]!.replaceAll(/;\s*(?=;|$)/g, ''));
  const essence = type?.essence ?? values[0]!.split(';')[0]!.trim().toLowerCase();
  // A range, such as */*, has the form of a media type and is none.
  const isType = type && !essence.includes('*');
  // So upload-artifact.multipart-required fails too.
  if (essence !== expected && isType) return { fits: false, rejections: demanded('http.content-type-415') };
  if (essence !== expected) return { fits: false, rejections: demanded('http.malformed-content-type') };
  const rejections = allowedWhere({
    'header.malformed-parameter': type === undefined,
    'header.charset': !charsets[expected]!.test(read?.parameters.get('charset') ?? 'utf-8'),
    'header.weight': read?.parameters.has('q') === true,
  });
  if (expected !== 'multipart/form-data') return { fits: true, rejections };
  const boundary = read?.parameters.get('boundary');
  const isLegal = boundary !== undefined && /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/.test(boundary);
  const leftOpen = allowedWhere({
    'header.space-in-type': /[ \t];/.test(values[0]!.replaceAll(quotedValues, '')),
    'multipart.misleading-parameter': [...(read?.parameters ?? [])].some(
      ([name, value]) =>
        value.toLowerCase().includes('boundary=') || (name !== 'boundary' && name.endsWith('boundary')),
    ),
  });
  if (isLegal) return { fits: true, boundary, rejections: [...rejections, ...leftOpen] };
  if (boundary === undefined && read) return { fits: false, rejections: oneOf('multipart.no-boundary') };
  return { fits: false, rejections: [...rejections, ...allowed('multipart.illegal-boundary')] };
}

import type { FreedomId } from '../../../generated/freedoms.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { ordinaryMethods } from '../gateway.ts';
import { freedomsWhere } from './rejections.ts';
import type { World } from '../terms.ts';

export type Operation = 'createCase' | 'getCase' | 'uploadArtifact';

/** What a request addresses, by its method and path. */
export interface Target {
  kind: 'operation' | 'wrong method' | 'optional method' | 'unknown method' | 'unknown path' | 'unclear';
  /** the operation of the path */
  operation?: Operation;
  caseId?: string;
  /** the method that the contract gives to the path */
  allowed?: 'GET' | 'POST';
  /** true for a path that only the `Location` of the case names */
  isLocated?: true;
  /** true for a slash at the end of the path (`path.slash-at-end`) */
  slash?: true;
  /** of an unclear path: the id of a case with characters that are percent-encoded, as it means once it is decoded */
  encodedId?: string;
  /** of an unclear path: what it means in its usual form, and the freedoms to read it so or not */
  means?: Target;
  freedoms?: FreedomId[];
}

/** True when method and path mean one thing. */
export const isClear = ({ kind }: Target): boolean => kind !== 'unclear' && kind !== 'unknown method';

/** Reads method and path. A path is unclear if freedoms allow that it is read in several ways, or if it is outside the interface. */
export function targetOf({ method, url }: Exchange['request'], { basePath }: World): Target {
  const { pathname, search } = new URL(url);
  const path = pathname.slice(basePath.length);
  if (!`${pathname}/`.startsWith(`${basePath}/`)) return { kind: 'unclear' };
  const freedoms = [...freedomsOfPath(path), ...freedomsWhere({ 'query.malformed': !isPlainQuery(search) })];
  if (freedoms.length === 0) return withMethod(method, placeOf(path));
  const means = withMethod(method, placeOf(usualForm(decoded(path) ?? path)));
  const encoded = isPlainQuery(search) ? encodedIdIn(path) : {};
  return { ...means, ...encoded, kind: 'unclear', means, freedoms };
}

function withMethod(method: string, place: Omit<Target, 'kind'> | undefined): Target {
  if (!ordinaryMethods.includes(method)) return { kind: 'unknown method', ...place };
  if (method === 'HEAD' || method === 'OPTIONS') return { kind: 'optional method', ...place };
  if (place === undefined) return { kind: 'unknown path' };
  return { kind: method === place.allowed ? 'operation' : 'wrong method', ...place };
}

/** The freedoms to read a path in another form than the one in which it is written. */
function freedomsOfPath(path: string): FreedomId[] {
  const text = decoded(path);
  const encoded = [...path.matchAll(/%[0-9a-f]{2}/gi)].map(([code]) => decoded(code) ?? '');
  const plain = path.replaceAll(/%[0-9a-f]{2}/gi, '');
  return freedomsWhere({
    'path.encoded-delimiter': text === undefined || encoded.some((each) => /[\\%;\p{Cc}]/u.test(each)),
    'path.encoded-slash': encoded.includes('/'),
    'path.encoded-character': path.includes('%'),
    'path.semicolon': plain.includes(';'),
    'path.double-slash': (text ?? path).includes('//'),
    'path.letter-case': withUsualCase(plain) !== plain,
  });
}

/** A path without parameters behind semicolons and repeated slashes, with the words of the contract in lower case. */
const usualForm = (path: string) => withUsualCase(path.replaceAll(/;[^/]*/g, '').replaceAll(/\/{2,}/g, '/'));

const withUsualCase = (path: string) =>
  path.replace(/^\/cases(?=\/|$)/i, '/cases').replace(/(?<=^\/cases\/[^/]+)\/artifacts(?=\/?$)/i, '/artifacts');

/** True when a name has a value and nested names, as in `?a=1&a%5Bb%5D=2`: some frameworks reject such a query (`query.malformed`). */
function isNestedTwice(query: string): boolean {
  const names = [...new URLSearchParams(query).keys()];
  return names.some((name) => names.some((other) => other.startsWith(`${name}[`)));
}

/** False for a query that some servers reject. */
const isPlainQuery = (text: string): boolean =>
  !/[;[\]]|%[01][0-9a-f]|%7f/i.test(text) && !isNestedTwice(text) && decoded(text) !== undefined;

/** Undefined for a text that cannot be decoded. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

// What servers decode before they look for the end of a segment, or reject themselves (D27, D95).
const withMeaning = /[/\\%;\p{Cc}]|^\.+$/u;

/** True for an id that a web server may read as something else than an id. */
export const hasMeaning = (decodedId: string): boolean => withMeaning.test(decodedId);

function encodedIdIn(path: string): Pick<Target, 'encodedId'> {
  const id = /^\/cases\/([^/;]*%[^/;]*)$/.exec(path)?.[1];
  const encodedId = decoded(id ?? '');
  return id !== undefined && encodedId !== undefined ? { encodedId } : {};
}

/** The operation of a path; undefined for an unknown path. */
function placeOf(path: string): Omit<Target, 'kind'> | undefined {
  const slash = path.endsWith('/') && path !== '/' ? { slash: true as const } : {};
  const segments = (slash.slash ? path.slice(0, -1) : path).split('/').slice(1);
  const [cases, caseId, artifacts, ...more] = segments;
  if (cases !== 'cases' || more.length > 0) return undefined;
  if (caseId === undefined) return { operation: 'createCase', allowed: 'POST', ...slash };
  if (artifacts === undefined) return { operation: 'getCase', caseId, allowed: 'GET', ...slash };
  if (artifacts === 'artifacts') return { operation: 'uploadArtifact', caseId, allowed: 'POST', ...slash };
  return undefined;
}

import type { Exchange } from '../../engine/exchange.ts';
import { ordinaryMethods } from '../gateway.ts';
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
  /** true for a slash at the end of the path (D80) */
  slash?: true;
  /** of an unclear path: the id of a case with characters that are percent-encoded, as it means once it is decoded */
  encodedId?: string;
}

// Servers have limits for the length of an address (D80).
const longestPath = 300;

/** Reads method and path; what the contract does not define is unclear. */
export function targetOf({ method, url }: Exchange['request'], { basePath }: World): Target {
  const { pathname, search } = new URL(url);
  const path = pathname.slice(basePath.length);
  if (!`${pathname}/`.startsWith(`${basePath}/`) || path.length > longestPath) return { kind: 'unclear' };
  // Whether an encoded character is decoded, whether the letter case of a path matters, and whether two slashes are one
  // is left open (D80, D87). Some servers also drop what is behind a semicolon, or reject a query that does not decode.
  const usual = usualForm(path);
  if (path.includes('%') || usual !== path || !isDecodable(search))
    return { ...ofDecoded(usual), ...(isDecodable(search) && encodedIdIn(path)), kind: 'unclear' };
  const place = placeOf(path);
  if (!ordinaryMethods.includes(method))
    return { kind: 'unknown method', ...(place?.allowed && { allowed: place.allowed }) };
  if (place === undefined) return { kind: method === 'HEAD' || method === 'OPTIONS' ? 'unclear' : 'unknown path' };
  if (method === place.allowed) return { kind: 'operation', ...place };
  return { kind: method === 'HEAD' || method === 'OPTIONS' ? 'optional method' : 'wrong method', ...place };
}

/** A path without parameters behind semicolons and repeated slashes, with the words of the contract in lower case. */
const usualForm = (path: string) =>
  path
    .replaceAll(/;[^/]*/g, '')
    .replaceAll(/\/{2,}/g, '/')
    .replace(/^\/cases(?=\/|$)/i, '/cases')
    .replace(/(?<=^\/cases\/[^/]+)\/artifacts(?=\/?$)/i, '/artifacts');

/** True when a name has a value and nested names, as in `?a=1&a[b]=2`: some frameworks reject such a query (D87). */
export function isNestedTwice(query: string): boolean {
  const names = [...new URLSearchParams(query).keys()];
  return names.some((name) => names.some((other) => other.startsWith(`${name}[`)));
}

/** Parsers differ in what they make of brackets without their end and of NUL, too. */
function isDecodable(text: string): boolean {
  if (/\[(?![^\]&=]*\])|%00/.test(text) || isNestedTwice(text)) return false;
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

// What servers decode before they look for the end of a segment, or reject themselves (D80, D87).
const withMeaning = /[/\\%;\p{Cc}]|^\.+$/u;

/** True for an id that a web server may read as something else than an id. */
export const hasMeaning = (decodedId: string): boolean => withMeaning.test(decodedId);

function encodedIdIn(path: string): Pick<Target, 'encodedId'> {
  const id = /^\/cases\/([^/;]*%[^/;]*)$/.exec(path)?.[1];
  return id !== undefined && isDecodable(id) ? { encodedId: decodeURIComponent(id) } : {};
}

function ofDecoded(path: string): Omit<Target, 'kind'> {
  try {
    return placeOf(usualForm(decodeURIComponent(path))) ?? {};
  } catch {
    return {};
  }
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

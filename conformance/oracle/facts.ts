// What a sender may ask the oracle: facts about one exchange, and how long it may have to wait.
import { limits, numbers } from '../../generated/limits.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import { type Exchange, hasProblemType, headerIn, retryAfter, sizeOf } from '../wire/exchange.ts';
import { isObject, show, valueOf } from '../wire/json.ts';
import { valueAt } from '../json-pointer.ts';
import { isDecided } from './case-lifecycle/decision.ts';
import { problemsOf } from './request/rejections.ts';

/** Milliseconds that a service may take to release an idempotency key after its response. */
export const releaseTime = 3000;
/** Milliseconds that an event may take, and half a second for the transit. */
export const arrivalTime = 5500;
/** Milliseconds that the first retry of an event may take, and half a second for the transit. */
export const retryTime = 10_500;
/** Milliseconds that a response to an event may take (D48). */
export const responseTime = numbers['event-response'];
/** Milliseconds that a service waits for a response, from the arrival on, because the event was under way for a while. */
export const shortestWait = responseTime - 500;

/** True when the body is longer than what a create may have. */
export const isLong = ({ request }: Exchange): boolean => sizeOf(request.body) > limits.jsonBytes;

/** True when a response shows a decided case. */
export function isDecidedIn({ response }: Exchange): boolean {
  const shown = response && valueOf(response.body);
  return isObject(shown) && isDecided(shown);
}

/**
 * The case id in the response to a create; undefined when it has none.
 *
 * @param place a JSON pointer, or `Location`
 */
export function caseIdIn({ headers, body }: NonNullable<Exchange['response']>, place: string): string | undefined {
  const found = place === 'Location' ? lastSegment(headerIn(headers, 'Location')) : valueAt(valueOf(body), place);
  const text = typeof found === 'number' ? String(found) : found;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function lastSegment(location: string | undefined): string | undefined {
  return location?.split(/[?#]/)[0]!.replace(/\/$/, '').split('/').at(-1);
}

/** The type of a problem, as an absolute address. */
export const typeIn = (body: Buffer, url: string): string | undefined => {
  const problem = valueOf(body);
  const type = isObject(problem) ? problem['type'] : undefined;
  if (type === undefined) return undefined;
  return (typeof type === 'string' ? URL.parse(type, url)?.href : undefined) ?? show(type);
};

/** True for a problem whose type has this last segment. */
export const hasProblem = ({ request, response }: Exchange, type: string): boolean =>
  response !== undefined && typeIn(response.body, request.url)?.endsWith(`/${type}`) === true;

/**
 * True for a 502, 503 or 504 with which a gateway says that it cannot reach the service: no problem, and no pause to wait; and
 * for the 520 to 530 of Cloudflare, and the page that lighttpd sends with 500.
 */
export function isOfGateway({ response }: Exchange): boolean {
  if (!response) return false;
  if (response.status === 500) return pageOfLighttpd.test(response.body.toString('latin1', 0, longestPage));
  if (![502, 503, 504].includes(response.status) && !(response.status >= 520 && response.status <= 530)) return false;
  return !hasProblemType(response.headers) && retryAfter(response.headers) === undefined;
}

// As lighttpd 1.4.69 writes it. It has no setting for the status.
const pageOfLighttpd =
  /^<\?xml version="1\.0" encoding="iso-8859-1"\?>\s+<!DOCTYPE html PUBLIC "-\/\/W3C\/\/DTD XHTML 1\.0 Transitional\/\/EN"[^>]*>\s+<html [^>]*>\s+<head>\s+<title>500 [^<]*<\/title>\s+<\/head>\s+<body>\s+<h1>500 [^<]*<\/h1>\s+<\/body>\s+<\/html>\s*$/;
const longestPage = 1000;

/**
 * True for another 500 that is no problem, which some gateways send when the response of the service was lost; and for such a 404
 * or 405, which others send while the service is away.
 */
export const mayBeOfGateway = (exchange: Exchange): boolean =>
  [404, 405, 500].includes(exchange.response?.status ?? 0) &&
  !hasProblemType(exchange.response!.headers) &&
  !isOfGateway(exchange);

/** True for a problem that the requirement demands. */
export const hasProblemOf = (exchange: Exchange, requirement: RequirementId): boolean =>
  problemsOf(requirement).some((type) => hasProblem(exchange, type!));

export type SandboxError = 429 | 503;

/** The response has the status that its request asked the sandbox for. */
export function isAskedError({ request, response }: Exchange): boolean {
  if (response?.status !== 429 && response?.status !== 503) return false;
  const asks = new RegExp(`"reference":"sandbox:error:${response.status}["#]`);
  return asks.test(Buffer.concat(request.body).toString('latin1'));
}

import { numbers } from '../../../generated/limits.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { Problem } from '../../../generated/validators.js';
import { type Exchange, headerIn, mediaType, retryAfter } from '../../wire/exchange.ts';
import { isObject, show, valueOf } from '../../wire/json.ts';
import { valueAt } from '../../json-pointer.ts';
import { gatewayStatuses, hasPlainHeaders, ordinaryMethods } from '../gateway.ts';
import type { History } from '../history.ts';
import { bearerChallenges } from './bearer-challenge.ts';
import { disclosed } from './disclosure.ts';
import { judgeFileDisclosure } from './file-disclosure.ts';
import { ofKey } from '../idempotency/key-uses.ts';
import { hasProblem } from '../facts.ts';
import { mediaTypeIn } from '../request/media-type.ts';
import type { Reading } from '../request/reading.ts';
import { hasMeaning } from '../request/target.ts';
import type { Report } from '../terms.ts';
import { ambiguousNamesIn } from './names.ts';
import { placeOf } from './schema.ts';
import { unusualIntegersIn } from './whole-numbers.ts';
import { at } from '../support/place.ts';

type Response = NonNullable<Exchange['response']>;

/** False when a server in front of the service may have responded (D95). */
export function isFromService({ exchange: { request, response }, target, create }: Reading): boolean {
  if (target.kind === 'unclear' && (target.encodedId === undefined || hasMeaning(target.encodedId))) return false;
  if (response!.status < 300) return true;
  const isAskedFor = create?.directive?.outcome === 'error';
  const mayBeOfGateway = gatewayStatuses.includes(response!.status) && !isAskedFor;
  return ordinaryMethods.includes(request.method) && hasPlainHeaders(request) && !mayBeOfGateway;
}

const byteOrderMark = Buffer.from('\ufeff');

/** Judges what binds a response also where the contract leaves its form open. */
export function judgeAlways(reading: Reading, report: Report): void {
  const { target, authorization, exchange } = reading;
  const { status, headers, body } = exchange.response!;
  // Web servers reject TRACE themselves, some of them without Allow.
  const isOfUnknownMethod = target.kind === 'unknown method' && exchange.request.method !== 'TRACE';
  if (isOfUnknownMethod && status === 405 && authorization.caller) judgeAllow(target, headers, report);
  if (!isFromService(reading)) return;
  const range = headerIn(headers, 'Content-Range');
  if (range !== undefined) report('http.range-ignored', 'a response without Content-Range', at('Content-Range'));
  if (target.kind === 'operation' && headerIn(exchange.request.headers, 'Range') !== undefined)
    judgeWhole(exchange.response!, report);
  const origin = headerIn(headers, 'Access-Control-Allow-Origin');
  if (origin !== undefined) report('http.no-cors', 'no Access-Control-Allow-Origin', at('Access-Control-Allow-Origin'));
  if (body.subarray(0, byteOrderMark.length).equals(byteOrderMark))
    report('http.no-byte-order-mark', 'a body without a byte-order mark', 'a byte-order mark');
}

/** A `Range` has no effect, so the response is a whole object and says so. */
function judgeWhole({ status, body }: Response, report: Report): void {
  const text = body.toString();
  if (status === 206 || !isObject(valueOf(body)))
    report('http.range-ignored', 'a whole JSON object and not status 206', `status ${status}, ${text.slice(0, 60)}`);
}

/** Judges what every client has to read; a server in front of the service is bound by it too. */
export function judgeMessage({ request, response, interim = [] }: Exchange, report: Report): void {
  const { behind, headers, isLeftOpen, status } = response!;
  // Node responds to the rest of the body of a request that it has rejected, although it was to close the connection (D93).
  const isOfRest =
    status >= 400 &&
    headerIn(request.headers, 'Connection') === 'close' &&
    behind?.toString('latin1').startsWith('HTTP/1.');
  if (behind !== undefined && behind.length > 0 && !isOfRest) {
    const actual = `${behind.length} more bytes: ${show(behind.toString('latin1').slice(0, 40))}`;
    report('http.nothing-behind-response', 'nothing after the response', actual);
  }
  if (isLeftOpen)
    report('http.closes-when-asked', 'a connection that ends after the response', 'a connection that stayed open');
  const statuses = interim.map(({ status }) => status);
  if (statuses.includes(100) && headerIn(request.headers, 'Expect') === undefined)
    report('http.no-unrequested-continue', 'no 100, for which the request did not ask', 'a 100 before the response');
  const other = statuses.find((status) => status !== 100);
  if (other !== undefined)
    report('http.no-other-interim-response', 'no interim response but 100', `a ${other} before the response`);
  if (!acceptsCodings(request.headers, headerIn(headers, 'Content-Encoding') ?? ''))
    report('http.no-unrequested-coding', 'a coding that the request accepts', at('Content-Encoding'));
}

/** True when the request accepts these content codings (RFC 9110 §12.5.3); without `Accept-Encoding` it accepts none. */
function acceptsCodings(headers: Exchange['request']['headers'], codings: string): boolean {
  const listed = (text: string) =>
    text.split(',').map((each) =>
      each
        .trim()
        .toLowerCase()
        .replace(/^x-(?=gzip)/, ''),
    );
  const accepted = listed(headerIn(headers, 'Accept-Encoding') ?? '').filter((each) => !/;\s*q=0(\.0*)?$/.test(each));
  const names = new Set(accepted.map((each) => each.split(';')[0]!.trim()));
  return listed(codings).every((each) => ['', 'identity', ...names].includes(each) || names.has('*'));
}

/** Judges what binds every response: its headers, its media type, what it shows and, for a rejection, its problem. */
export function judgeForm(reading: Reading, history: History, report: Report): void {
  if (!isFromService(reading)) return;
  const { request, response } = reading.exchange;
  judgeHeaders(response!, report);
  judgeFileDisclosure(reading, history, report);
  history.valuesOfOthers.judge(reading, report);
  if (request.method === 'HEAD' || request.method === 'OPTIONS') return judgeHeadersOf(reading, response!, report);
  const type = mediaType(headerIn(response!.headers, 'Content-Type'));
  const isSuccess = response!.status < 300;
  const wanted = isSuccess ? 'application/json' : 'application/problem+json';
  if (type !== wanted && history.comparisons.changesWithAccept(reading, wanted))
    report('http.accept-ignored', `${wanted}, as without Accept`, at('Content-Type'));
  if (isSuccess && !isWrittenAs(wanted, response!))
    report('http.json-responses', writtenAs(wanted), at('Content-Type'));
  for (const integer of unusualIntegersIn(response!.body))
    report('http.whole-numbers', 'an integer without a fraction and without an exponent', integer);
  for (const name of ambiguousNamesIn(response!.body))
    report('http.distinct-names', 'each name once, whatever its letter case', name);
  if (response!.status >= 400) judgeProblem(reading, response!, history, report);
}

const writtenAs = (type: string) => `${type} in lower case, without a space behind it, without a charset or with utf-8`;

/** Whether the response has this media type, written as clients read it (D102). */
function isWrittenAs(type: string, { headers }: Response): boolean {
  const value = headerIn(headers, 'Content-Type') ?? '';
  const charset = mediaTypeIn(value)?.parameters.get('charset') ?? 'utf-8';
  return value.trim().split(';')[0] === type && /^utf-8$/i.test(charset);
}

function judgeHeaders({ status, headers }: Response, report: Report): void {
  const caching = headerIn(headers, 'Cache-Control');
  const isStored = !(caching ?? '').split(',').some((part) => part.trim().toLowerCase() === 'no-store');
  if (isStored) report('http.no-store', 'the header Cache-Control with no-store', at('Cache-Control'));
  const sniffing = headerIn(headers, 'X-Content-Type-Options');
  // Apache leaves out of a 304 what the stored response has already.
  if (status === 304) return;
  // A proxy may add the header again; the first value counts.
  if (sniffing?.split(',')[0]!.trim().toLowerCase() !== 'nosniff')
    report('http.nosniff', 'the header X-Content-Type-Options with nosniff', at('X-Content-Type-Options'));
}

function judgeProblem(reading: Reading, response: Response, history: History, report: Report): void {
  const { status, body } = response;
  if (!isWrittenAs('application/problem+json', response))
    report('problems.form', writtenAs('application/problem+json'), at('Content-Type'));
  judgeHeadersOf(reading, response, report);
  judgeRetryAfter(reading, response, report);
  const problem = valueOf(body);
  judgeWholeness(problem, report);
  const found = disclosed(reading);
  if (found) report(found.requirement, `a problem without ${found.what}`, found.actual);
  const { status: named, instance } = isObject(problem) ? problem : {};
  if (named !== status) report('problems.form', `the status ${status}`, at('/status'));
  const first = typeof instance === 'string' ? history.firstWith(instance.toLowerCase()) : undefined;
  if (first && first !== reading) report('problems.form', 'an instance of its own', at('/instance'));
}

function judgeWholeness(problem: unknown, report: Report): void {
  if (Problem(problem)) return;
  for (const error of Problem.errors ?? []) {
    const { instancePath, message } = error;
    report(partOfProblem(instancePath), `a whole problem: ${instancePath} ${message}`, placeOf(error));
  }
}

/** The requirement on a place in a problem. */
function partOfProblem(pointer: string): RequirementId {
  return pointer.split('/')[1] === 'errors' ? 'problems.errors-listed' : 'problems.form';
}

const longestWait = numbers['retry-after'] / 1000;
const waits = ['rate-limited', 'unavailable', 'idempotency-key-in-use'];

/** Judges how long a request must wait: in the header (D31), and for clients that drop it, in the problem (D71). */
function judgeRetryAfter(reading: Reading, { headers, body }: Response, report: Report): void {
  const seconds = retryAfter(headers);
  if (seconds === undefined && hasProblem(reading.exchange, 'idempotency-key-in-use'))
    report(ofKey(reading).once, 'Retry-After in whole seconds', at('Retry-After'));
  if (seconds === undefined || !waits.some((type) => hasProblem(reading.exchange, type))) return;
  if (seconds < 1 || seconds > longestWait)
    report('problems.retry-after', `1 to ${longestWait} seconds`, at('Retry-After'));
  if (valueAt(valueOf(body), '/retry_after') !== seconds)
    report('problems.retry-after', `${seconds} in retry_after, as in Retry-After`, at('/retry_after'));
}

function judgeHeadersOf({ target, authorization }: Reading, { status, headers }: Response, report: Report): void {
  if (status === 401) {
    const header = at('WWW-Authenticate');
    const challenges = bearerChallenges(headerIn(headers, header.place) ?? '');
    if (!challenges.some((challenge) => challenge.has('realm')))
      report('authentication.challenge', 'a Bearer challenge with a realm', header);
    const hasHint = challenges.some((challenge) => challenge.get('error') === 'invalid_token');
    if (authorization.rejected && target.kind === 'operation' && !hasHint)
      report('authentication.rejected-key-hint', 'a Bearer challenge with error="invalid_token"', header);
  }
  if (status === 405) judgeAllow(target, headers, report);
}

function judgeAllow({ allowed, slash }: Reading['target'], headers: Response['headers'], report: Report): void {
  const allow = headerIn(headers, 'Allow');
  const methods = allow?.split(',').map((name) => name.trim()) ?? [];
  if (allow === undefined || (allowed !== undefined && !slash && !methods.includes(allowed)))
    report('http.allow', `the header Allow with ${allowed ?? 'the methods of the path'}`, at('Allow'));
}

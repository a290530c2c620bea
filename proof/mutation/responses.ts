// Wrong responses to one request.
import { isDeepStrictEqual } from 'node:util';
import { unescape } from 'node:querystring';
import { type Exchange, type Header, headerIn, isOverloaded } from '../../conformance/wire/exchange.ts';
import { isObject, valueOf } from '../../conformance/wire/json.ts';
import { typeIn } from '../../conformance/oracle/facts.ts';
import type { Step } from '../../conformance/scenarios/vocabulary.ts';
import type { Recorded } from './record.ts';

export type Response = NonNullable<Exchange['response']>;

/** Responses of the whole recording from which scenarios get wrong ones. */
export interface Donors {
  /** two that show different facts, so that one of them is wrong for every other request */
  successes: Partial<Record<Step['do'], Response[]>>;
  /** one of each status and type */
  problems: Map<string, Response>;
}

export type Body = Record<string, unknown>;
type Change = (body: Body) => Body | undefined;

const time = /^\d{4}-\d\d-\d\dT/;
const later = '2001-01-01T00:00:00Z';
const statuses = [200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 413, 415, 422, 500];
const decided = (status: string, score: number, reasons: string[]): Change =>
  ofCase((body) => ({ ...body, status, score, reasons, decided_at: body['decided_at'] ?? body['created_at'] }));
const others: Record<string, string> = { PF: 'PM', PM: 'PF', ID_FRONT: 'ID_BACK', ID_BACK: 'ID_FRONT' };

/** Cases and artifacts as another service would show them, each of a valid form. */
export const states: Record<string, Change> = {
  'a case that is approved': decided('APPROVED', 95, ['OCR_OK', 'FACE_MATCH_OK']),
  'a case that is denied': decided('DENIED', 12, ['FACE_MATCH_FAIL']),
  'a decided case without reasons': ofDecided(() => []),
  'a decided case with the reasons of another decision': ofDecided(({ status }) =>
    status === 'APPROVED' ? ['FACE_MATCH_FAIL'] : ['FACE_MATCH_OK'],
  ),
  'a pending case': ofCase((body) => ({ ...body, status: 'PENDING', score: 0, reasons: [], decided_at: null })),
  'a case without its artifacts': ofCase((body) => ({ ...body, artifacts: [] })),
  'a case without its last artifact': ofCase((body) => ({ ...body, artifacts: listed(body).slice(0, -1) })),
  'a case with its artifacts in another order': ofCase((body) => ({ ...body, artifacts: listed(body).toReversed() })),
  'a case that is half approved': half('APPROVED'),
  'a case that is half denied': half('DENIED'),
  'a case with an id of digits': ofCase((body) => ({ ...body, id: '1234567890123456' })),
  'a case of another type': ofCase((body) => ({ ...body, type: others[String(body['type'])] })),
  'a case with another reference': ofCase((body) => ({ ...body, reference: `${String(body['reference'])}x` })),
  'an artifact of another kind': ofArtifact((body) => ({ ...body, kind: others[String(body['kind'])] })),
  'an artifact of another size': ofArtifact((body) => ({ ...body, size: Number(body['size']) + 1 })),
  'an artifact of another content': ofArtifact((body) => ({ ...body, sha256: 'a'.repeat(64) })),
};

function ofDecided(reasons: (body: Body) => string[]): Change {
  return ofCase((body) => (body['status'] === 'PENDING' ? undefined : { ...body, reasons: reasons(body) }));
}

function half(status: string): Change {
  return ofCase((body) => (body['status'] === 'PENDING' ? { ...body, status } : undefined));
}

const listed = (body: Body) => body['artifacts'] as unknown[];

function ofCase(change: Change): Change {
  return (body) => (Array.isArray(body['artifacts']) ? change(body) : undefined);
}

function ofArtifact(change: Change): Change {
  return (body) => ('sha256' in body ? change(body) : undefined);
}

/** What a service sends that accepts what it should reject, rejects what it should accept, or shows something else. */
export function nearest(exchange: Exchange, step: Step, local: Response[], donors: Donors): Record<string, Response> {
  const response = exchange.response!;
  const made: Record<string, Response> = {};
  for (const [at, each] of local.entries()) made[`another response of the scenario (${at})`] = each;
  const isAccepted = response.status < 300;
  if (isAccepted) made['another success'] = { ...response, status: response.status === 202 ? 203 : 202 };
  const success = donors.successes[step.do]?.find((each) => !showsTheSame(each, response));
  if (success) made[isAccepted ? 'the response for another case' : 'accepted'] = success;
  const own = isAccepted ? undefined : problemOf(response);
  for (const [name, problem] of donors.problems) if (name !== own) made[`the problem ${name}`] = fresh(problem);
  const body = valueOf(response.body);
  if (!isAccepted || !isObject(body)) return made;
  for (const [name, change] of Object.entries(states)) {
    const changed = change(body);
    if (changed && !isDeepStrictEqual(changed, body)) made[name] = withBody(response, changed);
  }
  return made;
}

/** The response with another form: its headers, and what stands around its body or is shown in it. */
export function forms({ request, response: original }: Exchange): Record<string, Response> {
  const response = original!;
  const { headers } = response;
  const body = valueOf(response.body);
  const made: Record<string, Response> = {
    'a byte-order mark': { ...response, body: Buffer.concat([Buffer.from('\ufeff'), response.body]) },
    'a line end behind it': { ...response, behind: Buffer.from('\r\n') },
    ...(headerIn(request.headers, 'Connection') === 'close' && {
      'on a connection that stays open': { ...response, isLeftOpen: true as const },
    }),
    'in gzip': { ...response, headers: [...headers, ['Content-Encoding', 'gzip']] },
    'a header for other sites': {
      ...response,
      headers: [...headers, ['Access-Control-Allow-Origin', headerIn(request.headers, 'Origin') ?? '*']],
    },
  };
  for (const [name, value] of headers) {
    const rest = headers.filter(([each]) => each !== name);
    made[`without ${name}`] = { ...response, headers: rest };
    made[`another ${name}`] = { ...response, headers: [...rest, [name, otherHeader(value)]] };
  }
  if (!isObject(body)) return made;
  const shown = (text: string) => (response.status < 400 ? { ...body, shown: text } : { ...body, detail: text });
  const text = response.body.toString().replaceAll(/"(score|size|status)":([0-9]+)/g, '"$1":$2.0');
  made['integers with a fraction'] = withBytes(response, Buffer.from(text));
  made['a property twice'] = withBytes(response, Buffer.from(response.body.toString().replace('{', '{"x":1,"x":2,')));
  made['what was sent'] = withBody(response, shown(sentIn(request)));
  if (response.status >= 400)
    made['a stack trace'] = withBody(response, shown('Error\n    at get (file:///srv/cases/get.js:12:3)'));
  return made;
}

/** The response with another status, or with one property absent, null or another. */
export function properties(response: Response): Record<string, Response> {
  const body = valueOf(response.body);
  const made: Record<string, Response> = {};
  const isNamed = isObject(body) && typeof body['status'] === 'number';
  for (const status of statuses.filter((each) => each !== response.status))
    made[`status ${status}`] = isNamed
      ? withBody({ ...response, status }, { ...body, status })
      : { ...response, status };
  if (isObject(body)) for (const [name, changed] of changedIn(body)) made[name] = withBody(response, changed);
  return made;
}

/** What no problem may show, and no response to an upload. */
const sentIn = ({ url, headers, body }: Exchange['request']): string =>
  [unescape(url), ...headers.map(([, value]) => value), Buffer.concat(body.slice(0, 4)).subarray(0, 4000)].join('\n');

const otherHeader = (value: string): string =>
  /^\d+$/.test(value) ? String(Number(value) + 1) : value.replace(/[a-z]+/i, 'other');

/** By what was changed: the value with one property absent, null or another, also in the first entry of a list. */
export function changedIn(body: Body, place = ''): [name: string, changed: Body][] {
  return Object.entries(body).flatMap(([name, value]) => {
    const { [name]: _, ...rest } = body;
    const at = `${place}${name}`;
    const [first, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
    const within = isObject(first) ? changedIn(first, `${at}[0].`) : [];
    return [
      [`without ${at}`, rest] as [string, Body],
      [`${at} null`, { ...body, [name]: value === null ? 0 : null }] as [string, Body],
      [`another ${at}`, { ...body, [name]: other(value) }] as [string, Body],
      ...(typeof value === 'string' && time.test(value)
        ? [
            [`${at} with an offset`, { ...body, [name]: value.replace('Z', '+00:00') }] as [string, Body],
            [`${at} a second later`, { ...body, [name]: new Date(Date.parse(value) + 1000).toISOString() }] as [
              string,
              Body,
            ],
          ]
        : []),
      ...within.map(([label, entry]) => [label, { ...body, [name]: [entry, ...more] }] as [string, Body]),
    ];
  });
}

function other(value: unknown): unknown {
  if (typeof value === 'string') return time.test(value) ? later : `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return value === null ? later : [{}];
}

export const withBody = (response: Response, body: unknown): Response =>
  withBytes(response, Buffer.from(JSON.stringify(body)));

export function withBytes(response: Response, body: Buffer): Response {
  const headers = response.headers.map(([name, value]): Header => [
    name,
    /^content-length$/i.test(name) ? String(body.length) : value,
  ]);
  return { ...response, headers, body };
}

/** Its status and the type of its problem. */
export const problemOf = ({ status, body }: Response) =>
  `${status} ${typeIn(body, 'http://localhost')?.split('/').at(-1)}`;

/** True for the same success, or two equal problems, which always differ in their instances. */
export const isSame = (one: Response, other: Response): boolean =>
  one.status === other.status && (one.status < 300 ? one.body.equals(other.body) : problemOf(one) === problemOf(other));

/** A problem with an instance of its own. */
export function fresh(problem: Response): Response {
  return withBody(problem, {
    ...(valueOf(problem.body) as Body),
    instance: 'urn:uuid:5eed5eed-5eed-45ee-95ee-5eed5eed5eed',
  });
}

function noteSuccess(known: Response[], response: Response): void {
  if (known.length < 2 && !known.some((each) => showsTheSame(each, response))) known.push(response);
}

/** True for two cases or artifacts that differ at most in what no request determines. */
function showsTheSame(one: Response, other: Response): boolean {
  const [first, second] = [one, other].map(({ body }) => valueOf(body));
  if (!isObject(first) || !isObject(second)) return false;
  const { id, created_at, decided_at } = first;
  return isDeepStrictEqual(first, { ...second, id, created_at, decided_at });
}

/** Responses for other scenarios. */
export function donorsIn(recorded: Recorded[]): Donors {
  const donors: Donors = { successes: {}, problems: new Map() };
  for (const { step, exchange } of recorded.flatMap(({ control, own }) => [...control.sent, ...own.sent])) {
    const { response, request } = exchange;
    const body = response && valueOf(response.body);
    if (!response || !isObject(body) || request.method === 'HEAD') continue;
    if (response.status < 300) noteSuccess((donors.successes[step.do] ??= []), response);
    const problem = problemOf(response);
    // A gateway may send a 429 or 503 at any time.
    if (response.status >= 400 && !isOverloaded(response.status) && !donors.problems.has(problem))
      donors.problems.set(problem, response);
  }
  return donors;
}

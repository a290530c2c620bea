import type { Capability, Requirement, RequirementId } from '../../generated/requirements.ts';
import { requirements } from '../../generated/requirements.ts';
import type { Credential, Exchange, Header } from '../engine/exchange.ts';
import { redactor } from '../engine/exchange.ts';
import { count, type Counts, type Outcome, type Result, type Scope, type Verdict } from '../engine/verdict.ts';
import type { Judgement } from '../judge.ts';
import type { Repeats } from '../repeat.ts';
import { curlOf } from './curl.ts';
import { type LeftBehind, leftBehind } from './left-behind.ts';

/** A run as it is reported: plain data, without any secret. Every form of report is made from this. */
export interface Report {
  suite: { version: string };
  contract: { version: string; digest: string };
  candidate: { baseUrl: string; claims: Capability[]; supplied: string[] };
  run: {
    id: string;
    startedAt: string;
    milliseconds: number;
    requests: number;
    /** of the order of the checks, null when it is that of the contract */
    seed: number | null;
    /** what stays at the candidate; the references of the cases hold the id of the run */
    leftBehind: LeftBehind;
  };
  scope: Scope;
  outcome: Outcome;
  counts: Counts;
  results: ReportedResult[];
  untestable: { id: RequirementId; reason: string }[];
  /** what `--repeat` found; the rest of the report is that of the worst run */
  repeats?: Repeats;
}

export interface ReportedResult extends Pick<Requirement, 'id' | 'family' | 'level' | 'class' | 'text' | 'source'> {
  verdict: Verdict;
  reason: string;
  expected?: string;
  actual?: string;
  blockedBy?: RequirementId;
  /** why its failure is known */
  known?: string;
  stack?: string;
  milliseconds: number;
  /** the exchange that decided, by its place in `exchanges` */
  decisive?: number;
  /** sends the deciding request again; not for a pass */
  curl?: string;
  exchanges: ReportedExchange[];
}

export interface ReportedExchange {
  request: { method: string; url: string; headers: Header[]; body?: ReportedBody };
  answer?: { status: number; headers: Header[]; body?: ReportedBody };
  failure?: string;
  milliseconds: number;
}

/** A body: its text, or base64 where it is none; only the beginning of a long one. */
export interface ReportedBody {
  bytes: number;
  text?: string;
  base64?: string;
  truncated?: true;
}

const variables = { tenant: 'IDV_API_KEY', other: 'IDV_OTHER_API_KEY', live: 'IDV_LIVE_API_KEY' } as const;
const most = 2000;

/** The report of a run. Keys are replaced by the variables that hold them. */
export function reportOf(judgement: Judgement, suiteVersion: string): Report {
  const { manifest, results, scope, outcome } = judgement;
  const credentials = (Object.keys(variables) as (keyof typeof variables)[]).flatMap((which): Credential[] => {
    const value = manifest.keys[which];
    return value === undefined ? [] : [{ value, shell: `$${variables[which]}` }];
  });
  const headers = (manifest.headers ?? []).flatMap(hidden);
  const exchanges = [...new Set(results.flatMap((result) => result.exchanges))];
  const clean = redactor([...credentials, ...headers, ...derived(exchanges)]);
  return {
    suite: { version: suiteVersion },
    contract: judgement.contract,
    candidate: {
      baseUrl: manifest.baseUrl,
      claims: manifest.claims,
      supplied: credentials.map(({ shell }) => shell.slice(1)),
    },
    run: {
      id: judgement.runId,
      startedAt: judgement.startedAt.toISOString(),
      milliseconds: Math.round(judgement.milliseconds),
      requests: exchanges.length,
      seed: judgement.seed ?? null,
      leftBehind: leftBehind(exchanges),
    },
    scope,
    outcome,
    counts: count(results),
    results: results.map((result) => reportedResult(result, [...credentials, ...headers], clean)),
    untestable: requirements.flatMap(({ id, class: name, untestable: reason }) =>
      reason === null || scope.partial || (scope.class === 'stated' && name !== 'stated') ? [] : [{ id, reason }],
    ),
  };
}

function reportedResult(result: Result, credentials: Credential[], clean: (text: string) => string): ReportedResult {
  const { requirement, exchanges, decisive } = result;
  const { id, family, level, class: name, text, source } = requirement;
  return {
    ...{ id, family, level, class: name, text, source },
    verdict: result.verdict,
    reason: clean(result.reason),
    ...(result.expected !== undefined && { expected: clean(result.expected) }),
    ...(result.actual !== undefined && { actual: clean(result.actual) }),
    ...(result.blockedBy && { blockedBy: result.blockedBy }),
    ...(result.known !== undefined && { known: result.known }),
    ...(result.stack && { stack: clean(result.stack) }),
    milliseconds: Math.round(result.milliseconds * 10) / 10,
    ...(decisive && exchanges.includes(decisive) && { decisive: exchanges.indexOf(decisive) }),
    ...(decisive && result.verdict !== 'pass' && { curl: curlOf(decisive, credentials) }),
    exchanges: exchanges.map((exchange) => reportedExchange(exchange, clean)),
  };
}

/** A header of every request: its value may be a secret. As a line it is always replaced, alone where it is no word. */
function hidden([name, value]: Header): Credential[] {
  const shell = `$${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
  const line = { value: `${name}: ${value}`, shell: `${name}: ${shell}` };
  return value.length < 8 ? [line] : [line, { value, shell }];
}

/** Keys that a check made from a supplied one, such as one without its last character. */
const derived = (exchanges: Exchange[]) =>
  exchanges.flatMap(({ request }) =>
    request.credential && request.credential.value.length > 3 ? [request.credential] : [],
  );

function reportedExchange(
  { request, answer, failure, milliseconds }: Exchange,
  clean: (text: string) => string,
): ReportedExchange {
  const headers = (list: Header[]) =>
    list.map(([name, value]): Header => [name, clean(`${name}: ${value}`).slice(name.length + 2)]);
  const body = (pieces: Uint8Array[]) => (pieces.length === 0 ? {} : { body: reportedBody(pieces, clean) });
  return {
    request: {
      method: request.method,
      url: clean(request.url),
      headers: headers(request.headers),
      ...body(request.body),
    },
    ...(answer && {
      answer: {
        status: answer.status,
        headers: headers(answer.headers),
        ...(answer.body.length > 0 && body([answer.body])),
      },
    }),
    ...(failure !== undefined && { failure }),
    milliseconds: Math.round(milliseconds * 10) / 10,
  };
}

function reportedBody(pieces: Uint8Array[], clean: (text: string) => string): ReportedBody {
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const beginning = beginningOf(pieces);
  const truncated = bytes > beginning.length ? { truncated: true as const } : {};
  const text = beginning.toString('utf8');
  if (/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text))
    return { bytes, base64: beginning.toString('base64'), ...truncated };
  return { bytes, text: clean(text), ...truncated };
}

function beginningOf(pieces: Uint8Array[]): Buffer {
  const taken: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    if (size >= most) break;
    taken.push(piece.subarray(0, most - size));
    size += taken.at(-1)!.length;
  }
  return Buffer.concat(taken);
}

import type { Capability, Requirement, RequirementId } from '../../generated/requirements.ts';
import { requirements } from '../../generated/requirements.ts';
import type { FailureCode } from '../failure-codes.ts';
import type { Manifest } from '../manifest.ts';
import type { Credential, Exchange } from '../engine/exchange.ts';
import { redactor } from '../engine/exchange.ts';
import { type Result, type RowResult, type SchemaMismatch, type Verdict } from '../engine/verdict.ts';
import { count, type Counts, type Outcome, type Scope } from '../run/outcome.ts';
import type { Judgement } from '../run/judge.ts';
import type { Repeats } from '../run/repeat.ts';
import { curlOf } from './exchange/curl.ts';
import { reportedExchange, type ReportedExchange, visible } from './exchange/exchange.ts';
import { type LeftBehind, leftBehind } from './left-behind.ts';
import { credentialsOf, headerCredentials, secretCredentials } from './secrets.ts';

/** The version of the format of `report.json`. Reports of release 0.2.0, which do not name it, have version 1. */
export const schemaVersion = 2;

/**
 * A run as it is reported: plain data, without any secret. Every form of report is made from this, and
 * `report.schema.json` describes it for others.
 */
export interface Report {
  schemaVersion: typeof schemaVersion;
  suite: { version: string };
  contract: { version: string; digest: string };
  /**
   * where the pages of the contract are: an address, or a path relative to the report; ends in a slash. Null when they
   * are not built
   */
  docs: string | null;
  candidate: ReportedCandidate;
  run: {
    id: string;
    startedAt: string;
    milliseconds: number;
    requests: number;
    /** decides the generated values, and the order of shuffled checks */
    seed: number;
    /** what the run created at the candidate; the references of the cases contain the id of the run */
    leftBehind: LeftBehind;
  };
  scope: Scope;
  outcome: Outcome;
  counts: Counts;
  results: ReportedResult[];
  untestable: (Described & { reason: string })[];
  /** what `--repeat` found; the rest of the report is about the worst run */
  repeats?: Repeats;
  /** the last verdicts, by id, of the requirements that this run did not judge; `--last-failed` reads them */
  earlier?: Record<string, Verdict>;
}

/**
 * What `diff` and the comparison read of a report. Reports of release 0.2.0 have all of it too: they lack
 * `schemaVersion` and `code`, and call the response of an exchange `answer`.
 */
export interface ComparableReport extends Pick<
  Report,
  'contract' | 'suite' | 'candidate' | 'scope' | 'counts' | 'earlier'
> {
  outcome: Omit<Outcome, 'reason'>;
  run: Pick<Report['run'], 'startedAt'>;
  results: Pick<ReportedResult, 'id' | 'family' | 'level' | 'text' | 'source' | 'verdict' | 'reason' | 'rows'>[];
}

/** The manifest without its secrets. */
export interface ReportedCandidate extends Pick<Manifest, 'baseUrl' | 'claims' | 'key' | 'id'> {
  /** true when this is the bundled reference implementation */
  bundled: boolean;
  claims: Capability[];
  /** the environment variables that hold the keys that were supplied */
  supplied: string[];
}

type Described = Pick<Requirement, 'id' | 'family' | 'level' | 'class' | 'text' | 'source'>;

export interface ReportedResult extends Described {
  /** pages of the requirement and of its section or decision, below `docs` */
  links: { requirement: string; source: string };
  verdict: Verdict;
  reason: string;
  code?: FailureCode;
  expected?: string;
  actual?: string;
  /** which of several similar cases failed: `an upload without a key` */
  row?: string;
  /** every row that ran, when one of them failed or could not be judged */
  rows?: ReportedRow[];
  mismatches?: SchemaMismatch[];
  blockedBy?: RequirementId;
  /** why its failure is known */
  known?: string;
  stack?: string;
  milliseconds: number;
  /** the exchange that decided, by its place in `exchanges` */
  decisive?: number;
  /** another exchange, from which that one differs, by its place in `exchanges` */
  compared?: number;
  /** sends the deciding request again; not for a pass */
  curl?: string;
  /** judges this requirement again; only where there is something to fix */
  rerun?: string;
  /** the response of the reference implementation to the deciding step */
  reference?: ReportedExchange;
  exchanges: ReportedExchange[];
}

/** One of several similar cases that a check judges; `decisive` is the place of its exchange in `exchanges`. */
export type ReportedRow = Omit<RowResult, 'decisive'> & { decisive?: number };

/** What a report needs besides the judgement. */
export interface ReportContext {
  suiteVersion: string;
  /** the command that judges this candidate again; `--only <id>` is appended */
  command: string;
  docs: Report['docs'];
  bundled: boolean;
  repeats?: Repeats;
  references: Map<RequirementId, Exchange>;
}

/** The report of a run. Keys are replaced by the variables that hold them. */
export function reportOf(judgement: Judgement, context: ReportContext): Report {
  const { manifest, results, scope, outcome } = judgement;
  const { suiteVersion, docs, bundled, references, repeats } = context;
  const credentials = credentialsOf(manifest);
  const headers = headerCredentials(manifest);
  const all = judgement.exchanges ?? [...new Set(results.flatMap((result) => result.exchanges))];
  const exchanges = all.filter(({ received }) => !received);
  const redact = redactor([
    ...credentials,
    ...headers,
    ...secretCredentials(manifest),
    ...derived([...exchanges, ...references.values()]),
  ]);
  const { baseUrl, claims, key, id } = manifest;
  return {
    schemaVersion,
    suite: { version: suiteVersion },
    contract: judgement.contract,
    docs,
    candidate: { bundled, baseUrl, claims, supplied: credentials.map(({ shell }) => shell.slice(1)), key, id },
    run: {
      id: judgement.runId,
      startedAt: judgement.startedAt.toISOString(),
      milliseconds: Math.round(judgement.milliseconds),
      requests: exchanges.length,
      seed: judgement.seed,
      leftBehind: leftBehind(exchanges),
    },
    scope,
    outcome,
    counts: count(results),
    results: results.map(resultReporter(context, [...credentials, ...headers], redact)),
    untestable: requirements.flatMap((requirement) =>
      requirement.untestable === null || scope.partial || (scope.class === 'stated' && requirement.class !== 'stated')
        ? []
        : [{ ...described(requirement), reason: requirement.untestable }],
    ),
    ...(repeats && { repeats }),
  };
}

/** Keys that a check derived from a supplied one, such as one without its last character. */
const derived = (exchanges: Exchange[]) =>
  exchanges.flatMap(({ request }) =>
    request.credential && request.credential.value.length > 3 ? [request.credential] : [],
  );

// Bytes. A reader of a failure needs the whole body, and the others only show what was sent.
const longestDecisive = { request: 2000, response: 20_000 };

function resultReporter(
  { command, references }: ReportContext,
  credentials: Credential[],
  redact: (text: string) => string,
): (result: Result) => ReportedResult {
  const clean = (text: string) => visible(redact(text));
  // Many checks share the same exchanges.
  const known = new Map<Exchange, ReportedExchange>();
  const reported = (exchange: Exchange) => {
    if (!known.has(exchange)) known.set(exchange, reportedExchange(exchange, redact));
    return known.get(exchange)!;
  };
  const decided = (exchange: Exchange) => reportedExchange(exchange, redact, longestDecisive);
  return (result) => {
    const { requirement, verdict, exchanges, decisive, compared } = result;
    const reference = references.get(requirement.id);
    const isFine = verdict === 'pass' || verdict === 'not-applicable';
    let converted: ReportedExchange[] | undefined;
    return {
      ...described(requirement),
      links: linksOf(requirement),
      verdict,
      reason: clean(result.reason),
      ...(result.code && { code: result.code }),
      ...(result.expected !== undefined && { expected: clean(result.expected) }),
      ...(result.actual !== undefined && { actual: clean(result.actual) }),
      ...(result.row !== undefined && { row: clean(result.row) }),
      ...(result.rows && { rows: result.rows.map((row) => reportedRow(row, exchanges, clean)) }),
      ...(result.mismatches && { mismatches: result.mismatches.map((mismatch) => cleanMismatch(mismatch, clean)) }),
      ...(result.blockedBy && { blockedBy: result.blockedBy }),
      ...(result.known !== undefined && { known: result.known }),
      ...(result.stack && { stack: clean(result.stack) }),
      milliseconds: Math.round(result.milliseconds * 10) / 10,
      ...(decisive && exchanges.includes(decisive) && { decisive: exchanges.indexOf(decisive) }),
      ...(compared && exchanges.includes(compared) && { compared: exchanges.indexOf(compared) }),
      ...(decisive && !decisive.received && !isFine && { curl: curlOf(decisive, credentials) }),
      ...(!isFine && { rerun: `${command} --only ${requirement.id}` }),
      ...(reference && { reference: decided(reference) }),
      // Converted on demand: the console shows few of them.
      get exchanges() {
        const isShown = (each: Exchange) => !isFine && (each === decisive || each === compared);
        converted ??= exchanges.map((each) => (isShown(each) ? decided(each) : reported(each)));
        return converted;
      },
    };
  };
}

const described = ({ id, family, level, class: name, text, source }: Requirement): Described => ({
  id,
  family,
  level,
  class: name,
  text,
  source,
});

const cleanMismatch = (
  { pointer, expected, actual }: SchemaMismatch,
  clean: (text: string) => string,
): SchemaMismatch => ({ pointer: clean(pointer), expected: clean(expected), actual: clean(actual) });

function reportedRow(
  { row, reason, expected, actual, decisive, ...rest }: RowResult,
  exchanges: Exchange[],
  clean: (text: string) => string,
): ReportedRow {
  return {
    ...rest,
    row: clean(row),
    reason: clean(reason),
    ...(expected !== undefined && { expected: clean(expected) }),
    ...(actual !== undefined && { actual: clean(actual) }),
    ...(decisive && exchanges.includes(decisive) && { decisive: exchanges.indexOf(decisive) }),
  };
}

// The anchors of tools/docs.
const linksOf = ({ id, source }: Requirement) => ({
  requirement: `reference.html#requirement-${id}`,
  source: sourcePage(source),
});

/** The page of a section or a decision, below the pages of the contract. */
export const sourcePage = (source: string): string =>
  source.startsWith('§') ? `sources.html#section-${source.slice(1)}` : `decisions.html#${source}`;

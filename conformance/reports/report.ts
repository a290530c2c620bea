import type { Report, ReportedFinding, ReportedResult } from '../../generated/report.ts';
import type { Requirement, RequirementId } from '../../generated/requirements.ts';
import { requirements } from '../../generated/requirements.ts';
import { requirementPage, sourcePage } from '../docs.ts';
import type { Credential, Exchange } from '../wire/exchange.ts';
import { redactor } from '../wire/redactor.ts';
import type { Result } from '../run/judge/verdict.ts';
import { count } from '../run/judge/outcome.ts';
import type { Judgement } from '../run/judge/judgement.ts';
import type { Repeats } from '../run/repeat.ts';
import { briefOf } from './brief.ts';
import { causesOf, reportedCause } from './causes.ts';
import { curlOf } from './exchange/curl.ts';
import { reportedExchange, visible } from './exchange/exchange.ts';
import { type DistinctFinding, distinctFindings, unjudgedScenarios } from './findings.ts';
import { leftBehind } from './left-behind.ts';
import { carriedCredentials, credentialsOf, headerCredentials, secretCredentials } from './secrets.ts';

/** The version of the format of `report.json`. Reports of version 1 do not name it. */
export const schemaVersion = 3;

/** What `diff`, the comparison and `--last-failed` read of a report. */
export interface ComparableReport extends Pick<
  Report,
  'contract' | 'suite' | 'candidate' | 'scope' | 'counts' | 'earlier'
> {
  outcome: Omit<Report['outcome'], 'reason'>;
  run: Pick<Report['run'], 'startedAt'>;
  results: Pick<ReportedResult, 'id' | 'family' | 'verdict' | 'reason' | 'scenarios'>[];
}

/** What a report needs besides the judgement. */
export interface ReportContext {
  suite: Report['suite'];
  /** the command that judges this candidate again; `--only <id>` is appended */
  command: string;
  /** what the run selected by `--only` */
  only?: string[];
  /** the version of the candidate, if the user says it */
  serviceVersion?: string | undefined;
  docs: Report['docs'];
  bundled: boolean;
  repeats?: Repeats;
  /** if a client was judged: the end of the command that judges it */
  client?: string;
}

/** The report of a run. Keys are replaced by the variables that hold them. */
export function reportOf(judgement: Judgement, context: ReportContext): Report {
  const { facts, results, scope } = judgement;
  const { name, headline, exitCode, reason } = judgement.outcome;
  const { suite, docs, bundled, repeats, client, only = [], serviceVersion } = context;
  const credentials = [...credentialsOf(facts), ...headerCredentials(facts)];
  const all = judgement.exchanges ?? [...new Set(results.flatMap((result) => result.exchanges))];
  const sent = all.filter(({ received }) => !received);
  const redact = redactor([...credentials, ...secretCredentials(facts), ...derived(sent)]);
  const { baseUrl, claims, key, id } = facts;
  const clean = (text: string) => visible(redact(text));
  const places = new Map<Exchange, number>();
  const placeOf = (exchange: Exchange) => {
    places.set(exchange, places.get(exchange) ?? places.size);
    return places.get(exchange)!;
  };
  const writing = { credentials, redact, clean, placeOf };
  const reported = results.map((result) => reportedResult(result, context, writing));
  const shown = [...places.keys()].map((exchange) => reportedExchange(exchange, redact, judgement.epoch));
  const notices = (judgement.notices ?? []).map(clean);
  const report: Omit<Report, 'brief'> = {
    schemaVersion,
    suite,
    contract: judgement.contract,
    docs,
    command: [context.command, ...only.map((each) => `--only ${each}`)].join(' '),
    candidate: {
      party: judgement.subject.party,
      bundled,
      baseUrl,
      ...(serviceVersion !== undefined && { version: serviceVersion }),
      claims,
      supplied: credentialsOf(facts).map(({ shell }) => shell.slice(1)),
      key,
      id,
    },
    run: {
      ...(judgement.run && { id: judgement.run.id }),
      startedAt: judgement.startedAt.toISOString(),
      milliseconds: Math.round(judgement.milliseconds),
      requests: sent.length,
      ...(judgement.run && { seed: judgement.run.seed }),
      leftBehind: leftBehind(sent),
    },
    scope,
    outcome: { ...(name && { name }), headline, exitCode, reason },
    notices,
    counts: count(results),
    causes: causesOf({ results: reported, exchanges: shown, notices }).map(reportedCause),
    results: reported,
    exchanges: shown,
    untestable: requirements.flatMap((requirement) =>
      requirement.untestable === null ||
      client !== undefined ||
      scope.partial ||
      (scope.class === 'stated' && requirement.class !== 'stated')
        ? []
        : [{ ...described(requirement), reason: requirement.untestable }],
    ),
    ...(repeats && { repeats }),
  };
  return { ...report, brief: briefOf(report) };
}

/** Keys that a scenario derived from a supplied one, such as one without its last character, and the headers with a key. */
const derived = (exchanges: Exchange[]) => exchanges.flatMap(({ request }) => carriedCredentials(request));

/** How the parts of a report are written. */
interface Writing {
  credentials: Credential[];
  redact: (text: string) => string;
  /** redacts, and makes control characters visible */
  clean: (text: string) => string;
  /** the place of an exchange in the report, which has each once */
  placeOf: (exchange: Exchange) => number;
}

function reportedResult(result: Result, context: ReportContext, writing: Writing): ReportedResult {
  const { requirement, verdict, exchanges, scenarios: judged = [], decisive } = result;
  const { clean, placeOf } = writing;
  const isFine = verdict === 'pass' || verdict === 'not-applicable';
  const findings = distinctFindings(result).map((finding) => reportedFinding(finding, writing));
  const having = (wanted: string[]) => judged.filter((each) => wanted.includes(each.verdict)).length;
  const unjudged = unjudgedScenarios(judged).map(({ reason, scenarios, ...rest }) => ({
    ...rest,
    reason: clean(reason),
    scenarios: scenarios.map(clean),
  }));
  return {
    ...described(requirement),
    links: { requirement: requirementPage(requirement.id), source: sourcePage(requirement) },
    verdict,
    reason: clean(result.reason),
    ...(judged.length > 0 && {
      scenarios: { passed: having(['pass']), failed: having(['fail', 'warning']), unjudged: having(['inconclusive']) },
    }),
    findings,
    ...(unjudged.length > 0 && { unjudged }),
    ...(result.blockedBy && { blockedBy: result.blockedBy }),
    ...(result.follows && { follows: result.follows }),
    ...(result.known !== undefined && { known: result.known }),
    ...(result.unlisted && { unlisted: result.unlisted }),
    ...(result.fixed && { fixed: result.fixed }),
    ...(result.stack && { stack: clean(result.stack) }),
    milliseconds: Math.round(result.milliseconds * 10) / 10,
    requests: exchanges.filter(({ received }) => !received).length,
    ...(decisive && !isFine && findings.length === 0 && { exchange: placeOf(decisive) }),
    ...(!isFine && { rerun: rerunOf(context, requirement.id, findings) }),
  };
}

// The requirements of other scenarios that a rerun sends.
const mostSenders = 3;

/** Judges the requirement again, with the scenarios of other requirements whose exchanges broke it. */
function rerunOf({ command, client }: ReportContext, id: RequirementId, findings: ReportedFinding[]): string {
  const senders = new Set(findings.flatMap(({ sender }) => sender?.requirement ?? []));
  const others = [...senders].filter((each) => each !== id).slice(0, mostSenders);
  return [command, ...[id, ...others].map((each) => `--only ${each}`), client].filter(Boolean).join(' ');
}

// The last ones: a reader seldom needs the others, such as the twenty uploads that filled a case.
const longestSetting = 6;

function reportedFinding(finding: DistinctFinding, { credentials, redact, clean, placeOf }: Writing): ReportedFinding {
  const { kind, requirement, expected, actual, place, scenarios, sender, allowed, setting, exchange } = finding;
  return {
    kind,
    rule: requirement,
    expected: clean(expected),
    actual: clean(actual),
    ...(place !== undefined && { place: clean(place) }),
    count: finding.count,
    scenarios: scenarios.map(clean),
    ...(sender && { sender: { requirement: sender.id, scenario: clean(sender.label) } }),
    ...(allowed.length > 0 && { allowed }),
    setting: setting.slice(-longestSetting).map(placeOf),
    exchange: placeOf(exchange),
    // What a client was judged by is gone when the report is read.
    ...(!exchange.received && kind !== 'request' && { curl: redact(curlOf(exchange, credentials)) }),
  };
}

const described = ({ id, family, level, class: name, text, source }: Requirement) => ({
  id,
  family,
  level,
  class: name,
  text,
  source,
});

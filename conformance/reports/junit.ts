import XMLBuilder from 'fast-xml-builder';
import type { Report, ReportedResult } from '../../generated/report.ts';
import { type Verdict } from '../run/judge/verdict.ts';
import { isFixedKnownFailure, isKnownBlocked, isKnownFailure } from '../run/judge/outcome.ts';
import { repeatsText } from '../run/repeat.ts';
import { cardText } from './card.ts';
import { exitText, familiesOf, outcomeLine } from './facts.ts';
import { oneLine, resultText } from './finding-text.ts';
import { knownText } from '../known-failures/text.ts';

/**
 * The JUnit element of each verdict. `inconclusive` is an error and not `skipped`, which many CI servers show in green; a
 * warning has no element, because a SHOULD that is not met does not break a build.
 */
const elements: Partial<Record<Verdict, Element>> = {
  fail: 'failure',
  error: 'error',
  inconclusive: 'error',
  'not-applicable': 'skipped',
};

type Element = 'failure' | 'error' | 'skipped';

/**
 * A known failure is skipped, and so is what it blocks, as the exit code says; one that passes is a failure, as in test
 * frameworks that expect a failure.
 */
function elementOf(result: ReportedResult): Element | undefined {
  if (isFixedKnownFailure(result)) return 'failure';
  return isKnownFailure(result) || isKnownBlocked(result) ? 'skipped' : elements[result.verdict];
}

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  textNodeName: 'text',
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  format: true,
});

/** A case for the builder: names of attributes begin with `@`. */
type Case = { [E in Element]?: object } & Record<string, unknown>;

/** The report as JUnit XML: a suite for each family, a case for each requirement. */
export function junitReport(report: Report): string {
  const { results, run } = report;
  // JUnit writes a time without a zone; this one is UTC.
  const timestamp = run.startedAt.replace(/\.\d+Z$/, '');
  const suiteOf = (name: string, milliseconds: number, testcase: Case[]) => ({
    '@name': name,
    ...countsOf(testcase),
    '@time': seconds(milliseconds),
    '@timestamp': timestamp,
    ...(name !== 'run' && { properties: propertiesOf(report) }),
    testcase,
  });
  const families = familiesOf(results).map(({ name, results: own }) =>
    suiteOf(
      name,
      own.reduce((total, { milliseconds }) => total + milliseconds, 0),
      own.map((result) => caseOf(result, report)),
    ),
  );
  const cases = families.flatMap(({ testcase }) => testcase);
  const outcome = outcomeCases(report, cases);
  const testsuite = [...families, ...(outcome.length > 0 ? [suiteOf('run', 0, outcome)] : [])];
  const totals = { ...countsOf([...cases, ...outcome]), '@time': seconds(run.milliseconds) };
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: { '@name': 'idv-conformance', ...totals, testsuite },
  });
}

function countsOf(cases: Case[]) {
  const having = (element: Element) => cases.filter((each) => each[element] !== undefined).length;
  return {
    '@tests': cases.length,
    '@failures': having('failure'),
    '@errors': having('error'),
    '@skipped': having('skipped'),
  };
}

function propertiesOf(report: Report) {
  const { suite, contract, candidate } = report;
  const values = {
    outcome: outcomeLine(report),
    candidate: candidate.baseUrl,
    claims: candidate.claims.join(' '),
    contract: contract.version,
    digest: contract.digest,
    suite: suite.version,
  };
  return { property: Object.entries(values).map(([name, value]) => ({ '@name': name, '@value': value })) };
}

function caseOf(result: ReportedResult, report: Report): Case {
  const { id, family, verdict, milliseconds } = result;
  const element = elementOf(result);
  const message = oneLine(messageOf(result));
  const text = cardText(result, report);
  return {
    '@classname': `idv-conformance.${family}`,
    '@name': id,
    '@time': seconds(milliseconds),
    ...(element === 'skipped' && { skipped: { '@message': message } }),
    ...((element === 'failure' || element === 'error') && {
      [element]: { '@type': verdict, '@message': message, text },
    }),
    ...(verdict === 'warning' && { 'system-out': text }),
  };
}

function messageOf(result: ReportedResult): string {
  const [first] = result.findings;
  const rule = first && `${first.kind}${first.rule === result.id ? '' : ` (${first.rule})`}`;
  const found = rule === undefined ? result.reason : `${rule}: ${resultText(result)}`;
  return [knownText(result), found].filter((text) => text !== '').join('; ');
}

/** What turns the run red besides single verdicts: nothing was judged, or a verdict differs between runs. */
function outcomeCases(report: Report, cases: Case[]): Case[] {
  const { outcome, repeats, notices } = report;
  const isRed = cases.some(({ failure, error }) => failure ?? error);
  const isFlaky = repeats !== undefined && repeats.changed.length > 0;
  if (!isFlaky && notices.length === 0 && (outcome.exitCode === 0 || isRed)) return [];
  const about = isFlaky ? [repeatsText(repeats)] : [outcomeLine(report), exitText(report)];
  const text = [...notices, ...about].join('\n');
  const error = { '@type': isFlaky ? 'flaky' : 'outcome', '@message': oneLine(text), text };
  return [{ '@classname': 'idv-conformance.run', '@name': 'outcome', '@time': seconds(0), error }];
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

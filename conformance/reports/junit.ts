import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { isKnownFailure, isOvercome, type Verdict } from '../engine/verdict.ts';
import { repeatsText } from '../repeat.ts';
import { cardText, familiesOf } from './card.ts';
import type { Report, ReportedResult } from './report.ts';

/**
 * What stands for a verdict in JUnit's words. `inconclusive` is an error and never `skipped`, which many readers show in
 * green; a warning is no element of its own, because a SHOULD that is not met breaks no build.
 */
const elements: Partial<Record<Verdict, Element>> = {
  fail: 'failure',
  error: 'error',
  inconclusive: 'error',
  'not-applicable': 'skipped',
};

type Element = 'failure' | 'error' | 'skipped';

/** A known failure is skipped, and one that passes is a failure, as test frameworks report what they expect to fail. */
function elementOf(result: ReportedResult): Element | undefined {
  if (isKnownFailure(result)) return 'skipped';
  return isOvercome(result) ? 'failure' : elements[result.verdict];
}

/** The report as JUnit XML: a suite for each family, a case for each requirement. */
export function junitReport(report: Report): string {
  const { results, run } = report;
  const document = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '\ufffd' });
  const root = document.ele('testsuites', {
    name: 'idv-conformance',
    ...attributesOf(results),
    time: seconds(run.milliseconds),
  });
  for (const family of familiesOf(results)) {
    const own = results.filter((result) => result.family === family);
    addSuite(root, report, family, own);
  }
  addRun(root, report);
  return `${document.end({ prettyPrint: true })}\n`;
}

function addSuite(root: XMLBuilder, report: Report, family: string, results: ReportedResult[]): void {
  const time = seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  const suite = root.ele('testsuite', { name: family, ...attributesOf(results), time, ...timestamp(report) });
  addProperties(suite, report);
  for (const result of results) addCase(suite, result, report.docs);
}

function addProperties(suite: XMLBuilder, { suite: { version }, contract, candidate, outcome }: Report): void {
  const properties = suite.ele('properties');
  const values = {
    ...{ outcome: outcome.headline, candidate: candidate.baseUrl, claims: candidate.claims.join(' ') },
    ...{ contract: contract.version, digest: contract.digest, suite: version },
  };
  for (const [name, value] of Object.entries(values)) properties.ele('property', { name, value });
}

function addCase(suite: XMLBuilder, result: ReportedResult, docs: string): void {
  const { id, family, verdict, milliseconds } = result;
  const time = seconds(milliseconds);
  const one = suite.ele('testcase', { classname: `idv-conformance.${family}`, name: id, time });
  const element = elementOf(result);
  const message = oneLine(messageOf(result));
  if (element === 'skipped') one.ele(element, { message });
  if (element === 'failure' || element === 'error')
    one.ele(element, { type: verdict, message }).txt(cardText(result, docs));
  if (verdict === 'warning') one.ele('system-out').txt(`WARNING ${cardText(result, docs)}`);
}

function messageOf(result: ReportedResult): string {
  if (isKnownFailure(result)) return `known failure (${result.known}): ${result.reason}`;
  return isOvercome(result) ? `passes now, take it off the list of known failures: ${result.known}` : result.reason;
}

/** What turns the run red without being the verdict of one requirement: nothing was judged, or a verdict changes. */
function addRun(root: XMLBuilder, report: Report): void {
  const { outcome, results, repeats } = report;
  const red = results.some((result) => ['failure', 'error'].includes(elementOf(result) ?? ''));
  const unstable = repeats !== undefined && repeats.changed.length > 0;
  if (!unstable && (outcome.exitCode === 0 || red)) return;
  const message = unstable ? repeatsText(repeats) : outcome.headline;
  const counts = { tests: 1, failures: 0, errors: 1, skipped: 0 };
  const suite = root.ele('testsuite', { name: 'run', ...counts, time: '0.000', ...timestamp(report) });
  const one = suite.ele('testcase', { classname: 'idv-conformance.run', name: 'outcome', time: '0.000' });
  one.ele('error', { type: unstable ? 'unstable' : 'outcome', message: oneLine(message) }).txt(message);
  const { tests, errors } = attributesOf(results);
  root.att('tests', String(tests + 1)).att('errors', String(errors + 1));
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function attributesOf(results: ReportedResult[]) {
  const having = (element: string) => results.filter((result) => elementOf(result) === element).length;
  return {
    tests: results.length,
    ...{ failures: having('failure'), errors: having('error'), skipped: having('skipped') },
  };
}

// JUnit writes a time without a zone; this one is UTC.
const timestamp = ({ run }: Report) => ({ timestamp: run.startedAt.replace(/\.\d+Z$/, '') });

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import type { Verdict } from '../engine/verdict.ts';
import { cardText, familiesOf } from './card.ts';
import type { Report, ReportedResult } from './report.ts';

/**
 * What stands for a verdict in JUnit's words. `inconclusive` is an error and never `skipped`, which many readers show in
 * green; a warning is no element of its own, because a SHOULD that is not met breaks no build.
 */
const elements: Partial<Record<Verdict, 'failure' | 'error' | 'skipped'>> = {
  fail: 'failure',
  error: 'error',
  inconclusive: 'error',
  'not-applicable': 'skipped',
};

/** The report as JUnit XML: a suite for each family, a case for each requirement. */
export function junitReport(report: Report): string {
  const { results, run, outcome } = report;
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
  // A run that judged nothing has no case that is red, and must not be green either.
  const red = results.some(({ verdict }) => elements[verdict] === 'failure' || elements[verdict] === 'error');
  if (outcome.exitCode !== 0 && !red) addOutcome(root, report);
  return `${document.end({ prettyPrint: true })}\n`;
}

function addSuite(root: XMLBuilder, report: Report, family: string, results: ReportedResult[]): void {
  const time = seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  const timestamp = report.run.startedAt.replace(/\.\d+Z$/, '');
  const suite = root.ele('testsuite', { name: family, ...attributesOf(results), time, timestamp });
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
  const { id, family, verdict, reason, milliseconds } = result;
  const time = seconds(milliseconds);
  const one = suite.ele('testcase', { classname: `idv-conformance.${family}`, name: id, time });
  const element = elements[verdict];
  const message = reason.replaceAll(/\s+/g, ' ');
  if (element === 'skipped') one.ele(element, { message });
  if (element === 'failure' || element === 'error')
    one.ele(element, { type: verdict, message }).txt(cardText(result, docs));
  if (verdict === 'warning') one.ele('system-out').txt(`WARNING ${cardText(result, docs)}`);
}

function addOutcome(root: XMLBuilder, { outcome, results }: Report): void {
  const { headline: message } = outcome;
  const suite = root.ele('testsuite', { name: 'run', tests: 1, failures: 0, errors: 1, skipped: 0, time: '0.000' });
  const one = suite.ele('testcase', { classname: 'idv-conformance.run', name: 'outcome', time: '0.000' });
  one.ele('error', { type: 'outcome', message }).txt(message);
  root.att('tests', String(results.length + 1)).att('errors', '1');
}

function attributesOf(results: ReportedResult[]) {
  const having = (element: string) => results.filter(({ verdict }) => elements[verdict] === element).length;
  return {
    tests: results.length,
    ...{ failures: having('failure'), errors: having('error'), skipped: having('skipped') },
  };
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

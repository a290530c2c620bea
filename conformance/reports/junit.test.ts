import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { junitReport } from './junit.ts';
import { reportOf } from './report.ts';
import { context, everyVerdict, hostile, judgement } from './testing.ts';
import { resultOf } from '../testing.ts';

interface Counted {
  tests: string;
  failures: string;
  errors: string;
  skipped: string;
}
interface Suite extends Counted {
  name: string;
  time: string;
  timestamp: string;
  properties: unknown;
  testcase: Case[];
}
interface Case {
  classname: string;
  name: string;
  time: string;
  failure?: { type: string; message: string; text: string };
  error?: { type: string; message: string; text: string };
  skipped?: { message: string };
  'system-out'?: string;
}
interface Document {
  testsuites: Counted & { testsuite: Suite[] };
}

/** Parsed by another library than the one that wrote it, as a consumer does. */
function read(xml: string): Document['testsuites'] {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    textNodeName: 'text',
    parseTagValue: false,
    isArray: (name) => name === 'testsuite' || name === 'testcase',
  });
  return (parser.parse(xml) as Document).testsuites;
}

const sum = (list: Counted[], name: keyof Counted) => list.reduce((total, each) => total + Number(each[name]), 0);

test('the counts of the document are those of its suites, and theirs those of their cases', () => {
  const all = read(junitReport(everyVerdict()));
  for (const name of ['tests', 'failures', 'errors', 'skipped'] as const)
    expect(Number(all[name])).toBe(sum(all.testsuite, name));
  for (const suite of all.testsuite) {
    expect(Number(suite.tests)).toBe(suite.testcase.length);
    expect(Number(suite.failures)).toBe(suite.testcase.filter(({ failure }) => failure).length);
    expect(Number(suite.errors)).toBe(suite.testcase.filter(({ error }) => error).length);
    expect(Number(suite.skipped)).toBe(suite.testcase.filter(({ skipped }) => skipped).length);
  }
});

test('each case has a class, a unique name, a time, and at most one of failure, error and skipped', () => {
  const all = read(junitReport(everyVerdict()));
  const cases = all.testsuite.flatMap(({ testcase }) => testcase);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  for (const { classname, name, time, failure, error, skipped } of cases) {
    expect(classname).toBe(`idv-conformance.${name === 'outcome' ? 'run' : name.split('.')[0]}`);
    expect(time).toMatch(/^\d+\.\d{3}$/);
    expect([failure, error, skipped].filter(Boolean).length).toBeLessThanOrEqual(1);
  }
  for (const { timestamp } of all.testsuite) expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
});

test('inconclusive and error are errors, only not-applicable and known failures are skipped, a warning is output', () => {
  const cases = read(junitReport(everyVerdict())).testsuite.flatMap(({ testcase }) => testcase);
  const found = (name: string) => cases.find((one) => one.name === name)!;
  expect(found('create-case.responds-with-201')).not.toHaveProperty('failure');
  expect(found('create-case.location').failure!.type).toBe('fail');
  expect(found('create-case.responds-with-case').error!.type).toBe('inconclusive');
  expect(found('problems.form').error!.type).toBe('error');
  expect(found('sandbox.rejected-without-capability').skipped!.message).toBe(
    'only applicable if the capability sandbox is not claimed',
  );
  expect(found('tenancy.ids-unique').skipped!.message).toMatch(/^known failure: accepted until spring; /);
  expect(found('http.no-store').failure!.message).toMatch(/^passes now, .*: "a read"; fixed meanwhile$/);
  expect(found('get-case.unknown-404').failure!.message).toMatch(/^not in the list of known failures: "an upload"; /);
  expect(found('http.nosniff')['system-out']).toContain('WARNING http.nosniff');
});

test('a requirement that a known failure blocks is skipped', () => {
  const blocked = resultOf('http.allow', 'inconclusive', {
    blockedBy: 'http.wrong-method-405',
    reason: 'blocked',
    known: 'blocked by http.wrong-method-405: JIRA-7',
  });
  const [suite] = read(junitReport(reportOf(judgement([blocked]), context))).testsuite;
  expect(suite!.testcase[0]!.skipped!.message).toBe('blocked by http.wrong-method-405: JIRA-7; blocked');
});

test('text that a candidate sent has no characters that XML does not allow', () => {
  const xml = junitReport(everyVerdict());
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])/);
  const cases = read(xml).testsuite.flatMap(({ testcase }) => testcase);
  const { text } = cases.find(({ name }) => name === 'get-case.unknown-404')!.failure!;
  expect(text).toContain(hostile.slice(0, hostile.indexOf('\u001b')));
});

test('a run that judged nothing is not green', () => {
  const reason = 'only applicable if the capability sandbox is not claimed';
  const nothing = resultOf('sandbox.rejected-without-capability', 'not-applicable', { reason });
  for (const results of [[], [nothing]]) {
    const all = read(junitReport(reportOf(judgement(results), context)));
    expect(Number(all.tests)).toBe(results.length + 1);
    expect(all.errors).toBe('1');
    expect(all.testsuite.at(-1)!.testcase[0]!.error!.message).toMatch(/^INCOMPLETE/);
  }
});

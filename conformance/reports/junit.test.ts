import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { junitReport } from './junit.ts';
import { reportOf } from './report.ts';
import { context, everyVerdict, hostile, judgement } from './testing.ts';
import { resultOf } from '../testing.ts';

interface Case {
  name: string;
  failure?: { type: string; message: string; text: string };
  error?: { type: string; message: string; text: string };
  skipped?: { message: string };
  'system-out'?: string;
}
interface Document {
  testsuites: { tests: string; errors: string; testsuite: { testcase: Case[] }[] };
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

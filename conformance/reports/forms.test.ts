import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { isKnownFailure } from '../run/outcome.ts';
import { rowsOf } from './console/card.ts';
import { causesOf, effectOf, sizeOf } from './causes.ts';
import { consoleReport, withoutColour } from './console/console.ts';
import { outcomeLine, verdictsToFix } from './facts.ts';
import { htmlReport } from './html/page.ts';
import { signs } from './html/signs.ts';
import { junitReport } from './junit.ts';
import { summaryReport } from './summary.ts';
import { everyVerdict } from './testing.ts';

interface Case {
  name: string;
  failure?: { type: string; message: string; text: string };
  error?: { type: string; text: string };
  skipped?: { message: string };
  'system-out'?: string;
}

const report = everyVerdict();
const shown = withoutColour(consoleReport(report, { detail: 'cards', width: 120 }));
const brief = withoutColour(consoleReport(report, { detail: 'causes', width: 10_000 }));
const summary = summaryReport(report);
const page = htmlReport(report);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  textNodeName: 'text',
  trimValues: false,
  isArray: (name) => name === 'testsuite' || name === 'testcase',
});
const { testsuites } = parser.parse(junitReport(report)) as {
  testsuites: Record<'tests' | 'failures' | 'errors' | 'skipped', string> & { testsuite: { testcase: Case[] }[] };
};
const cases = testsuites.testsuite.flatMap(({ testcase }) => testcase);

const bad = report.results.filter((result) => verdictsToFix.includes(result.verdict) && !isKnownFailure(result));
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const pageText = page.replaceAll(/<\/?mark>/g, '').replaceAll(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!);

test('all forms have the same outcome and the same counts', () => {
  const judged = '2 passed, 3 failed, 1 warning, 1 inconclusive, 1 not applicable, 1 error';
  const counts = `${judged} · ${report.untestable.length} untestable`;
  expect(report.counts).toEqual({ pass: 2, fail: 3, warning: 1, inconclusive: 1, 'not-applicable': 1, error: 1 });
  for (const text of [shown, summary, page]) expect(text).toContain(counts);
  for (const text of [shown, summary, page]) expect(text).toContain(outcomeLine(report));
  // One more case for the verdict that differs between runs; a known failure is skipped, and one that passes is a failure.
  const { tests, failures, errors, skipped } = testsuites;
  expect([tests, failures, errors, skipped].map(Number)).toEqual([9 + 1, 2 + 1, 2 + 1, 1 + 1]);
});

/** The verdict that a case of JUnit represents. */
function verdictOf({ failure, error, skipped, 'system-out': out }: Case): string {
  if (skipped) return skipped.message.startsWith('known failure') ? 'fail' : 'not-applicable';
  if (failure?.message.startsWith('passes now')) return 'pass';
  if (out !== undefined) return out.split(' ')[0]!.toLowerCase();
  return failure?.type ?? error?.type ?? 'pass';
}

test('all forms contain the reason for the exit code', () => {
  for (const text of [shown, brief, summary, page]) expect(text).toContain(`exit code 2: ${report.outcome.reason}`);
});

test('all forms contain what explains the run', () => {
  const outcome = JSON.stringify(cases.find(({ name }) => name === 'outcome'));
  for (const text of [shown, brief, summary, pageText, outcome])
    expect(text).toContain('The service stopped: </script>');
});

test('all forms name the same cause first', () => {
  const [first] = causesOf(report).filter((cause) => sizeOf(cause) > 1);
  expect(brief).toMatch(new RegExp(`^(Fix first|Then): ${first!.first}, ${effectOf(first!)}`, 'm'));
  expect(summary).toContain(`\`${first!.first}\`, ${effectOf(first!)}`);
  expect(pageText).toContain(`<code class="id">${first!.first}</code> <span class="effect">${effectOf(first!)}</span>`);
});

test('all forms have the same verdict of each requirement', () => {
  const verdicts = report.results.map(({ id, verdict }) => [id, verdict]);
  const carded = [...page.matchAll(/id="requirement-(\S+)" data-verdict="(\S+)"/g)].map(([, ...pair]) => pair);
  expect(carded.toSorted()).toEqual(verdicts.toSorted());
  const reported = cases.filter(({ name }) => name !== 'outcome').map((one) => [one.name, verdictOf(one)]);
  expect(reported.toSorted()).toEqual(verdicts.toSorted());
  for (const { id, verdict } of bad)
    if (verdict === 'inconclusive') {
      expect(shown).toMatch(new RegExp(`INCONCLUSIVE .*\n  ${id}\n`));
      expect(summary).toMatch(new RegExp(`^- inconclusive: \`${id}\`$`, 'm'));
    } else {
      expect(shown).toContain(`${verdict.toUpperCase()} ${id} (`);
      expect(brief).toMatch(new RegExp(`^  ${signs[verdict]} ${id}: \\S`, 'm'));
      expect(summary).toContain(`<b>${verdict.toUpperCase()}</b> <code>${id}</code>`);
    }
});

test('all forms show known failures, and verdicts that differ between runs', () => {
  for (const text of [shown, summary, pageText]) {
    expect(text).toContain('accepted until spring');
    expect(text).toContain('fixed meanwhile');
    expect(text).toContain('http.no-store: pass, fail');
    expect(text).toContain('"a read"');
    expect(text).toMatch(/(NEW|not in the list of known failures): [^]*"an upload"/);
  }
  const message = (name: string) => JSON.stringify(cases.find((one) => one.name === name));
  expect(message('tenancy.ids-unique')).toContain('accepted until spring');
  expect(message('http.no-store')).toContain('fixed meanwhile');
  expect(message('outcome')).toContain('http.no-store: pass, fail');
});

test('all forms show the same card', () => {
  for (const result of bad) {
    const one = cases.find(({ name }) => name === result.id)!;
    const junit = (one.failure ?? one.error)?.text ?? one['system-out'];
    for (const { name, text } of rowsOf(result, report)) {
      expect(junit).toContain(text);
      // The page has a link to the docs.
      if (name !== 'docs') expect(pageText).toContain(text);
      // These two show inconclusive results by their cause.
      if (result.verdict === 'inconclusive') continue;
      for (const line of text.split('\n')) expect(shown).toContain(line);
      expect(summary).toContain(text);
    }
  }
});

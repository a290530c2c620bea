import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../../tools/docs/browser.ts';
import { comparisonHtml } from './html/comparison.ts';
import { comparisonMarkdown, type Implementation, rowsOf } from './comparison.ts';
import { everyVerdict, hostile } from './testing.ts';

const report = everyVerdict();
// One that was not asked for everything, and does one thing better.
const results = report.results
  .slice(2)
  .map((result, at) => (at === 1 ? { ...result, verdict: 'pass' as const } : result));
const outcome = { ...report.outcome, headline: 'INCOMPLETE (full)' };
const implementations: Implementation[] = [
  { name: `ours | ${hostile}`, about: 'A first one.', report },
  { name: 'theirs', about: hostile, report: { ...report, outcome, results } },
];

let folder: string;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'comparison-'));
  writeFileSync(join(folder, 'page.html'), comparisonHtml(implementations));
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(pathToFileURL(join(folder, 'page.html')).href);
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

test('each requirement has one row with the verdict of every run', () => {
  expect(rowsOf(implementations).map(({ id, results: found }) => [id, ...found.map((one) => one?.verdict)])).toEqual([
    ...report.results.slice(0, 2).map(({ id, verdict }) => [id, verdict, undefined]),
    ...report.results.slice(2).map(({ id, verdict }, at) => [id, verdict, results[at]!.verdict]),
  ]);
});

test('the page shows outcomes first, then families and every verdict', async () => {
  expect(await page.locator('.headline').allTextContents()).toEqual([report.outcome.headline, 'INCOMPLETE (full)']);
  const row = page.locator('[id="requirement-get-case.unknown-404"]');
  expect(await row.locator('td').allInnerTexts()).toEqual(['✕ fail', '✓ pass']);
  const unjudged = page.locator('[id="requirement-create-case.location"]');
  expect(await unjudged.locator('td').allInnerTexts()).toEqual(['✕ fail', 'not judged']);
  expect(await page.locator('tr[id^="requirement-"]').count()).toBe(report.results.length);
  expect(await page.locator('#requirements').innerText()).toContain('3 of 9 differ');
});

test('the name and the responses of a candidate are shown as text, and fit the width of a phone', async () => {
  expect(await page.title()).toBe('Implementations of the identity-verification case service');
  expect(await page.locator('img, script').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('as Markdown it has the same outcomes, and only the requirements that differ', () => {
  const text = comparisonMarkdown([
    { ...implementations[0]!, name: 'ours' },
    { ...implementations[1]!, about: 'Two.' },
  ]);
  const [outcomes, families, differing] = text
    .split('\n\n## ')
    .map((part) => part.split('\n').filter((line) => line.startsWith('| ')));
  expect(outcomes).toHaveLength(4);
  expect(outcomes![2]).toMatch(/^\| ours +\| NON-CONFORMANT|^\| ours +\| ERROR/);
  expect(families).toHaveLength(2 + new Set(report.results.map(({ family }) => family)).size);
  expect(differing!.slice(2).map((line) => line.split(/[ |`]+/)[1])).toEqual([
    'create-case.answers-201',
    'create-case.location',
    'get-case.unknown-404',
  ]);
});

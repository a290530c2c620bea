import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../generated/report.ts';
import { launch } from '../../../tools/docs/browser.ts';
import { temporaryFolder } from '../../testing-folder.ts';
import { outcomeLine } from '../facts.ts';
import { htmlReport } from './page.ts';
import { html } from './markup.ts';
import { allFailed, everyVerdict, hostile } from '../testing.ts';

const report = everyVerdict();
const many = allFailed('status 200', 'create-case');
const folder = temporaryFolder();
const requested: string[] = [];
const complaints: string[] = [];
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launch();
  page = await open(report);
});
afterAll(() => browser.close());

/** Opens the page of a report, at a fragment of its address. */
async function open(of: Report, fragment = '', options: BrowserContextOptions = {}): Promise<Page> {
  const opened = await browser.newPage(options);
  opened.on('request', (request) => requested.push(request.url()));
  opened.on('console', (message) => complaints.push(message.text()));
  opened.on('pageerror', (error) => complaints.push(error.message));
  writeFileSync(join(folder, 'report.html'), htmlReport(of));
  await opened.goto(pathToFileURL(join(folder, 'report.html')).href + fragment);
  return opened;
}

const card = (where: Page, id: string) => where.locator(`[id="${id}"]`);
const shown = (where: Page) => where.locator('.card:visible').evaluateAll((cards) => cards.map(({ id }) => id));
const idsOf = (results: Report['results']) => results.map(({ id }) => id as string).toSorted();

test('a value is text, markup stays markup', () => {
  expect(html`<a title="${`"'<&`}">${[html`<b>${'>'}</b>`, false, undefined, 1]}</a>`.text).toBe(
    '<a title="&quot;&#39;&lt;&amp;"><b>&gt;</b>1</a>',
  );
});

test('text that a candidate sent is shown and never executed', async () => {
  expect(await page.title()).toBe(outcomeLine(report));
  expect(await page.locator('h1').textContent()).toBe(outcomeLine(report));
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.locator('script').count()).toBe(1);
  const text = await card(page, 'get-case.unknown-404').locator('.side.actual').first().textContent();
  expect(text).toContain(hostile.slice(0, hostile.indexOf('\u001b')));
});

test('the page asks the network nothing, and its policy would let nothing through', async () => {
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; /);
  expect(new Set(requested.map((url) => new URL(url).protocol))).toEqual(new Set(['file:']));
  expect(complaints).toEqual([]);
});

describe('the cards that are shown', () => {
  test('are at first those of requirements to fix', async () => {
    const toFix = report.results.filter(({ verdict }) => !['pass', 'not-applicable'].includes(verdict));
    expect((await shown(page)).toSorted()).toEqual(idsOf(toFix));
    expect(await page.locator('#shown').textContent()).toBe('7 of 10 requirements');
  });

  test('are chosen by verdict and by text, with the keyboard alone', async () => {
    const own = await open(report);
    await own.getByRole('button', { name: '3 failed' }).press('Space');
    expect(await shown(own)).not.toContain('create-case.location');
    await own.getByRole('button', { name: '2 passed' }).press('Enter');
    expect(await shown(own)).toContain('create-case.responds-with-201');
    await own.getByRole('searchbox').pressSequentially('d39 NOSNIFF');
    expect(await shown(own)).toEqual(['http.nosniff']);
    await own.getByRole('searchbox').fill('create-case.');
    expect(await own.locator('#shown').textContent()).toBe('2 found, 1 more are hidden by the filters');
    await own.getByRole('button', { name: 'Show all verdicts' }).press('Enter');
    expect(await own.locator('#shown').textContent()).toBe('3 found');
    expect(await own.getByRole('button', { name: 'Show all verdicts' }).isVisible()).toBe(false);
    await own.getByRole('searchbox').fill('nothing has this');
    expect(await shown(own)).toEqual([]);
  });

  test('are all without scripts', async () => {
    const own = await open(report, '', { javaScriptEnabled: false });
    expect((await shown(own)).toSorted()).toEqual(idsOf(report.results));
    expect(await own.locator('.controls').isVisible()).toBe(false);
  });
});

test('a link to a requirement opens its card, also one that the filter hides', async () => {
  const own = await open(report, '#create-case.responds-with-201');
  expect(await card(own, 'create-case.responds-with-201').isVisible()).toBe(true);
  expect(await card(own, 'create-case.responds-with-201').getAttribute('open')).toBe('');
  await own.evaluate("location.hash = '#requirement-http.nosniff'");
  await expect.poll(() => card(own, 'http.nosniff').getAttribute('open')).toBe('');
});

test('a card says how many problems it does not show', async () => {
  const [first] = report.results.filter(({ id }) => id === 'get-case.unknown-404');
  const findings = Array.from({ length: 6 }, () => first!.findings[0]!);
  const own = await open({ ...report, results: [{ ...first!, findings }] });
  const reasons = own.locator('.card .reason');
  expect(await reasons.count()).toBe(5);
  expect(await reasons.last().textContent()).toBe('and 3 more');
});

test('a card shows everything about a failure, once the keyboard opens it', async () => {
  const own = card(await open(report), 'get-case.unknown-404');
  expect(await own.locator('.body').isVisible()).toBe(false);
  await own.locator('summary').first().press('Enter');
  const text = await own.locator('.body').innerText();
  for (const part of [
    'Expected\n\na',
    '> Authorization: Bearer $IDV_API_KEY',
    'Problem 1 of 2 in "a create", again',
    'Requests before it\nGET /cases/a → 200',
    'curl -sSi',
  ])
    expect(text).toContain(part);
  expect(await own.getByRole('link', { name: 'The requirement in the contract' }).getAttribute('href')).toBe(
    'docs-site/get-case.html#get-case.unknown-404',
  );
});

test('every link leads somewhere, also when the pages of the contract are not built', async () => {
  const own = await open({ ...report, docs: null });
  const targets = await own.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  const inside = targets.filter((target) => target.startsWith('#'));
  expect(targets.filter((target) => !inside.includes(target))).toEqual(['report.json']);
  expect(inside).toContain('#D39');
  for (const target of new Set(inside)) expect(await own.locator(`[id="${target.slice(1)}"]`).count()).toBe(1);
});

test('many failures begin folded, by cause, with a summary above them; on paper, each has a line', async () => {
  const own = await open(many, '', { viewport: { width: 390, height: 800 } });
  const visible = () => own.locator('.card:visible').count();
  expect(await visible()).toBe(0);
  const first = await own.locator('.fix-first li').first().innerText();
  expect(first).toMatch(/^create-case\.\S+ \d+ failed\n.+\nexpected .+, got .+$/);
  // A screen has 800 pixels; all cards together need thirty times as many.
  expect(await own.evaluate('document.documentElement.scrollHeight')).toBeLessThan(3500);
  await own.emulateMedia({ media: 'print' });
  await own.evaluate("dispatchEvent(new Event('beforeprint'))");
  expect(await visible()).toBe(many.results.length);
  expect(await own.locator('.card[open]').count()).toBe(0);
  expect(await own.locator('.controls').isVisible()).toBe(false);
  await own.evaluate("dispatchEvent(new Event('afterprint'))");
  expect(await visible()).toBe(0);
  const pages = (await own.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
  expect(pages!.length).toBeLessThan(5);
  await own.emulateMedia({ media: 'screen' });
  await own.locator('.fix-first a').first().click();
  await expect.poll(() => own.locator('#cause-1 .card:visible').count()).toBe(many.results.length);
});

test.each(['light', 'dark'] as const)('on a phone in %s nothing is wider than the screen', async (colorScheme) => {
  const viewport = { width: 390, height: 800 };
  const own = await open(report, '#get-case.unknown-404', { colorScheme, viewport });
  expect(await own.evaluate('document.documentElement.scrollWidth')).toBe(390);
  const paper = await own.evaluate('getComputedStyle(document.body).backgroundColor');
  expect(paper).toBe(colorScheme === 'dark' ? 'rgb(28, 30, 38)' : 'rgb(255, 255, 255)');
});

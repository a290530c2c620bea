import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch } from '../../../tools/docs/browser.ts';
import { outcomeLine } from '../facts.ts';
import { htmlReport } from './page.ts';
import { html } from './markup.ts';
import { allFailed, everyVerdict, hostile } from '../testing.ts';

const report = everyVerdict();
const many = allFailed('status 200', 'create-case');
let folder: string;
let browser: Browser;
let page: Page;
const requested: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'html-'));
  writeFileSync(join(folder, 'report.html'), htmlReport(report));
  browser = await launch();
  page = await open('');
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

async function open(fragment: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const opened = await browser.newPage(options);
  opened.on('request', (request) => requested.push(request.url()));
  opened.on('console', (message) => complaints.push(message.text()));
  opened.on('pageerror', (error) => complaints.push(error.message));
  await opened.goto(pathToFileURL(join(folder, 'report.html')).href + fragment);
  return opened;
}

const shown = (where: Page) =>
  where.locator('.card:visible').evaluateAll((cards) => cards.map(({ id }) => id.slice(12)));

test('a value is text, markup stays markup', () => {
  expect(html`<a title="${`"'<&`}">${[html`<b>${'>'}</b>`, false, undefined, 1]}</a>`.text).toBe(
    '<a title="&quot;&#39;&lt;&amp;"><b>&gt;</b>1</a>',
  );
});

test('outcome and counts come first, and every requirement has its card', async () => {
  expect(await page.locator('h1').textContent()).toBe(outcomeLine(report));
  expect(await page.locator('.card').count()).toBe(report.results.length);
});

test('text that a candidate sent is shown and never executed', async () => {
  expect(await page.title()).toBe(outcomeLine(report));
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.locator('script').count()).toBe(1);
  const text = await page.locator('[id="requirement-get-case.unknown-404"] .side.actual').first().textContent();
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
    expect((await shown(page)).toSorted()).toEqual(toFix.map(({ id }) => id).toSorted());
    expect(await page.locator('#shown').textContent()).toBe('7 of 10 requirements');
  });

  test('is chosen by verdict and by text, with the keyboard alone', async () => {
    const own = await open('');
    await own.getByRole('button', { name: '3 failed' }).press('Space');
    expect(await shown(own)).not.toContain('create-case.location');
    await own.getByRole('button', { name: '2 passed' }).press('Enter');
    expect(await shown(own)).toContain('create-case.responds-with-201');
    await own.getByRole('searchbox').pressSequentially('d39 NOSNIFF');
    expect(await shown(own)).toEqual(['http.nosniff']);
    await own.getByRole('searchbox').fill('nothing has this');
    expect(await shown(own)).toEqual([]);
    expect(await own.locator('#shown').textContent()).toBe('0 found');
    await own.close();
  });

  test('says how many matches the filters hide, and shows them on request', async () => {
    const own = await open('');
    await own.getByRole('searchbox').fill('create-case.');
    expect(await own.locator('#shown').textContent()).toBe('2 found, 1 more are hidden by the filters');
    await own.getByRole('button', { name: 'Show all verdicts' }).press('Enter');
    expect(await own.locator('#shown').textContent()).toBe('3 found');
    expect(await shown(own)).toContain('create-case.responds-with-201');
    expect(await own.getByRole('button', { name: 'Show all verdicts' }).isVisible()).toBe(false);
    await own.close();
  });

  test('is everything without scripts', async () => {
    const own = await open('', { javaScriptEnabled: false });
    expect((await shown(own)).toSorted()).toEqual(report.results.map(({ id }) => id).toSorted());
    expect(await own.locator('.controls').isVisible()).toBe(false);
    await own.close();
  });
});

test('a link to a requirement opens its card, also one that the filter hides', async () => {
  const own = await open('#requirement-create-case.responds-with-201');
  const card = own.locator('[id="requirement-create-case.responds-with-201"]');
  expect(await card.isVisible()).toBe(true);
  expect(await card.getAttribute('open')).toBe('');
  await own.evaluate("location.hash = '#requirement-http.nosniff'");
  await expect.poll(() => own.locator('[id="requirement-http.nosniff"]').getAttribute('open')).toBe('');
  await own.close();
});

test('a card shows everything about a failure, once the keyboard opens it', async () => {
  const own = await open('');
  const card = own.locator('[id="requirement-get-case.unknown-404"]');
  expect(await card.locator('.body').isVisible()).toBe(false);
  await card.locator('summary').first().press('Enter');
  const text = await card.locator('.body').innerText();
  for (const part of [
    'Expected\n\na',
    '> Authorization: Bearer $IDV_API_KEY',
    'Problem 1 of 2 in "a create", again',
    'Requests before it\nGET /cases/a → 200',
    'curl -sSi',
  ])
    expect(text).toContain(part);
  expect(await card.getByRole('link', { name: 'The requirement in the contract' }).getAttribute('href')).toBe(
    'docs-site/get-case.html#get-case.unknown-404',
  );
  await own.close();
});

test('every link leads somewhere, also when the pages of the contract are not built', async () => {
  writeFileSync(join(folder, 'alone.html'), htmlReport({ ...report, docs: null }));
  const own = await browser.newPage();
  await own.goto(pathToFileURL(join(folder, 'alone.html')).href);
  const targets = await own.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  const inside = targets.filter((target) => target.startsWith('#'));
  expect(targets.filter((target) => !inside.includes(target))).toEqual(['report.json']);
  expect(inside).toContain('#D39');
  for (const target of new Set(inside)) expect(await own.locator(`[id="${target.slice(1)}"]`).count()).toBe(1);
  await own.close();
});

test('many failures begin folded, by cause, with a summary above them', async () => {
  writeFileSync(join(folder, 'many.html'), htmlReport(many));
  const own = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await own.goto(pathToFileURL(join(folder, 'many.html')).href);
  expect(await own.locator('.card:visible').count()).toBe(0);
  expect(await own.locator('.fix-first li').first().innerText()).toMatch(/^create-case\.\S+ \d+ failed/);
  // A screen has 800 pixels; all cards together need thirty times as many.
  expect(await own.evaluate('document.documentElement.scrollHeight')).toBeLessThan(3500);
  await own.locator('.fix-first a').first().click();
  await expect.poll(() => own.locator('#cause-1 .card:visible').count()).toBe(many.results.length);
  await own.close();
});

test('on paper, every failure has a line, and no control of the page is visible', async () => {
  writeFileSync(join(folder, 'many.html'), htmlReport(many));
  const own = await browser.newPage();
  await own.goto(pathToFileURL(join(folder, 'many.html')).href);
  await own.emulateMedia({ media: 'print' });
  await own.evaluate("dispatchEvent(new Event('beforeprint'))");
  expect(await own.locator('.card:visible').count()).toBe(many.results.length);
  expect(await own.locator('.card[open]').count()).toBe(0);
  expect(await own.locator('.controls').isVisible()).toBe(false);
  await own.evaluate("dispatchEvent(new Event('afterprint'))");
  expect(await own.locator('.card:visible').count()).toBe(0);
  const pages = (await own.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
  expect(pages!.length).toBeLessThan(5);
  await own.close();
});

test.each(['light', 'dark'] as const)('on a phone in %s nothing is wider than the screen', async (colorScheme) => {
  const own = await open('#requirement-get-case.unknown-404', { colorScheme, viewport: { width: 390, height: 800 } });
  expect(await own.evaluate('document.documentElement.scrollWidth')).toBe(390);
  const dark = await own.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  const paper = await own.evaluate('getComputedStyle(document.body).backgroundColor');
  expect([dark, paper]).toEqual(colorScheme === 'dark' ? [true, 'rgb(28, 30, 38)'] : [false, 'rgb(255, 255, 255)']);
  await own.close();
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { operationsOf } from '../contract/interface.ts';
import { beginOfRedoc, launch } from './browser.ts';
import { buildDocs } from './build.ts';
import { route } from './families.ts';
import { asset } from './pages/page.ts';
import { Places } from './places.ts';
import { samplesOf } from './samples.ts';

const contract = readContract();
const folder = mkdtempSync(join(tmpdir(), 'docs-site-'));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const routes = operationsOf(contract.document).map(({ operation }) => route(operation));
const address = 'https://docs.example';
const requested: string[] = [];
const complaints: string[] = [];

/** By page, or by fragment of the reference: what is on it. */
const seen = new Map<string, Seen>();
let browser: Browser;
let context: BrowserContext;
/** has loaded the reference, which takes long */
let page: Page;

beforeAll(async () => {
  const files = buildDocs(folder, contract);
  browser = await launch();
  context = await browser.newContext();
  await serve(context);
  context.on('request', (request) => requested.push(request.url()));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  page = await context.newPage();
  for (const file of files)
    if (file.endsWith('.html') && file !== 'reference.html') seen.set(file, await look(page, file));
  for (const fragment of ['/', '/cases', '/evidence', '/events', ...routes])
    seen.set(fragment, await look(page, `reference.html#${fragment}`));
}, 120_000);

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Responds to requests for the site with the files of the folder. */
const serve = (to: BrowserContext) =>
  to.route(`${address}/**`, (route) => route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }));

async function look(page: Page, place: string): Promise<Seen> {
  await open(`${address}/${place}`, page);
  return page.evaluate<Seen>(contents);
}

interface Seen {
  ids: string[];
  links: string[];
  /** what each section says, by its anchor */
  sections: Record<string, string>;
  /** the texts outside code, also of what is folded */
  texts: string[];
}

const contents = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const textsOf = (node) => [...node.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  return {
    ids: all('[id]').map(({ id }) => id),
    links: all('a[href]').map((node) => node.getAttribute('href')),
    sections: Object.fromEntries(all('section.part').map(({ id, textContent }) => [id, textContent])),
    texts: all('body :not(script, style, code, code *, pre, pre *)').flatMap(textsOf).map(({ data }) => data),
  };
})()`;

async function open(url: string, reused?: Page): Promise<Page> {
  const page = reused ?? (await context.newPage());
  await page.goto(url);
  if (url.includes('reference.html')) await beginOfRedoc(page);
  return page;
}

const plain = (text: string) => text.replaceAll(/`|\s+/g, (found) => (found === '`' ? '' : ' '));

describe('each part of the contract has its place', () => {
  test('a requirement has its sentence, its source, the text of its decision and its freedoms', () => {
    for (const { id, family, level, text, source } of contract.requirements) {
      const section = plain(seen.get(`${family}.html`)!.sections[id] ?? '');
      const decision = contract.decisions.find((each) => each.id === source);
      const freedoms = contract.freedoms.filter(({ limits }) => limits.includes(id));
      const reasons = decision ? [decision.question, decision.because.slice(1)] : [];
      for (const part of [level, text, source, ...reasons, ...freedoms.map((each) => each.id)])
        expect(section, id).toContain(plain(part));
    }
  });

  test('a decision has its anchor once on its page', () => {
    const places = new Places(contract);
    for (const { id } of contract.decisions)
      expect(seen.get(`${places.pageOf(id)}.html`)!.ids.filter((each) => each === id)).toEqual([id]);
  });

  test('the page of an endpoint lists what binds it from all families', () => {
    const { links } = seen.get('upload-artifact.html')!;
    const named = contract.requirements.filter(({ operation }) => operation === 'uploadArtifact');
    const ofUploads = contract.requirements.filter(({ id }) => id.startsWith('authentication.upload-'));
    for (const { id, family } of [...named, ...ofUploads])
      expect(links, id).toContain(`${family === 'upload-artifact' ? '' : `${family}.html`}#${id}`);
  });
});

test('every link resolves, also in Markdown', () => {
  const files = new Set(readdirSync(folder));
  const resolves = (place: string, link: string) => {
    const [file, ...fragments] = link.split('#');
    const target = file || (place.startsWith('/') ? 'reference.html' : place);
    if (link === 'https://redocly.com/redoc/' || link.startsWith('http://127.0.0.1') || link === '#content')
      return true;
    // Redoc's menu has its own routes.
    if (seen.has(link)) return true;
    if (!files.has(target) || target.endsWith('.md')) return files.has(target);
    if (fragments.length === 0) return true;
    if (target !== 'reference.html') return seen.get(target)!.ids.includes(fragments[0]!);
    const shown = seen.get(fragments[0]!);
    if (shown === undefined || fragments[1] === undefined) return shown !== undefined;
    // Redoc opens a schema only while it is in view, so its properties may be on one of the two pages only.
    const anchor = decodeURIComponent(fragments[1]);
    return shown.ids.includes(anchor) || seen.get(place)!.ids.includes(anchor);
  };
  const linksIn = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
  const inMarkdown = [...files]
    .filter((name) => /\.(md|txt)$/.test(name))
    .map((name) => [name, linksIn(read(name).replaceAll(/`[^`\n]*`/g, ''))] as const);
  const inHtml = [...seen].map(([place, { links }]) => [place, links] as const);
  const broken = [...inHtml, ...inMarkdown].flatMap(([place, links]) =>
    links.filter((link) => !resolves(place, link)).map((link) => `${place}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('every page is also Markdown, and llms.txt leads to it', () => {
  const pages = readdirSync(folder).filter((name) => name.endsWith('.html') && name !== 'search.html');
  const list = read('llms.txt');
  expect(list).toMatch(/^# .+\n\n> .+\n/);
  for (const page of pages) expect(list).toContain(`](${page.replace('.html', '.md')})`);
  for (const { family, party, id, text, untestable } of contract.requirements) {
    const markdown = read(`${family}.md`).replaceAll(/\[(D\d+)\]\([^)]+\)/g, '$1');
    expect(markdown, id).toContain(text);
    // Where its scenarios are.
    expect(markdown.includes(`\`${family}.html#${id}\``), id).toBe(untestable === null && party === 'service');
  }
});

test('no page shows Markdown instead of what it means', () => {
  const shown = [...seen].flatMap(([place, { texts }]) =>
    texts.filter((text) => /\*\*|`|\]\(|<!--/.test(text)).map((text) => `${place}: ${text.slice(0, 80)}`),
  );
  expect(shown).toEqual([]);
});

test('an old address leads to the place of today, by the script of every page', async () => {
  const page = await context.newPage();
  await page.goto(`${address}/index.html#requirement-http.allow`);
  await page.waitForURL(`${address}/http.html#http.allow`);
  await page.close();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.html')))
    expect(read(file), file).toContain(asset('moved.js'));
});

test('a link to a folded decision opens it', async () => {
  const page = await open(`${address}/http.html`);
  await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = false`);
  await page.evaluate(`location.hash = '#D27'`);
  await page.locator('#D27[open]').waitFor();
  await page.close();
});

test('no request goes to another origin, and the browser reports no error', () => {
  expect(requested.filter((url) => !url.startsWith(`${address}/`) && !/^(data|blob):/.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the folder works when opened as files', async () => {
  const from = requested.length;
  const page = await open(`${pathToFileURL(folder).href}/reference.html`);
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Requirements' }).click();
  await page.getByRole('link', { name: 'Open a case' }).click();
  await page.getByRole('heading', { level: 1, name: 'Open a case' }).waitFor();
  await page.close();
  expect(requested.slice(from).filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
});

describe('the search', () => {
  test.each([
    ['--webhook-listen', 'Judge your service', 'webhooks.html#judge-your-service'],
    ['D27', /^D27: /, /#D27$/],
    ['get-case.status', 'get-case.status', 'get-case.html#get-case.status'],
    // misspelt
    ['idempotncy key reused', 'idempotency.create-key-reused', /^idempotency\.html#/],
    ['CreateCase', 'CreateCase', /^reference\.html.*#\/cases\/createcase$/],
  ])('finds %s on every page, when the folder is opened as files', async (words, title, link) => {
    const page = await open(`${pathToFileURL(folder).href}/limits.html`);
    const field = page.getByRole('searchbox', { name: 'Search the site' });
    await field.fill(words);
    await field.press('Enter');
    await page.waitForURL(/search\.html\?q=/);
    const found = page.locator('#found a', { hasText: title }).first();
    expect(await found.getAttribute('href')).toMatch(link);
    expect(await page.locator('#found mark').count()).toBeGreaterThan(0);
    await page.close();
  });

  test('follows what is typed, and "back" leads to it', async () => {
    const page = await open(`${address}/search.html`);
    const field = page.getByRole('searchbox', { name: 'Search all pages' });
    await field.fill('zzzzzzzz');
    await page.getByText('Nothing was found.').waitFor();
    await field.fill('D52');
    await page.locator('#found a').first().click();
    await page.waitForURL(/sandbox\.html#D52/);
    await page.goBack();
    await page
      .getByText(/^D52: /)
      .first()
      .waitFor();
    await page.close();
  });
});

describe('code samples, as the page shows them', () => {
  const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const operations = operationsOf(contract.document).map(({ operation }) => operation.operationId);
  const samples = [...operations, 'repeatCreate'].flatMap(samplesOf);

  test('the reference has one for each language, chosen by the menu, and sends nothing', async () => {
    await open(`${address}/reference.html#/cases/createcase`, page);
    const menu = page.getByRole('button', { name: /^(curl|TypeScript|Python|Go|Java|Payload)$/ });
    for (const { label, source } of samplesOf('createCase')) {
      await menu.first().click();
      await page.getByRole('menuitem', { name: label, exact: true }).click();

      await expect
        .poll(async () => squeezed(await page.locator('#api-content').innerText()))
        .toContain(squeezed(source));
    }

    // Its policy forbids a request that a script would make.
    const before = complaints.length;
    const result = await page.evaluate("fetch('/sources.html').then(() => 'sent', () => 'not sent')");
    expect(result).toBe('not sent');
    complaints.splice(before);
  });

  test('the guide shows each of them, also the receivers, and copies one', async () => {
    const page = await open(`${address}/index.html`);
    // The guide's text has those for curl, except the sender of an event and the create that is sent again.
    const folded = samples.filter(({ label, source }) => label !== 'curl' || /webhook-id|in-use/.test(source));
    const shown = await page.locator('details code').allTextContents();
    expect(shown.toSorted()).toEqual(folded.map(({ source }) => source).toSorted());
    expect(await page.locator('pre .hljs-string').count()).toBeGreaterThan(20);

    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
    const fold = page.locator('details').first();
    await fold.locator('summary').click();
    await fold.getByRole('button', { name: 'Copy' }).click();
    await fold.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shown[0]);
    await page.close();
  });
});

test('on a narrow screen every page is reached by the menu', async () => {
  const narrow = await browser.newContext({ viewport: { width: 375, height: 844 } });
  await serve(narrow);
  const page = await narrow.newPage();
  await page.goto(`${address}/index.html`);
  for (const name of ['Requirements', 'Check a service', 'From another API', 'Stated or decided', 'Guide']) {
    const link = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name });
    const box = await link.boundingBox();
    expect(box!.x >= 0 && box!.x + box!.width <= 375, `${name} is in view`).toBe(true);
    await link.click();
    await page.locator('h1').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  }
  await narrow.close();
});

/** The words that are on two lines. */
const cutWords = `(() => {
  const cut = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    if (node.parentElement.closest('script, style, pre, svg')) continue;
    for (const { 0: word, index } of node.data.matchAll(/[A-Za-z0-9]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
      if (new Set(lines).size > 1) cut.push(word);
    }
  }
  return cut;
})()`;

test.each([375, 1280])('at a width of %d no word is cut, and no page is wider', async (width) => {
  const sized = await browser.newContext({ viewport: { width, height: 844 } });
  await serve(sized);
  const page = await sized.newPage();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
    await open(`${address}/${file}`, page);
    expect(await page.evaluate(cutWords), file).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), file).toBe(width);
  }
  await sized.close();
});

test('openapi.json is the interface of the contract', () => {
  const { paths, components } = JSON.parse(read('openapi.json'));
  expect(components).toEqual(contract.document.components);
  expect(Object.keys(paths)).toEqual(Object.keys(contract.document.paths));
  expect(read('openapi.json')).not.toMatch(/"x-(general|requirements|freedoms|decisions)"/);
});

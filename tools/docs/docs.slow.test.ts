import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContract } from '../contract.ts';
import { interfaceOf } from '../contract/interface.ts';
import { launch, serve } from './browser.ts';
import { buildDocs } from './build.ts';
import { routes } from './pages/reference.ts';
import { samplesOf } from './pages/samples.ts';

const contract = readContract(fileURLToPath(new URL('../../openapi.yaml', import.meta.url)));
const routeOf = routes(contract);
const folder = mkdtempSync(join(tmpdir(), 'docs-site-'));
/** The last requirement of each fragment of the reference: the one that a browser must scroll to. */
const lastOf = new Map(contract.requirements.map((requirement) => [routeOf[requirement.id]!, requirement]));
const requested: string[] = [];
const complaints: string[] = [];

/** By page, or by fragment of the reference: what is on it. */
const seen = new Map<string, Awaited<ReturnType<typeof look>>>();
let site: Awaited<ReturnType<typeof serve>>;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  buildDocs(folder);
  site = await serve(folder);
  browser = await launch();
  context = await browser.newContext();
  context.on('request', (request) => requested.push(request.url()));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  for (const file of ['index.html', 'decisions.html', 'sources.html']) seen.set(file, await look(file));
  // One page for all fragments, because Redoc takes a second to begin; other tests open it at a fragment.
  const reference = await context.newPage();
  for (const fragment of ['/', '/events/casedecided', '/cases', '/evidence', '/events'])
    seen.set(fragment, await look(`reference.html#${fragment}`, undefined, reference));
  for (const [fragment, { id }] of lastOf)
    seen.set(fragment, await look(`reference.html#requirement-${id}`, id, reference));
  await reference.close();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What is on a page, and whether the requirement that its address names comes into view. */
async function look(place: string, id?: string, reused?: Page) {
  const page = await open(`${site.address}/${place}`, reused);
  const found = {
    isInView: id !== undefined && (await comesIntoView(page, id)),
    ids: new Set(await page.locator('[id]').evaluateAll((nodes) => nodes.map((node) => node.id))),
    links: await page.locator('a[href]').evaluateAll((nodes) => nodes.map((node) => node.getAttribute('href')!)),
    /** each requirement in its place, by id, as it reads */
    requirements: new Map(
      await page
        .locator('li.requirement')
        .evaluateAll((nodes) =>
          nodes.map((node): [string, string] => [node.id.slice('requirement-'.length), node.textContent]),
        ),
    ),
    headings: await page.locator('h2').allTextContents(),
    /** the texts outside code, also of what is folded */
    texts: await page.evaluate<string[]>(textsOutsideCode),
  };
  if (!reused) await page.close();
  return found;
}

const textsOutsideCode = `[...document.querySelectorAll('body :not(script, style, code, code *, pre, pre *)')]
  .flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
  .map((node) => node.data)`;

async function open(url: string, reused?: Page): Promise<Page> {
  const page = reused ?? (await context.newPage());
  await page.goto(url);
  if (url.includes('reference.html')) await beginOfRedoc(page);
  return page;
}

async function beginOfRedoc(page: Page): Promise<void> {
  // The first view is in the file; Redoc takes it over and goes where the fragment points. It is ready when it is quiet.
  await page.locator('#api-content :is(h1, h2)').first().waitFor();
  let [before, now] = [-1, await page.locator('[id]').count()];
  for (let quiet = 0; quiet < 3; quiet = before === now ? quiet + 1 : 0) {
    await page.waitForTimeout(100);
    [before, now] = [now, await page.locator('[id]').count()];
  }
}

describe('each requirement has its place', () => {
  for (const fragment of lastOf.keys()) {
    test(`${fragment} lists its requirements`, () => {
      const { requirements } = seen.get(fragment)!;

      // Redoc also shows neighbouring requirements; those of this fragment must all be shown completely.
      const own = contract.requirements.filter(({ id }) => routeOf[id] === fragment);
      const lacking = own.filter(
        ({ id, text, level, source }) => !isWhole(requirements.get(id), [level, text, id, source]),
      );
      expect(lacking.map(({ id }) => requirements.get(id) ?? id)).toEqual([]);
    });

    test(`a link to a requirement under ${fragment} leads to it`, () => {
      expect(seen.get(fragment)!.isInView).toBe(true);
    });
  }

  test('a link within the page leads on', async () => {
    const page = await open(`${site.address}/reference.html#requirement-create-case.responds-with-201`);
    await expect.poll(() => inView(page, 'create-case.responds-with-201')).toBe(true);

    await page.evaluate("location.hash = '#requirement-problems.form'");

    await expect.poll(() => inView(page, 'problems.form'), { timeout: 5000 }).toBe(true);
    await page.close();
  });
});

const isWhole = (shown: string | undefined, parts: string[]) =>
  shown !== undefined && parts.every((part) => shown.includes(part.replaceAll('`', '')));

/** True when the requirement is in view within five seconds. */
async function comesIntoView(page: Page, id: string): Promise<boolean> {
  const until = performance.now() + 5000;
  while (!(await inView(page, id))) {
    if (performance.now() > until) return false;
    await page.waitForTimeout(50);
  }
  return true;
}

async function inView(page: Page, id: string): Promise<boolean> {
  const box = await page.locator(`[id="requirement-${id}"]`).boundingBox({ timeout: 5000 });
  return box !== null && box.y >= 46 && box.y < 720;
}

describe('each decision has its place', () => {
  test('every decision has its anchor and its question', () => {
    const { ids, headings } = seen.get('decisions.html')!;
    for (const { id, question } of contract.decisions) {
      expect(ids).toContain(id);
      expect(headings).toContain(`${id} ${question.replaceAll('`', '')}`);
    }
  });

  test('every freedom has its anchor', () => {
    const { ids } = seen.get('decisions.html')!;
    for (const { id } of contract.freedoms) expect(ids).toContain(`freedom-${id}`);
  });

  test('every section with a requirement or a decision has its anchor', () => {
    const { ids } = seen.get('sources.html')!;
    const stated = contract.requirements.filter(({ class: kind }) => kind === 'stated').map(({ source }) => source);
    for (const section of [...stated, ...contract.decisions.map(({ section }) => section)])
      expect(ids).toContain(section.replace('§', 'section-'));
  });
});

test('the guide has a step for each operation and for the webhook', () => {
  const { ids, headings, links } = seen.get('index.html')!;
  expect(headings).toEqual([
    'Before you begin',
    '1. Open a case',
    '2. Add evidence',
    '3. Read the status',
    '4. Receive the webhook',
    'When a request is rejected',
    'From the sandbox to live',
  ]);
  for (const step of ['open', 'evidence', 'status', 'webhook', 'refusals', 'live']) expect(ids).toContain(step);
  for (const route of new Set([
    ...Object.values(routeOf).filter((route) => route.split('/').length > 2),
    '/events/casedecided',
  ]))
    expect(links).toContain(`reference.html#${route}`);
});

test('no page shows Markdown instead of what it means', () => {
  const shown = [...seen].flatMap(([place, { texts }]) =>
    texts.filter((text) => /\*\*|`/.test(text)).map((text) => `${place}: ${text.slice(0, 80)}`),
  );
  expect(shown).toEqual([]);
});

test('every link resolves', () => {
  const broken = [...seen].flatMap(([place, { links }]) =>
    links.filter((link) => !resolves(place, link)).map((link) => `${place}: ${link}`),
  );
  expect(broken).toEqual([]);
});

function resolves(place: string, link: string): boolean {
  if (link === 'https://redocly.com/redoc/' || /^(openapi\.(yaml|json)|arazzo\.yaml|#content)$/.test(link)) return true;
  const [file, ...fragments] = link.split('#');
  const target = file === '' ? (place.startsWith('/') ? 'reference.html' : place) : file!;
  if (fragments.length === 0) return target === 'reference.html' || seen.has(target);
  if (fragments[0]!.startsWith('requirement-'))
    return routeOf[fragments[0]!.slice('requirement-'.length)] !== undefined;
  if (target !== 'reference.html') return seen.get(target)!.ids.has(fragments[0]!);
  const shown = seen.get(fragments[0]!);
  if (shown === undefined || fragments[1] === undefined) return shown !== undefined;
  // Redoc opens a schema only while it is in view, so its properties may be on one of the two pages only.
  const anchor = decodeURIComponent(fragments[1]);
  return shown.ids.has(anchor) || seen.get(place)!.ids.has(anchor);
}

test('no request goes to another origin, and the browser reports no error', () => {
  expect(requested.filter((url) => !url.startsWith(`${site.address}/`) && !/^(data|blob):/.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the folder works when opened as files', async () => {
  const from = requested.length;
  const page = await open(`${pathToFileURL(folder).href}/reference.html#requirement-get-case.status`);
  await expect.poll(() => inView(page, 'get-case.status'), { timeout: 5000 }).toBe(true);

  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Decisions' }).click();

  await page.getByRole('heading', { level: 1, name: 'Decisions' }).waitFor();
  await page.close();
  expect(requested.slice(from).filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the policy forbids a request that a script would make', async () => {
  const page = await open(`${site.address}/reference.html`);
  const before = complaints.length;

  const answer = await page.evaluate("fetch('/decisions.html').then(() => 'sent', () => 'refused')");

  expect(answer).toBe('refused');
  complaints.splice(before);
  await page.close();
});

describe('code samples, as the page shows them', () => {
  const languages = ['curl', 'TypeScript', 'Python', 'Go', 'Java'];
  const places = {
    createCase: '/cases/createcase',
    getCase: '/cases/getcase',
    uploadArtifact: '/evidence/uploadartifact',
  };
  const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const language = new RegExp(`^(${[...languages, 'Payload'].join('|')})$`);

  for (const [operation, fragment] of Object.entries(places))
    test(`${operation} has one for each language, chosen by the menu`, async () => {
      const page = await open(`${site.address}/reference.html#${fragment}`);
      const samples = samplesOf(operation);
      expect(samples.map(({ label }) => label)).toEqual(languages);

      for (const { label, source } of samples) {
        const panel = page.locator('section, div', { has: page.getByRole('button', { name: language }) }).last();
        await panel.getByRole('button', { name: language }).click();
        await page.getByRole('menuitem', { name: label, exact: true }).click();

        await expect
          .poll(async () => squeezed(await page.locator('#api-content').innerText()))
          .toContain(squeezed(source));
      }
      await page.close();
    });

  test('the webhook has a receiver in each language, and a sender with curl', async () => {
    const page = await open(`${site.address}/reference.html#/events/casedecided`);
    const samples = samplesOf('caseDecided');
    expect(samples.map(({ label }) => label)).toEqual(languages);

    for (const { label, source } of samples) {
      const fold = page.locator('details', { hasText: new RegExp(`(Receive it in|Send one with) ${label}`) });
      await fold.locator('summary').click();
      const block = fold.locator('pre');
      expect(await block.isVisible()).toBe(true);
      expect(squeezed(await block.innerText())).toBe(squeezed(source));
    }
    await page.close();
  });

  test('the guide shows and copies each of them', async () => {
    const page = await open(`${site.address}/index.html`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.address });
    const folds = await page.locator('details.sample').all();
    const sources = [...Object.keys(places), 'caseDecided'].flatMap((operation) => samplesOf(operation));
    const copied: string[] = [];
    for (const fold of folds) {
      if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
      await fold.getByRole('button', { name: 'Copy' }).click();
      await fold.getByRole('button', { name: 'Copied' }).waitFor();
      copied.push(await page.evaluate('navigator.clipboard.readText()'));
    }

    // The guide's text has those for curl, with its own values.
    const inText = sources.filter(({ label, source }) => label !== 'curl' || source.includes('webhook-id'));
    expect(copied.toSorted()).toEqual(inText.map(({ source }) => source).toSorted());
    expect(await page.locator('pre .hljs-string').count()).toBeGreaterThan(20);
    await page.close();
  });
});

test('the old address of a requirement leads to its place', async () => {
  const page = await context.newPage();
  await page.goto(`${site.address}/index.html#requirement-get-case.status`);

  await page.waitForURL(/reference\.html#/);
  await beginOfRedoc(page);
  await expect.poll(() => inView(page, 'get-case.status'), { timeout: 5000 }).toBe(true);
  await page.close();
});

test('on a narrow screen every page is reached by the menu', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${site.address}/index.html`);
  for (const name of ['Decisions', 'Stated or decided', 'Guide']) {
    const link = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name });
    const box = await link.boundingBox();
    expect(box!.x >= 0 && box!.x + box!.width <= 390, `${name} is in view`).toBe(true);
    await link.click();
    await page.locator('h1').waitFor();
  }
  await page.close();
});

test('the contract is served as it is', () => {
  expect(readFileSync(join(folder, 'openapi.yaml'), 'utf8')).toBe(
    readFileSync(fileURLToPath(new URL('../../openapi.yaml', import.meta.url)), 'utf8'),
  );
});

test('openapi.json has the interface of openapi.yaml', () => {
  expect(JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))).toEqual(interfaceOf(contract.document));
});

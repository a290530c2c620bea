// The page at /docs, used as a person uses it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, started } from '../../reference-impl/testing/process.ts';
import { launch } from './browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'console-'));
let service: Awaited<ReturnType<typeof started>>;
let browser: Browser;
let page: Page;
const requested: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  service = await started(folder, { args: ['--ephemeral'] });
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  page.on('request', (request) => requested.push(request.url()));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(`${service.cases.url}/docs`);
});

afterAll(async () => {
  await browser?.close();
  await ended(service.child, 'SIGTERM');
  rmSync(folder, { recursive: true });
});

/** Opens the form of an operation; its example is filled in. */
async function form(operation: string) {
  const block = page.locator(`[id$="-${operation}"]`);
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Execute' }).waitFor();
  return block;
}

/** Sends the form and returns the status code and the body of the response, as the page shows them. */
async function send(block: Awaited<ReturnType<typeof form>>) {
  await block.getByRole('button', { name: 'Execute' }).click();
  const row = block.locator('.live-responses-table .response').first();
  const status = Number.parseInt(await row.locator('.response-col_status').innerText(), 10);
  return { status, body: JSON.parse(await row.locator('.highlight-code code').first().innerText()) };
}

test('a case is opened, gets evidence and is read, with the key that is filled in', async () => {
  const create = await form('createCase');
  await create.locator('textarea').first().fill('{"type": "PF", "reference": "sandbox:approve"}');
  const opened = await send(create);
  expect(opened).toMatchObject({ status: 201, body: { status: 'PENDING' } });

  const file = join(folder, 'id-front.pdf');
  writeFileSync(file, '%PDF-1.7 the front of an identity card');
  const upload = await form('uploadArtifact');
  await upload.getByPlaceholder('case_id').fill(opened.body.id);
  await upload.locator('input[type=file]').setInputFiles(file);
  expect(await send(upload)).toMatchObject({ status: 201, body: { content_type: 'application/pdf', size: 38 } });

  const read = await form('getCase');
  await read.getByPlaceholder('case_id').fill(opened.body.id);
  expect(await send(read)).toMatchObject({ status: 200, body: { status: 'APPROVED', score: 95 } });
});

test('it shows no box of errors, and is dark where the reader wants it', async () => {
  expect(await page.locator('.errors-wrapper').count()).toBe(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html.dark-mode').waitFor();
});

test('no request goes to another origin, and the browser reports no error', () => {
  expect(requested.filter((url) => !url.startsWith(`${service.cases.url}/`) && !url.startsWith('data:'))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('it leads back to the guide, or says how to build it', async () => {
  const guide = page.getByRole('navigation').getByText(/guide/i);
  expect(await guide.innerText()).toMatch(/^Guide$|npm run docs/);
});

test('a service with its own keys has no such page', async () => {
  const keys = JSON.stringify([{ key: 'a_key_of_its_own_for_this_test', tenant: 'one', mode: 'sandbox' }]);
  const own = await started(folder, { args: ['--ephemeral'], env: { KEYS: keys } });

  expect((await fetch(`${own.cases.url}/docs`)).status).toBe(401);

  await ended(own.child, 'SIGTERM');
});

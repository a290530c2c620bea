// The screenshot in the README, docs/images/report.png: the HTML report of a service that is half finished.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CreateCase } from '../../reference-impl/domain/contract.ts';
import { type Change, startChanged } from '../../reference-impl/behaviours/start.ts';
import { referenceKeys } from '../../conformance/reference/start.ts';
import { run } from '../../conformance/testing.ts';
import { launch } from './browser.ts';
import { root } from '../root.ts';

const images = join(root, 'docs/images');
const reports = mkdtempSync(join(tmpdir(), 'report-shot-'));
mkdirSync(images, { recursive: true });

/** It validates little, knows no tenants and no idempotency keys, and omits headers. */
const halfFinished: Change = ({ authenticate, render }) => ({
  isCreateCase: Object.assign((body: unknown): body is CreateCase => Object(body).type !== undefined, { errors: [] }),
  checkMediaType: () => {},
  typeAgrees: () => true,
  idempotencyKeyOf: () => undefined,
  authenticate(request) {
    const caller = authenticate(request);
    return typeof caller === 'string' ? caller : { ...caller, tenant: 'the only one' };
  },
  render(...response) {
    const { headers, ...rendered } = render(...response);
    const { 'X-Content-Type-Options': _, 'Cache-Control': __, ...others } = headers;
    return { ...rendered, headers: others };
  },
});

const { baseUrl, stop } = await startChanged(halfFinished);
const keys = { IDV_API_KEY: referenceKeys.tenant, IDV_OTHER_API_KEY: referenceKeys.other };
await run(['--base-url', baseUrl, '--seed', '1', '--report-dir', reports], keys);
await stop();

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1200, height: 1000 }, colorScheme: 'light' });
await page.goto(pathToFileURL(join(reports, 'report.html')).href);
// Six causes: the image ends above the seventh.
const seventh = await page.locator('.fix-first li').nth(6).boundingBox();
await page.screenshot({
  path: join(images, 'report.png'),
  clip: { x: 0, y: 0, width: 1200, height: Math.floor(seventh!.y) },
});
await browser.close();
rmSync(reports, { recursive: true });

// The screenshot in the README, docs/images/report.png: the HTML report of a service that is half finished.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { halfFinished, halfFinishedKeys } from './half-finished.ts';
import { listening, run } from '../../conformance/testing.ts';
import { launch } from './browser.ts';
import { root } from '../root.ts';

const images = join(root, 'docs/images');
const reports = mkdtempSync(join(tmpdir(), 'report-shot-'));
mkdirSync(images, { recursive: true });

const { address, stop } = await listening(halfFinished());
await run(['--base-url', `http://${address}`, '--seed', '1', '--report-dir', reports], halfFinishedKeys);
stop();

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, colorScheme: 'light' });
await page.goto(pathToFileURL(join(reports, 'report.html')).href);
// Six causes: the image ends above the seventh.
const seventh = await page.locator('.fix-first li').nth(6).boundingBox();
await page.screenshot({
  path: join(images, 'report.png'),
  clip: { x: 0, y: 0, width: 1200, height: Math.floor(seventh!.y) },
});
await browser.close();
rmSync(reports, { recursive: true });

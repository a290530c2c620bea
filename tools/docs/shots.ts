// Takes screenshots of the built site, to check it by eye: `node tools/docs/shots.ts [folder]`, after `npm run docs`.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch, serve } from './browser.ts';

const folder = process.argv[2] ?? '/tmp/docs-shots';
const places = {
  start: 'reference.html',
  operation: 'reference.html#/cases/createcase',
  requirement: 'reference.html#requirement-create-case.id-form',
  family: 'reference.html#requirement-idempotency.in-use-retry-after',
  guide: 'index.html',
  'guide-status': 'index.html#status',
  'guide-webhook': 'index.html#webhook',
  decisions: 'decisions.html',
  decision: 'decisions.html#D15',
  sources: 'sources.html',
};

mkdirSync(folder, { recursive: true });
const { address, stop } = await serve(fileURLToPath(new URL('../../docs-site', import.meta.url)));
const browser = await launch();
try {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      for (const [name, place] of Object.entries(places)) {
        const page = await context.newPage();
        page.on('console', (message) => {
          if (message.type() === 'error') process.stderr.write(`${place}: ${message.text().slice(0, 200)}\n`);
        });
        await page.goto(`${address}/${place}`);
        await page.waitForTimeout(1500);
        await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
        await page.close();
      }
      await context.close();
    }
} finally {
  await browser.close();
  stop();
}

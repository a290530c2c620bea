import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import manifest from '../../package.json' with { type: 'json' };

/**
 * The executable of the Chromium in an npm package. The package unpacks it to the temporary folder, where another process
 * would start it before it is complete; so it is unpacked to a folder of its own, which is then renamed.
 */
function unpacked(): string {
  const folder = join(tmpdir(), `chromium-${manifest.devDependencies['@sparticuz/chromium']}`);
  const executable = join(folder, 'chromium');
  if (existsSync(executable)) return executable;
  const own = mkdtempSync(`${folder}-`);
  const unpack = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: own },
  });
  try {
    renameSync(own, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(executable)) throw error;
    rmSync(own, { recursive: true });
  }
  return executable;
}

/** The Chromium of an npm package, without telemetry. */
export async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: unpacked(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

/** Waits until the reference is ready. */
export async function beginOfRedoc(page: Page): Promise<void> {
  // The first view is in the file; Redoc takes it over and goes where the fragment points. It is ready when it is quiet.
  await page.locator('#api-content :is(h1, h2)').first().waitFor();
  let [before, now] = [-1, await page.locator('[id]').count()];
  for (let quiet = 0; quiet < 3; quiet = before === now ? quiet + 1 : 0) {
    await page.waitForTimeout(100);
    [before, now] = [now, await page.locator('[id]').count()];
  }
}

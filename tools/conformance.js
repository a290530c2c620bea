// `npm run conformance`: runs the command from a bundle of its sources, which starts sooner than many small files. The
// bundle is in a folder with the digest of the sources as its name, so it never runs after they have changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const { INIT_CWD, npm_package_json: description } = process.env;
const cache = join(root, '.cache');
const folders = ['conformance', 'generated', 'reference-impl', 'shipped'];
const others = ['package.json', 'tools/build/bundle.ts'];
const day = 24 * 60 * 60 * 1000;

function digestOfSources() {
  const below = (folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name));
  const sources = folders.flatMap(below).filter((name) => /\.(ts|js|css)$/.test(name));
  const digest = createHash('sha256');
  for (const name of [...others, ...sources.toSorted()]) digest.update(name).update(readFileSync(join(root, name)));
  return digest.digest('hex').slice(0, 16);
}

/** Two runs may build the same bundle at the same time; the first one that renames its folder wins. */
async function makeBundle(folder) {
  const { bundle } = await import('./build/bundle.ts');
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, 'new-'));
  try {
    await bundle(made);
    renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** A run that began before the sources changed still reads its own bundle, so only old ones are removed. */
function removeOldBundles() {
  const old = readdirSync(cache).filter((name) => Date.now() - statSync(join(cache, name)).mtimeMs > day);
  for (const name of old) rmSync(join(cache, name), { recursive: true, force: true });
}

/** The folder of the bundle, or that of the sources if no bundle can be built, for example in a read-only checkout. */
async function folderToRun() {
  const folder = join(cache, digestOfSources());
  if (existsSync(folder)) return folder;
  try {
    await makeBundle(folder);
    removeOldBundles();
  } catch {
    if (!existsSync(folder)) return root;
  }
  return folder;
}

// For the sources, and for modules that are loaded before the command enables it.
enableCompileCache();
const folder = await folderToRun();
// npm runs a script in the folder of its package: paths and conformance.yaml are those of the user's folder.
if (INIT_CWD && description === join(root, 'package.json') && process.cwd() === root) process.chdir(INIT_CWD);
const main = folder === root ? 'main.ts' : 'main.js';
await import(pathToFileURL(join(folder, 'conformance/cli', main)));

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type * as Yaml from 'yaml';
import { digestOfSources } from './digest.ts';
import type { Shipped } from './shipped.ts';

/** The nearest folder above with the contract, because a bundle is deeper in the package than this file. */
function folderOfContract(folder: string): string {
  return existsSync(join(folder, 'openapi.yaml')) ? folder : folderOfContract(dirname(folder));
}

/** Set when the sources are bundled. */
declare const suiteDigest: string | undefined;

const folder = folderOfContract(import.meta.dirname);
// Files of other packages: in a checkout they are installed, and `npm run build` copies them to dist/.
const places = [folder, join(folder, 'dist'), join(folder, 'node_modules')];

function startThread(source: string, options: object): Worker {
  // A thread has the extension of this file: TypeScript in a checkout, JavaScript in the package.
  const [, extension] = /(\.\w+)$/.exec(import.meta.filename)!;
  // It has its own compile cache, which must be set before it loads its first file.
  const { directory } = enableCompileCache();
  const env = { ...process.env, ...(directory !== undefined && { NODE_COMPILE_CACHE: directory }) };
  return new Worker(join(import.meta.dirname, '..', source + extension), { env, ...options });
}

/** What is shipped, in a checkout and in the package. */
export const shipped: Shipped = {
  folder,
  digest: () => (typeof suiteDigest === 'string' ? suiteDigest : digestOfSources(folder)),
  command: process.env['npm_lifecycle_event'] === 'conformance' ? 'npm run conformance --' : 'npx --no idv-conformance',
  read: (path) => {
    const file = places.map((place) => join(place, path)).find((name) => existsSync(name));
    return file === undefined ? undefined : readFileSync(file);
  },
  list: (name) => {
    const place = join(folder, name);
    return existsSync(place) ? readdirSync(place).map((file) => `${name}/${file}`) : [];
  },
  startThread,
  yaml: () => createRequire(import.meta.url)('yaml') as typeof Yaml,
};

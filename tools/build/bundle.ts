// Bundles the code of the package and of the executable.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOfSources } from '../../shipped/digest.ts';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The sources that are started as threads, without their extension. */
export const threads = ['conformance/reference/worker', 'conformance/wire/receiver-thread'];

// The entry points: run as a command, started as a thread, or imported by users.
const entryPoints = [
  'conformance/cli/main.ts',
  ...threads.map((source) => `${source}.ts`),
  'conformance/vitest.ts',
  'generated/requirements.ts',
  'generated/types.ts',
  'generated/validators.js',
];

/** What the page at /docs needs of Swagger UI. */
export const swaggerFiles = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
];

const common: BuildOptions & { metafile: true } = {
  absWorkingDir: root,
  outbase: root,
  bundle: true,
  platform: 'node',
  metafile: true,
  logLevel: 'silent',
  define: { suiteDigest: JSON.stringify(digestOfSources(root)) },
};

/**
 * Writes few JavaScript files instead of one for each source, because finding and loading a file takes time. Entry
 * points keep their path; what is imported later, such as the reports, stays in files of its own.
 */
export async function bundle(folder: string): Promise<void> {
  const { metafile } = await build({
    ...common,
    entryPoints,
    outdir: folder,
    splitting: true,
    format: 'esm',
    target: 'node22',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    plugins: [replaceLocator(keepLocation)],
  });
  expectAtTop(metafile, folder);
}

/** The only source that uses `import.meta`: it finds what is shipped from its own place. */
const locator = 'shipped/files.ts';

const replaceLocator = (contents: (source: string) => string): Plugin => ({
  name: 'replace-locator',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]shipped[\\/]files\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      resolveDir: dirname(path),
      contents: contents(readFileSync(path, 'utf8')),
    }));
  },
});

/** Gives it the same place below the folder as in a checkout, instead of that of the bundled file at the top. */
const keepLocation = (source: string) =>
  source
    .replaceAll('import.meta.dirname', `(import.meta.dirname + '/shipped')`)
    .replaceAll('import.meta.filename', `(import.meta.dirname + '/shipped/files.js')`);

const readAssets = () => `export { shipped } from './assets.ts';`;

/** @throws Error when the locator is not at the top of the folder */
function expectAtTop({ outputs }: Metafile, folder: string): void {
  for (const [output, { inputs }] of Object.entries(outputs))
    if (locator in inputs && dirname(join(root, output)) !== folder)
      throw new Error(`${output} has the code of ${locator}, which must be at the top of the bundle.`);
}

/**
 * Writes what the executable carries as code: its main script and the threads, each a whole CommonJS file, because an
 * executable imports nothing later. It reads its assets instead of files.
 *
 * @returns the packages whose code is in it
 */
export async function bundleForExecutable(folder: string): Promise<string[]> {
  const { metafile, warnings } = await build({
    ...common,
    entryPoints: ['conformance/cli/process.ts', ...threads.map((source) => `${source}.ts`)],
    outdir: folder,
    format: 'cjs',
    target: 'node24',
    plugins: [replaceLocator(readAssets)],
  });
  // One of them says that code uses `import.meta`, which is empty there.
  if (warnings.length > 0)
    throw new Error(warnings.map(({ text, location }) => `${location?.file}: ${text}`).join('\n'));
  const names = Object.keys(metafile.inputs).flatMap(
    (input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? [],
  );
  return [...new Set(names)].toSorted();
}

// Bundles what the package carries: `npm run build` into dist/, tools/conformance.js for the command of a checkout.
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

// What is run, started as a thread, or imported by users.
const entryPoints = [
  'conformance/cli/main.ts',
  'conformance/reference/worker.ts',
  'conformance/vitest.ts',
  'generated/requirements.ts',
  'generated/types.ts',
  'generated/validators.js',
];

/**
 * Writes few JavaScript files instead of one for each source, because finding and loading a file takes time. Entry
 * points keep their path; what is imported later, such as the reports, stays in files of its own.
 */
export async function bundle(folder: string): Promise<void> {
  const located = new Set<string>();
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outbase: root,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [keepLocations(located)],
  });
  expectAtTop(metafile, located, folder);
  cpSync(join(root, 'conformance/reports/assets'), join(folder, 'conformance/reports/assets'), { recursive: true });
}

/** A source finds its neighbours by `import.meta`; in the bundle it finds those at the same path below the folder. */
const keepLocations = (located: Set<string>): Plugin => ({
  name: 'keep-locations',
  setup: (build) => {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8');
      if (!contents.includes('import.meta.')) return undefined;
      const source = relative(root, path).replaceAll(sep, '/');
      located.add(source);
      return { loader: 'ts', contents: relocated(contents, `/${source.replace(/\.ts$/, '.js')}`) };
    });
  },
});

/** The code with a location of its own instead of that of the bundled file, which is at the top of the folder. */
function relocated(code: string, file: string): string {
  return code
    .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(dirname(file))})`)
    .replaceAll('import.meta.filename', `(import.meta.dirname + ${JSON.stringify(file)})`)
    .replaceAll('import.meta.url', `new URL(${JSON.stringify(`.${file}`)}, import.meta.url).href`);
}

/** @throws Error when code that uses `import.meta` is not at the top of the folder */
function expectAtTop({ outputs }: Metafile, located: Set<string>, folder: string): void {
  for (const [output, { inputs }] of Object.entries(outputs)) {
    const source = Object.keys(inputs).find((input) => located.has(input));
    if (source !== undefined && dirname(join(root, output)) !== folder)
      throw new Error(`${output} has the code of ${source}, which uses import.meta; import it there only when needed.`);
  }
}

// Builds release/idv-conformance, one file with Node and everything that the command needs, and the archive of it that a
// release carries: `npm run build:executable`. Each platform builds its own, with the Node that runs this.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildDocs } from '../docs/build.ts';
import { bundleForExecutable, swaggerFiles, threads } from '../build/bundle.ts';
import { licencesOf } from './licences.ts';
import { archive, executable, release } from './places.ts';
import { root } from '../root.ts';

const isMac = process.platform === 'darwin';

const runIn = (cwd: string, command: string, ...args: string[]) => execFileSync(command, args, { cwd, stdio: 'pipe' });
const run = (command: string, ...args: string[]) => runIn(root, command, ...args);

/** What the executable reads, by the path in the repository, and where each is now. */
function assets(work: string): Record<string, string> {
  const inRepository = (path: string) => [path, join(root, path)];
  const below = (folder: string, place: string) =>
    readdirSync(place).map((name) => [`${folder}/${name}`, join(place, name)]);
  const schemas = ['conformance', 'report', 'lines', 'list', 'explore'].map((name) => `${name}.schema.json`);
  return Object.fromEntries([
    ...['openapi.yaml', ...schemas, 'examples/conformance.yaml', 'LICENSE'].map(inRepository),
    ...below('conformance/reports/assets', join(root, 'conformance/reports/assets')),
    ...below('docs-site', join(work, 'docs-site')),
    ...swaggerFiles.map((name) => [`swagger-ui-dist/${name}`, join(root, 'node_modules/swagger-ui-dist', name)]),
    ...threads.map((source) => [`${source}.js`, join(work, `${source}.js`)]),
    ['THIRD-PARTY-LICENSES.txt', join(work, 'THIRD-PARTY-LICENSES.txt')],
  ]) as Record<string, string>;
}

/** What Node injects: the main script, compiled, and the assets. */
async function blob(work: string): Promise<string> {
  buildDocs(join(work, 'docs-site'));
  const packages = await bundleForExecutable(work);
  writeFileSync(join(work, 'THIRD-PARTY-LICENSES.txt'), licencesOf(packages));
  const settings = {
    // Stack traces name it as it is written here.
    main: 'conformance/cli/process.js',
    output: 'sea.blob',
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    // NODE_OPTIONS of a job is meant for its own programs.
    execArgvExtension: 'none',
    assets: assets(work),
  };
  writeFileSync(join(work, 'sea.json'), JSON.stringify(settings));
  runIn(work, process.execPath, '--experimental-sea-config', 'sea.json');
  return join(work, 'sea.blob');
}

/** A copy of Node with the blob in it. Without its symbols it is a seventh smaller. */
function inject(blobFile: string): void {
  copyFileSync(process.execPath, executable);
  chmodSync(executable, 0o755);
  if (process.platform === 'linux') run('strip', executable);
  // A signature is of the bytes, and macOS starts nothing without one.
  if (isMac) run('codesign', '--remove-signature', executable);
  const flags = ['--sentinel-fuse', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'];
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  const postject = join(root, 'node_modules/postject/dist/cli.js');
  run(process.execPath, postject, executable, 'NODE_SEA_BLOB', blobFile, ...flags, ...segment);
  if (isMac) run('codesign', '--sign', '-', executable);
}

const size = (path: string) => `${path} ${(statSync(path).size / 1e6).toFixed(1)} MB\n`;

mkdirSync(release, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'executable-'));
try {
  inject(await blob(work));
  for (const name of ['LICENSE', 'THIRD-PARTY-LICENSES.txt'])
    copyFileSync(join(name === 'LICENSE' ? root : work, name), join(release, name));
  // Names without a folder, because a tar on Windows takes C: for the name of a host.
  const contents = [basename(executable), 'LICENSE', 'THIRD-PARTY-LICENSES.txt'];
  runIn(release, 'tar', '-czf', basename(archive), ...contents);
  process.stdout.write(size(executable) + size(archive));
} finally {
  rmSync(work, { recursive: true });
}

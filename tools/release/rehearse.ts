// Does every step of a release that needs no account, and lists the others: `npm run release:rehearse`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import description from '../../package.json' with { type: 'json' };
import { changelogOf } from './changelog.ts';
import { release, root } from './places.ts';

const { version } = description;

const elsewhere = [
  `push the tag v${version}, which starts .github/workflows/release.yml`,
  'build and try the executables for Linux on ARM, macOS and Windows, each on its own runner',
  'prove by an attestation which commit and workflow made each archive',
  'publish the package on npm, and the archives, notes and checksums as a release',
  'publish the pages of the contract',
];

interface Step {
  name: string;
  command: string;
  args: string[];
  /** programs, or the user root; without them the step is one of those that are listed */
  needs?: string[];
  cwd?: string;
}

const consumer = mkdtempSync(join(tmpdir(), 'from-git-'));
writeFileSync(join(consumer, 'package.json'), '{ "private": true }');
const npm = (name: string, ...args: string[]): Step => ({ name, command: 'npm', args });

const steps: Step[] = [
  npm('executable', 'run', '--silent', 'build:executable'),
  npm('executable: tests', 'run', '--silent', 'test:executable'),
  {
    name: 'image',
    command: 'bash',
    args: ['tools/release/image.sh'],
    needs: ['root', 'buildah', 'mmdebstrap', 'skopeo', 'umoci', 'chroot'],
  },
  npm('package, SBOM, notes and checksums', 'run', '--silent', 'release:assets'),
  { ...npm('install from git', 'install', '--no-audit', '--no-fund', `git+file://${root}#HEAD`), cwd: consumer },
  { ...npm('command from git', 'exec', '--no', '--', 'idv-conformance', '--quiet'), cwd: consumer },
];

const isThere = (need: string) =>
  need === 'root' ? process.getuid?.() === 0 : spawnSync('which', [need]).status === 0;

/** Runs the step, and returns whether it succeeded. */
function perform({ name, command, args, needs = [], cwd = root }: Step): boolean {
  const missing = needs.filter((program) => !isThere(program));
  if (missing.length > 0) {
    elsewhere.push(`${name}: it needs ${missing.join(', ')}`);
    return true;
  }
  process.stdout.write(`\n=== ${name}\n`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  process.stdout.write(
    `${name}: ${status === 0 ? 'done' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed()} s\n`,
  );
  return status === 0;
}

rmSync(release, { recursive: true, force: true });
const isAnnounced = changelogOf(version) !== undefined;
if (!isAnnounced) process.stdout.write(`CHANGELOG.md has no section [${version}].\n`);
const outcomes = steps.map(perform);
rmSync(consumer, { recursive: true });
const files = readdirSync(release).map(
  (file) => `${(statSync(join(release, file)).size / 1e6).toFixed(2).padStart(8)} MB  ${file}`,
);
process.stdout.write(`\nrelease/:\n${files.join('\n')}\n`);
process.stdout.write(`\nnot done here:\n${elsewhere.map((line) => `- ${line}`).join('\n')}\n`);
process.exitCode = isAnnounced && outcomes.every(Boolean) ? 0 : 1;

// Writes what a release carries beside the executables and the image: `npm run release:assets`. Everything is in release/.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import description from '../../package.json' with { type: 'json' };
import { bundleForExecutable } from '../build/bundle.ts';
import { release } from './places.ts';
import { root } from '../root.ts';

const { name, version } = description;

const npm = (...args: string[]) =>
  execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e8 });

const write = (file: string, content: string) => writeFileSync(join(release, file), content);

interface Sbom {
  metadata: { component: { name: string } };
  components: { name: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const sbom = (...flags: string[]) => JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx', ...flags)) as Sbom;

/** What is in the executable: Node, and the packages whose code is bundled. */
async function sbomOfExecutable(): Promise<Sbom> {
  const work = mkdtempSync(join(tmpdir(), 'sbom-'));
  const packages = new Set(['node', 'swagger-ui-dist', ...(await bundleForExecutable(work))]);
  rmSync(work, { recursive: true });
  const all = sbom();
  const components = all.components.filter((component) => packages.has(component.name));
  return { ...all, components, dependencies: [] };
}

/** The lines that `sha256sum --check` reads. */
function checksums(): string {
  const files = readdirSync(release).filter((file) => /\.(tgz|tar\.gz|json)$/.test(file));
  const digest = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(release, file)))
      .digest('hex');
  return files
    .toSorted()
    .map((file) => `${digest(file)}  ${file}\n`)
    .join('');
}

/** The section of the version in `CHANGELOG.md`, without its heading. */
function notes(): string {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}] - `));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section [${version}] with a date.`);
  return section.slice(section.indexOf('\n')).trim();
}

mkdirSync(release, { recursive: true });
npm('pack', '--pack-destination', release);
write(`${name}-${version}.cdx.json`, JSON.stringify(sbom('--omit', 'dev'), null, 2));
write(`idv-conformance-${version}.cdx.json`, JSON.stringify(await sbomOfExecutable(), null, 2));
write('notes.md', `${notes()}\n`);
write('SHA256SUMS', checksums());
process.stdout.write(checksums());

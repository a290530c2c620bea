import { join } from 'node:path';
import description from '../../package.json' with { type: 'json' };
import { root } from '../root.ts';

/** The folder with what a release carries. */
export const release = join(root, 'release');

const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macos', win32: 'windows' };
/** As GitHub calls its runners, in small letters. */
const platform = `${systems[process.platform] ?? process.platform}-${process.arch}`;

/** The executable of this platform. */
export const executable = join(release, process.platform === 'win32' ? 'idv-conformance.exe' : 'idv-conformance');

/** The archive that holds it. */
export const archive = join(release, `idv-conformance-${description.version}-${platform}.tar.gz`);

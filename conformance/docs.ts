import { basename, dirname, join, relative, sep } from 'node:path';
import description from '../package.json' with { type: 'json' };

// In the published package this file stands in `dist/`, beside the pages.
const above = dirname(import.meta.dirname);
const root = basename(above) === 'dist' ? dirname(above) : above;

/** Where the pages of the contract stand, seen from a folder: at their address once they have one, else as built. */
export function docsFrom(folder = '.'): string {
  const { homepage } = description as { homepage?: string };
  return homepage ?? `${relative(folder, join(root, 'docs-site')).replaceAll(sep, '/')}/`;
}

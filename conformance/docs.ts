import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import description from '../package.json' with { type: 'json' };
import { root } from './root.ts';

/**
 * Where the pages of the contract stand, seen from a folder: at their address once they have one, else as built; null
 * when they are not, so that no link leads nowhere.
 */
export function docsFrom(folder = '.'): string | null {
  const { homepage } = description as { homepage?: string };
  if (homepage !== undefined) return homepage;
  const pages = join(root, 'docs-site');
  return existsSync(join(pages, 'index.html')) ? `${relative(folder, pages).replaceAll(sep, '/')}/` : null;
}

import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import description from '../package.json' with { type: 'json' };
import { root } from './root.ts';

/**
 * Where the pages of the contract are: their public address, or else the path from a folder to the built pages. Null when
 * they are not built, so that no link is broken.
 */
export function docsFrom(folder = '.'): string | null {
  const { homepage } = description as { homepage?: string };
  if (homepage !== undefined) return homepage;
  const pages = join(root, 'docs-site');
  return existsSync(join(pages, 'index.html')) ? `${relative(folder, pages).replaceAll(sep, '/')}/` : null;
}

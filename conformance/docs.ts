import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import description from '../package.json' with { type: 'json' };
import { shipped } from '../shipped/files.ts';

/**
 * Where the pages of the contract are: their public address, or else the path from a folder to the built pages. Null when
 * they are not built or are in the executable, so that no link is broken.
 */
export function docsFrom(folder = '.'): string | null {
  const { homepage } = description as { homepage?: string };
  if (homepage !== undefined) return homepage;
  if (shipped.folder === undefined) return null;
  const pages = join(shipped.folder, 'docs-site');
  return existsSync(join(pages, 'index.html')) ? `${relative(folder, pages).replaceAll(sep, '/')}/` : null;
}

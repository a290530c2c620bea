import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import description from '../package.json' with { type: 'json' };
import { shipped } from '../shipped/files.ts';

/** The place of a requirement, below the pages of the contract. */
export const requirementPage = (id: string): string => `reference.html#requirement-${id}`;

/** The place of a section or a decision, below the pages of the contract. */
export const sourcePage = (source: string): string =>
  source.startsWith('§') ? `sources.html#section-${source.slice(1)}` : `decisions.html#${source}`;

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

import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import description from '../package.json' with { type: 'json' };
import { shipped } from '../shipped/files.ts';

/** The place of a requirement, below the pages of the contract: its family has a page. */
export const requirementPage = (id: string): string => `${familyOf(id)}.html#${id}`;

/** The place of a section of the source document. */
export const sectionPage = (section: string): string => `sources.html#section-${section.slice(1)}`;

/** The place of the source of a requirement: a section, or a decision on the same page. */
export const sourcePage = ({ id, source }: { id: string; source: string }): string =>
  source.startsWith('§') ? sectionPage(source) : `${familyOf(id)}.html#${source}`;

const familyOf = (id: string) => id.split('.')[0]!;

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

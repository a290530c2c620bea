import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.ts';

/** The section of a version in `CHANGELOG.md`, or `Unreleased`, without its heading; undefined when there is none. */
export function changelogOf(version: string): string | undefined {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  return section?.slice(section.indexOf('\n')).trim();
}

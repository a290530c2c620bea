// The tables of `docs/` that the tests in this folder write.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

// The formatter of the project aligns the columns.
const squeezed = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

/**
 * Compares a table of a page with these rows, and writes them there if they differ.
 *
 * @param name of the comments around the table
 * @returns whether they were the same
 */
export function compareWithPage(page: string, name: string, rows: string[][]): boolean {
  const path = join(root, page);
  const text = readFileSync(path, 'utf8');
  const table = new RegExp(`(?<=<!-- ${name} -->\n\n).*?(?=\n\n<!-- /${name} -->)`, 's');
  const [head, ...others] = rows as [string[], ...string[][]];
  const made = [head, head.map(() => '---'), ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  if (squeezed(table.exec(text)![0]) === squeezed(made)) return true;
  writeFileSync(
    path,
    text.replace(table, () => made),
  );
  return false;
}

import type { Consumer } from './consumers.ts';

const start = '<!-- written by npm run test:consumers -->';
const end = '<!-- until here -->';

/** The page with the table in its place. */
export function between(page: string, rows: string): string {
  const [before, after] = [page.indexOf(start), page.indexOf(end)];
  if (before === -1 || after < before)
    throw new Error(`docs/consumers.md has no place for the table: write ${start} and ${end}.`);
  return `${page.slice(0, before)}${start}\n\n${rows}\n\n${page.slice(after)}`;
}

/** The table as the formatter writes it: every cell as wide as the widest of its column. */
export function table(consumers: (Consumer & { version: string })[]): string {
  const header = ['Tool', 'Version', 'What `npm run test:consumers` checks', 'Limits of the tool'];
  const rows = consumers.map(({ name, version, proves, limit = '' }) => [name, version, proves, limit]);
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

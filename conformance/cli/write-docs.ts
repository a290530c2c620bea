// `idv-conformance docs folder`: writes the contract and its pages, which the executable and the package contain.
import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { shipped } from '../../shipped/files.ts';
import { makeFolder } from './report-folder.ts';
import type { Subcommand } from './subcommand.ts';
import { print } from './terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `Usage: idv-conformance docs <folder>

Writes the contract and its web pages to a folder, with the schemas of the settings file and of report.json, an example of
the settings file, and the licences. Open index.html first; no page needs the network.
`;

const besidePages = [
  'conformance.schema.json',
  'report.schema.json',
  'lines.schema.json',
  'list.schema.json',
  'examples/conformance.yaml',
  'LICENSE',
  'THIRD-PARTY-LICENSES.txt',
];

export const subcommand: Subcommand = { help, words: ['<folder>'], run: ([folder]) => writeDocs(folder!) };

/** @throws UsageError when the folder cannot be written, or the pages of a checkout are not built */
function writeDocs(folder: string): 0 {
  const pages = shipped.list('docs-site');
  if (pages.length === 0) throw new UsageError('The pages of the contract are not built here: npm run docs.');
  const files = [...pages, ...besidePages].flatMap((path) => {
    const content = shipped.read(path);
    return content ? [{ name: basename(path), content }] : [];
  });
  try {
    makeFolder(resolve(folder));
    for (const { name, content } of files) writeFileSync(join(folder, name), content);
  } catch (error) {
    throw new UsageError(
      `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}): name another folder.`,
    );
  }
  return print(`${files.map(({ name }) => join(folder, name)).join('\n')}\n`);
}

// The code samples of the operations, in samples/: for each language a file of each operation, one of a create that is sent
// again where that is safe, and one of the event, which is its receiver, with curl its sender.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const extensions = { curl: '.sh', TypeScript: '.ts', Python: '.py', Go: '.go', Java: '.java' };

export type Language = keyof typeof extensions;
export const languages = Object.keys(extensions) as Language[];

/** The file of the sample of an operation. */
export function fileOf(language: Language, operation: string): string {
  const folder = join(import.meta.dirname, 'samples', operation);
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith(extensions[language]))!,
  );
}

export interface Sample {
  lang: Language;
  label: string;
  source: string;
}

/** The samples of an operation as the reference lists them, by language. */
export const samplesOf = (operation: string): Sample[] =>
  languages.map((lang) => ({ lang, label: lang, source: readFileSync(fileOf(lang, operation), 'utf8').trim() }));

import { readdirSync, readFileSync } from 'node:fs';

/** The folder of the modules whose expectations are mutated. */
export const checksFolder = new URL('../../conformance/checks/', import.meta.url);

/** The modules of the checks, by their path in the folder. */
export function readChecks(): Record<string, string> {
  const names = readdirSync(checksFolder, { encoding: 'utf8', recursive: true }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  return Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, checksFolder), 'utf8')]));
}

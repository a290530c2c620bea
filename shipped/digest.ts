import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const isTest = /(\.test|(^|\/)testing(-folder)?)\.ts$|(^|\/)testing\//;

/** The SHA-256 digest of the sources of the suite, without its tests: equal in a checkout, the package and the executable. */
export function digestOfSources(folder: string): string {
  const files = ['conformance', 'generated'].flatMap((place) =>
    readdirSync(join(folder, place), { recursive: true })
      .map((file) => `${place}/${String(file).replaceAll('\\', '/')}`)
      .filter((file) => /\.[jt]s$/.test(file) && !isTest.test(file)),
  );
  const hash = createHash('sha256');
  for (const file of files.toSorted())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(folder, file)))
      .update('\0');
  return hash.digest('hex');
}

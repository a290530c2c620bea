import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this package, with `openapi.yaml` and, once it is built, `docs-site/`. */
export const root = folderOfContract(import.meta.dirname);

/** The nearest folder above with the contract, because a bundle is deeper in the package than this file. */
function folderOfContract(folder: string): string {
  return existsSync(join(folder, 'openapi.yaml')) ? folder : folderOfContract(dirname(folder));
}

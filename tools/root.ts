import { join } from 'node:path';

/** The folder of the repository. */
export const root = join(import.meta.dirname, '..');

/** The command of Redocly. */
export const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');

import { basename, dirname } from 'node:path';

// In the published package this file is in `dist/`, one level deeper than in a checkout.
const above = dirname(import.meta.dirname);

/** The folder of this package, with `openapi.yaml` and, once it is built, `docs-site/`. */
export const root = basename(above) === 'dist' ? dirname(above) : above;

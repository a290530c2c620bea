import { basename, dirname } from 'node:path';

// In the published package this file stands in `dist/`, below what is not built.
const above = dirname(import.meta.dirname);

/** The folder of this package: `openapi.yaml` stands there, and `docs-site/` once it is built. */
export const root = basename(above) === 'dist' ? dirname(above) : above;

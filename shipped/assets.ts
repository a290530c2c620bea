// Replaces files.ts in the executable, which reads its own assets and needs no file beside it.
import { getAsset, getAssetKeys, getRawAsset } from 'node:sea';
import { Worker } from 'node:worker_threads';
import type * as Yaml from 'yaml';
import type { Shipped } from './shipped.ts';

/** Set when the sources are bundled. */
declare const suiteDigest: string;

const names = new Set(getAssetKeys());

/** What is shipped, in the executable. */
export const shipped: Shipped = {
  digest: () => suiteDigest,
  command: process.argv0,
  read: (path) => (names.has(path) ? Buffer.from(getRawAsset(path)) : undefined),
  list: (folder) => [...names].filter((name) => name.startsWith(`${folder}/`)),
  startThread: (source, options) => new Worker(getAsset(`${source}.js`, 'utf8'), { ...options, eval: true }),
  yaml: () => require('yaml') as typeof Yaml,
};

import type { Worker, WorkerOptions } from 'node:worker_threads';
import type * as Yaml from 'yaml';

/**
 * What is shipped with the command, wherever it runs from: a checkout, the package, or the executable. `files.ts` finds
 * files in folders; the executable contains `assets.ts` instead.
 */
export interface Shipped {
  /** the folder with `openapi.yaml`; the executable has none */
  folder?: string;
  /** the SHA-256 digest of the sources of the suite */
  digest: () => string;
  /** how a user runs the command again */
  command: string;
  /**
   * Reads a file by its path in the repository, or that of another package by its path below `node_modules/`.
   *
   * @returns undefined where it is not shipped, such as pages that are not built
   */
  read(path: string): Buffer | undefined;
  /** The paths of the files in a folder of the repository; none where it is not shipped. */
  list(folder: string): string[];
  /** Starts a source, named by its path without extension, as a thread. */
  startThread(source: string, options: WorkerOptions): Worker;
  /** Loads the YAML parser, which takes longer than the rest of the command; most runs read no file. */
  yaml(): typeof Yaml;
}

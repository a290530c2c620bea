import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../usage-error.ts';

/** Makes the folder of --report-dir before anything is sent. */
export function makeReportFolder(folder: string | undefined): void {
  try {
    if (folder !== undefined) makeFolder(resolve(folder));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--report-dir ${folder}: cannot be created (${code}); name a folder that can be written to.`);
  }
}

/** One folder after the other: with `recursive`, Node would try for ever below a folder such as /proc. */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

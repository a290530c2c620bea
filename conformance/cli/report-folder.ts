import { mkdirSync } from 'node:fs';
import { UsageError } from '../usage-error.ts';

/** Makes the folder of --report-dir before anything is sent. */
export function makeReportFolder(folder: string | undefined): void {
  try {
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--report-dir ${folder}: cannot be created (${code}); name a folder that can be written to.`);
  }
}

import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes files to a folder, all of them whole or none: first beside their places, then renamed.
 *
 * @throws the error of the file system; then the folder has none of them
 */
export function writeWhole(folder: string, contents: Record<string, string>): void {
  const files = Object.entries(contents).map(([name, content]) => ({ path: join(folder, name), content }));
  const partOf = (path: string) => `${path}.${process.pid}.part`;
  try {
    for (const { path, content } of files) writeFileSync(partOf(path), content, { flush: true });
    for (const { path } of files) renameSync(partOf(path), path);
  } catch (error) {
    for (const { path } of files) for (const each of [path, partOf(path)]) rmSync(each, { force: true });
    throw error;
  }
}

// The folder cannot be written to although the file can, as when a container mounts only the file.
const onlyInPlace = ['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV'];

/** Replaces the content of a file that a user wrote: a full disk leaves it as it was. */
export function replaceContent(path: string, content: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) return writeFileSync(path, content);
  const target = found ? realpathSync(path) : path;
  const part = `${target}.${process.pid}.part`;
  try {
    writeFileSync(part, content, { flush: true, ...(found && { mode: found.mode }) });
    renameSync(part, target);
  } catch (error) {
    rmSync(part, { force: true });
    if (!onlyInPlace.includes((error as NodeJS.ErrnoException).code!)) throw error;
    writeFileSync(target, content);
  }
}

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Evidence, type IncomingFile, Unavailable } from '../ports.ts';

/** Evidence that is dropped as it comes. */
export const ephemeralEvidence: Evidence = {
  receive: async () => ({ write: async () => {}, keep: async () => {}, discard: async () => {} }),
};

/**
 * Evidence in files of a folder, named by artifact id and never by anything from outside. Leftovers of a crash are
 * swept first: files that were still arriving, and kept ones that are not recorded.
 *
 * @param recorded the ids of all artifacts in the store
 */
export async function openEvidence(folder: string, recorded: Set<string>): Promise<Evidence> {
  await makeFolder(folder);
  for (const name of await readdir(folder))
    if (/^(art|arriving)_/.test(name) && !recorded.has(name)) await rm(join(folder, name), { force: true });
  return { receive: () => receive(folder) };
}

/** Creates a folder, unless it exists, so that its name survives a loss of power too. */
export async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(path, { mode: 0o700 });
  await sync(await open(dirname(path)));
}

async function receive(folder: string): Promise<IncomingFile> {
  let place = join(folder, `arriving_${randomUUID()}`);
  const file = await usable(open(place, 'wx', 0o600));
  const keep = async (id: string) => {
    await sync(file);
    await rename(place, join(folder, id));
    place = join(folder, id);
    // A new name lasts only when its folder is on the disk too.
    await sync(await open(folder));
  };
  const discard = async () => {
    await file.close();
    await rm(place, { force: true });
  };
  return {
    write: (piece) => usable(file.appendFile(piece)),
    keep: (id) => usable(keep(id).catch((cause: unknown) => discard().then(() => Promise.reject(cause)))),
    discard: () => usable(discard()),
  };
}

/** Any failure of a file operation means that the folder is out of order. */
async function usable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Unavailable('The folder of the evidence is out of order', { cause });
  }
}

async function sync(file: FileHandle): Promise<void> {
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

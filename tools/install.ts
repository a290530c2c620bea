import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the packages of a folder that has its own lock file, unless that lock file says that they are there. */
export function installPackages(folder: string): void {
  const [lock, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((name) => join(folder, name));
  if (existsSync(installed!) && statSync(installed!).mtimeMs >= statSync(lock!).mtimeMs) return;
  execFileSync('npm', ['ci'], { cwd: folder, stdio: 'pipe', shell: process.platform === 'win32' });
}

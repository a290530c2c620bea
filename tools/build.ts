// Builds dist/, which the package carries: `npm run build`. Node does not strip types under node_modules.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--project', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
cpSync(join(root, 'conformance/reports/assets'), join(dist, 'conformance/reports/assets'), { recursive: true });
// Validators are JavaScript with types of their own, which a compiler would replace by worse ones.
for (const name of ['validators', 'manifest'])
  for (const extension of ['js', 'd.ts'])
    copyFileSync(join(root, `generated/${name}.${extension}`), join(dist, `generated/${name}.${extension}`));

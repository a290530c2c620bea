// Builds dist/, which the package carries: `npm run build`. Node does not strip types under node_modules.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
await bundle(dist);
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--project', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
// The compiler would replace the types of JavaScript modules by worse ones.
for (const name of readdirSync(join(root, 'generated')))
  if (name.endsWith('.d.ts')) copyFileSync(join(root, 'generated', name), join(dist, 'generated', name));

// Builds what the package carries: `npm run build` writes dist/, because Node does not strip types under node_modules, and
// docs-site/.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildDocs } from '../docs/build.ts';
import { bundle, swaggerFiles } from './bundle.ts';
import { root } from '../root.ts';

const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
await bundle(dist);
execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript-native/bin/tsc'), '--project', 'tsconfig.build.json'],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
// The service serves them at /docs; the package does not depend on Swagger UI.
for (const name of swaggerFiles)
  cpSync(join(root, 'node_modules/swagger-ui-dist', name), join(dist, 'swagger-ui-dist', name));
// The compiler would replace the types of JavaScript modules by worse ones.
for (const name of readdirSync(join(root, 'generated')))
  if (name.endsWith('.d.ts')) copyFileSync(join(root, 'generated', name), join(dist, 'generated', name));
buildDocs(join(root, 'docs-site'));

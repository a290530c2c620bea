// `npm run conformance`. npm runs a script in the folder of its package: paths and conformance.yaml are those of the folder
// where the user called npm.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Without it, Node cannot read the sources; main.ts says the same about a Node that lacks something else.
if (!process.features.typescript) {
  process.stderr.write(`idv-conformance needs Node 22.19.0, 24.5.0 or later; this is ${process.version}.\n`);
  process.exit(2);
}
const root = join(import.meta.dirname, '..');
// Without types and compiled, as the last run has left it.
enableCompileCache(join(root, 'node_modules/.cache/compiled'));

const { INIT_CWD, npm_package_json: description } = process.env;
if (INIT_CWD && description === join(root, 'package.json') && process.cwd() === root) process.chdir(INIT_CWD);
await import('../conformance/cli/main.ts');

// Builds the package where npm installs it from git, and in no other place: npm runs this script there, with all
// dependencies, before it packs what was cloned. In a checkout that is installed, there is nothing to prepare.
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
// npm runs a script in the folder of its package and says where it was started itself: in another one for a dependency.
const isDependency = process.env['INIT_CWD'] !== process.cwd();

if (isDependency && existsSync('node_modules/esbuild'))
  try {
    execSync('npm run build', { stdio: 'inherit' });
  } catch {
    process.stderr.write(`
The package could not be built from git. Install the archive of the release instead:
  npm install <address of the repository>/releases/download/v${version}/idv-case-contract-${version}.tgz
`);
    process.exitCode = 1;
  }

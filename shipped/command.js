#!/usr/bin/env node
// The command of the package. npm installs it from git without its code where scripts are switched off.
import { existsSync, readFileSync } from 'node:fs';

const main = new URL('../dist/conformance/cli/main.js', import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stderr.write(`The package was installed without its code. Install the archive of the release instead:
  npm install <address of the repository>/releases/download/v${version}/idv-case-contract-${version}.tgz
`);
  process.exitCode = 2;
}

#!/usr/bin/env node
import module from 'node:module';
import tls from 'node:tls';

// The newest feature that is used; npm only warns if `engines` of package.json does not match.
if (!('setDefaultCACertificates' in tls)) {
  process.stderr.write(`idv-conformance needs Node 22.19.0, 24.5.0 or later; this is ${process.version}.\n`);
  process.exit(2);
}
// Everything is compiled once and kept, so that a later run begins sooner.
module.enableCompileCache();
// An error names the place in the sources, also where they were bundled.
module.setSourceMapsSupport(true, { nodeModules: true });
await import('./process.ts');

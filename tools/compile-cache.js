// Imported before the first TypeScript file of `npm run conformance`, so that each file is translated once, not at every
// start.
import { enableCompileCache } from 'node:module';

enableCompileCache();

// Before anything else is read, so that what is TypeScript is translated once and not at each start.
import { enableCompileCache } from 'node:module';

enableCompileCache();

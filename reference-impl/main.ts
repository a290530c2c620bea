import { serveCases } from './serve.ts';

process.exitCode = await serveCases(process.argv.slice(2));

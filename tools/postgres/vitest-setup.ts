// One server for all tests that need one; it starts only when one of them runs.
import type { TestProject } from 'vitest/node';
import { startPostgres } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** the address of the server's first database, of a user who may make others */
    postgres: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgres', server.url);
  return server.remove;
}

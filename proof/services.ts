// What `--full` adds: correct services stay conformant, and servers that return a constant never become so.
import { startVitest } from 'vitest/node';

export interface Services {
  passed: number;
  /** the names of the others */
  failed: string[];
  /** of each that could not run, what it needs: `no nginx` */
  skipped: string[];
}

/** The tests of whole services. */
export async function testServices(): Promise<Services> {
  const vitest = await startVitest('test', [], { project: 'services', watch: false, reporters: ['default'] });
  const tests = vitest.state.getTestModules().flatMap(({ children }) => [...children.allTests()]);
  await vitest.close();
  const skipped = tests.flatMap((test) => {
    const result = test.result();
    return result.state === 'skipped' ? [result.note ?? test.fullName] : [];
  });
  const isFailed = (state: string) => state !== 'passed' && state !== 'skipped';
  const failed = tests.filter((test) => isFailed(test.result().state)).map(({ fullName }) => fullName);
  if (tests.length === 0) throw new Error('the project "services" of vitest.config.ts has no tests');
  return { passed: tests.length - failed.length - skipped.length, failed, skipped };
}

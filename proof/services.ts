// What `--full` adds: correct services stay conformant, and servers that return a constant never become so.
import { startVitest } from 'vitest/node';

/** The tests of whole services: how many passed, and the names of the others. */
export async function testServices(): Promise<{ passed: number; failed: string[] }> {
  const vitest = await startVitest('test', [], { project: 'services', watch: false, reporters: ['default'] });
  const tests = vitest.state.getTestModules().flatMap(({ children }) => [...children.allTests()]);
  await vitest.close();
  const failed = tests.filter((test) => test.result().state !== 'passed').map(({ fullName }) => fullName);
  if (tests.length === 0) throw new Error('the project "services" of vitest.config.ts has no tests');
  return { passed: tests.length - failed.length, failed };
}

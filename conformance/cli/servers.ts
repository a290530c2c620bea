// `idv-conformance serve` and `idv-conformance mock`: what clients are built against, from the same package.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { print } from './print.ts';
import { root } from '../root.ts';
import { UsageError } from './usage-error.ts';

const mockHelp = `Usage: idv-conformance mock [--help]

Serves the examples of the contract as a stateless mock. Prism does it, which you install beside this package.

Environment:
  PORT       4010
  HOST       127.0.0.1
`;

/**
 * Serves the reference implementation until a signal ends it.
 *
 * @param args what it takes itself; it reads its own environment too
 * @returns the exit code as it stands when it serves, or when it says why it cannot
 */
export async function serve(args: string[]): Promise<number> {
  // It is a command itself, and stays one: here it is given its arguments and run in this process.
  process.argv.splice(2, Infinity, ...args);
  await import('../../reference-impl/main.ts');
  return Number(process.exitCode ?? 0);
}

/**
 * Serves the contract by the Prism that is installed where the command is typed, or beside this package.
 *
 * @throws UsageError when there is none
 */
export function mock(args: string[], environment: NodeJS.ProcessEnv): 0 {
  if (args.includes('--help')) return print(mockHelp);
  if (args[0] !== undefined) throw new UsageError(`mock takes no argument ${args[0]}: see mock --help.`);
  const prism = found('@stoplight/prism-cli');
  const { PORT: port = '4010', HOST: host = '127.0.0.1' } = environment;
  // The contract has no CORS (D45).
  const flags = ['--host', host, '--port', port, '--cors', 'false'];
  process.argv.splice(2, Infinity, 'mock', join(root, 'openapi.yaml'), ...flags);
  createRequire(import.meta.url)(prism);
  return 0;
}

function found(name: string): string {
  for (const place of [join(process.cwd(), 'here.js'), import.meta.filename])
    try {
      return createRequire(place).resolve(name);
    } catch {
      // Looked for in the next place.
    }
  throw new UsageError(`The mock needs Prism, which is not installed here: npm install --save-dev ${name}@5.`);
}

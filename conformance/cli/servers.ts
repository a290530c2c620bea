// `idv-conformance serve` and `idv-conformance mock`: servers to build clients against, from the same package.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { shipped } from '../../shipped/files.ts';
import { print, UsageError } from './terminal.ts';

const mockHelp = `Usage: idv-conformance mock [--help]

Serves the examples of the contract as a stateless mock, with Prism, which you install beside this package.

Environment:
  PORT       4010
  HOST       127.0.0.1
`;

/**
 * Serves the reference implementation until a signal ends it.
 *
 * @param args its own arguments; it reads its own environment too
 * @returns the exit code, once it serves or has reported why it cannot
 */
export async function serve(args: string[]): Promise<number> {
  const { serveCases } = await import('../../reference-impl/serve.ts');
  return serveCases(args);
}

/**
 * Serves the contract with the Prism that is installed in the working folder or beside this package.
 *
 * @throws UsageError when Prism is not installed
 */
export async function mock(args: string[], environment: NodeJS.ProcessEnv): Promise<0> {
  if (args.includes('--help')) return print(mockHelp);
  if (args[0] !== undefined) throw new UsageError(`mock has no argument ${args[0]}: see mock --help.`);
  if (shipped.folder === undefined)
    throw new UsageError(
      'The mock needs Prism, which runs on Node only: use the npm package instead of this executable.',
    );
  const prism = resolveModule('@stoplight/prism-cli', shipped.folder);
  const { PORT: port = '4010', HOST: host = '127.0.0.1' } = environment;
  const { serveMock } = await import('../mock/server.ts');
  return print(
    `The mock is listening on ${await serveMock(prism, join(shipped.folder, 'openapi.yaml'), { host, port: Number(port) })}\n`,
  );
}

function resolveModule(name: string, besides: string): string {
  for (const folder of [process.cwd(), besides])
    try {
      return createRequire(join(folder, 'here.js')).resolve(name);
    } catch {
      // Try the next place.
    }
  throw new UsageError(`The mock needs Prism, which is not installed here: npm install --save-dev ${name}@5.`);
}

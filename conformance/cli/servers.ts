// `idv-conformance serve` and `idv-conformance mock`: servers to build clients against, from the same package.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { shipped } from '../../shipped/files.ts';
import { print } from './terminal.ts';
import { UsageError } from '../usage-error.ts';

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
 * Serves the contract with the Prism that is installed in the working folder or beside this package, until a signal ends
 * it.
 *
 * @returns the exit code of Prism
 * @throws UsageError when Prism is not installed
 */
export async function mock(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  if (args.includes('--help')) return print(mockHelp);
  if (args[0] !== undefined) throw new UsageError(`mock has no argument ${args[0]}: see mock --help.`);
  if (shipped.folder === undefined)
    throw new UsageError(
      'The mock needs Prism, which runs on Node only: use the npm package instead of this executable.',
    );
  const prism = resolveModule('@stoplight/prism-cli', shipped.folder);
  const { PORT: port = '4010', HOST: host = '127.0.0.1' } = environment;
  // The contract has no CORS (D45).
  const flags = ['--host', host, '--port', port, '--cors', 'false'];
  const child = spawn(process.execPath, [prism, 'mock', join(shipped.folder, 'openapi.yaml'), ...flags]);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill());
  let isListening = false;
  let errors = '';
  child.stdout.on('data', (piece: Buffer) => {
    if (isListening || !piece.includes('Prism is listening')) return;
    isListening = true;
    print(`The mock is listening on http://${host}:${port}\n`);
  });
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  const [why = 'no error code'] = /\b(E[A-Z]{4,}|ERR_\w+)\b/.exec(errors) ?? [];
  if (!isListening && code !== null)
    throw new UsageError(`HOST ${host} and PORT ${port} cannot be used (${why}): set another PORT.`);
  // Some requests end Prism: docs/mock.md names them.
  if (code) throw new UsageError(`A request ended Prism: start the mock again.\n${errors.trim()}`);
  return 0;
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

// `idv-conformance mock`: serves the examples of the contract, to build clients against.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import net from 'node:net';
import { join } from 'node:path';
import { shipped } from '../../shipped/files.ts';
import type { Subcommand } from './subcommand.ts';
import { UsageError } from '../usage-error.ts';

const help = `Usage: idv-conformance mock [--help]

Serves the examples of the contract as a stateless mock, with Prism, which you install beside this package.

Environment:
  PORT       4010
  HOST       127.0.0.1
`;

export const subcommand: Subcommand = { help, words: [], run: (_, environment) => mock(environment) };

/**
 * Serves the contract with the Prism that is installed in the working folder or beside this package.
 *
 * @throws UsageError when Prism is not installed, or cannot listen
 */
async function mock(environment: NodeJS.ProcessEnv): Promise<0> {
  if (shipped.folder === undefined)
    throw new UsageError(
      'The mock needs Prism, which runs on Node only: use the npm package instead of this executable.',
    );
  const prism = resolveModule('@stoplight/prism-cli', shipped.folder);
  const { PORT: port = '4010', HOST: host = '127.0.0.1' } = environment;
  await tryToListen(port, host);
  // Prism runs in this process and reads its arguments, so no child process can outlive it. The contract has no CORS (D45).
  const flags = ['--host', host, '--port', port, '--no-cors', '--no-multiprocess'];
  process.argv = [process.execPath, prism, 'mock', join(shipped.folder, 'openapi.yaml'), ...flags];
  // At some requests Prism throws, which would end the process: so only these requests get no response (docs/mock.md).
  process.on('unhandledRejection', (error) =>
    process.stderr.write(`Prism cannot respond to this request: ${String(error)}\n`),
  );
  createRequire(prism)(prism);
  return 0;
}

/** Prism itself would print its help or a stack trace when it cannot listen, and end with exit code 1. */
async function tryToListen(port: string, host: string): Promise<void> {
  const server = net.createServer();
  try {
    await once(server.listen(Number(port), host), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `HOST ${host} and PORT ${port} cannot be used (${code}): set HOST and PORT to a free address.`,
    );
  }
  await once(server.close(), 'close');
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

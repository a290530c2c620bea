import { styleText } from 'node:util';
import { UsageError } from '../usage-error.ts';
import { version } from '../version.ts';
import { help, requirementList, type subcommands } from './settings/help.ts';
import { readOptions } from './settings/options.ts';
import { print } from './terminal.ts';

/** @returns the exit code */
type Subcommand = (args: string[], environment: NodeJS.ProcessEnv) => number | Promise<number>;

const loaders: Record<keyof typeof subcommands, () => Promise<Subcommand>> = {
  diff: async () => (await import('./diff.ts')).diff,
  docs: async () => (await import('./write-docs.ts')).writeDocs,
  explore: async () => (await import('./explore.ts')).exploreCommand,
  mock: async () => (await import('./servers.ts')).mock,
  proxy: async () => (await import('./proxy.ts')).proxyCommand,
  serve: async () => (await import('./servers.ts')).serve,
};

/** Runs the command and returns its exit code. A user's mistake is one message, never a stack trace. */
export async function main(argv: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [first = '', ...rest] = argv;
  try {
    if (!Object.hasOwn(loaders, first)) return await perform(argv, environment);
    const subcommand = await loaders[first as keyof typeof loaders]();
    return await subcommand(rest, environment);
  } catch (error) {
    const suite = () => `The suite itself failed: ${error instanceof Error ? error.stack : String(error)}`;
    const message = error instanceof UsageError ? error.message : suite();
    process.stderr.write(`${styleText('red', message, { stream: process.stderr })}\n`);
    return 2;
  }
}

async function perform(argv: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(argv, environment);
  const { values, selection, unnamedService } = options;
  if (values.help) return print(help);
  if (values.version) return print(`${version}\n`);
  if (values.list) return print(requirementList(selection));
  if (unnamedService !== undefined) throw new UsageError(unnamedService);
  const { judgeCandidate } = await import('./judge-candidate.ts');
  return judgeCandidate(options);
}

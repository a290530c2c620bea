import { UsageError } from '../usage-error.ts';

/**
 * The words of a subcommand that has no flags.
 *
 * @throws UsageError when there are more or fewer than its usage names
 */
export function wordsOf(command: string, args: string[], usage: string[]): string[] {
  const option = args.find((each) => each.startsWith('-'));
  if (option !== undefined) throw new UsageError(`${command} has no option ${option}: see ${command} --help.`);
  if (args.length === usage.length) return args;
  const [given, wanted] = [args, usage].map((words) => [command, ...words].join(' '));
  throw new UsageError(`${given}: expected idv-conformance ${wanted}.`);
}

import { styleText } from 'node:util';
import { UsageError } from '../usage-error.ts';
import { version } from '../version.ts';
import { listDocument, listLines, listOf } from './list.ts';
import { help, requirementList, type subcommands } from './settings/help.ts';
import { variableFor } from './settings/flags.ts';
import { readOptions } from './settings/options.ts';
import type { Selection } from '../run/selection.ts';
import { withdrawReports } from './report-folder.ts';
import type { Subcommand } from './subcommand.ts';
import { print, printData, useFormat, warn } from './terminal.ts';

const loaders: Record<keyof typeof subcommands, () => Promise<Subcommand>> = {
  client: async () => (await import('./client.ts')).subcommand,
  diff: async () => (await import('./diff.ts')).subcommand,
  docs: async () => (await import('./write-docs.ts')).subcommand,
  explore: async () => (await import('./explore.ts')).subcommand,
  judge: async () => (await import('./judge.ts')).subcommand,
  mock: async () => (await import('./mock.ts')).subcommand,
  proxy: async () => (await import('./proxy.ts')).subcommand,
  serve: async () => (await import('./serve.ts')).subcommand,
};

/** Runs the command and returns its exit code. A user's mistake is one message, never a stack trace. */
export async function main(argv: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [first = '', ...rest] = argv;
  const name = Object.hasOwn(loaders, first) ? first : '';
  useFormat('text');
  try {
    if (name === '') return await perform(argv, environment);
    const { help: ownHelp, words, run } = await loaders[first as keyof typeof loaders]();
    if (rest.includes('--help')) return print(ownHelp);
    if (words) expectWords(first, rest, words);
    return await run(rest, environment);
  } catch (error) {
    const suite = () => `The suite itself failed: ${error instanceof Error ? error.stack : String(error)}`;
    const message = error instanceof UsageError ? error.message : suite();
    process.stderr.write(`${styleText('red', message, { stream: process.stderr })}\n`);
    if (['proxy', 'judge', ''].includes(name)) withdrawFrom(argv, environment);
    return 2;
  }
}

/** A run without a verdict leaves no older reports in its folder, even if its flags are wrong. */
function withdrawFrom(argv: string[], environment: NodeJS.ProcessEnv): void {
  const flag = '--report-dir';
  const at = argv.findLastIndex((each) => each === flag || each.startsWith(`${flag}=`));
  const folder = at < 0 ? environment[variableFor('report-dir')] : (argv[at]!.split('=')[1] ?? argv[at + 1]);
  try {
    if (folder) withdrawReports(folder);
  } catch {
    // The message about the mistake is the one that helps.
  }
}

/** @throws UsageError when a subcommand without flags has one, or more or fewer words than its usage names */
function expectWords(command: string, args: string[], usage: string[]): void {
  const option = args.find((each) => each.startsWith('-'));
  if (option !== undefined) throw new UsageError(`${command} has no option ${option}: see ${command} --help.`);
  if (args.length === usage.length) return;
  const [given, wanted] = [args, usage].map((words) => [command, ...words].join(' '));
  throw new UsageError(`${given}: expected idv-conformance ${wanted}.`);
}

function list(selection: Selection): 0 {
  printData('text', () => requirementList(selection));
  printData('json', () => listDocument(listOf(selection)));
  printData('jsonl', () => listLines(listOf(selection)));
  return 0;
}

async function perform(argv: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(argv, environment);
  const { values, selection, unnamedService, unread } = options;
  useFormat(values.format);
  if (values.help) return print(help);
  if (values.version) return print(`${version}\n`);
  if (values.list) return list(selection);
  if (unnamedService !== undefined) throw new UsageError(unnamedService);
  for (const { text } of unread) warn(text);
  const { judgeCandidate } = await import('./judge-candidate.ts');
  return judgeCandidate(options);
}

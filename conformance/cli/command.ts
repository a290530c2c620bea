import { styleText } from 'node:util';
import type { Manifest } from '../manifest.ts';
import type { Receiver } from '../wire/receiver.ts';
import type { Result } from '../run/verdict.ts';
import type { Judgement } from '../run/judge.ts';
import type { KnownFailures } from '../run/known-failures.ts';
import type { Selection } from '../run/selection.ts';
import { version } from '../version.ts';
import { onReference } from './bundled.ts';
import { openAt, trust } from './candidate.ts';
import { makeReportFolder } from './report-folder.ts';
import { interruptible } from './interruption.ts';
import type { Values } from './settings/flags.ts';
import { help, requirementList, type subcommands } from './settings/help.ts';
import type { ListUpdate } from './known-failures/known-failures-file.ts';
import { type Options, readOptions } from './settings/options.ts';
import { print } from './terminal.ts';
import { UsageError } from '../usage-error.ts';

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
    if (!Object.hasOwn(loaders, first)) return await perform(readOptions(argv, environment));
    const subcommand = await loaders[first as keyof typeof loaders]();
    return await subcommand(rest, environment);
  } catch (error) {
    const suite = () => `The suite itself failed: ${error instanceof Error ? error.stack : String(error)}`;
    const message = error instanceof UsageError ? error.message : suite();
    process.stderr.write(`${styleText('red', message, { stream: process.stderr })}\n`);
    return 2;
  }
}

async function perform(given: Options): Promise<number> {
  const { values } = given;
  if (values.help) return print(help);
  if (values.version) return print(`${version}\n`);
  if (values.list) return print(requirementList(given.selection));
  if (given.unnamedService !== undefined) throw new UsageError(given.unnamedService);
  const options = values['last-failed'] ? { ...given, selection: await onlyLastFailed(given) } : given;
  makeReportFolder(values['report-dir']);
  trust(options.ca);
  const receiver = options.manifest.claims.includes('webhooks') ? await openReceiver(values) : undefined;
  try {
    return await (values['base-url'] === undefined
      ? judgeReference(options, receiver)
      : judgeAt(await candidateAt(values['base-url'], options, receiver), options));
  } finally {
    receiver?.close();
  }
}

async function candidateAt(baseUrl: string, options: Options, receiver: Receiver | undefined): Promise<Manifest> {
  const { manifestFor } = await import('./first-response.ts');
  const manifest = await manifestFor(baseUrl, options);
  if (!receiver) return manifest;
  const { slow, 'webhook-secret': secret = '', 'other-webhook-secret': otherSecret } = options.values;
  return { ...manifest, webhook: { receiver, slow, secret, ...(otherSecret !== undefined && { otherSecret }) } };
}

async function onlyLastFailed({ selection, values: { 'report-dir': folder } }: Options): Promise<Selection> {
  if (folder === undefined)
    throw new UsageError('--last-failed reads the report of the last run: name its folder with --report-dir.');
  const { lastFailed } = await import('./known-failures/last-failed.ts');
  return lastFailed(selection, folder);
}

function judgeReference(options: Options, receiver: Receiver | undefined): Promise<number> {
  const { manifest, values } = options;
  if (Object.keys(manifest.keys).length > 0)
    print('The bundled reference implementation is judged with its own keys instead of yours.\n');
  // Loaded while it starts. If it cannot be loaded, this is thrown later, where the reference implementation is stopped.
  void loadSuite().catch(() => undefined);
  return onReference((own) => judgeAt(own, options), receiver && { receiver, slow: values.slow });
}

/** Listens at the address of --webhook-listen, or on any free port for the bundled reference implementation. */
async function openReceiver({ 'webhook-listen': listen = '0', 'webhook-url': url }: Values): Promise<Receiver> {
  const { Receiver } = await import('../wire/receiver.ts');
  return openAt('--webhook-listen', listen, (endpoint) => Receiver.open(endpoint, url));
}

/** Loads the modules that judge and report, while other things start. */
const loadSuite = () => Promise.all([import('../run/judge.ts'), import('../run/repeat.ts')]);

const judgeAt = (manifest: Manifest, options: Options) =>
  interruptible((interruption) => judgeUntil(interruption, manifest, options));

async function judgeUntil(interruption: AbortSignal, manifest: Manifest, options: Options): Promise<number> {
  const { selection, detail, values } = options;
  const [{ judge }, { runRepeatedly }] = await loadSuite();
  const progress = process.stderr.isTTY ? progressLine() : undefined;
  const once = (chosen: Selection) => judge(manifest, chosen, progress, interruption);
  // The first requests are sent before the reports are loaded.
  const [{ judgement, repeats }, { report }] = await Promise.all([
    runRepeatedly(once, selection, { times: values.repeat ?? 1, interruption }, (line) => print(`\n${line}`)),
    import('./reporting.ts').then((reporting) => {
      if (detail !== 'verdict') reporting.announce(manifest, options);
      return reporting;
    }),
  ]);
  const listUpdate = interruption.aborted ? undefined : options.listUpdate;
  const final = listUpdate ? await afterListUpdate(judgement, listUpdate) : judgement;
  if (!listUpdate && detail !== 'verdict') print(await adviceOn(selection.known, judgement));
  const bundled = values['base-url'] === undefined;
  await report(final, options, { bundled, ...(repeats && { repeats }) });
  return repeats?.exitCode ?? final.outcome.exitCode;
}

/** Writes the list of known failures, and judges the run by the new list. */
async function afterListUpdate(judgement: Judgement, update: ListUpdate): Promise<Judgement> {
  const [{ updateList }, { judgedWith }] = await Promise.all([
    import('./known-failures/known-failures-file.ts'),
    import('../run/judge.ts'),
  ]);
  const { list, done } = updateList(update, judgement);
  print(`\n${done}`);
  return judgedWith(list, judgement);
}

/** What to do with a list whose entries name no scenarios; empty if all of them do. */
async function adviceOn(list: KnownFailures | undefined, { results }: Judgement): Promise<string> {
  const { namesEveryScenario } = await import('../run/known-failures.ts');
  if (!list || namesEveryScenario(list, results)) return '';
  return `\n${list.file} does not name the scenarios that fail, so a new one can fail unnoticed: add --update-known-failures once, which rewrites the list.\n`;
}

/** A line that counts the requirements while they are judged; the report replaces it. */
function progressLine(): (result: Pick<Result, 'verdict'>, done: number, of: number) => void {
  let failed = 0;
  return ({ verdict }, done, of) => {
    if (verdict === 'fail') failed += 1;
    const counts = `${done} of ${of} requirements${failed > 0 ? `, ${failed} failed` : ''}`;
    process.stderr.write(done === of ? '\r\u001b[K' : `\r${counts}`);
  };
}

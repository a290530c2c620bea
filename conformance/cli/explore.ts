// `idv-conformance explore`: sends generated sequences of requests, and judges them by the oracle.
import { randomBytes, randomInt } from 'node:crypto';
import { keepIn, readCorpus, stepsIn } from '../explore/corpus.ts';
import { type Counterexample, type Exploration, explore } from '../explore/explore.ts';
import { Inconclusive } from '../wire/inconclusive.ts';
import { scriptOf } from '../explore/script.ts';
import { Sender } from '../explore/sender.ts';
import { serviceText } from '../reports/facts.ts';
import { quantity } from '../run/judge/outcome.ts';
import type { Manifest } from '../manifest.ts';
import { onReference } from './bundled.ts';
import { trust } from './candidate.ts';
import { documentOf, failureOf } from './explored.ts';
import { findingText } from './finding.ts';
import { manifestFor } from './first-response.ts';
import { interruptible } from './interruption.ts';
import type { FlagSet } from './settings/flag.ts';
import { helpOf } from './settings/help.ts';
import { expectWholeContract, type Options, readOptions } from './settings/options.ts';
import type { Subcommand } from './subcommand.ts';
import { print, printData, printLine, useFormat, warn } from './terminal.ts';
import { type Recorder, recorderOf } from './traffic-recorder.ts';
import { Run } from '../run/play/run.ts';
import { UsageError } from '../usage-error.ts';

const own = {
  for: { type: 'seconds', default: 60, description: 'Number of seconds to run.' },
  workers: {
    type: 'count',
    default: 8,
    description: 'Number of sequences that run at the same time.',
  },
  seed: {
    type: 'count',
    limits: [1, 999_999_999],
    description: 'Generate the same sequences as the run that printed this seed.',
  },
  corpus: {
    type: 'text',
    placeholder: 'folder',
    description: 'Send the sequences in this folder first, and save to it each new sequence that shows a failure.',
  },
  replay: { type: 'file', description: 'Send only the sequence in this file.' },
  'allow-live': {
    type: 'boolean',
    description: 'Allow live keys, and runs without --claim sandbox: they create real cases.',
  },
} as const satisfies FlagSet;

const help = helpOf(
  `Usage: idv-conformance explore [options]

Generates sequences of requests, sends them one after the other and in parallel, and judges every response by the
contract. --reference-implementation explores the bundled reference implementation.
`,
  own,
  [
    ...(['base-url', 'reference-implementation', 'api-key', 'other-api-key', 'live-api-key', 'claim'] as const),
    ...(['header', 'ca', 'rate', 'timeout', 'wait', 'record', 'format', 'manifest'] as const),
  ],
  '0 no failure found, 1 at least one failure found, 2 usage or suite error',
);

type ExploreOptions = Options<typeof own>;

export const subcommand: Subcommand = { help, run };

async function run(argv: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(argv, environment, own);
  const { ca, unnamedService, unread, values } = options;
  const { 'base-url': baseUrl } = values;
  useFormat(values.format);
  expectWholeContract('explore judges', options);
  if (unnamedService !== undefined) throw new UsageError(unnamedService);
  for (const { text } of unread) warn(text);
  trust(ca);
  if (baseUrl === undefined) return onReference((manifest) => send(manifest, options));
  if (!values['allow-live']) expectSandbox(options.manifest);
  const manifest = await manifestFor(baseUrl, options);
  if (manifest.keys.tenant === undefined)
    throw new UsageError('explore needs --api-key or IDV_API_KEY: the key of a tenant.');
  return send(manifest, options);
}

async function send(manifest: Manifest, options: ExploreOptions): Promise<number> {
  const { values } = options;
  const recorder = recorderOf('explore', manifest, values);
  try {
    if (values.replay !== undefined) return await replay(values.replay, manifest, options, recorder);
    return await exploreFor(manifest, options, recorder);
  } finally {
    recorder?.end();
  }
}

async function exploreFor(
  manifest: Manifest,
  { selection, values }: ExploreOptions,
  recorder: Recorder | undefined,
): Promise<number> {
  const { workers, corpus } = values;
  const { timeout, rate, seed = randomInt(1, 1_000_000) } = selection;
  const known = corpus === undefined ? [] : readCorpus(corpus);
  const duration = values.for * 1000;
  const service = serviceText({ bundled: values['base-url'] === undefined, baseUrl: manifest.baseUrl });
  print(`explores ${service} for ${values.for} s, seed ${seed}${estimate(rate, duration)}\n`);
  const found = await interruptible((interruption) =>
    explore(manifest, runId(), {
      duration,
      overtime,
      seed,
      workers,
      corpus: known,
      timeout,
      rate,
      interruption,
      ended: recorder?.exchange,
    }),
  );
  return report(found, manifest, { bundled: values['base-url'] === undefined, corpus, seed });
}

// Milliseconds: two counterexamples are shrunk completely, and a request that gets no response has its time.
const overtime = 40_000;

/** `explore` opens many cases: never with live keys by mistake. */
function expectSandbox({ keys, claims }: Options['manifest']): void {
  const many = 'explore opens hundreds of cases a minute';
  if (keys.live !== undefined)
    throw new UsageError(`${many}, and a live key is supplied: omit it, or add --allow-live.`);
  if (!claims.includes('sandbox'))
    throw new UsageError(
      `${many}, and without --claim sandbox the keys may be live keys: add --claim sandbox, or --allow-live.`,
    );
}

// Of the requests of a long exploration of the reference implementation.
const sharePerCreate = 0.25;

const estimate = (rate: number | undefined, duration: number): string =>
  rate === undefined
    ? `; about every fourth request opens a case, which remains in the service`
    : `; opens about ${Math.ceil((rate * duration * sharePerCreate) / 1000)} cases, which remain in the service`;

const runId = () => randomBytes(4).toString('hex');

/** Sends the sequence of a file, and prints what it breaks. */
async function replay(
  file: string,
  manifest: Manifest,
  { selection: { timeout }, values }: ExploreOptions,
  recorder: Recorder | undefined,
): Promise<number> {
  const bundled = values['base-url'] === undefined;
  const steps = stepsIn(file);
  if (!steps) throw new UsageError(`--replay ${file}: contains no sequence; name a file that explore --corpus wrote.`);
  const started = performance.now();
  const sending = new Run(manifest, runId(), { timeout, signal: new AbortController().signal });
  if (recorder) sending.ended = recorder.exchange;
  try {
    const sender = new Sender(sending);
    const outcome = await sender.send(steps, true);
    const { findings, exchanges, tag } = outcome;
    for (const finding of findings) print(`\n${findingText(finding)}\n`);
    print(
      `\n${scriptOf(exchanges, tag, manifest)}\n\n${findings.length === 0 ? 'NO FAILURE FOUND' : 'FAILED AGAIN'}\n`,
    );
    const exitCode = findings.length === 0 ? 0 : 1;
    printExplored(manifest, bundled, {
      outcome: { exitCode, reason: exitCode === 0 ? 'no failure was found' : 'the sequence failed again' },
      requests: sender.requests,
      sequences: 1,
      milliseconds: performance.now() - started,
      failures: findings.map((finding) => failureOf({ finding, outcome, seen: 1 }, manifest)),
    });
    return exitCode;
  } catch (error) {
    throw error instanceof Inconclusive ? new UsageError(`--replay ${file}: ${error.message}.`) : error;
  } finally {
    sending.close();
  }
}

interface Context {
  bundled: boolean;
  corpus: string | undefined;
  seed: number;
}

/** For programs: a line for each failure, and one document. */
function printExplored(manifest: Manifest, bundled: boolean, found: Parameters<typeof documentOf>[2]): void {
  const made = documentOf(manifest, bundled, found);
  printData('json', () => `${JSON.stringify(made)}\n`);
  const { failures, ...rest } = made;
  for (const failure of failures) printLine({ type: 'failure', failure });
  printLine({ type: 'explored', report: rest });
}

function report(found: Exploration, manifest: Manifest, { bundled, corpus, seed }: Context): number {
  const { counterexamples, requests, sequences, milliseconds, visited, cells, ended } = found;
  for (const each of counterexamples) print(counterexampleText(each, manifest));
  const rate = Math.round(requests / (milliseconds / 1000));
  print(
    `\n${requests} requests in ${sequences} sequences, ${rate} per second; ${visited} of ${cells} pairs of change and situation tried (${Math.round((visited / cells) * 100)} %)\n`,
  );
  if (ended !== undefined) print(`The exploration ended early: ${ended}.\n`);
  print(
    counterexamples.length === 0
      ? 'NO FAILURE FOUND\n'
      : `FOUND ${counterexamples.length} ${counterexamples.length === 1 ? 'FAILURE' : 'FAILURES'}\n`,
  );
  if (corpus !== undefined)
    for (const { finding, steps } of counterexamples) print(`saved in ${keepIn(corpus, finding.requirement, steps)}\n`);
  const [exitCode, reason] = outcomeOf(found);
  printExplored(manifest, bundled, {
    seed,
    outcome: { exitCode, reason },
    requests,
    sequences,
    milliseconds,
    pairs: { tried: visited, of: cells },
    failures: counterexamples.map((each) => failureOf(each, manifest)),
  });
  return exitCode;
}

function outcomeOf({ counterexamples, ended }: Exploration): [code: number, reason: string] {
  const many = counterexamples.length;
  if (many > 0) return [1, `${quantity(many, 'failure')} found`];
  return ended === undefined ? [0, 'no failure was found'] : [2, `the exploration ended early: ${ended}`];
}

/** The failure, and the script that shows it again. */
function counterexampleText({ finding, outcome, seen }: Counterexample, manifest: Manifest): string {
  const times = seen === 1 ? 'once' : `${seen} times`;
  return `\n${findingText(finding)}\n  seen ${times}\n\n${scriptOf(outcome.exchanges, outcome.tag, manifest)}\n`;
}

// `idv-conformance proxy`: passes a user's own traffic through to a service, and judges it by the oracle.
import { setImmediate } from 'node:timers/promises';
import { clientRequirements, requirements } from '../../generated/requirements.ts';
import { redactor } from '../wire/redactor.ts';
import type { Finding } from '../oracle/terms.ts';
import { judgementOf, notJudged, opaqueNotes } from '../proxy/judgement.ts';
import { Proxy } from '../proxy/proxy.ts';
import { type Slot, Watch } from '../proxy/watch.ts';
import { credentialIn, credentialsOf } from '../reports/secrets.ts';
import { factsOf, type Manifest } from '../manifest.ts';
import { openAt, trust } from './candidate.ts';
import { findingText } from './finding.ts';
import { untilEnded } from './interruption.ts';
import { makeReportFolder } from './report-folder.ts';
import { report } from './reporting.ts';
import type { FlagSet, ValuesOf } from './settings/flag.ts';
import { listenForm } from './settings/flags.ts';
import { helpOf } from './settings/help.ts';
import { expectWholeContract, readOptions } from './settings/options.ts';
import type { Subcommand } from './subcommand.ts';
import { print, useFormat, warn } from './terminal.ts';
import { type Recorder, recorderOf } from './traffic-recorder.ts';
import { UsageError } from '../usage-error.ts';
import { type Exchange, isClosed } from '../wire/exchange.ts';

const own = {
  target: {
    type: 'url',
    description: 'Address of the service; clients use the address of the proxy instead, with the same path.',
  },
  listen: {
    type: 'text',
    placeholder: 'address',
    form: listenForm,
    default: '127.0.0.1:0',
    description: 'Host and port, or only a port, which is opened on 127.0.0.1; port 0 is any free port.',
  },
  for: {
    type: 'seconds',
    limits: [0.1, 2_000_000],
    description: 'Number of seconds to run, unless a signal ends it.',
  },
  party: {
    type: 'choice',
    placeholder: 'party',
    choices: ['service', 'client'],
    description:
      'Judge only the service, or only its clients; both without this flag. Tests that send invalid requests on purpose are no clients.',
  },
  'keep-bodies': {
    type: 'boolean',
    description:
      'Also store the bodies of requests and responses in the reports, and with --record files and references as they are.',
  },
} as const satisfies FlagSet;

const help = helpOf(
  `Usage: idv-conformance proxy --target <url> [options]

Forwards the requests of your own clients and tests to a service, and judges both by the contract: every response of the
service, and what its clients send. It prints each violation immediately. On Ctrl-C, on SIGTERM or after the time of --for, it writes the reports and exits.
Set IDV_API_KEY, IDV_OTHER_API_KEY and IDV_LIVE_API_KEY to the keys that your clients use.
`,
  own,
  ['claim', 'ca', 'record', 'report-dir', 'known-failures', 'verbose', 'quiet', 'format', 'manifest'],
  '0 no violation, 1 at least one violation, 2 usage or suite error, 3 no exchange could be judged',
);

export const subcommand: Subcommand = { help, run };

/** @returns once a signal or the time has ended it */
async function run(argv: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(argv, environment, own, [...requirements, ...clientRequirements]);
  const { values } = options;
  const { target = values['base-url'] } = values;
  useFormat(values.format);
  if (target === undefined) throw new UsageError('proxy needs --target: the address of the service.');
  const manifest: Manifest = { ...options.manifest, baseUrl: target };
  expectWholeContract('proxy judges by', options);
  if (manifest.keys.tenant === undefined)
    throw new UsageError('proxy needs --api-key or IDV_API_KEY: the key that the traffic carries.');
  for (const { text } of options.unread) warn(text);
  trust(options.ca);
  makeReportFolder(values['report-dir']);
  const settings = { ...values, 'base-url': target };
  const recorder = recorderOf('proxy', manifest, settings, values.party ?? 'both');
  const judgement = judgementOf(factsOf(manifest), await watchTraffic(manifest, values, recorder), {
    known: options.selection.known,
  });
  report(judgement, { ...options, values: settings }, { bundled: false });
  return judgement.outcome.exitCode;
}

/** Listens until a signal or the time ends it. */
async function watchTraffic(
  manifest: Manifest,
  { listen, for: seconds, 'keep-bodies': keepBodies, party }: ValuesOf<typeof own>,
  recorder: Recorder | undefined,
): Promise<Watch> {
  const watch = new Watch(manifest, { keepBodies, found: printer(manifest), party });
  const ending = new Set<Promise<void>>();
  const end = async (slot: Slot, exchange: Exchange): Promise<void> => {
    // The client has its response first.
    await setImmediate();
    if (isClosed(exchange) && !(await proxy.isTargetThere())) {
      exchange.interrupted = 'away';
      print(redactorFor(manifest, exchange)(`${lineOf(exchange)}, and the service was away then\n`));
    }
    // The watch forgets the body of what it has judged.
    recorder?.exchange(exchange);
    watch.end(slot, exchange);
  };
  const proxy = new Proxy({
    target: new URL(manifest.baseUrl),
    credentialOf: credentialIn(manifest),
    failed: failurePrinter(),
    listener: {
      begin: (slot) => watch.begin(slot),
      sent: (request) => void setImmediate().then(() => recorder?.request(request)),
      end: (slot, exchange) => {
        const ended = end(slot, exchange).finally(() => ending.delete(ended));
        ending.add(ended);
      },
      opaque: () => (watch.opaque += 1),
    },
  });
  const address = await openAt('--listen', listen, (endpoint) => proxy.listen(endpoint));
  const { pathname } = new URL(manifest.baseUrl);
  print(`passes ${address}${pathname.replace(/\/$/, '')} on to ${manifest.baseUrl}; Ctrl-C ends it\n`);
  await untilEnded(seconds);
  proxy.close();
  // What was closed just now is judged too.
  await Promise.all(ending);
  recorder?.end(opaqueNotes(watch));
  print(['', ...notJudged(watch), ''].join('\n'));
  return watch;
}

/** Prints each finding; the first one of a requirement as a whole. */
const printer = (manifest: Manifest) => (finding: Finding, times: number) => {
  const { requirement, exchange } = finding;
  const redact = redactorFor(manifest, exchange);
  const what = redact(lineOf(exchange));
  print(times === 1 ? `\n${findingText(finding, redact)}\n  ${what}\n` : `${requirement} again (${times}): ${what}\n`);
};

const redactorFor = (manifest: Manifest, { request: { credential } }: Exchange) =>
  redactor([...credentialsOf(manifest), ...(credential ? [credential] : [])]);

const lineOf = ({ request: { method, url }, response, failure }: Exchange) =>
  `${method} ${new URL(url).pathname} → ${response?.status ?? failure}`;

/** Prints each problem of the target once. */
function failurePrinter(): (problem: string) => void {
  const printed = new Set<string>();
  return (problem) => {
    if (!printed.has(problem)) print(`${problem}\n`);
    printed.add(problem);
  };
}

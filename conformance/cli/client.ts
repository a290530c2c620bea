// `idv-conformance client`: runs a client against services that differ, and judges it by its requests.
import { availableParallelism } from 'node:os';
import { type Capability, clientRequirements } from '../../generated/requirements.ts';
import { serveByHand } from '../clients/by-hand.ts';
import { judgementOf, labelOf, type Visited } from '../clients/judgement.ts';
import { spawned } from '../clients/command.ts';
import { FixedPlace, NewPlaces } from '../clients/place.ts';
import { behaviourNames, type Planned } from '../clients/plan.ts';
import { runSessions } from '../clients/sessions.ts';
import type { Given } from '../clients/visit.ts';
import { missed } from '../oracle/client/decision.ts';
import type { Session } from '../oracle/client/session.ts';
import { quantity } from '../run/judge/outcome.ts';
import { UsageError } from '../usage-error.ts';
import type { ClientFacts } from '../recording/recording.ts';
import { openAt } from './candidate.ts';
import { type ClientRecorder, clientRecorder } from './client-recorder.ts';
import { interruptible, untilEnded } from './interruption.ts';
import { makeReportFolder } from './report-folder.ts';
import { report } from './reporting.ts';
import type { FlagSet, ValuesOf } from './settings/flag.ts';
import { type FlagName, listenForm, type Values } from './settings/flags.ts';
import { helpOf } from './settings/help.ts';
import { near } from './settings/near.ts';
import { readOptions } from './settings/options.ts';
import type { Subcommand } from './subcommand.ts';
import { print, printLine, useFormat } from './terminal.ts';

const own = {
  listen: {
    type: 'text',
    placeholder: 'address',
    form: listenForm,
    description:
      'For a program that keeps running: host and port at which it finds the services, one after the other. The command only triggers the program. Without a command, each case that the program opens meets the next service, until Ctrl-C.',
  },
  endpoint: {
    type: 'url',
    description:
      'With --listen and --claim webhooks: where the program receives events; IDV_WEBHOOK_SECRET contains the secret that it verifies them with.',
  },
  behaviour: {
    type: 'text',
    placeholder: 'name',
    description: 'Run only the plain service and the one with this behaviour, as a report names it.',
  },
  limit: {
    type: 'seconds',
    default: 60,
    description:
      'Number of seconds after which a command that still runs is ended, or with --listen the session of a program that has not done its task.',
  },
} as const satisfies FlagSet;

// The flags of a run that mean the same for a client.
const shared: FlagName[] = ['claim', 'only', 'record', 'report-dir', 'known-failures', 'verbose', 'quiet', 'format'];

const help = helpOf(
  `Usage: idv-conformance client [options] -- <command> [arguments]
       idv-conformance client --listen <address> [options] [-- <command> [arguments]]

Judges a client: runs the command once for each task at services that meet the contract and differ where it leaves a
choice, and with a network that loses responses. The command finds in its environment:

  IDV_BASE_URL   the address of the service
  IDV_API_KEY    a live key; with --listen, the one that is in the environment here
  IDV_TASK       approve, deny or reject: open a case of the type PF; company: of the type PM. Any reference will do
  IDV_TASK_FILE  the file to upload to this case. The service decides the case when it has this file; of the task
                 reject, it rejects the file

and, with --claim webhooks and without --listen,

  IDV_WEBHOOK_LISTEN  where the client listens for events, such as 127.0.0.1:20001; not where the suite listens, as the
                      flag of this name says for services
  IDV_WEBHOOK_SECRET  the secret that signs them

It prints APPROVED or DENIED in its last line and exits with 0, or exits with another code if there is no decision. With
--listen, it may also exit with 0 at once and print neither: then the requests of the program say what became of the task.
`,
  own,
  shared,
  '0 CONFORMANT, 1 NON-CONFORMANT, 2 usage or suite error, 3 INCOMPLETE',
);

export const subcommand: Subcommand = { help, run };

// Sessions mostly wait: for the time of Retry-After, and for decisions.
const atOnce = 4 * availableParallelism();

/** What the user wants to be judged. */
type Settings = Values & ValuesOf<typeof own>;

async function run(argv: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const at = argv.indexOf('--');
  const [before, command] = at < 0 ? [argv, []] : [argv.slice(0, at), argv.slice(at + 1)];
  if (command.length === 0 && (at >= 0 || !isListening(before)))
    throw new UsageError('client needs the command that runs the client: idv-conformance client -- python3 verify.py.');
  const options = readOptions(before, withoutService(environment, before), own, clientRequirements);
  const { values, selection } = options;
  useFormat(values.format);
  expectOwnFlags(options.sources, values);
  const given = values.listen === undefined ? undefined : givenBy(values);
  expectSensible(values);
  makeReportFolder(values['report-dir']);
  const name = command.length > 0 ? command.join(' ') : `the program at ${values.listen}`;
  const startedAt = new Date();
  const { only, behaviour, claim: claims } = values;
  const facts: ClientFacts = { name, command: endOf(values, command), isPart: behaviour !== undefined };
  const recorder = clientRecorder(values, facts, given);
  const visited = await visit({ values, given, command, environment, name, recorder });
  recorder?.end(visited);
  print(`\n${tasksText(visited.sessions)}\n`);
  const judgement = judgementOf(
    visited,
    { name, only, known: selection.known, claims, isPart: facts.isPart },
    startedAt,
  );
  report(judgement, options, { bundled: false, client: facts.command });
  return judgement.outcome.exitCode;
}

interface Wanted {
  values: Settings;
  /** of a program that keeps running */
  given: Given | undefined;
  command: string[];
  environment: NodeJS.ProcessEnv;
  name: string;
  recorder: ClientRecorder | undefined;
}

/** Lets the client meet the services. */
async function visit({ values, given, command, environment, name, recorder }: Wanted): Promise<Visited> {
  const { behaviour, listen = '' } = values;
  const longest = values.limit * 1000;
  const hasEvents = values.claim.includes('webhooks');
  const announce = () => print(`judges the client ${name}${hasEvents ? ' · claims webhooks' : ''}\n`);
  const open = async (place: FixedPlace) => {
    const address = await openAt('--listen', listen, (endpoint) => place.listen(endpoint));
    announce();
    print(`the program finds the services at ${address}, with the key of IDV_API_KEY; Ctrl-C ends it\n`);
  };
  const [program, ...args] = command;
  if (given && program === undefined) {
    const serve = async (place: FixedPlace) => {
      await open(place);
      await untilEnded();
    };
    const began = (planned: Planned, number: number) => print(`case ${number} meets ${labelOf(planned)}\n`);
    return serveByHand({ given, serve, longest, began, behaviour });
  }
  const fixed = given && new FixedPlace(given);
  const client = spawned(program!, args, environment);
  try {
    await (fixed ? open(fixed) : announce());
    return await interruptible((signal) =>
      runSessions({
        client,
        place: fixed ?? new NewPlaces(hasEvents),
        behaviour,
        hasEvents,
        limits: { session: longest, atOnce: fixed ? 1 : atOnce, signal },
        progress: (session, done, of) => {
          recorder?.session(session);
          printSession(session);
          showProgress(session, done, of);
        },
      }),
    );
  } finally {
    await fixed?.close();
  }
}

/** The end of the command that judges the client again. */
function endOf({ listen, endpoint }: Settings, command: string[]): string {
  const flags = Object.entries({ listen, endpoint }).flatMap(([flag, value]) => (value ? [`--${flag} ${value}`] : []));
  return [...flags, ...(command.length > 0 ? [`-- ${command.join(' ')}`] : [])].join(' ');
}

/** @throws UsageError if something is missing that a program which keeps running must know before */
function givenBy(values: Settings): Given {
  const { 'api-key': key, 'webhook-secret': secret, endpoint, claim } = values;
  if (key === undefined)
    throw new UsageError('client --listen needs --api-key or IDV_API_KEY: the key that the program sends.');
  if (!claim.includes('webhooks')) return { key, endpoint: undefined };
  if (endpoint === undefined)
    throw new UsageError(
      '--claim webhooks with --listen needs --endpoint: where the program receives events, such as http://127.0.0.1:9000/events.',
    );
  if (secret === undefined)
    throw new UsageError(
      '--claim webhooks with --listen needs IDV_WEBHOOK_SECRET: the secret with which the program verifies events.',
    );
  return { key, endpoint: { url: endpoint, secret } };
}

/** @throws UsageError for a flag that is about a service, or about a program that keeps running */
function expectOwnFlags(sources: Record<string, string>, { listen, endpoint, claim }: Settings): void {
  const known = [...shared, ...Object.keys(own), ...(listen === undefined ? [] : ['api-key'])];
  const other = Object.entries(sources).find(([name, label]) => label.startsWith('--') && !known.includes(name));
  if (other) throw new UsageError(`client has no ${other[1]}: it starts the services itself. See client --help.`);
  if (endpoint !== undefined && listen === undefined)
    throw new UsageError(
      '--endpoint belongs to --listen: without it, the command listens at the address in IDV_WEBHOOK_LISTEN.',
    );
  if (endpoint !== undefined && !claim.includes('webhooks'))
    throw new UsageError('--endpoint is where events go: add --claim webhooks.');
}

/** @throws UsageError for a capability that only a service has, and for a behaviour that no service has */
function expectSensible({ claim, behaviour }: Pick<Settings, 'claim' | 'behaviour'>): void {
  const other = claim.find((each: Capability) => each !== 'webhooks');
  if (other) throw new UsageError(`--claim ${other}: a client can claim webhooks only, if it receives events.`);
  if (behaviour !== undefined && !behaviourNames().includes(behaviour))
    throw new UsageError(`--behaviour ${behaviour}: no service has it.${near(behaviour, behaviourNames())}`);
}

const isListening = (argv: string[]) => argv.some((each) => /^--listen(=|$)/.test(each));

/** The variables of the user describe another service; of them, only a program that keeps running has some. */
function withoutService(environment: NodeJS.ProcessEnv, argv: string[]): NodeJS.ProcessEnv {
  const known = isListening(argv) ? ['IDV_API_KEY', 'IDV_WEBHOOK_SECRET'] : [];
  const isKept = (name: string) => !name.startsWith('IDV_') || known.includes(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isKept(name)));
}

/** What it shows is certain only when all sessions have ended. */
const printSession = ({ task, condition, sent }: Session): void =>
  printLine({ type: 'session', task: task.name, service: condition.name, requests: sent.length });

function showProgress(session: Session, done: number, of: number): void {
  const found = missed(session);
  if (process.stderr.isTTY)
    process.stderr.write(`\r\u001b[K${done} of ${of} sessions${found ? `: ${labelOf(session)}` : ''}`);
}

/** `reaches the end of its task: approve 21 of 22, …`. */
function tasksText(sessions: Session[]): string {
  const byTask = Map.groupBy(sessions, ({ task }) => task.name);
  const counts = [...byTask].map(([task, all]) => {
    const reached = all.filter((session) => !missed(session)).length;
    return `${task} ${reached} of ${all.length}`;
  });
  return `${quantity(sessions.length, 'session')}; the client reached the end of its task: ${counts.join(' · ')}`;
}

// `idv-conformance client -- <command>`: runs a client against services that differ, and judges it by its requests.
import { availableParallelism } from 'node:os';
import { type Capability, clientRequirements } from '../../generated/requirements.ts';
import { judgementOf, labelOf } from '../clients/judgement.ts';
import { spawned } from '../clients/command.ts';
import { behaviourNames, runSessions } from '../clients/sessions.ts';
import { missed } from '../oracle/client/decision.ts';
import type { Session } from '../oracle/client/session.ts';
import { quantity } from '../run/judge/outcome.ts';
import { UsageError } from '../usage-error.ts';
import { interruptible } from './interruption.ts';
import { makeReportFolder } from './report-folder.ts';
import { report } from './reporting.ts';
import type { FlagSet } from './settings/flag.ts';
import type { FlagName } from './settings/flags.ts';
import { helpOf } from './settings/help.ts';
import { near } from './settings/near.ts';
import { readOptions } from './settings/options.ts';
import type { Subcommand } from './subcommand.ts';
import { print } from './terminal.ts';

const own = {
  behaviour: {
    type: 'text',
    placeholder: 'name',
    description: 'Run only the plain service and the one with this behaviour, as a report names it.',
  },
  limit: {
    type: 'seconds',
    default: 60,
    description: 'Number of seconds after which a command that still runs is ended.',
  },
} as const satisfies FlagSet;

// The flags of a run that mean the same for a client.
const shared: FlagName[] = ['claim', 'only', 'report-dir', 'known-failures', 'verbose', 'quiet'];

const help = helpOf(
  `Usage: idv-conformance client [options] -- <command> [arguments]

Judges a client: runs the command once for each task at services that meet the contract and differ where it leaves a
choice, and with a network that loses responses. The command finds in its environment:

  IDV_BASE_URL   the address of the service
  IDV_API_KEY    a live key
  IDV_TASK       approve, deny or reject: open a case of the type PF; company: of the type PM. Any reference will do
  IDV_TASK_FILE  the file to upload to this case. The service decides the case when it has this file; of the task
                 reject, it rejects the file

and, with --claim webhooks,

  IDV_WEBHOOK_LISTEN  where the client listens for events, such as 127.0.0.1:20001; not where the suite listens, as the
                      flag of this name says for services
  IDV_WEBHOOK_SECRET  the secret that signs them

It prints APPROVED or DENIED in its last line and exits with 0, or exits with another code if there is no decision.
`,
  own,
  shared,
  '0 CONFORMANT, 1 NON-CONFORMANT, 2 usage or suite error',
);

export const subcommand: Subcommand = { help, run };

// Sessions mostly wait: for the time of Retry-After, and for decisions.
const atOnce = 4 * availableParallelism();

async function run(argv: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const at = argv.indexOf('--');
  const [command, ...args] = at < 0 ? [] : argv.slice(at + 1);
  if (command === undefined)
    throw new UsageError('client needs the command that runs the client: idv-conformance client -- python3 verify.py.');
  const options = readOptions(argv.slice(0, at), withoutTask(environment), own, clientRequirements);
  expectOwnFlags(options.sources);
  const { values, selection } = options;
  const { behaviour, claim: claims } = values;
  const hasEvents = claims.includes('webhooks');
  expectClaims(claims);
  if (behaviour !== undefined && !behaviourNames().includes(behaviour))
    throw new UsageError(`--behaviour ${behaviour}: no service has it.${near(behaviour, behaviourNames())}`);
  makeReportFolder(values['report-dir']);
  const name = [command, ...args].join(' ');
  const startedAt = new Date();
  print(`judges the client ${name}${hasEvents ? ' · claims webhooks' : ''}\n`);
  const client = spawned(command, args, environment);
  const sessions = await interruptible((signal) =>
    runSessions({
      client,
      behaviour,
      hasEvents,
      limits: { session: values.limit * 1000, atOnce, signal },
      progress: progressOf(),
    }),
  );
  print(`\n${tasksText(sessions)}\n`);
  const selected = { name, only: values.only, known: selection.known, claims, isPart: behaviour !== undefined };
  const judgement = judgementOf(sessions, selected, startedAt);
  report(judgement, options, { bundled: false, client: name });
  return judgement.outcome.exitCode;
}

/** @throws UsageError for a flag that is about a service */
function expectOwnFlags(sources: Record<string, string>): void {
  const known = [...shared, ...Object.keys(own)];
  const other = Object.entries(sources).find(([name, label]) => label.startsWith('--') && !known.includes(name));
  if (other) throw new UsageError(`client has no ${other[1]}: it starts the services itself. See client --help.`);
}

/** @throws UsageError for a capability that only a service has */
function expectClaims(claims: Capability[]): void {
  const other = claims.find((claim) => claim !== 'webhooks');
  if (other) throw new UsageError(`--claim ${other}: a client can claim webhooks only, if it receives events.`);
}

/** The client gets an address and a key of its own; those of the user's service are not used. */
const withoutTask = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('IDV_')));

const progressOf = () => (session: Session, done: number, of: number) => {
  const found = missed(session);
  if (process.stderr.isTTY)
    process.stderr.write(`\r\u001b[K${done} of ${of} sessions${found ? `: ${labelOf(session)}` : ''}`);
};

/** `reaches the end of its task: approve 21 of 22, …`. */
function tasksText(sessions: Session[]): string {
  const byTask = Map.groupBy(sessions, ({ task }) => task.name);
  const counts = [...byTask].map(([task, all]) => {
    const reached = all.filter((session) => !missed(session)).length;
    return `${task} ${reached} of ${all.length}`;
  });
  return `${quantity(sessions.length, 'session')}; the client reached the end of its task: ${counts.join(' · ')}`;
}

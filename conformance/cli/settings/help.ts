import { originOf } from '../../reports/facts.ts';
import { wrapped } from '../../reports/console/wrap.ts';
import { type Selection, selected } from '../../run/selection.ts';
import { type Flag, type FlagSet, placeholderOf, types } from './flag.ts';
import { flags, type FlagName, variableFor } from './flags.ts';

const column = 27;
const width = 118;

/** Each subcommand, with its arguments and what it does. */
export const subcommands = {
  client: '[options] -- <command>   judge a client: see client --help',
  diff: '<before/report.json> <after/report.json>',
  explore: '[options]     send generated sequences of requests: see explore --help',
  judge: '<file> [options] judge what --record wrote, without sending anything: see judge --help',
  proxy: '[options]       judge a service by requests of your clients: see proxy --help',
  serve: '[--ephemeral]   serve the reference implementation',
  mock: '                 serve the examples of the contract, with the installed Prism',
  docs: '<folder>         write the contract and its web pages to a folder',
};
const usages = Object.entries(subcommands).map(([name, usage]) => `       idv-conformance ${name} ${usage}`);

const about = `Usage: idv-conformance [options]
${usages.join('\n')}

Judges an implementation of the identity-verification case service. If nothing is set, it judges the bundled
reference implementation. With CI=true, and with settings that describe a service, such as keys, claims, known
failures or a report folder, it needs --base-url or --reference-implementation. Each command has its own --help.
`;

const rules = `
A flag has priority over the environment, and the environment over the settings file. Every flag with a value has an
environment variable: IDV_BASE_URL for --base-url. Commas separate the values in IDV_CLAIM and IDV_ONLY, line breaks
those in IDV_HEADER. A variable that is set but empty is an error.

Exit codes: 0 CONFORMANT, 1 NON-CONFORMANT, 2 usage or suite error, 3 INCOMPLETE;
of diff: 0 no verdict became worse, 1 at least one did, 2 usage error
`;

const entries = (declared: FlagSet): string[] =>
  Object.entries(declared).flatMap(([name, flag]) => (flag.noFlag ? [] : [entry(name, flag)]));

/** What `--help` prints. */
export const help: string = [about, ...entries(flags), rules].join('\n');

/** The help of a subcommand: its own flags, and the names of those that a run has too. */
export function helpOf(text: string, own: FlagSet, shared: FlagName[], exitCodes: string): string {
  const names = new Intl.ListFormat('en').format(shared.map((name) => `--${name}`));
  const same = wrapped(`${names} are the same as in idv-conformance --help.`, width).map((line) => line.trim());
  const printed = entry('help', { ...flags.help, description: 'Print this text.' });
  return [text, ...entries(own), printed, '', ...same, '', `Exit codes: ${exitCodes}\n`].join('\n');
}

function entry(name: string, flag: Flag): string {
  const { description, type, default: preset } = flag;
  const { repeatable, secret } = types[type];
  const placeholder = placeholderOf(flag);
  const left = `  --${name}${placeholder === undefined ? '' : ` <${placeholder}>`}`;
  const notes = [
    ...(repeatable ? ['repeatable'] : []),
    ...(secret ? [`or ${variableFor(name)}`] : []),
    ...(preset === undefined ? [] : [`default: ${preset}`]),
  ];
  const text = `${description}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
  const [first, ...more] = wrapped(text, width - column).map((line) => ' '.repeat(column) + line.trim());
  // A long name has a line of its own.
  const head = left.length < column ? [left + first!.slice(left.length)] : [left, first];
  return [...head, ...more].join('\n');
}

/** What `--list` prints: each selected requirement with its sentence. */
export function requirementList(selection: Selection): string {
  return selected(selection)
    .map(({ id, level, source, capability, unless, untestable, text }) => {
      const needs = [...capability.map((each) => `needs ${each}`), ...(unless ? [`needs no ${unless}`] : [])];
      const facts = [level, originOf({ source }), ...needs, ...(untestable ? ['untestable'] : [])].join(', ');
      return [`${id} (${facts})`, ...wrapped(`  ${text}`, width), ''].join('\n');
    })
    .join('');
}

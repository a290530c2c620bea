// Every flag of the command, declared once. The parser, `--help`, the environment variables, the settings file with its
// schema, and the command that judges a requirement again are derived from these entries.
import type { Capability } from '../../../generated/requirements.ts';
import { wholeSuite } from '../../run/selection.ts';
import { type Flag, types, type ValuesOf } from './flag.ts';

/** The settings file that is read when the working folder has one. */
export const settingsFile = 'conformance.yaml';

/** Where a subcommand listens. */
export const listenForm = {
  pattern: '^(.+:)?[0-9]{1,5}$',
  expected: 'a host and a port, such as 127.0.0.1:8081, or a port',
};

export const flags = {
  'base-url': {
    type: 'url',
    description: 'Address of the service to judge (the candidate), http or https; it may have a path.',
    examples: ['https://candidate.example/v1'],
    property: true,
    rerun: true,
  },
  'reference-implementation': {
    type: 'boolean',
    description: 'Judge the bundled reference implementation instead of a service at an address.',
    rerun: true,
  },
  'api-key': { type: 'key', description: 'Key of a tenant.' },
  'other-api-key': { type: 'key', description: 'Key of a second tenant.' },
  'live-api-key': { type: 'key', description: 'Live key of the first tenant.' },
  claim: {
    type: 'list',
    placeholder: 'capability',
    choices: ['sandbox', 'webhooks', 'live-key'] satisfies Capability[],
    description:
      'Optional part of the contract that the candidate has: sandbox or webhooks. A live key also claims live-key.',
    property: 'claims',
    rerun: true,
  },
  'webhook-listen': {
    type: 'text',
    placeholder: 'address',
    description:
      'Host and port at which the suite receives events, such as 127.0.0.1:9099; IDV_WEBHOOK_SECRET and IDV_OTHER_WEBHOOK_SECRET contain the secrets with which the candidate signs them.',
    form: { pattern: '^.+:[0-9]{1,5}$', expected: 'a host and a port, such as 127.0.0.1:9099' },
    examples: ['127.0.0.1:9099'],
    property: true,
    rerun: true,
  },
  'webhook-url': {
    type: 'url',
    description: 'URL at which the candidate can reach --webhook-listen, if it is different.',
    examples: ['http://suite.example:9099'],
    property: true,
    rerun: true,
  },
  'webhook-secret': {
    type: 'secret',
    description: 'Secret with which the candidate signs the events of the first tenant.',
    noFlag: true,
  },
  'other-webhook-secret': {
    type: 'secret',
    description: 'Secret with which the candidate signs the events of the second tenant.',
    noFlag: true,
  },
  slow: {
    type: 'boolean',
    description:
      'Also judge what needs long waits: a pause within a body, and, with webhooks, how long the candidate waits for the response to an event and whether this delays the events of another tenant; the run takes 20 seconds longer, with webhooks 40.',
    property: true,
    rerun: true,
  },
  class: {
    type: 'choice',
    placeholder: 'class',
    choices: ['stated', 'full'],
    default: wholeSuite.class,
    description:
      'Which requirements are judged: stated (only those of the source document) or full (all, also decisions of this project).',
    property: true,
    rerun: true,
  },
  only: {
    type: 'list',
    placeholder: 'id or family',
    description: 'Judge only this requirement, or this family (the first part of an id).',
  },
  'last-failed': {
    type: 'boolean',
    description:
      'Judge only the requirements that failed, had an error or were inconclusive in the last report in --report-dir, and print what changed.',
  },
  list: {
    type: 'boolean',
    description: 'List the requirements with their sentences, all or those of --only and --class, then exit.',
  },
  'report-dir': {
    type: 'text',
    placeholder: 'folder',
    description: 'Write report.html, report.json, junit.xml and summary.md to this folder.',
  },
  record: {
    type: 'text',
    placeholder: 'file',
    description:
      'Write everything that is sent and received to this file, without keys and secrets, while it happens: idv-conformance judge <file> judges it again.',
  },
  manifest: {
    type: 'file',
    description: `Settings file with values for these flags; the default is ${settingsFile} in the working folder.`,
  },
  contract: {
    type: 'text',
    description:
      'Version of the contract that the candidate is built for, such as 0.2 or 0.2.0, in quotes; if the suite judges another version, it stops with exit code 2.',
    noFlag: true,
    form: { pattern: String.raw`^[0-9]+\.[0-9]+(\.[0-9]+)?$`, expected: 'a version, such as 0.2 or 0.2.0' },
    examples: ['0.2'],
    property: true,
  },
  'service-version': {
    type: 'text',
    placeholder: 'version',
    description: 'Version of the candidate, which report.json names.',
    property: true,
    rerun: true,
  },
  'key-header': {
    type: 'template',
    default: 'Authorization: Bearer {key}',
    description: 'Header that carries the key, with {key} in its value; never the key itself.',
    examples: ['X-API-Key: {key}'],
    property: true,
    rerun: true,
  },
  'id-from': {
    type: 'text',
    placeholder: 'place',
    default: '/id',
    description: 'Where the response to a create contains the case id: a JSON pointer, or Location.',
    form: { pattern: '^(/.*|Location)$', expected: 'a JSON pointer such as /id, or Location' },
    property: true,
    rerun: true,
  },
  evidence: {
    type: 'file',
    description: 'With --class stated: the file that the suite uploads as ID_FRONT, instead of its own JPEG.',
    property: true,
    rerun: true,
  },
  reference: {
    type: 'text',
    placeholder: 'text',
    description: 'With --class stated: the reference of every case that the suite creates.',
    property: true,
    rerun: true,
  },
  header: {
    type: 'headers',
    description: 'Header that is sent with every request; no report shows the value.',
    examples: [{ 'X-Route': 'blue' }],
    property: 'headers',
    rerun: true,
  },
  'known-failures': {
    type: 'file',
    description:
      'File that lists known failures with their reasons, as YAML or JSON. Listed scenarios, and what they block, do not change the exit code.',
    property: true,
  },
  'write-known-failures': {
    type: 'file',
    description:
      'Write the failing scenarios of this run, and how much it judged, to this list; with --repeat also those that fail in some runs only. Reasons that are already in the list are kept.',
  },
  'update-known-failures': {
    type: 'boolean',
    description: 'Remove the scenarios that pass now from the list of --known-failures.',
  },
  repeat: { type: 'count', description: 'Run n times, and report requirements whose verdict changes.' },
  shuffle: { type: 'boolean', description: 'Start the requirements in a random order.' },
  seed: {
    type: 'count',
    limits: [1, 999_999_999],
    description: 'With --shuffle, use the same order as the run that printed this seed.',
  },
  ca: { type: 'file', description: 'File with the certificate of a private CA (PEM).', property: true, rerun: true },
  wait: {
    type: 'seconds',
    description: 'Seconds to wait for the first response of the candidate.',
    property: true,
  },
  concurrency: {
    type: 'count',
    default: wholeSuite.concurrency,
    description: 'Number of scenarios that run at the same time.',
    noFlag: true,
    property: true,
  },
  rate: {
    type: 'count',
    limits: [1, 1_000_000],
    description:
      'Maximum number of requests per second, for a candidate with a quota; up to four fifths of them may be sent at the same moment.',
    property: true,
    rerun: true,
  },
  timeout: {
    type: 'seconds',
    limits: [0.1, 3600],
    default: wholeSuite.timeout / 1000,
    description: 'Maximum time for one response in seconds, counted from the last byte of the request.',
    property: true,
  },
  deadline: {
    type: 'seconds',
    default: wholeSuite.deadline / 1000,
    description: 'Maximum time for the whole run in seconds; large uploads and --rate extend it.',
    property: true,
  },
  verbose: {
    type: 'boolean',
    description: 'Print all details of each failure instead of one line; --only does this by default.',
  },
  quiet: { type: 'boolean', description: 'Print only the outcome.' },
  format: {
    type: 'choice',
    placeholder: 'format',
    choices: ['text', 'json', 'jsonl'],
    default: 'text',
    description:
      'What standard output has: text; report.json (json); or a line of JSON for each scenario that was played, and then for each result (jsonl). Text goes to standard error then. Also for --list.',
  },
  help: { type: 'boolean', description: 'Print this text, then exit.' },
  version: { type: 'boolean', description: 'Print the version of the suite, then exit.' },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof flags;

/** Every flag of a run with its name, as the type that all of them have. */
export const flagList: [FlagName, Flag][] = Object.entries<Flag>(flags) as [FlagName, Flag][];

/** By the name of its property in the settings file: each flag that has one. */
export const settings: Map<string, { name: FlagName; flag: Flag }> = new Map(
  flagList.flatMap(([name, flag]) =>
    flag.property ? [[flag.property === true ? name : flag.property, { name, flag }] as const] : [],
  ),
);

/** `IDV_BASE_URL` for `base-url`. */
export const variableFor = (name: string): string => `IDV_${name.toUpperCase().replaceAll('-', '_')}`;

/** The variables that hold keys and secrets. */
export const secretVariables: string[] = flagList.flatMap(([name, { type }]) =>
  types[type].secret ? [variableFor(name)] : [],
);

export type Values = ValuesOf<typeof flags>;

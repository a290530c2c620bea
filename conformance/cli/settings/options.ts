import { resolve } from 'node:path';
import { type Capability, contract, type Requirement, requirements, retired } from '../../../generated/requirements.ts';
import type { Manifest } from '../../manifest.ts';
import type { Detail } from '../../reports/console/console.ts';
import { type Selection, selected } from '../../run/selection.ts';
import { UsageError } from '../../usage-error.ts';
import { bearerKey } from '../../wire/exchange.ts';
import { certificatesOf, headersFrom, keyHeader, uploadOf } from '../candidate.ts';
import { readKnownFailures } from '../../known-failures/read.ts';
import { type ListUpdate, readListToWrite } from '../../known-failures/update.ts';
import { type Flag, type FlagSet, severalIn } from './flag.ts';
import { type FlagName, flags, type Values } from './flags.ts';
import { near } from './near.ts';
import { readValues, type Settings } from './values.ts';

export interface Options<Own = unknown> extends Settings<Own> {
  detail: Detail;
  /** why the bundled reference implementation must not be judged */
  unnamedService: string | undefined;
  manifest: Omit<Manifest, 'baseUrl' | 'webhook'>;
  /** certificates to trust besides those that Node trusts, as PEM */
  ca: string[];
  selection: Selection;
  /** the list of known failures that is written after the run */
  listUpdate: ListUpdate | undefined;
}

/**
 * Reads flags, environment and settings file.
 *
 * @param own the flags that only one subcommand has
 * @param judged the requirements that `--only` can name
 * @throws UsageError naming the flag and what it accepts
 */
export function readOptions<Own = unknown>(
  argv: string[],
  environment: NodeJS.ProcessEnv,
  own?: Own & FlagSet,
  judged: Requirement[] = requirements,
): Options<Own> {
  const settings = readValues<Own>(argv, environment, own);
  const values: Values = settings.values;
  const mistake = Object.entries(mistakesIn(settings)).find(([, isMade]) => isMade)?.[0];
  if (mistake !== undefined) throw new UsageError(mistake);
  expectRequirements(values, judged);
  const { 'write-known-failures': newList, 'update-known-failures': isUpdate, 'known-failures': list } = values;
  const listToWrite = newList ?? (isUpdate ? list : undefined);
  return {
    ...settings,
    detail: detailFrom(values),
    unnamedService: unnamedService(settings, environment['CI']),
    manifest: manifestFrom(values),
    ca: values.ca === undefined ? [] : certificatesOf(values.ca),
    selection: selectionFrom(values, listToWrite, judged),
    listUpdate: listToWrite === undefined ? undefined : { file: listToWrite, add: newList !== undefined },
  };
}

/** Settings that contradict each other or need others: what to do about each mistake, and whether it was made. */
function mistakesIn({ values, sources }: Settings): Record<string, boolean> {
  const { claim, contract: version, evidence, reference, verbose, quiet, 'base-url': baseUrl } = values;
  const { 'api-key': key, 'other-api-key': other, 'live-api-key': live, 'webhook-secret': secret } = values;
  const { 'known-failures': list, 'write-known-failures': newList, 'update-known-failures': isUpdate } = values;
  const judgesWebhooks = claim.includes('webhooks') && baseUrl !== undefined;
  const { version: own } = contract;
  return {
    [`${sources['base-url']} names a service, and --reference-implementation names the bundled one: omit one of them.`]:
      baseUrl !== undefined && values['reference-implementation'],
    [`Contract ${version} is expected, but this suite judges contract ${own}: use the release of idv-case-contract that carries ${version}, or read in CHANGELOG.md what changed and expect ${own}.`]:
      version !== undefined && !`${own}.`.startsWith(`${version}.`),
    '--verbose prints everything and --quiet the outcome only: omit one of them.': verbose && quiet,
    'The two API keys are the same; supply keys of two different tenants.': key !== undefined && key === other,
    'The live API key is one of the other two; supply another one of the first tenant, or none.':
      live !== undefined && (live === key || live === other),
    '--claim live-key needs the key itself: --live-api-key or IDV_LIVE_API_KEY.':
      claim.includes('live-key') && live === undefined,
    '--evidence and --reference belong to --class stated: in the class full, the contract decides what is sent.':
      values.class === 'full' && (evidence ?? reference) !== undefined,
    '--record keeps one run: omit --repeat.': values.record !== undefined && values.repeat !== undefined,
    '--claim webhooks needs --claim sandbox too: the sandbox makes the decisions that events announce.':
      judgesWebhooks && !claim.includes('sandbox'),
    '--claim webhooks needs --webhook-listen: where the suite receives events, such as 127.0.0.1:9099.':
      judgesWebhooks && values['webhook-listen'] === undefined,
    '--claim webhooks needs IDV_WEBHOOK_SECRET: the secret that signs the events of the first tenant.':
      judgesWebhooks && secret === undefined,
    'IDV_WEBHOOK_SECRET and IDV_OTHER_WEBHOOK_SECRET are the same: each tenant has its own.':
      judgesWebhooks && secret === values['other-webhook-secret'],
    '--write-known-failures also removes what passes now: omit --update-known-failures.':
      newList !== undefined && isUpdate,
    [`--write-known-failures ${newList}: --known-failures names another list, ${list}; name the same file, or omit one.`]:
      newList !== undefined && list !== undefined && resolve(newList) !== resolve(list),
    '--update-known-failures needs the list: --known-failures <file>.': isUpdate && list === undefined,
  };
}

/** What a user sets for a service of their own. */
const describeService: FlagName[] = [
  ...(['api-key', 'other-api-key', 'live-api-key', 'key-header', 'header'] as const),
  ...(['claim', 'webhook-listen', 'webhook-url', 'webhook-secret', 'other-webhook-secret'] as const),
  ...(['contract', 'id-from', 'evidence', 'reference', 'ca', 'wait'] as const),
  ...(['known-failures', 'write-known-failures', 'report-dir'] as const),
];

/**
 * The message for a run that names neither a service nor the reference implementation, although it has to: something says that
 * the user means a service of their own.
 */
function unnamedService({ values, sources, unread }: Settings, CI = ''): string | undefined {
  if (values['base-url'] !== undefined || values['reference-implementation']) return undefined;
  const set = describeService.filter((name) => name in sources && values[name] !== (flags[name] as Flag).default);
  const found = [
    ...(['', 'false'].includes(CI) ? [] : [`CI=${CI}`]),
    ...set.map((name) => sources[name]!),
    ...unread.map(({ name }) => name),
  ];
  if (found.length === 0) return undefined;
  const unreadText = unread.map(({ text }) => ` ${text}`).join('');
  return `A run with ${new Intl.ListFormat('en').format(found)} must name what it judges: add --base-url <url> for your service, or --reference-implementation for the bundled reference implementation.${unreadText}`;
}

/** A reader of a few chosen requirements wants to know everything about them. */
function detailFrom({ verbose, quiet, only }: Values): Detail {
  if (quiet) return 'verdict';
  return verbose || only.length > 0 ? 'cards' : 'causes';
}

function manifestFrom(values: Values): Options['manifest'] {
  const { 'api-key': tenant, 'other-api-key': other, 'live-api-key': live, evidence, reference } = values;
  const keys = Object.entries({ tenant, other, live }).filter(([, value]) => value !== undefined);
  const key = keyHeader(values['key-header']);
  return {
    claims: [...new Set<Capability>([...values.claim, ...(live === undefined ? [] : (['live-key'] as const))])],
    keys: Object.fromEntries(keys),
    key,
    id: values['id-from'],
    headers: headersFrom(values.header, key),
    fixtures: {
      ...(evidence !== undefined && { evidence: uploadOf(evidence) }),
      ...(reference !== undefined && { reference }),
    },
  };
}

function selectionFrom(values: Values, listToWrite: string | undefined, judged: Requirement[]): Selection {
  const { only, concurrency, rate, shuffle, seed, 'known-failures': list } = values;
  const listed = list === undefined ? undefined : readKnownFailures(list, judged);
  const known = listToWrite === undefined ? listed : readListToWrite(listToWrite);
  const [timeout, deadline] = [values.timeout * 1000, values.deadline * 1000];
  return { class: values.class, only, concurrency, rate, shuffle, seed, timeout, deadline, known };
}

/** Every name must select a requirement. */
function expectRequirements({ only, class: className }: Pick<Values, 'only' | 'class'>, judged: Requirement[]): void {
  for (const name of only) {
    const known = judged.find(({ id, family }) => id === name || family === name);
    if (!known) throw new UsageError(`--only ${name}: ${aboutUnknown(name, judged)}`);
    if (known.id === name && known.untestable)
      throw new UsageError(`--only ${name}: this requirement has no scenarios, because ${known.untestable}.`);
  }
  if (judged === requirements && selected({ class: className, only }).length === 0)
    throw new UsageError(`--only ${only.join(' ')}: the class ${className} has no such requirement.`);
}

function aboutUnknown(name: string, judged: Requirement[]): string {
  if (Object.hasOwn(retired, name)) return `this requirement is now ${retired[name]!.join(' and ')}.`;
  if (['stated', 'full'].includes(name)) return `this is a class: --class ${name}.`;
  const families = [...new Set(judged.map(({ family }) => family))];
  const ids = judged.map(({ id }) => id);
  const advice = severalIn('--only', name) ?? (near(name, families) || near(name, ids));
  return `no requirement and no family has this name; --list shows them.${advice}`;
}

/**
 * @param judges what a subcommand does, as the begin of a sentence
 * @throws UsageError for settings that only the class stated has
 */
export function expectWholeContract(judges: string, { manifest: { key, id }, selection }: Options): void {
  const isUsual = key.header === bearerKey.header && key.template === bearerKey.template && id === '/id';
  if (!isUsual || selection.class !== 'full')
    throw new UsageError(`${judges} the whole contract: omit --class, --key-header and --id-from.`);
}

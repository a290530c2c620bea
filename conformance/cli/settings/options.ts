import { resolve } from 'node:path';
import { type Capability, contract, requirements, retired } from '../../../generated/requirements.ts';
import type { Detail } from '../../reports/console/console.ts';
import type { Manifest } from '../../manifest.ts';
import { type Selection, selected } from '../../run/selection.ts';
import {
  addressOf,
  certificatesOf,
  checkWebhook,
  fixturesFrom,
  headersFrom,
  keyHeader,
  type WebhookOptions,
  webhookOptions,
} from '../candidate.ts';
import type { FlagSet } from './flag.ts';
import type { Values } from './flags.ts';
import { readKnownFailures } from '../known-failures/known-failures.ts';
import { type ListUpdate, readListToWrite } from '../known-failures/known-failures-file.ts';
import { UsageError } from '../../usage-error.ts';
import { bearerKey } from '../../wire/exchange.ts';
import { unnamedService } from './unnamed-service.ts';
import { readValues, rerunFlags, type Settings } from './values.ts';
import { near } from './yaml-file.ts';

export interface Options<Own = unknown> extends Settings<Own> {
  detail: Detail;
  /** undefined: judge the bundled reference implementation */
  baseUrl: string | undefined;
  /** why the bundled reference implementation must not be judged */
  unnamedService: string | undefined;
  manifest: Omit<Manifest, 'baseUrl' | 'webhook'>;
  webhook: WebhookOptions;
  /** the flags that judge the same candidate again, as words for a shell */
  rerunFlags: string[];
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
 * @throws UsageError naming the flag and what it accepts
 */
export function readOptions<Own = unknown>(
  argv: string[],
  environment: NodeJS.ProcessEnv,
  own?: Own & FlagSet,
): Options<Own> {
  const settings = readValues<Own>(argv, environment, own);
  const values: Values = settings.values;
  expectContract(values.contract);
  const keys = keysFrom(values);
  const listUpdate = listUpdateFrom(values);
  const selection = selectionFrom(values, listUpdate);
  const key = keyHeader(values['key-header']);
  const claims = claimsFrom(values.claim, keys);
  const webhook = webhookOptions(values);
  if (claims.includes('webhooks') && values['base-url'] !== undefined) checkWebhook(claims, webhook);
  return {
    ...settings,
    detail: detailFrom(values),
    baseUrl: values['base-url'] === undefined ? undefined : addressOf(values['base-url']),
    unnamedService: unnamedService(settings, environment['CI']),
    webhook,
    manifest: {
      claims,
      keys,
      key,
      id: values['id-from'],
      headers: headersFrom(values.header, key),
      fixtures: fixturesFrom(values),
    },
    rerunFlags: rerunFlags(values),
    ca: values.ca === undefined ? [] : certificatesOf(values.ca),
    selection,
    listUpdate,
  };
}

/** A reader of a few chosen requirements wants to know everything about them. */
function detailFrom({ verbose, quiet, only }: Values): Detail {
  if (verbose && quiet)
    throw new UsageError('--verbose prints everything and --quiet the outcome only: omit one of them.');
  if (quiet) return 'verdict';
  return verbose || only.length > 0 ? 'cards' : 'causes';
}

function expectContract(version: string | undefined): void {
  if (version === undefined || `${contract.version}.`.startsWith(`${version}.`)) return;
  throw new UsageError(
    `Contract ${version} is expected, but this suite judges contract ${contract.version}: use the release of idv-case-contract that carries ${version}, or read in CHANGELOG.md what changed and expect ${contract.version}.`,
  );
}

function keysFrom(values: Values): Manifest['keys'] {
  const given = { tenant: values['api-key'], other: values['other-api-key'], live: values['live-api-key'] };
  const supplied = Object.entries(given).filter(([, value]) => value !== undefined);
  const keys: Manifest['keys'] = Object.fromEntries(supplied);
  if (keys.tenant !== undefined && keys.tenant === keys.other)
    throw new UsageError('The two API keys are the same; supply keys of two different tenants.');
  if (keys.live !== undefined && (keys.live === keys.tenant || keys.live === keys.other))
    throw new UsageError('The live API key is one of the other two; supply another one of the first tenant, or none.');
  return keys;
}

function claimsFrom(named: Capability[], keys: Manifest['keys']): Capability[] {
  if (named.includes('live-key') && keys.live === undefined)
    throw new UsageError('--claim live-key needs the key itself: --live-api-key or IDV_LIVE_API_KEY.');
  return [...new Set<Capability>([...named, ...(keys.live === undefined ? [] : (['live-key'] as const))])];
}

function selectionFrom(values: Values, listUpdate: ListUpdate | undefined): Selection {
  const { class: className, only, concurrency, rate, shuffle, seed, 'known-failures': list } = values;
  expectRequirements(only, className);
  return {
    class: className,
    only,
    concurrency,
    rate,
    timeout: values.timeout * 1000,
    deadline: values.deadline * 1000,
    ...(shuffle && { shuffle }),
    ...(seed !== undefined && { seed }),
    ...(list !== undefined && { known: readKnownFailures(list) }),
    ...(listUpdate && { known: readListToWrite(listUpdate.file) }),
  };
}

function listUpdateFrom(values: Values): ListUpdate | undefined {
  const { 'known-failures': list, 'write-known-failures': target, 'update-known-failures': isUpdate, repeat } = values;
  if (target === undefined && !isUpdate) return undefined;
  const flag = target === undefined ? '--update-known-failures' : '--write-known-failures';
  if (target !== undefined && isUpdate)
    throw new UsageError('--write-known-failures also removes what passes now: omit --update-known-failures.');
  if ((repeat ?? 1) > 1)
    throw new UsageError(`${flag} writes what one run found: omit --repeat, or write the list in a run of its own.`);
  if (target !== undefined && list !== undefined && resolve(target) !== resolve(list))
    throw new UsageError(
      `--write-known-failures ${target}: --known-failures names another list, ${list}; name the same file, or omit one.`,
    );
  const file = target ?? list;
  if (file === undefined) throw new UsageError(`${flag} needs the list: --known-failures <file>.`);
  return { file, add: target !== undefined };
}

/** Every name must select a requirement. */
function expectRequirements(only: string[], className: Selection['class']): void {
  for (const name of only) {
    const known = requirements.find(({ id, family }) => id === name || family === name);
    if (!known) {
      if (Object.hasOwn(retired, name))
        throw new UsageError(`--only ${name}: this requirement is now ${retired[name]!.join(' and ')}.`);
      if (['stated', 'full'].includes(name)) throw new UsageError(`--only ${name}: this is a class: --class ${name}.`);
      const names = requirements.flatMap(({ id, family }) => [id, family]);
      throw new UsageError(
        `--only ${name}: no requirement and no family has this name; --list shows them.${name.includes(',') ? ' Repeat --only for each.' : near(name, names)}`,
      );
    }
    if (known.id === name && known.untestable)
      throw new UsageError(`--only ${name}: this requirement has no scenarios, because ${known.untestable}.`);
  }
  if (selected({ class: className, only }).length === 0)
    throw new UsageError(`--only ${only.join(' ')}: the class ${className} has no such requirement.`);
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

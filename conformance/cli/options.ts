import { type Capability, contract, requirements } from '../../generated/requirements.ts';
import type { Manifest } from '../checks/support/context.ts';
import { addressOf, fixturesFrom, headersFrom, keyHeader, certificatesOf } from './candidate.ts';
import { readKnownFailures } from './known-failures.ts';
import { manifestName } from './settings-file.ts';
import { type Selection, selected, wholeSuite } from '../run/selection.ts';
import { UsageError } from './usage-error.ts';
import { type Values, valuesOf } from './values.ts';
import { checkWebhook, type WebhookOptions, webhookOptions } from './webhook-options.ts';
import { near } from './yaml-file.ts';

export const help = `Usage: idv-conformance [options]
       idv-conformance diff <before/report.json> <after/report.json>
       idv-conformance serve [--ephemeral]   serve the reference implementation
       idv-conformance mock                  serve the examples of the contract, by the Prism that is installed

Judges an implementation of the identity-verification case service. Without --base-url it judges the
bundled reference implementation. serve --help and mock --help tell the rest of these two.

  --base-url <url>         address of the candidate; a path is kept
  --api-key <key>          key of a tenant                      (or IDV_API_KEY)
  --other-api-key <key>    key of a second tenant               (or IDV_OTHER_API_KEY)
  --live-api-key <key>     live key of the first tenant         (or IDV_LIVE_API_KEY)
  --claim <capability>     sandbox or webhooks; repeatable. A live key claims live-key by itself
  --webhook-listen <at>    host and port at which the suite receives events, such as 127.0.0.1:9099; the secrets
                           that sign them stand in IDV_WEBHOOK_SECRET and IDV_OTHER_WEBHOOK_SECRET
  --webhook-url <url>      where the candidate sees that (default: http://<host>:<port>/)
  --slow                   also check how long the answer to an event may take (half a minute more)
  --class <class>          stated or full (default: full)
  --only <id or family>    run this part; repeatable
  --list                   list the requirements and end
  --report-dir <folder>    write report.html, report.json, junit.xml and summary.md
  --manifest <file>        what is said here, in a file (default: ${manifestName} where it is there)
  --contract <version>     the version of the contract that is expected, such as 0.2; another one ends the run
  --key-header <header>    how a key is carried (default: "Authorization: Bearer {key}")
  --id-from <place>        where a create answers the id: a JSON pointer or Location (default: /id)
  --evidence <file>        what the class stated uploads as ID_FRONT, instead of a JPEG of its own
  --reference <text>       the reference that the class stated gives to its cases
  --header <header>        "Name: value", sent with every request; repeatable. No report shows the value
  --known-failures <file>  ids with their reasons, as YAML or JSON: these failures do not turn the run red
  --repeat <n>             run n times, and report the checks whose verdict changes
  --shuffle                begin the checks in another order
  --seed <n>               generate and shuffle as the run that printed this seed
  --ca <file>              certificate of a private CA, for https
  --wait <s>               seconds to wait until the address answers
  --concurrency <n>        checks side by side (default: ${wholeSuite.concurrency})
  --timeout <s>            seconds for one answer (default: ${wholeSuite.timeout / 1000})
  --deadline <s>           seconds for the whole run (default: ${wholeSuite.deadline / 1000})
  --help, --version

A flag wins over the environment, the environment over the manifest. Every flag that takes a value can stand in the
environment too: IDV_BASE_URL for --base-url; IDV_CLAIM separates by commas, IDV_HEADER by line ends.

Exit codes: 0 CONFORMANT, 1 NON-CONFORMANT, 2 usage or suite error, 3 INCOMPLETE;
of diff: 0 nothing changed for the worse, 1 something did, 2 usage
`;

export interface Options {
  help: boolean;
  version: boolean;
  list: boolean;
  reportDir: string | undefined;
  /** undefined: judge the bundled reference implementation */
  baseUrl: string | undefined;
  manifest: Omit<Manifest, 'baseUrl' | 'webhook'>;
  webhook: WebhookOptions;
  /** the flags that name files of the candidate, for the command that reruns one check */
  files: string[];
  /** certificates to trust besides the usual ones, as PEM */
  ca: string[];
  /** milliseconds to wait until the address answers */
  wait: number;
  /** how often the suite runs */
  repeat: number;
  selection: Selection;
}

/**
 * Reads flags, environment and manifest.
 *
 * @throws UsageError naming the flag and what it takes
 */
export function readOptions(argv: string[], environment: NodeJS.ProcessEnv): Options {
  const values = valuesOf(argv, environment);
  expectContract(values.contract);
  const keys = {
    ...keyFrom('tenant', values['api-key']),
    ...keyFrom('other', values['other-api-key']),
    ...keyFrom('live', values['live-api-key']),
  };
  if (keys.tenant !== undefined && keys.tenant === keys.other)
    throw new UsageError('The two API keys are the same; supply keys of two different tenants.');
  if (keys.live !== undefined && (keys.live === keys.tenant || keys.live === keys.other))
    throw new UsageError('The live API key is one of the other two; supply another one of the first tenant, or none.');
  const selection = selectionFrom(values);
  const key = keyHeader(values['key-header']);
  const named = claims(values.claim ?? [], keys);
  const webhook = webhookOptions(values, environment);
  if (named.includes('webhooks') && values['base-url'] !== undefined) checkWebhook(named, webhook);
  return {
    help: values.help ?? false,
    version: values.version ?? false,
    list: values.list ?? false,
    reportDir: values['report-dir'],
    baseUrl: values['base-url'] === undefined ? undefined : addressOf(values['base-url']),
    webhook,
    manifest: {
      claims: named,
      keys,
      key,
      id: idPlace(values['id-from'] ?? '/id'),
      headers: headersFrom(values.header ?? [], key),
      fixtures: fixturesFrom(values.evidence, values.reference, selection),
    },
    files: (['ca', 'evidence'] as const).flatMap((name) => {
      const file = values[name];
      return file === undefined ? [] : [`--${name}`, file];
    }),
    ca: values.ca === undefined ? [] : certificatesOf(values.ca),
    repeat: wholeNumber('--repeat', values.repeat) ?? 1,
    wait: values.wait === undefined ? 0 : positive('--wait', values.wait, 0) * 1000,
    selection,
  };
}

function selectionFrom(values: Values): Selection {
  const selection = {
    class: oneOf('--class', values.class ?? 'full', ['stated', 'full'] as const),
    only: values.only ?? [],
    concurrency: positive('--concurrency', values.concurrency, wholeSuite.concurrency),
    timeout: positive('--timeout', values.timeout, wholeSuite.timeout / 1000) * 1000,
    deadline: positive('--deadline', values.deadline, wholeSuite.deadline / 1000) * 1000,
  };
  checkSelection(selection);
  const seed = wholeNumber('--seed', values.seed);
  const list = values['known-failures'];
  return {
    ...selection,
    ...(values.shuffle && { shuffle: true }),
    ...(seed !== undefined && { seed }),
    ...(list !== undefined && { known: readKnownFailures(list) }),
  };
}

function expectContract(version: string | undefined): void {
  if (version === undefined || `${contract.version}.`.startsWith(`${version}.`)) return;
  throw new UsageError(
    `Contract ${version} is expected, but this suite judges contract ${contract.version}: use the release of idv-case-contract that carries ${version}, or read in CHANGELOG.md what changed and expect ${contract.version}.`,
  );
}

function keyFrom(which: keyof Manifest['keys'], value: string | undefined): Manifest['keys'] {
  if (value === undefined || value === '') return {};
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new UsageError('An API key holds a space or a character that no header can carry; check the key.');
  return { [which]: value };
}

function claims(claimed: string[], keys: Manifest['keys']): Capability[] {
  const named = claimed.map((claim) => oneOf('--claim', claim, ['sandbox', 'webhooks', 'live-key'] as const));
  if (named.includes('live-key') && keys.live === undefined)
    throw new UsageError('--claim live-key needs the key itself: --live-api-key or IDV_LIVE_API_KEY.');
  return [...new Set<Capability>([...named, ...(keys.live === undefined ? [] : (['live-key'] as const))])];
}

function checkSelection(selection: Selection): void {
  for (const name of selection.only) {
    const known = requirements.find(({ id, family }) => id === name || family === name);
    if (!known) {
      const names = requirements.flatMap(({ id, family }) => [id, family]);
      throw new UsageError(
        `--only ${name}: no requirement and no family has this name; --list shows them.${near(name, names)}`,
      );
    }
    if (known.id === name && known.untestable)
      throw new UsageError(`--only ${name}: it has no check, because ${known.untestable}.`);
  }
  if (selected(selection).length === 0)
    throw new UsageError(`--only ${selection.only.join(' ')}: nothing of it is in the class ${selection.class}.`);
}

function oneOf<T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((known) => known === value);
  if (found === undefined) throw new UsageError(`${flag} ${value}: take one of ${allowed.join(', ')}.`);
  return found;
}

function positive(flag: string, value: string | undefined, preset: number): number {
  if (value === undefined) return preset;
  if (!/^[0-9]+(\.[0-9]+)?$/.test(value) || Number(value) <= 0)
    throw new UsageError(`${flag} ${value}: take a number above 0.`);
  return Number(value);
}

function wholeNumber(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9][0-9]{0,8}$/.test(value)) throw new UsageError(`${flag} ${value}: take a whole number from 1.`);
  return Number(value);
}

function idPlace(value: string): string {
  if (value !== 'Location' && !value.startsWith('/'))
    throw new UsageError(`--id-from ${value}: take a JSON pointer such as /id, or Location.`);
  return value;
}

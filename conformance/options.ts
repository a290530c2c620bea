import { parseArgs } from 'node:util';
import { type Capability, requirements } from '../generated/requirements.ts';
import type { Manifest } from './checks/context.ts';
import { type Selection, selected, wholeSuite } from './selection.ts';

/** What a user typed is wrong; the message says what, and what to do. */
export class UsageError extends Error {}

export const help = `Usage: idv-conformance [options]
       idv-conformance diff <before/report.json> <after/report.json>

Judges an implementation of the identity-verification case service. Without --base-url it judges the
bundled reference implementation.

  --base-url <url>         address of the candidate; a path is kept
  --api-key <key>          key of a tenant                      (or IDV_API_KEY)
  --other-api-key <key>    key of a second tenant               (or IDV_OTHER_API_KEY)
  --live-api-key <key>     live key of the first tenant         (or IDV_LIVE_API_KEY)
  --claim <capability>     sandbox; repeatable. A live key claims live-key by itself
  --class <class>          stated or full (default: full)
  --only <id or family>    run this part; repeatable
  --list                   list the requirements and end
  --report-dir <folder>    write report.html, report.json, junit.xml and summary.md
  --key-header <header>    how a key is carried (default: "Authorization: Bearer {key}")
  --id-from <place>        where a create answers the id: a JSON pointer or Location (default: /id)
  --concurrency <n>        checks side by side (default: ${wholeSuite.concurrency})
  --timeout <s>            seconds for one answer (default: ${wholeSuite.timeout / 1000})
  --deadline <s>           seconds for the whole run (default: ${wholeSuite.deadline / 1000})
  --help, --version

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
  manifest: Omit<Manifest, 'baseUrl'>;
  selection: Selection;
}

/**
 * Reads flags and environment.
 *
 * @throws UsageError naming the flag and what it takes
 */
export function readOptions(argv: string[], environment: NodeJS.ProcessEnv): Options {
  const values = parse(argv);
  const keys = {
    ...keyFrom('tenant', values['api-key'] ?? environment['IDV_API_KEY']),
    ...keyFrom('other', values['other-api-key'] ?? environment['IDV_OTHER_API_KEY']),
    ...keyFrom('live', values['live-api-key'] ?? environment['IDV_LIVE_API_KEY']),
  };
  if (keys.tenant !== undefined && keys.tenant === keys.other)
    throw new UsageError('The two API keys are the same; supply keys of two different tenants.');
  const only = values.only ?? [];
  const selection = {
    class: oneOf('--class', values.class ?? 'full', ['stated', 'full'] as const),
    only,
    concurrency: positive('--concurrency', values.concurrency, wholeSuite.concurrency),
    timeout: positive('--timeout', values.timeout, wholeSuite.timeout / 1000) * 1000,
    deadline: positive('--deadline', values.deadline, wholeSuite.deadline / 1000) * 1000,
  };
  checkSelection(selection);
  return {
    help: values.help ?? false,
    version: values.version ?? false,
    list: values.list ?? false,
    reportDir: values['report-dir'],
    baseUrl: values['base-url'] === undefined ? undefined : address(values['base-url']),
    manifest: {
      claims: claims(values.claim ?? [], keys),
      keys,
      key: keyHeader(values['key-header']),
      id: idPlace(values['id-from'] ?? '/id'),
    },
    selection,
  };
}

function parse(argv: string[]) {
  const text = { type: 'string' } as const;
  const many = { type: 'string', multiple: true } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    ...{
      'base-url': text,
      'api-key': text,
      'other-api-key': text,
      'live-api-key': text,
      claim: many,
      class: text,
      only: many,
    },
    ...{
      list: flag,
      'report-dir': text,
      'key-header': text,
      'id-from': text,
      concurrency: text,
      timeout: text,
      deadline: text,
    },
    ...{ help: flag, version: flag },
  };
  try {
    return parseArgs({ args: argv, options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(/\n|\. /)[0]}. See --help.`);
  }
}

function keyFrom(which: keyof Manifest['keys'], value: string | undefined): Manifest['keys'] {
  if (value === undefined || value === '') return {};
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new UsageError('An API key holds a space or a character that no header can carry; check the key.');
  return { [which]: value };
}

function claims(claimed: string[], keys: Manifest['keys']): Capability[] {
  const named = claimed.map((claim) => oneOf('--claim', claim, ['sandbox', 'live-key'] as const));
  if (named.includes('live-key') && keys.live === undefined)
    throw new UsageError('--claim live-key needs the key itself: --live-api-key or IDV_LIVE_API_KEY.');
  return [...new Set<Capability>([...named, ...(keys.live === undefined ? [] : (['live-key'] as const))])];
}

function checkSelection(selection: Selection): void {
  for (const name of selection.only) {
    const known = requirements.find(({ id, family }) => id === name || family === name);
    if (!known) throw new UsageError(`--only ${name}: no requirement and no family has this name; --list shows them.`);
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

function address(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new UsageError(`--base-url ${value}: take an http or https address, such as http://127.0.0.1:8080.`);
  const url = new URL(value);
  if (url.search || url.hash || url.username)
    throw new UsageError(`--base-url ${value}: take an address without query, fragment or credentials.`);
  return url.href.replace(/\/$/, '');
}

function keyHeader(value = 'Authorization: Bearer {key}'): Manifest['key'] {
  const match = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*\{key\}.*)$/.exec(value);
  if (!match)
    throw new UsageError(`--key-header ${value}: take a header with {key} in its value, such as "X-API-Key: {key}".`);
  return { header: match[1]!, template: match[2]! };
}

function idPlace(value: string): string {
  if (value !== 'Location' && !value.startsWith('/'))
    throw new UsageError(`--id-from ${value}: take a JSON pointer such as /id, or Location.`);
  return value;
}

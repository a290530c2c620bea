import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { manifestName, readManifest } from './settings-file.ts';
import { UsageError } from './usage-error.ts';

const text = { type: 'string' } as const;
const many = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

/** Every flag, and whether it takes a value. */
export const flags = {
  ...{ 'base-url': text, 'api-key': text, 'other-api-key': text, 'live-api-key': text },
  ...{ claim: many, class: text, only: many, list: flag, 'report-dir': text },
  ...{ manifest: text, contract: text, 'key-header': text, 'id-from': text, evidence: text, reference: text },
  ...{ header: many, ca: text, wait: text, 'webhook-listen': text, 'webhook-url': text, slow: flag },
  ...{ 'known-failures': text, repeat: text, shuffle: flag, seed: text },
  ...{ concurrency: text, timeout: text, deadline: text },
  ...{ help: flag, version: flag },
} as const;

/** What each flag was given, whether as a flag or in another place. */
export type Values = ReturnType<typeof parse>;

/**
 * What flags, environment and manifest say, as text: a flag wins over the environment, the environment over the manifest.
 *
 * @throws UsageError naming the flag, or the line of the manifest
 */
export function valuesOf(argv: string[], environment: NodeJS.ProcessEnv): Values {
  const given = parse(argv);
  if (given.help || given.version) return given;
  const around = fromEnvironment(environment);
  const file = given.manifest ?? around.manifest ?? (existsSync(manifestName) ? manifestName : undefined);
  const written = file === undefined ? {} : readManifest(file, secretsAmong({ ...around, ...given }, environment));
  const header = [written, around, given].flatMap((values) => values.header ?? []);
  return { ...written, ...around, ...given, header };
}

const secretsAmong = (values: Values, environment: NodeJS.ProcessEnv) => ({
  IDV_API_KEY: values['api-key'],
  IDV_OTHER_API_KEY: values['other-api-key'],
  IDV_LIVE_API_KEY: values['live-api-key'],
  IDV_WEBHOOK_SECRET: environment['IDV_WEBHOOK_SECRET'],
  IDV_OTHER_WEBHOOK_SECRET: environment['IDV_OTHER_WEBHOOK_SECRET'],
});

function parse(argv: string[]) {
  try {
    return { ...parseArgs({ args: argv, options: flags }).values };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(/\n|\. /)[0]}. See --help.`);
  }
}

/** `IDV_BASE_URL` for `--base-url`; an empty variable is none. */
function fromEnvironment(environment: NodeJS.ProcessEnv): Values {
  const found = Object.entries(flags).flatMap(([name, { type, ...kind }]) => {
    const value = environment[`IDV_${name.toUpperCase().replaceAll('-', '_')}`];
    if (type === 'boolean' || value === undefined || value.trim() === '') return [];
    const list = name === 'header' ? value.split('\n') : value.split(/[\s,]+/);
    return [[name, 'multiple' in kind ? list.filter((item) => item.trim() !== '') : value]];
  });
  return Object.fromEntries(found) as Values;
}

// What a recording says of the settings of its run, so that the report of a judgement names the same command.
import type { Made } from '../recording/recording.ts';
import { UsageError } from '../usage-error.ts';
import { version } from '../version.ts';
import { type Flag, valueOf } from './settings/flag.ts';
import { flagList, flags, type Values } from './settings/flags.ts';

export function madeOf(values: Values): Made {
  const settings = flagList.flatMap(([name, { rerun, type }]) => {
    const value = values[name];
    if (!rerun || value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return [];
    const texts = [value].flat().map(String);
    return [[name, type === 'headers' ? texts.map(withoutValue) : texts]];
  });
  return { suite: version, bundled: values['base-url'] === undefined, settings: Object.fromEntries(settings) };
}

/** The value of a header may be a secret. */
const withoutValue = (header: string) => `${header.split(':')[0]}: hidden`;

/**
 * The settings of the run.
 *
 * @throws UsageError when the suite has no such setting, or it cannot have this value: a file may come from someone else
 */
export function valuesOf({ settings }: Made, file: string): Partial<Values> {
  const values = Object.entries(settings).map(([name, texts]) => {
    const flag = Object.hasOwn(flags, name) ? (flags[name as keyof Values] as Flag) : undefined;
    if (!flag?.rerun) throw new UsageError(`${file}: line 1 names a setting that a run does not have.`);
    const given = texts.map((text) => ({ label: `${file}: line 1: ${name}`, text }));
    return [name, flag.type === 'boolean' ? true : valueOf(flag, given)];
  });
  return Object.fromEntries(values) as Partial<Values>;
}

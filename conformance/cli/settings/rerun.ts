import { variableOf } from '../../reports/secrets.ts';
import { flagList, type Values } from './flags.ts';

/** The flags that judge the same candidate again, as words for a shell that has the keys in its environment. */
export function rerunFlags(values: Partial<Values>): string[] {
  return flagList.flatMap(([name, { type, rerun, default: preset }]) => {
    const value = values[name];
    if (!rerun || value === undefined || value === false || value === preset) return [];
    if (type === 'boolean') return [`--${name}`];
    return [value].flat().map((each) => `--${name} ${type === 'headers' ? withoutValue(each) : shellWord(each)}`);
  });
}

/** The value of a header may be a secret: a shell variable replaces it, as in reports. */
function withoutValue(header: unknown): string {
  const [name] = String(header).split(':');
  return `"${name}: ${variableOf(name!)}"`;
}

function shellWord(value: unknown): string {
  const text = String(value);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

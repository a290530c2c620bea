import { dirname, resolve } from 'node:path';
import { pointerTo } from '../../json-pointer.ts';
import { UsageError } from '../../usage-error.ts';
import { type Flag, type Given, mismatch, type Source, types } from './flag.ts';
import { secretVariables, settings } from './flags.ts';
import { near } from './near.ts';
import { readYaml } from './yaml-file.ts';

/**
 * Reads a settings file as the values of flags.
 *
 * @param secrets keys and secrets; the file must contain none of them
 * @throws UsageError with file, line and property
 */
export function readSettingsFile(file: string, secrets: Given[]): Source {
  const { text, value, place } = readYaml(file);
  const known = [...settings.keys()];
  if (!isObject(value))
    throw new UsageError(`${place('')} (the file): expected an object with settings: ${known.join(', ')}.`);
  const source: Source = {};
  for (const [property, each] of Object.entries(value)) {
    const setting = settings.get(property);
    const pointer = pointerTo([property]);
    if (!setting) throw new UsageError(`${place(pointer)} ${pointer}: ${aboutUnknown(property, known)}`);
    const given = givenIn(setting.flag, each, pointer, place);
    const fromFile = given.map((one) => ({ ...one, text: resolve(dirname(file), one.text) }));
    source[setting.name] = setting.flag.type === 'file' ? fromFile : given;
  }
  expectNoSecret(secrets, text, file);
  return source;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const secretName = /^(proxy-)?authorization$|cookie|key|secret|token|password/i;

function aboutUnknown(name: string, known: string[]): string {
  return secretName.test(name)
    ? `a settings file must not contain a key or a secret; set it in the environment (${secretVariables.join(', ')}).`
    : `there is no such property.${near(name, known)}`;
}

/** The texts of a property: those of a list or of an object of headers, or its own. */
function givenIn(flag: Flag, value: unknown, pointer: string, place: (pointer: string) => string): Given[] {
  const { type } = types[flag.type].schema;
  const isMany = type === 'object' ? isObject(value) : type === 'array' && Array.isArray(value);
  const label = `${place(pointer)} ${pointer}`;
  const isOne = typeof value === (type === 'integer' ? 'number' : type) && value !== '';
  if (!isMany && !isOne) throw mismatch(flag, label);
  if (!isMany) return [{ label, text: String(value) }];
  return Object.entries(value as object).map(([key, text]) => {
    const below = pointer + pointerTo([key]);
    const problem = problemIn(flag, key, text);
    if (problem !== undefined) throw new UsageError(`${place(below)} ${below}: ${problem}`);
    return { label: `${place(below)} ${pointer}`, text: flag.type === 'headers' ? `${key}: ${text}` : text };
  });
}

function problemIn({ type }: Flag, key: string, text: unknown): string | undefined {
  if (typeof text !== 'string') return 'expected a text; write it in quotes.';
  return type === 'headers' && secretName.test(key)
    ? 'a settings file must not contain a secret; set this header by --header or IDV_HEADER.'
    : undefined;
}

function expectNoSecret(secrets: Given[], text: string, file: string): void {
  const lines = text.split('\n');
  for (const { label, text: secret } of secrets) {
    // A shorter one may be an ordinary word of the file.
    const at = secret.length < 8 ? -1 : lines.findIndex((line) => line.includes(secret));
    if (at >= 0)
      throw new UsageError(
        `${file}:${at + 1}: contains the value of ${label}; a settings file must not contain a secret: remove it.`,
      );
  }
}

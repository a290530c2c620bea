import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { closestMatch } from 'leven';
import type * as Yaml from 'yaml';
import type { Fault, Validator } from '../../generated/manifest.js';
import { pointerTo, tokensOf } from '../json-pointer.ts';
import { UsageError } from './usage-error.ts';

// Reading YAML takes longer to load than all the rest of the command; most runs have no file to read.
const yaml = () => createRequire(import.meta.url)('yaml') as typeof Yaml;

/** A file that a user wrote, with the line of each of its values. JSON is YAML too. */
export interface YamlFile<T> {
  value: T;
  /** `file:line` of what a JSON pointer names; of what is around it when there is no such thing */
  place: (pointer: string) => string;
}

/**
 * Reads a file and holds it against its schema.
 *
 * @param whatElse says more of a fault than its schema does
 * @throws UsageError with file, line and JSON pointer of the first fault
 */
export function readYaml<T>(
  file: string,
  validator: Validator<T>,
  whatElse: (fault: Fault) => string | undefined = () => undefined,
): YamlFile<T> {
  const { value, place } = parsed(file);
  if (validator(value)) return { value, place };
  const fault = validator.errors![0]!;
  const pointer = pointerOf(fault);
  throw new UsageError(`${place(pointer)} ${pointer || '(the file)'}: ${whatElse(fault) ?? sentence(fault)}`);
}

function parsed(file: string): YamlFile<unknown> {
  const { LineCounter, parseDocument } = yaml();
  const lineCounter = new LineCounter();
  const document = parseDocument(textOf(file), { lineCounter, prettyErrors: false });
  const line = (offset: number) => `${file}:${lineCounter.linePos(offset).line}`;
  const [error] = document.errors;
  if (error) throw new UsageError(`${line(error.pos[0])}: this is no YAML: ${error.message.split('\n')[0]}`);
  const place = (pointer: string) => {
    for (let path: unknown[] = tokensOf(pointer).map(indexOrName); path.length > 0; path = path.slice(0, -1)) {
      const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
      if (node?.range) return line(node.range[0]);
    }
    return line(document.contents?.range?.[0] ?? 0);
  };
  return { value: document.toJS() as unknown, place };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}); name a file that is there.`,
    );
  }
}

/** The member that a fault is about: of an unknown one its own name, of a missing one the place where it should be. */
export function pointerOf({ instancePath, params }: Fault): string {
  const name = params['additionalProperty'] ?? params['propertyName'] ?? params['missingProperty'];
  return typeof name === 'string' ? instancePath + pointerTo([name]) : instancePath;
}

const indexOrName = (token: string) => (/^\d+$/.test(token) ? Number(token) : token);

function sentence({ keyword, message, params, parentSchema }: Fault): string {
  const { description = '', properties = {} } = parentSchema;
  if (keyword === 'additionalProperties')
    return `there is no such member.${near(String(params['additionalProperty']), Object.keys(properties))}`;
  if (keyword === 'required') return 'is missing.';
  const allowed = 'allowedValues' in params ? ` (${(params['allowedValues'] as string[]).join(', ')})` : '';
  return `${message}${allowed}. ${description}`.trim();
}

/** What a user may have meant by a name that is not there; empty when nothing is near. */
export function near(name: string, known: readonly string[]): string {
  const meant = closestMatch(name, known, { maxDistance: Math.max(2, Math.floor(name.length / 3)) });
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

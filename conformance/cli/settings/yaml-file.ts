import { readFileSync } from 'node:fs';
import { closestMatch } from 'leven';
import type { Fault, Validator } from '../../../generated/manifest.js';
import { shipped } from '../../../shipped/files.ts';
import { pointerTo, tokensOf } from '../../json-pointer.ts';
import { UsageError } from '../../usage-error.ts';

/** A file that a user wrote, with the line of each value. JSON is YAML too. */
interface YamlFile<T> {
  value: T;
  /** `file:line` of the value at a JSON pointer, or of the nearest value around it */
  place: (pointer: string) => string;
}

/**
 * Reads a file and validates it.
 *
 * @param explain returns a better message for a mismatch, or undefined
 * @throws UsageError with file, line and JSON pointer of the first mismatch
 */
export function readYaml<T>(
  file: string,
  validator: Validator<T>,
  explain: (fault: Fault) => string | undefined = () => undefined,
): YamlFile<T> {
  const { value, place } = parsed(file);
  if (validator(value)) return { value, place };
  const fault = validator.errors![0]!;
  const pointer = pointerOf(fault);
  throw new UsageError(`${place(pointer)} ${pointer || '(the file)'}: ${explain(fault) ?? sentence(fault)}`);
}

function parsed(file: string): YamlFile<unknown> {
  const { LineCounter, parseDocument } = shipped.yaml();
  const lineCounter = new LineCounter();
  const document = parseDocument(contentOf(file).toString(), { lineCounter, prettyErrors: false });
  const line = (offset: number) => `${file}:${lineCounter.linePos(offset).line}`;
  const [error] = document.errors;
  if (error) throw new UsageError(`${line(error.pos[0])}: invalid YAML: ${error.message.split('\n')[0]}`);
  const place = (pointer: string) => {
    for (let path: unknown[] = tokensOf(pointer).map(indexOrName); path.length > 0; path = path.slice(0, -1)) {
      const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
      if (node?.range) return line(node.range[0]);
    }
    return line(document.contents?.range?.[0] ?? 0);
  };
  return { value: document.toJS() as unknown, place };
}

/**
 * @param label names the file in the message
 * @throws UsageError when it cannot be read
 */
export function contentOf(file: string, label = file): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${label} cannot be read (${code}); name a file that exists.`);
  }
}

/** The property that a mismatch is about, also when it is unknown or missing. */
function pointerOf({ instancePath, params }: Fault): string {
  const name = params['additionalProperty'] ?? params['propertyName'] ?? params['missingProperty'];
  return typeof name === 'string' ? instancePath + pointerTo([name]) : instancePath;
}

const indexOrName = (token: string) => (/^\d+$/.test(token) ? Number(token) : token);

function sentence({ keyword, message, params, parentSchema }: Fault): string {
  const { description = '', properties = {} } = parentSchema;
  if (keyword === 'additionalProperties')
    return `there is no such property.${near(String(params['additionalProperty']), Object.keys(properties))}`;
  if (keyword === 'required') return 'is missing.';
  const allowed = 'allowedValues' in params ? ` (${(params['allowedValues'] as string[]).join(', ')})` : '';
  return `${message}${allowed}. ${description}`.trim();
}

/** The name that a user may have meant; undefined when none is similar. */
export const closest = (name: string, known: readonly string[]): string | undefined =>
  closestMatch(name, known, { maxDistance: Math.max(2, Math.floor(name.length / 3)) });

/** Suggests the name that a user may have meant; empty when no name is similar. */
export function near(name: string, known: readonly string[]): string {
  const meant = closest(name, known);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

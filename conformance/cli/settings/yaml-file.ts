import { readFileSync } from 'node:fs';
import { shipped } from '../../../shipped/files.ts';
import { tokensOf } from '../../json-pointer.ts';
import { UsageError } from '../../usage-error.ts';

/** A file that a user wrote, with the line of each value. JSON is YAML too. */
interface YamlFile {
  text: string;
  value: unknown;
  /** `file:line` of the value at a JSON pointer, or of the nearest value around it */
  place: (pointer: string) => string;
}

/** @throws UsageError when the file cannot be read or parsed */
export function readYaml(file: string): YamlFile {
  const { LineCounter, parseDocument } = shipped.yaml();
  const lineCounter = new LineCounter();
  const text = contentOf(file).toString();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const line = (offset: number) => `${file}:${lineCounter.linePos(offset).line}`;
  const [error] = document.errors;
  if (error) throw new UsageError(`${line(error.pos[0])}: invalid YAML: ${error.message.split('\n')[0]}`);
  const offsetOf = (path: unknown[]): number => {
    const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
    return node?.range?.[0] ?? (path.length === 0 ? 0 : offsetOf(path.slice(0, -1)));
  };
  const place = (pointer: string) => line(offsetOf(tokensOf(pointer).map(indexOrName)));
  return { text, value: document.toJS() as unknown, place };
}

const indexOrName = (token: string) => (/^\d+$/.test(token) ? Number(token) : token);

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

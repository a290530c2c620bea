import { stripVTControlCharacters, styleText } from 'node:util';

/** What standard output has: text for people, one document of JSON, or a line of JSON for each event. */
export type Format = 'text' | 'json' | 'jsonl';

let format: Format = 'text';

/** Standard output has only what programs read, if they read it; then text goes to standard error. */
export function useFormat(wanted: Format): void {
  format = wanted;
}

const streamOfText = () => (format === 'text' ? process.stdout : process.stderr);

/** Whether Node colours texts for the stream, by FORCE_COLOR, NO_COLOR, TERM and what the terminal can show. */
const isColoured = () => styleText('red', 'x', { stream: streamOfText() }) !== 'x';

/** Writes text for people; without colours unless they are shown or wanted there. */
export function print(text: string): 0 {
  streamOfText().write(isColoured() ? text : stripVTControlCharacters(text));
  return 0;
}

/** Writes what programs read, if this is the format that they read. */
export function printData(wanted: Format, data: () => string): void {
  if (wanted === format) process.stdout.write(data());
}

/** Writes an event as a line. */
export const printLine = (line: object): void => printData('jsonl', () => `${JSON.stringify(line)}\n`);

/** Writes to standard error, where nobody reads results. */
export const warn = (text: string): boolean => process.stderr.write(`${text}\n`);

/** True when a line on standard error can be written again. */
export const canRewrite = (): boolean => process.stderr.isTTY && process.env['TERM'] !== 'dumb';

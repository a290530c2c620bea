import { stripVTControlCharacters, styleText } from 'node:util';

/** Whether Node colours texts for standard output, by FORCE_COLOR, NO_COLOR, TERM and what the terminal can show. */
const isColoured = () => styleText('red', 'x', { stream: process.stdout }) !== 'x';

/** Writes to standard output; without colours unless they are shown or wanted there. */
export function print(text: string): 0 {
  process.stdout.write(isColoured() ? text : stripVTControlCharacters(text));
  return 0;
}

/** Writes to standard error, where nobody reads results. */
export const warn = (text: string): boolean => process.stderr.write(`${text}\n`);

/** True when a line on standard error can be written again. */
export const canRewrite = (): boolean => process.stderr.isTTY && process.env['TERM'] !== 'dumb';

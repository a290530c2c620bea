import { stripVTControlCharacters } from 'node:util';

/** Writes to standard output; without colours unless it is a terminal that shows them. */
export function print(text: string): 0 {
  const isColoured = process.stdout.isTTY && !process.env['NO_COLOR'];
  process.stdout.write(isColoured ? text : stripVTControlCharacters(text));
  return 0;
}

// What the end of an output says: runtimes write where an error came from behind what it was.

const linesIn = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '');

/** The last line that is not empty. */
export const lastLineIn = (text: string): string => linesIn(text).at(-1)?.trim() ?? '';

// What follows the message of an error: frames and properties, which are indented or end a block, and advice.
const trailer = /^(\s|[\]}]|Node\.js v\d|\(Use `node |exit status \d+$|Stack trace:|#\d+ |note: run with )/;
// The stacks of Go come behind this line.
const goroutine = /^goroutine \d+ \[/;

/** The last line that says what went wrong: of a stack trace, the message. */
export function messageIn(text: string): string {
  const lines = linesIn(text);
  const stack = lines.findIndex((line) => goroutine.test(line));
  const found = (stack > 0 ? lines.slice(0, stack) : lines).findLast((line) => !trailer.test(line));
  return found?.trim() ?? lastLineIn(text);
}

// Runs the command in this process: the main script of the executable, which main.ts loads too.
import { fstatSync, writeFileSync } from 'node:fs';
import { main } from './command.ts';

/** A verdict that nobody can read is none. A pipe that is closed early, for example by `head`, changes no exit code. */
function endUnwritable({ code }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return;
  process.stderr.write(`Standard output cannot be written to (${code}): free space there, or name another file.\n`);
  process.exit(2);
}

process.stdout.on('error', endUnwritable);
// A message that nobody can read changes nothing either.
process.stderr.on('error', () => {});
// When a disk becomes full within one write to a file, Node's stream would lose the rest without an error.
if (fstatSync(1).isFile())
  process.stdout.write = (text: string | Uint8Array) => {
    try {
      writeFileSync(1, text);
    } catch (error) {
      endUnwritable(error as NodeJS.ErrnoException);
    }
    return true;
  };
void main(process.argv.slice(2), process.env).then((exitCode) => {
  process.exitCode = exitCode;
});

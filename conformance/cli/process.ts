// Runs the command in this process: the main script of the executable, which main.ts loads too.
import { main } from './command.ts';

// A pipe that is closed early, for example by `head`, changes neither the run nor its exit code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
void main(process.argv.slice(2), process.env).then((exitCode) => {
  process.exitCode = exitCode;
});

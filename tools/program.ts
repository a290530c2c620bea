import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/**
 * Runs a program from its command line: parses its flags, prints its help, and sets the exit code.
 *
 * @param help printed for `--help`
 * @param main returns the exit code; what it throws is printed, and the exit code is 2
 */
export async function runProgram<Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
  main: (values: Values<Options>, positionals: string[]) => Promise<number>,
): Promise<void> {
  // A pipe that is closed early, for example by `head`, changes no exit code.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  try {
    const parsed = parseArgs({ allowPositionals: true, options: { ...options, help: { type: 'boolean' } } });
    if ((parsed.values as { help?: boolean }).help) process.stdout.write(help);
    else process.exitCode = await main(parsed.values, parsed.positionals);
  } catch (error) {
    process.exitCode = 2;
    process.stderr.write(`${explain(error as NodeJS.ErrnoException)}\n`);
  }
}

/** What standard output has. */
export const formatOption = { format: { type: 'string', default: 'text' } } as const;

export function expectFormat(format: string): void {
  if (!['text', 'json', 'jsonl'].includes(format)) throw new Error(`--format ${format}: expected text, json or jsonl.`);
}

const bugs = [ReferenceError, RangeError, SyntaxError, TypeError];

function explain(error: NodeJS.ErrnoException): string {
  // The rest of its message is about arguments that begin with a hyphen.
  if (error.code?.startsWith('ERR_PARSE_ARGS')) return `${error.message.split('. ')[0]}. --help lists the flags.`;
  return bugs.some((kind) => error instanceof kind) ? error.stack! : error.message;
}

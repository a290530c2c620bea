// The code samples of the operations, and how they are run in the languages that this machine has.
import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Command = [program: string, ...args: string[]];

interface Language {
  label: string;
  /** the sample of an operation, and that of the event: its receiver, with curl its sender */
  operation: string;
  event: string;
  /** fails where the language, or a library of the samples, is not installed */
  probe: Command;
  command: (file: string) => Command;
}

const languages: Language[] = [
  {
    label: 'curl',
    operation: 'curl.sh',
    event: 'curl.sh',
    probe: ['curl', '--version'],
    command: (file) => ['bash', file],
  },
  {
    label: 'TypeScript',
    operation: 'fetch.ts',
    event: 'node-http.ts',
    probe: [process.execPath, '--version'],
    command: (file) => [process.execPath, file],
  },
  {
    label: 'Python',
    operation: 'requests-client.py',
    event: 'http-server.py',
    probe: ['python3', '-c', 'import requests'],
    command: (file) => ['python3', file],
  },
  {
    label: 'Go',
    operation: 'net-http.go',
    event: 'net-http.go',
    probe: ['go', 'version'],
    // Built first: `go run` would leave the receiver running when it is ended.
    command: (file) => {
      const program = join(mkdtempSync(join(tmpdir(), 'sample-')), 'sample');
      execFileSync('go', ['build', '-o', program, file], { stdio: 'pipe' });
      return [program];
    },
  },
  {
    label: 'Java',
    operation: 'http-client.java',
    event: 'http-server.java',
    probe: ['javac', '-version'],
    command: (file) => ['java', '-cp', javaClasses(), /class (\w+)/.exec(readFileSync(file, 'utf8'))![1]!],
  },
];

let classes: string | undefined;

/** The folder of the compiled samples in Java: all at once, because the compiler takes long to start. */
function javaClasses(): string {
  if (classes !== undefined) return classes;
  classes = mkdtempSync(join(tmpdir(), 'samples-'));
  const files = globSync('samples/*/*.java', { cwd: import.meta.dirname });
  execFileSync('javac', ['-d', classes, ...files], { cwd: import.meta.dirname });
  return classes;
}

const pathOf = ({ operation: file, event }: Language, operation: string) =>
  join(import.meta.dirname, 'samples', operation, operation === 'caseDecided' ? event : file);

export interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** The samples of an operation as the reference lists them, by language. */
export const samplesOf = (operation: string): Sample[] =>
  languages.map((language) => ({
    lang: language.label,
    label: language.label,
    source: readFileSync(pathOf(language, operation), 'utf8').trim(),
  }));

/** The languages in which samples can be run here. */
export const installed = (): string[] =>
  languages
    .filter(({ probe: [program, ...args] }) => {
      try {
        execFileSync(program, args, { stdio: 'ignore' });
        return true;
      } catch {
        return false;
      }
    })
    .map(({ label }) => label);

/** The command that runs the sample of an operation. */
export function commandOf(label: string, operation: string): Command {
  const language = languages.find((each) => each.label === label)!;
  return language.command(pathOf(language, operation));
}

/** Runs the sample of an operation in a folder; returns what it prints. */
export async function runSample(label: string, operation: string, cwd: string, env: Record<string, string>) {
  const [program, ...args] = commandOf(label, operation);
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: { ...process.env, ...env } });
  return stdout.trim();
}

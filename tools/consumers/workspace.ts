// The folder in which one tool runs, with the contract.
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execute } from '../../conformance/testing.ts';
import { root } from '../root.ts';

export const here = import.meta.dirname;

/** The environment of one consumer. */
export interface Workspace {
  /** its own folder; `openapi.yaml` there is the contract */
  folder: string;
  /** the reference implementation, in memory */
  baseUrl: string;
  key: string;
}

/** Makes the folder and returns it; programs and generated code find the packages of this one in it. */
export function makeWorkspace(folder: string): string {
  mkdirSync(join(folder, 'clients'), { recursive: true });
  copyFileSync(join(root, 'openapi.yaml'), join(folder, 'openapi.yaml'));
  symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

// Ten minutes: a tool that hangs is ended; the slowest takes seconds.
const limit = 600_000;

/**
 * Runs a program of this package in the folder.
 *
 * @returns its output
 * @throws Error with the end of its output when it ends with another exit code than 0
 */
export async function run(
  { folder }: Workspace,
  [program, ...args]: [string, ...string[]],
  environment: Record<string, string> = {},
): Promise<string> {
  const bins = [here, root].map((place) => join(place, 'node_modules/.bin'));
  const path = [...bins, process.env['PATH']].join(delimiter);
  const env = { ...process.env, PATH: path, NO_COLOR: '1', FORCE_COLOR: '0', ...environment };
  const { code, out, err } = await execute(program, args, { cwd: folder, env, timeout: limit });
  const output = out + err;
  if (code === 0) return output;
  const end = output.trim().split('\n').slice(-25).join('\n');
  throw new Error(`${[program, ...args].join(' ')} failed:\n${end}`);
}

/** Compiles the named files of the folder with every strict check; generated code included. */
export async function compileStrictly(workspace: Workspace, files: string[], types: string[] = []): Promise<void> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    // The declarations of packages are not the code that was generated.
    skipLibCheck: true,
  };
  writeFileSync(join(workspace.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await run(workspace, ['tsc', '-p', 'tsconfig.json']);
}

/** Opens a case and writes a copy of the contract whose examples name it: tools that send examples have no other case id. */
export async function openCase({ folder, baseUrl, key }: Workspace): Promise<string> {
  const response = await fetch(`${baseUrl}/cases`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'PM', reference: 'sandbox:hold' }),
  });
  const { id } = (await response.json()) as { id: string };
  const contract = readFileSync(join(folder, 'openapi.yaml'), 'utf8');
  const name = 'open-case.yaml';
  writeFileSync(join(folder, name), contract.replaceAll(/\bcase_(?:7Qm2xVt9LkPz4RwB|Hn5sYc8EwGd3TjUa)\b/g, id));
  return name;
}

/** Installed here, or by the project itself. */
export function versionOf(name: string): string {
  const places = [here, root].map((place) => join(place, 'node_modules', name, 'package.json'));
  const { version } = JSON.parse(readFileSync(places.find(existsSync)!, 'utf8')) as { version: string };
  return version;
}

// Settings with which libraries send requests again, each in a small client that is judged as `docs/test-your-client.md` says.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli, environmentWith, execute } from '../../conformance/testing.ts';
import type { ClientId } from '../../generated/requirements.ts';
import { compileStrictly, here, run, versionOf, type Workspace } from './workspace.ts';

/** What `clients/retries/` has by the name of the library and the setting, and how it is judged. */
export interface RetrySetting {
  library: 'ky' | 'got' | 'axios-retry' | 'undici' | 'ofetch' | 'p-retry' | 'hey-api' | 'curl' | 'urllib3' | 'tenacity';
  /** as the client knows it */
  client: string;
  /** as the page names it */
  setting: string;
  /** the MUST requirements that it does not meet; none: it is CONFORMANT */
  fails?: ClientId[];
  /** the SHOULD requirements that it does not meet */
  warns?: ClientId[];
  /** why this is the right verdict */
  because: string;
}

const overload = 'client.recovers-from-overload';
const loss = 'client.recovers-from-loss';
const retryAfter = 'client.obeys-retry-after';
const sameKey = 'client.repeats-with-same-key';
const noKey = 'client.no-repeat-without-key';
const stops = 'client.stops-at-rejection';

const once = 'sends a POST once, and the program says that it failed';
const cut = 'a response that is cut is an error';
const not409 = 'obeys `Retry-After`, but gives the 409 of a key in use to the program';

export const retrySettings: RetrySetting[] = [
  { library: 'ky', client: 'default', setting: 'by default', warns: [overload, loss], because: once },
  {
    library: 'ky',
    client: 'post',
    setting: "`retry: { methods: ['get', 'post'] }`",
    warns: [overload, loss],
    because: `${not409}; ${cut}`,
  },
  { library: 'got', client: 'default', setting: 'by default', warns: [overload, loss], because: once },
  {
    library: 'got',
    client: 'post',
    setting: "`retry: { methods: ['GET', 'POST'] }`",
    warns: [overload, loss],
    because: `${not409}; ${cut}`,
  },
  {
    library: 'axios-retry',
    client: 'default',
    setting: 'by default',
    warns: [overload, loss],
    because: 'repeats a POST after a lost response only, with its key',
  },
  {
    library: 'axios-retry',
    client: 'no key',
    setting: 'by default, without an `Idempotency-Key`',
    fails: [noKey],
    warns: [overload, loss],
    because: 'repeats a POST after a lost response: a second case',
  },
  {
    library: 'axios-retry',
    client: 'interceptor',
    setting: 'by default, the key made in a request interceptor',
    fails: [sameKey],
    warns: [overload, loss],
    because: 'the interceptor runs for each attempt: another key, and a second case',
  },
  {
    library: 'axios-retry',
    client: 'post',
    setting: '`retryCondition` for no response, 408, 429, 500, 502, 503, 504',
    warns: [overload, loss],
    because: `${not409}; ${cut}`,
  },
  { library: 'undici', client: 'default', setting: '`RetryAgent` by default', warns: [overload, loss], because: once },
  {
    library: 'undici',
    client: 'post',
    setting: '`RetryAgent` with `methods` and `undici.request`',
    warns: [overload, loss],
    because: 'obeys `Retry-After`, but gives 408 and the 409 of a key in use to the program',
  },
  {
    library: 'undici',
    client: 'fetch',
    setting: '`RetryAgent` with `methods` and `undici.fetch`',
    fails: [sameKey, 'client.valid-requests'],
    warns: [overload, loss],
    because: 'the repetition has no body',
  },
  {
    library: 'ofetch',
    client: 'default',
    setting: 'by default',
    fails: [retryAfter],
    warns: [overload, loss],
    because: 'sends a POST once, but repeats a read at once, whatever `Retry-After` says',
  },
  {
    library: 'ofetch',
    client: 'post',
    setting: '`retry: 3`',
    fails: [retryAfter, stops],
    warns: [loss],
    because: 'does not read `Retry-After`, and repeats the 409 of a decided case',
  },
  {
    library: 'ofetch',
    client: 'obedient',
    setting: '`retryDelay` that reads the header, `retryStatusCodes` without 409',
    warns: [overload, loss],
    because: not409,
  },
  {
    library: 'p-retry',
    client: 'default',
    setting: 'around `fetch`',
    warns: [overload, loss],
    because: 'a status is no error of `fetch`: repeats a POST after a lost response only, with its key',
  },
  {
    library: 'p-retry',
    client: 'throwing',
    setting: 'around a function that throws unless `response.ok`',
    fails: [retryAfter, stops],
    because: 'repeats everything, after 1, 2 and 4 seconds',
  },
  {
    library: 'p-retry',
    client: 'new key',
    setting: 'the same, the key made in the function',
    fails: [sameKey, retryAfter, stops],
    warns: [loss],
    because: 'the function runs for each attempt: another key, and a second case',
  },
  {
    library: 'p-retry',
    client: 'obedient',
    setting: '`AbortError` for what stays rejected, and a pause as `Retry-After` says',
    because: 'repeats what is temporary, when it is told',
  },
  { library: 'hey-api', client: 'default', setting: 'by default', warns: [overload, loss], because: once },
  {
    library: 'curl',
    client: 'retry',
    setting: '`--retry 3 -o file`',
    warns: [overload, loss],
    because: `${not409}; a lost response is not repeated`,
  },
  {
    library: 'curl',
    client: 'stdout',
    setting: '`--retry 3` to standard output',
    warns: [overload, loss],
    because: 'writes the problem and the case into one stream, which is no JSON',
  },
  {
    library: 'curl',
    client: 'all',
    setting: '`--retry 3 --retry-all-errors -o file`',
    warns: [overload],
    because: not409,
  },
  {
    library: 'curl',
    client: 'no key',
    setting: 'the same without an `Idempotency-Key`',
    fails: [noKey],
    warns: [loss],
    because: 'repeats a POST after a lost response: a second case',
  },
  { library: 'urllib3', client: 'default', setting: '`Retry(3)`', warns: [overload, loss], because: once },
  {
    library: 'urllib3',
    client: 'post',
    setting: '`Retry(3, allowed_methods=None, status_forcelist=[408, 429, 500, 502, 503, 504], backoff_factor=0.5)`',
    warns: [overload],
    because: not409,
  },
  {
    library: 'tenacity',
    client: 'default',
    setting: 'around requests and `raise_for_status()`',
    fails: [retryAfter, stops],
    because: 'repeats everything, at once',
  },
  {
    library: 'tenacity',
    client: 'exponential',
    setting: 'the same with `wait_exponential()`',
    fails: [retryAfter, stops],
    because: 'repeats everything, after 1, 2 and 4 seconds',
  },
  {
    library: 'tenacity',
    client: 'open file',
    setting: 'the same with an open file',
    fails: [sameKey, retryAfter, stops, 'client.file-unchanged', 'client.valid-requests'],
    warns: [overload, loss],
    because: 'the file was read to its end: the repeated part has no bytes',
  },
  {
    library: 'tenacity',
    client: 'obedient',
    setting: '`retry_if_exception` for what is temporary, and a `wait` that reads the header',
    because: 'repeats what is temporary, when it is told',
  },
];

const python = (folder: string) => join(folder, 'python/bin/python');

/** Makes the clients in the folder: those for Node in one program, and an environment for those in Python. */
export async function makeClients(workspace: Workspace): Promise<void> {
  const { folder } = workspace;
  cpSync(join(here, 'clients/retries'), join(folder, 'retries'), { recursive: true });
  const plugins = ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk'];
  const config = { input: './openapi.yaml', output: './retries/hey', plugins };
  writeFileSync(join(folder, 'hey.config.mjs'), `export default ${JSON.stringify(config)};\n`);
  await run(workspace, ['openapi-ts', '-f', 'hey.config.mjs']);
  await compileStrictly(workspace, ['retries/clients.ts'], ['node']);
  const bundle = ['--bundle', '--format=esm', '--platform=node', '--packages=external', '--outfile=clients.mjs'];
  await run(workspace, ['esbuild', 'retries/clients.ts', ...bundle, '--log-level=error']);
  await run(workspace, ['python3', '-m', 'venv', 'python']);
  await run(workspace, [python(folder), '-m', 'pip', 'install', '--quiet', '-r', 'retries/requirements.txt']);
}

interface Verdict {
  outcome: string;
  fails: string[];
  warns: string[];
}

/** Runs the client as a user does. */
export async function judge({ library, client }: RetrySetting, { folder }: Workspace): Promise<Verdict> {
  const inPython = library === 'urllib3' || library === 'tenacity';
  const program = inPython ? [python(folder), 'retries/clients.py'] : [process.execPath, 'clients.mjs'];
  const reports = `reports-${library}-${client}`.replaceAll(' ', '-');
  const flags = ['client', '--quiet', '--report-dir', reports, '--', ...program, library, client];
  await execute(process.execPath, [cli, ...flags], { cwd: folder, env: environmentWith() });
  const { outcome, results } = JSON.parse(readFileSync(join(folder, reports, 'report.json'), 'utf8')) as {
    outcome: { name: string };
    results: { id: string; verdict: string }[];
  };
  const withVerdict = (verdict: string) =>
    results
      .filter((each) => each.verdict === verdict)
      .map(({ id }) => id)
      .toSorted();
  return { outcome: outcome.name, fails: withVerdict('fail'), warns: withVerdict('warning') };
}

export const expectedOf = ({ fails = [], warns = [] }: RetrySetting): Verdict => ({
  outcome: fails.length > 0 ? 'NON-CONFORMANT' : 'CONFORMANT',
  fails: fails.toSorted(),
  warns: warns.toSorted(),
});

/** The rows of the page, with their head. */
export function rowsOfSettings(): string[][] {
  const names = (ids: string[]) => ids.map((id) => `\`${id.replace('client.', '')}\``).join(', ');
  const rows = retrySettings.map((row) => {
    const { outcome, fails, warns } = expectedOf(row);
    return [withVersion(row), row.setting, outcome, names(fails), names(warns), row.because];
  });
  return [['Library', 'Setting', 'Verdict', 'MUST not met', 'SHOULD not met', 'What it does'], ...rows];
}

function withVersion({ library }: RetrySetting): string {
  if (library === 'curl') return library;
  const pinned = readFileSync(join(here, 'clients/retries/requirements.txt'), 'utf8');
  const [, version] = new RegExp(`^${library}==(.*)$`, 'm').exec(pinned) ?? [];
  return `${library} ${version ?? versionOf(library === 'hey-api' ? '@hey-api/openapi-ts' : library)}`;
}

// `npm run compare`: judges the implementations that can run on this machine, and compares them. You can add reports of
// others by name: `npm run compare -- ours=reports/report.json`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../conformance/run/manifest.ts';
import { referenceKeys, referenceSecrets, startReference } from '../conformance/reference/start.ts';
import { Receiver } from '../conformance/engine/receiver.ts';
import { firstStatus } from '../conformance/cli/first-response.ts';
import { judge } from '../conformance/run/judge.ts';
import { readOptions } from '../conformance/cli/settings/options.ts';
import { readReport } from '../conformance/cli/diff.ts';
import { type Implementation, comparisonMarkdown } from '../conformance/reports/comparison.ts';
import { comparisonHtml } from '../conformance/reports/html/comparison.ts';
import { reportOf } from '../conformance/reports/report.ts';
import { UsageError } from '../conformance/cli/terminal.ts';
import { listening } from '../conformance/testing.ts';
import { version } from '../conformance/version.ts';
import { createApp } from '../examples/express/app.ts';
import { Store } from '../examples/express/store.ts';
import { startMock } from './prism.ts';
import { freePort, stopProcess } from './processes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const mockoonVersion = '9.9.0';

interface Server {
  baseUrl: string;
  /** what it has in addition to the sandbox */
  more?: Partial<Manifest>;
  stop: () => Promise<unknown>;
}

interface Known {
  name: string;
  about: string;
  start: () => Promise<Server>;
}

const known: Known[] = [
  {
    name: 'Reference implementation',
    about: 'The service of this project, in memory.',
    start: startWhole,
  },
  {
    name: 'Express example',
    about: 'A service in Express 5, with multiparty and SQLite, without webhooks: `examples/express/`.',
    start: startExpress,
  },
  {
    name: 'Prism',
    about: 'The mock server that `npm run mock` starts: it validates requests and responds with examples.',
    start: startMock,
  },
  {
    name: `Mockoon ${mockoonVersion}`,
    about: 'A mock server that reads `openapi.yaml` and responds with values generated from its schemas.',
    start: startMockoon,
  },
];

/** The reference implementation with every capability. */
async function startWhole(): Promise<Server> {
  const receiver = await Receiver.open({ host: '127.0.0.1', port: 0 });
  const service = await startReference(receiver.url);
  return {
    baseUrl: service.baseUrl,
    more: {
      claims: ['sandbox', 'webhooks', 'live-key'],
      keys: referenceKeys,
      webhook: { receiver, slow: true, ...referenceSecrets },
    },
    stop: async () => {
      receiver.close();
      await service.stop();
    },
  };
}

async function startExpress(): Promise<Server> {
  const { tenant, other, live } = referenceKeys;
  const callers = {
    [tenant]: { tenant: 'one', mode: 'sandbox' },
    [other]: { tenant: 'two', mode: 'sandbox' },
    [live]: { tenant: 'one', mode: 'live' },
  } as const;
  const { address, stop } = await listening(createServer(createApp(new Store(':memory:'), callers)));
  const more: Server['more'] = { claims: ['sandbox', 'live-key'], keys: referenceKeys };
  return { baseUrl: `http://${address}`, more, stop: async () => stop() };
}

/** npx fetches it when it is needed: it is large, and nothing else here uses it. */
async function startMockoon(): Promise<Server> {
  const port = await freePort();
  const flags = ['start', '--data', 'openapi.yaml', '--hostname', '127.0.0.1', '--port', String(port)];
  const quiet = ['--disable-log-to-file', '--disable-admin-api'];
  const args = ['--yes', '--package', `@mockoon/cli@${mockoonVersion}`, 'mockoon-cli', ...flags, ...quiet];
  // In a process group of its own, because npx has child processes.
  const mockoon = spawn('npx', args, { cwd: root, detached: true, stdio: 'ignore' });
  const baseUrl = `http://127.0.0.1:${port}`;
  const gone = once(mockoon, 'exit').then(() => Promise.reject(new UsageError('Mockoon ended before it listened.')));
  await Promise.race([firstStatus(baseUrl, readOptions(['--wait', '120'], {})), gone]);
  gone.catch(() => {});
  return { baseUrl, stop: () => stopProcess(mockoon, { group: true }) };
}

async function judged({ name, about, start }: Known): Promise<Implementation> {
  const { baseUrl, more, stop } = await start();
  try {
    const { tenant, other } = referenceKeys;
    const key = { header: 'Authorization', template: 'Bearer {key}' };
    const judgement = await judge({ baseUrl, claims: ['sandbox'], keys: { tenant, other }, key, id: '/id', ...more });
    const circumstances = { suiteVersion: version, command: '', docs: null, bundled: false };
    return { name, about, report: reportOf(judgement, { ...circumstances, references: new Map() }) };
  } finally {
    await stop();
  }
}

function given(argument: string): Implementation {
  const [, name, file] = /^([^=]+)=(.+)$/.exec(argument) ?? [];
  if (name === undefined || file === undefined)
    throw new UsageError(`${argument}: expected a name and a report, such as ours=reports/report.json.`);
  return { name, about: 'Judged elsewhere.', report: readReport(file) };
}

/** The page with the comparison. */
const markdown = (implementations: Implementation[]) => `# Implementations

This page lists the verdicts for all implementations that this project can start. \`npm run compare\` writes it. Only this
project has implemented the contract so far. The Express example shares no code with the reference implementation. Prism and
Mockoon are mock servers: they store nothing, so they cannot be conformant. In requirement ids, _answer_ means response,
_refuse_ means reject, and _member_ means property.

${comparisonMarkdown(implementations)}
`;

async function main(args: string[]): Promise<void> {
  const others = args.map(given);
  const implementations: Implementation[] = [];
  for (const one of known) {
    implementations.push(await judged(one));
    process.stdout.write(`${one.name}: ${implementations.at(-1)!.report.outcome.headline}\n`);
  }
  mkdirSync(join(root, 'reports'), { recursive: true });
  writeFileSync(join(root, 'reports/implementations.html'), comparisonHtml([...implementations, ...others]));
  // Reports of others are not published.
  writeFileSync(join(root, 'docs/implementations.md'), markdown(implementations));
  process.stdout.write('reports/implementations.html and docs/implementations.md are written.\n');
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

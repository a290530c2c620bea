import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startChanged } from '../../reference-impl/behaviours/start.ts';
import type { Manifest } from '../manifest.ts';
import { referenceKeys, referenceSecrets } from '../reference/start.ts';
import { demoEndpoints } from '../../reference-impl/demo-keys.ts';
import { judge } from '../run/judge/judge.ts';
import { play, plannedFor } from '../run/play/play.ts';
import { Run } from '../run/play/run.ts';
import { newRecording } from '../run/service.ts';
import { selected, wholeSuite } from '../run/selection.ts';
import { temporaryFolder } from '../testing-folder.ts';
import { bearerKey } from '../wire/exchange.ts';
import { Receiver } from '../wire/receiver.ts';
import { linesOf } from './lines.ts';
import { disguiseOf, noDisguise } from './pseudonyms.ts';
import { recordingIn } from './reading.ts';
import { essenceOf } from './testing.ts';
import type { Recording } from './recording.ts';

const only = [
  'http.no-cors',
  'http.content-type-415',
  'get-case.unknown-404',
  'limits.json-accepted',
  'webhook.arrives',
];
const file = join(temporaryFolder(), 'run.jsonl');
let recording: Recording;
let lines: string[];

/** Plays against a service with a defect, so that there is something to find. */
beforeAll(async () => {
  const receiver = await Receiver.open({ host: '127.0.0.1', port: 0 });
  const given = { endpoints: demoEndpoints(receiver.url), privateHosts: ['127.0.0.1'] };
  const { baseUrl, stop } = await startChanged(
    ({ render }) => ({
      render(...response) {
        const rendered = render(...response);
        const leak = { 'Access-Control-Allow-Origin': '*' };
        return rendered.status === 415 ? { ...rendered, headers: { ...rendered.headers, ...leak } } : rendered;
      },
    }),
    given,
  );
  const claims: Manifest['claims'] = ['sandbox', 'webhooks'];
  const webhook = { receiver, ...referenceSecrets };
  const manifest = { baseUrl, claims, keys: referenceKeys, key: bearerKey, id: '/id', webhook };
  const run = new Run(manifest, 'ab12cd34', { timeout: 10_000, signal: new AbortController().signal });
  const selection = { ...wholeSuite, only };
  recording = newRecording(run, selection, 1);
  await play(run, plannedFor(run, selected(selection)), recording, { concurrency: 16 });
  run.close();
  await stop();
  receiver.close();
  lines = [...linesOf(recording, disguiseOf(recording.facts))];
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
});

const program = `
  import { readFileSync } from 'node:fs';
  import { recordingIn } from './conformance/recording/reading.ts';
  import { essenceOf } from './conformance/recording/testing.ts';
  import { judge } from './conformance/run/judge/judge.ts';
  const lines = readFileSync(process.argv[1], 'utf8').split('\\n');
  process.stdout.write(essenceOf(judge(recordingIn(lines, 'run.jsonl'))));
`;

test('a recording that another process reads has the same judgement', () => {
  const cwd = new URL('../..', import.meta.url);
  const again = execFileSync(process.execPath, ['--input-type=module', '--eval', program, file], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const { results } = judge(recording);
  expect(results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement.id)).toEqual([
    'http.no-cors',
  ]);
  expect(results.find(({ requirement }) => requirement.id === 'webhook.arrives')!.verdict).toBe('pass');
  expect(JSON.parse(again)).toEqual(JSON.parse(essenceOf(judge(recording))));
});

test('a recording that was written and read again has the same lines', () => {
  const read = recordingIn(lines, file);
  expect([...linesOf(read, noDisguise(read.facts))]).toEqual(lines);
});

test('a recording that was cut off is judged by what is there, and nothing else passes or fails', () => {
  const whole = new Map(judge(recording).results.map(({ requirement: { id }, verdict }) => [id, verdict]));
  // Every line would take a minute.
  const step = Math.ceil(lines.length / 25);
  for (let end = 1; end < lines.length; end += step) {
    const { results, outcome } = judge(recordingIn([...lines.slice(0, end), lines[end]!.slice(0, 20)], file));
    const certain = results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
    for (const { requirement, verdict } of certain) expect(verdict).toBe(whole.get(requirement.id));
    expect(outcome.exitCode).not.toBe(0);
  }
});

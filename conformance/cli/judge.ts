// `idv-conformance judge <file>`: judges what was recorded, and sends nothing.
import type { ClientSelection } from '../clients/judgement.ts';
import { judgeSessions } from '../clients/recorded.ts';
import { judgeTraffic } from '../proxy/replay.ts';
import { unknownKey } from '../recording/har/entry.ts';
import { harIn } from '../recording/har/reading.ts';
import { harOf } from '../recording/har/writing.ts';
import { harTextIn, linesIn } from '../recording/lines-in.ts';
import { recordingIn } from '../recording/reading.ts';
import { writeForOwner } from '../recording/recording-file.ts';
import type { Recording } from '../recording/recording.ts';
import { credentialIn } from '../reports/secrets.ts';
import { judge } from '../run/judge/judge.ts';
import type { Judgement } from '../run/judge/judgement.ts';
import { judgedWith } from '../run/service.ts';
import { UsageError } from '../usage-error.ts';
import { version } from '../version.ts';
import type { Credential } from '../wire/exchange.ts';
import { clientRequirements, contract, requirements } from '../../generated/requirements.ts';
import { makeReportFolder } from './report-folder.ts';
import { report } from './reporting.ts';
import { valuesOf } from './made.ts';
import type { FlagSet } from './settings/flag.ts';
import { helpOf } from './settings/help.ts';
import { type Options, readOptions } from './settings/options.ts';
import type { Subcommand } from './subcommand.ts';
import { print, useFormat } from './terminal.ts';

const own = {
  har: {
    type: 'text',
    placeholder: 'file',
    description: 'Also write the recording as HAR 1.2 to this file; bodies of more than 64 kB are left out.',
  },
} as const satisfies FlagSet;

const help = helpOf(
  `Usage: idv-conformance judge <file> [options]

Judges a recording that --record wrote, and sends nothing: the result is that of the run if the suite is the same. A newer
suite, or another list of known failures, shows what changes.

Also judges a HAR of a browser, of a proxy or of a log, as far as it shows anything: --base-url names the service if the
requests are about several, --claim what it claims, and IDV_API_KEY, IDV_OTHER_API_KEY and IDV_LIVE_API_KEY its keys.
`,
  own,
  ['only', 'report-dir', 'known-failures', 'verbose', 'quiet', 'format', 'base-url', 'claim'],
  '0 CONFORMANT, 1 NON-CONFORMANT, 2 usage or suite error, 3 INCOMPLETE',
);

export const subcommand: Subcommand = { help, run };

function run([file, ...flags]: string[], environment: NodeJS.ProcessEnv): number {
  if (file === undefined || file.startsWith('-'))
    throw new UsageError('judge needs a file, before its options: idv-conformance judge run.jsonl.');
  const options = readOptions(flags, environment, own, [...requirements, ...clientRequirements]);
  const { format, har, 'report-dir': folder } = options.values;
  useFormat(format);
  makeReportFolder(folder);
  const recording = recordingFrom(file, options);
  if (har !== undefined) writeHar(har, recording);
  return judgeRecording(recording, file, options);
}

function recordingFrom(file: string, { values, manifest }: Options): Recording {
  const text = harTextIn(file);
  if (text === undefined) return recordingIn(linesIn(file), file);
  const { claims, keys } = manifest;
  const recording = harIn(text, { file, baseUrl: values['base-url'], claims, keys });
  const credentialOf = credentialIn(recording.facts);
  const unknown: Credential = { value: unknownKey, shell: '$IDV_API_KEY' };
  for (const { request } of recording.exchanges) {
    const found = credentialOf(request.headers);
    request.credential = found?.value === unknownKey ? unknown : found;
  }
  return recording;
}

/** @throws UsageError when the file cannot be written, or the recording has the keys of its user */
function writeHar(path: string, recording: Recording): void {
  if (recording.traffic?.by === 'har')
    throw new UsageError('--har writes a recording as HAR, and this is one: omit it.');
  writeForOwner('--har', path, harOf(recording));
}

function judgeRecording(recording: Recording, file: string, options: Options): number {
  const { values, selection } = options;
  const { made, traffic: { client } = {} } = recording;
  const settings = made ? valuesOf(made, file) : {};
  const { only } = values.only.length > 0 ? values : recording.selection;
  if (options.detail !== 'verdict') print(announcement(recording, file));
  const chosen = { ...recording, selection: { ...recording.selection, only } };
  const judgement = judgementOf(chosen, file, { known: selection.known, only });
  // The settings of the run, and where this command reports.
  const { 'base-url': _, ...others } = values;
  const all = { ...others, claim: [], header: [], ...settings, only };
  report(
    judgement,
    { ...options, selection: { ...selection, only }, values: all },
    client ? { bundled: false, client: client.command } : { bundled: made?.bundled ?? false },
  );
  return judgement.outcome.exitCode;
}

type Chosen = Pick<ClientSelection, 'known' | 'only'>;

function judgementOf(recording: Recording, file: string, options: Chosen): Judgement {
  try {
    if (recording.traffic?.client) return judgeSessions(recording, options);
    return recording.traffic ? judgeTraffic(recording, options) : judgedWith(options.known, judge(recording));
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    // What a file contains may have the form of a recording and be none.
    throw new UsageError(
      `${file}: this version cannot judge what it contains (${error.message}). Record the run again.`,
    );
  }
}

function announcement(
  { made, startedAt, contract: recorded, facts, traffic, watched }: Recording,
  file: string,
): string {
  const when = startedAt
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
  const by = made && made.suite !== version ? `, recorded by version ${made.suite}` : '';
  const other =
    recorded.digest === contract.digest
      ? ''
      : `\nIt was recorded for contract ${recorded.version} and is judged by contract ${contract.version}.`;
  const end = watched.end === undefined ? '\nIt ends before the run ended: what is missing is inconclusive.' : '';
  return `idv-conformance ${version} judges the recording ${file} of ${traffic?.client?.name ?? facts.baseUrl}, begun ${when}${by}${other}${end}\n`;
}

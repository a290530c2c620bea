// `idv-conformance judge <file>`: judges what was recorded, and sends nothing.
import { linesIn } from '../recording/lines-in.ts';
import { recordingIn } from '../recording/reading.ts';
import type { Recording } from '../recording/recording.ts';
import { judge } from '../run/judge/judge.ts';
import { judgedWith } from '../run/service.ts';
import { UsageError } from '../usage-error.ts';
import { version } from '../version.ts';
import { contract } from '../../generated/requirements.ts';
import { makeReportFolder } from './report-folder.ts';
import { report } from './reporting.ts';
import { valuesOf } from './made.ts';
import { helpOf } from './settings/help.ts';
import { type Options, readOptions } from './settings/options.ts';
import type { Subcommand } from './subcommand.ts';
import { print, useFormat } from './terminal.ts';

const help = helpOf(
  `Usage: idv-conformance judge <file> [options]

Judges a recording that --record wrote, and sends nothing: the result is that of the run if the suite is the same. A newer
suite, or another list of known failures, shows what changes.
`,
  {},
  ['only', 'report-dir', 'known-failures', 'verbose', 'quiet', 'format'],
  '0 CONFORMANT, 1 NON-CONFORMANT, 2 usage or suite error, 3 INCOMPLETE',
);

export const subcommand: Subcommand = { help, run };

function run([file, ...flags]: string[], environment: NodeJS.ProcessEnv): number {
  if (file === undefined || file.startsWith('-'))
    throw new UsageError('judge needs a file, before its options: idv-conformance judge run.jsonl.');
  const options = readOptions(flags, environment);
  useFormat(options.values.format);
  makeReportFolder(options.values['report-dir']);
  return judgeRecording(recordingIn(linesIn(file), file), file, options);
}

function judgeRecording(recording: Recording, file: string, options: Options): number {
  const { values, selection } = options;
  const { made } = recording;
  const settings = made ? valuesOf(made, file) : {};
  const { only } = values.only.length > 0 ? values : recording.selection;
  if (options.detail !== 'verdict') print(announcement(recording, file));
  const chosen = { ...recording, selection: { ...recording.selection, only } };
  const judgement = judgedWith(selection.known, judgementOf(chosen, file));
  // The settings of the run, and where this command reports.
  const { 'base-url': _, ...own } = values;
  const all = { ...own, claim: [], header: [], ...settings, only };
  report(
    judgement,
    { ...options, selection: { ...selection, only }, values: all },
    { bundled: made?.bundled ?? false },
  );
  return judgement.outcome.exitCode;
}

function judgementOf(recording: Recording, file: string) {
  try {
    return judge(recording);
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    // What a file contains may have the form of a recording and be none.
    throw new UsageError(
      `${file}: this version cannot judge what it contains (${error.message}). Record the run again.`,
    );
  }
}

function announcement({ made, startedAt, contract: recorded, facts, watched }: Recording, file: string): string {
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
  return `idv-conformance ${version} judges the recording ${file} of ${facts.baseUrl}, begun ${when}${by}${other}${end}\n`;
}

import type { Manifest } from '../manifest.ts';
import type { Played } from '../recording/recording.ts';
import { RecordingFile } from '../recording/recording-file.ts';
import { type Follower, judgeService, judgedWith } from '../run/service.ts';
import type { Judgement } from '../run/judge/judgement.ts';
import { forList, type KnownFailures, namesEveryScenario } from '../known-failures/list.ts';
import { runRepeatedly } from '../run/repeat.ts';
import type { Run } from '../known-failures/run-record.ts';
import type { Selection } from '../run/selection.ts';
import type { Result } from '../run/judge/verdict.ts';
import { UsageError } from '../usage-error.ts';
import { Receiver } from '../wire/receiver.ts';
import { onReference } from './bundled.ts';
import { openAt, trust } from './candidate.ts';
import { manifestFor } from './first-response.ts';
import { interruptible } from './interruption.ts';
import { updateList } from '../known-failures/update.ts';
import { lastFailed } from './last-failed.ts';
import { madeOf } from './made.ts';
import { makeReportFolder } from './report-folder.ts';
import { announce, report } from './reporting.ts';
import type { Options } from './settings/options.ts';
import { warningsAbout } from './settings/secret-forms.ts';
import { canRewrite, print, printLine } from './terminal.ts';

/** Judges a service at an address, or the bundled reference implementation, and reports it. Returns the exit code. */
export async function judgeCandidate(given: Options): Promise<number> {
  const options = given.values['last-failed'] ? { ...given, selection: onlyLastFailed(given) } : given;
  const { ca, manifest, values } = options;
  const { 'base-url': baseUrl, 'webhook-listen': listen = '0', 'webhook-url': url, slow } = values;
  const { 'webhook-secret': secret = '', 'other-webhook-secret': otherSecret } = values;
  makeReportFolder(values['report-dir']);
  trust(ca);
  const file = values.record === undefined ? undefined : new RecordingFile(values.record);
  const judgeAt = (at: Manifest) => interruptible((interruption) => judgeUntil(interruption, at, options, file));
  const receiver = manifest.claims.includes('webhooks')
    ? await openAt('--webhook-listen', listen, (endpoint) => Receiver.open(endpoint, url))
    : undefined;
  try {
    if (baseUrl !== undefined) {
      const webhook = receiver && { receiver, secret, ...(otherSecret !== undefined && { otherSecret }) };
      return await judgeAt({ ...(await manifestFor(baseUrl, options)), slow, ...(webhook && { webhook }) });
    }
    if (Object.keys(manifest.keys).length > 0)
      print('The bundled reference implementation is judged with its own keys instead of yours.\n');
    return await onReference((reference) => judgeAt({ ...reference, slow }), receiver);
  } finally {
    receiver?.close();
    file?.close();
  }
}

function onlyLastFailed({ selection, values: { 'report-dir': folder } }: Options): Selection {
  if (folder === undefined)
    throw new UsageError('--last-failed reads the report of the last run: name its folder with --report-dir.');
  return lastFailed(selection, folder);
}

async function judgeUntil(
  interruption: AbortSignal,
  manifest: Manifest,
  options: Options,
  file: RecordingFile | undefined,
): Promise<number> {
  const { selection, detail, values } = options;
  if (detail !== 'verdict') announce(manifest, options);
  if (values['base-url'] !== undefined && manifest.webhook) print(warningsText(values));
  const progress = canRewrite() ? progressLine() : undefined;
  const runs: Run[] = [];
  const { judgement, repeats } = await runRepeatedly(
    async (chosen) => {
      const judged = await judgeService(
        manifest,
        chosen,
        progress?.judged,
        interruption,
        followerOf(file, options),
        progress?.waiting,
      );
      if (options.listUpdate) runs.push(forList(judged));
      return judged;
    },
    selection,
    { times: values.repeat ?? 1, interruption },
    (line) => print(`\n${line}`),
  );
  const final = interruption.aborted ? judgement : afterListUpdate(judgement, runs, options);
  if (!options.listUpdate && detail !== 'verdict') print(adviceOn(selection.known, judgement));
  const { exitCode, reason } = final.outcome;
  // The list that was written has what differs between the runs.
  const compared = repeats && (options.listUpdate?.add ? { ...repeats, exitCode, reason } : repeats);
  report(final, options, { bundled: values['base-url'] === undefined, ...(compared && { repeats: compared }) });
  return compared?.exitCode ?? exitCode;
}

/** What clients may meet because of the form of the secrets; one line for each. */
const warningsText = (values: Options['values']): string =>
  warningsAbout({
    IDV_WEBHOOK_SECRET: values['webhook-secret'],
    IDV_OTHER_WEBHOOK_SECRET: values['other-webhook-secret'],
  })
    .map((warning) => `warning: ${warning}\n`)
    .join('');

const followerOf = (file: RecordingFile | undefined, { values }: Options): Follower =>
  file
    ? {
        begun: (recording) => file.begin({ ...recording, made: madeOf(values) }),
        exchange: (exchange) => file.exchange(exchange),
        attempted: (played) => file.played(played),
        played: printPlayed,
        over: (recording) => file.end(recording),
      }
    : { played: printPlayed };

/** The verdict on a scenario is certain only when the run has ended. */
const printPlayed = ({ id, scenario, control, own, milliseconds }: Played): void =>
  printLine({
    type: 'played',
    requirement: id,
    scenario: scenario.label,
    requests: (control?.exchanges.length ?? 0) + (own?.exchanges.length ?? 0),
    milliseconds: Math.round(milliseconds * 10) / 10,
  });

/** Writes the list of known failures after the runs, and judges the worst of them by the new list. */
function afterListUpdate(judgement: Judgement, [first, ...others]: Run[], { listUpdate }: Options): Judgement {
  if (!listUpdate || !first) return judgement;
  const { list, done } = updateList(listUpdate, [first, ...others]);
  print(`\n${done}`);
  return judgedWith(list, judgement);
}

/** What to do with a list whose entries name no scenarios; empty if all of them do. */
const adviceOn = (list: KnownFailures | undefined, { results }: Judgement): string =>
  !list || namesEveryScenario(list, results)
    ? ''
    : `\n${list.file} does not name the scenarios that fail, so a new one can fail unnoticed: add --update-known-failures once, which rewrites the list.\n`;

/** A line that counts the requirements while they are judged, and says what is waited for; the report replaces it. */
function progressLine() {
  let [failed, counts] = [0, ''];
  const write = (text: string) => process.stderr.write(`\r\u001b[K${text}`);
  return {
    judged(this: void, { verdict }: Pick<Result, 'verdict'>, done: number, of: number): void {
      if (verdict === 'fail') failed += 1;
      counts = `${done} of ${of} requirements${failed > 0 ? `, ${failed} failed` : ''}`;
      write(done === of ? '' : counts);
    },
    waiting(this: void, milliseconds?: number): void {
      const away =
        milliseconds === undefined ? '' : `, waiting for the service (away for ${Math.round(milliseconds / 1000)} s)`;
      write(counts + away);
    },
  };
}

// Records one run of the suite against the reference implementation, which the proof changes.
import { randomBytes } from 'node:crypto';
import { arrivalTime } from '../../conformance/oracle/facts.ts';
import { requirements, type TestableId } from '../../generated/requirements.ts';
import { Receiver } from '../../conformance/wire/receiver.ts';
import type { Manifest } from '../../conformance/manifest.ts';
import type { Part, Played, Recording } from '../../conformance/recording/recording.ts';
import { type EventScenario, isAboutEvents } from '../../conformance/run/judge/events.ts';
import { Judge } from '../../conformance/run/judge/judge.ts';
import { play, plannedFor } from '../../conformance/run/play/play.ts';
import { Run } from '../../conformance/run/play/run.ts';
import { newRecording } from '../../conformance/run/service.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';
import type { Profile } from '../faults/support/fault.ts';
import { setupOf } from '../prove.ts';
import { serving } from '../serve.ts';

/** A scenario that the reference implementation passed, with everything that was sent for it. */
export interface Recorded extends Played {
  control: Part;
  own: Part;
}

/** One about events, of which the control may be missing. */
export interface RecordedEvents extends Played {
  scenario: EventScenario;
  own: Part;
}

export interface RecordedRun {
  recording: Recording;
  scenarios: Recorded[];
  events: RecordedEvents[];
  /** scenarios that the reference implementation did not pass, with the reason */
  unclean: string[];
}

/** What is recorded together; scenarios about events have a recording of their own. */
export interface Share {
  profile: Profile;
  /** the requirements whose scenarios are recorded, if they apply */
  recorded: TestableId[];
  /** those whose responses are changed */
  mutated: TestableId[];
  /** the names of faults that are predicates, and of those that are mutants */
  inputs: string[];
  mutants: string[];
}

const withEvents = ({ profile }: Share) => profile === 'with webhooks' || profile === 'slow';

/** With webhooks, only the scenarios about events; without the sandbox, only those that cannot apply with it. */
function chosenOf(run: Run, share: Share) {
  const chosen = requirements
    .filter(({ id }) => share.recorded.includes(id as TestableId))
    .filter(({ unless }) => share.profile !== 'without sandbox' || unless === 'sandbox');
  return plannedFor(run, chosen).filter(({ scenario }) => !withEvents(share) || isAboutEvents(scenario));
}

/** With everything in it that a lookup may treat wrongly: letters of both cases, a digit, a hyphen, an underscore. */
const newCaseId = () => `case_${randomBytes(16).toString('base64url')}-aZ7`;

export async function record(share: Share): Promise<RecordedRun> {
  const receiver = await Receiver.open({ host: '127.0.0.1', port: 0 });
  try {
    const { parts, claimed } = setupOf(share, receiver);
    return await serving(
      { parts: { newCaseId, ...parts }, claimed },
      () => ({}),
      (manifest) => recordRun(manifest, share),
    );
  } finally {
    receiver.close();
  }
}

// Before an endpoint responds with 410, which excuses what is still missing, and at the end passes the time in which every
// event would have arrived.
const pauses = { late: arrivalTime, gone: arrivalTime, 'the end': arrivalTime };

async function recordRun(manifest: Manifest, share: Share): Promise<RecordedRun> {
  const limits = { timeout: 10_000, rate: undefined, signal: new AbortController().signal };
  const run = new Run(manifest, '5eed5eed', limits, withEvents(share) ? pauses : {});
  const recording = newRecording(run, wholeSuite, 1);
  await play(run, chosenOf(run, share), recording, { concurrency: 8 });
  run.close();
  const ended = new Judge(recording).scenarios();
  const failedIn = (results: (typeof ended)[number]['results']) => results.find(({ verdict }) => verdict !== 'pass');
  const passed = ended.filter(({ results }) => !failedIn(results)).map(({ played }) => played);
  return {
    recording,
    scenarios: passed.filter((played): played is Recorded => !isAboutEvents(played.scenario)),
    events: passed.filter((played): played is RecordedEvents => isAboutEvents(played.scenario)),
    unclean: ended.flatMap(({ played: { id, scenario }, results }) => {
      const failed = failedIn(results);
      return failed ? [`${id}: ${scenario.label}: ${failed.reason}`] : [];
    }),
  };
}

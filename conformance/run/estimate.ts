import type { Requirement, TestableId } from '../../generated/requirements.ts';
import { slowestUplink } from '../wire/connection/uplink.ts';
import { paced } from '../wire/connection/pacer.ts';
import type { Manifest } from '../manifest.ts';
import { type Selection, selected } from './selection.ts';
import { notApplicable } from './applies.ts';

/** About how much a run sends to a conformant candidate. */
export interface Load {
  requests: number;
  bytes: number;
}

interface PerRequirement {
  sandbox: number;
  without: number;
}

// Requests that a requirement needs on average, counted in runs against the reference implementation; with the sandbox, more
// scenarios can be judged.
const ofStated: PerRequirement = { sandbox: 5, without: 5 };
const ofFull: Record<Requirement['family'], PerRequirement> = {
  authentication: { sandbox: 42.2, without: 34.5 },
  tenancy: { sandbox: 48.9, without: 39.5 },
  problems: { sandbox: 22.3, without: 20.5 },
  http: { sandbox: 36.6, without: 33 },
  idempotency: { sandbox: 85.8, without: 75 },
  'case-lifecycle': { sandbox: 28.1, without: 8 },
  sandbox: { sandbox: 45.9, without: 15 },
  'create-case': { sandbox: 23.6, without: 20.5 },
  limits: { sandbox: 31.9, without: 27.5 },
  'get-case': { sandbox: 10.8, without: 9.5 },
  'upload-artifact': { sandbox: 29.1, without: 25 },
  webhook: { sandbox: 6.5, without: 8 },
};

// Bytes. Most requests have no body, or a small file.
const bytesPerRequest = { stated: 450, full: 1450 } as const;

/** The large bodies, in bytes, with the requirements whose scenarios send or share them. */
const largeBodies: [number, TestableId[]][] = [
  [12_600_000, ['authentication.checked-first']],
  [12_600_000, ['http.case-before-other-rejections']],
  [12_600_000, ['tenancy.foreign-case-404']],
  [12_600_000, ['idempotency.only-success-stored']],
  [12_600_000, ['sandbox.no-decision-without-evidence']],
  [3_000_000, ['sandbox.any-evidence-decides']],
  [3_000_000, ['idempotency.parallel-upload-once']],
  [4 * 10_500_000, ['limits.file-accepted']],
  [5 * 10_500_000, ['limits.file-rejected', 'limits.rejected-file-not-stored']],
];

export function loadOf(selection: Selection, claimed: Manifest['claims']): Load {
  const run = selected(selection).filter(
    (requirement) => requirement.untestable === null && notApplicable(requirement, claimed) === undefined,
  );
  const ids = run.map(({ id }) => id);
  const profile = claimed.includes('sandbox') ? 'sandbox' : 'without';
  const requestsOf = ({ family }: Requirement) => (selection.class === 'full' ? ofFull[family] : ofStated)[profile];
  const requests = Math.round(run.reduce((sum, requirement) => sum + requestsOf(requirement), 0));
  const large = largeBodies.filter(([, senders]) => senders.some((id) => ids.includes(id)));
  return { requests, bytes: large.reduce((sum, [bytes]) => sum + bytes, requests * bytesPerRequest[selection.class]) };
}

/**
 * Milliseconds that the whole run may take. A rate prolongs it by the time that its requests take at this rate, and
 * uploads by the time that they took, up to that of the slowest uplink.
 */
export function deadlineOf(selection: Selection, claimed: Manifest['claims'], uploadTime = 0): number {
  const { deadline, rate } = selection;
  const { requests, bytes } = loadOf(selection, claimed);
  return deadline + (rate === undefined ? 0 : paced(requests, rate)) + Math.min(uploadTime, bytes / slowestUplink);
}

/** The line that says what a run will send. */
export function loadText(selection: Selection, claimed: Manifest['claims']): string {
  const { rate } = selection;
  const { requests, bytes } = loadOf(selection, claimed);
  const sends = `will send about ${Number(requests.toPrecision(2))} requests, ${size(bytes)} in total`;
  if (rate === undefined) return sends;
  const [time, deadline] = [paced(requests, rate), deadlineOf(selection, claimed)];
  return `${sends}; at ${rate} per second this takes about ${seconds(time)}, and the deadline is at ${seconds(deadline)}`;
}

const size = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 1000)} s`;

import type { TestableId } from '../../generated/requirements.ts';
import { notApplicable } from '../engine/run.ts';
import { slowestUplink } from '../engine/uplink.ts';
import type { Manifest } from './manifest.ts';
import { type Selection, selected } from './selection.ts';

/** About how much a run sends to a conformant candidate. */
export interface Load {
  requests: number;
  bytes: number;
}

const requestsPerCheck = { stated: 6, full: 11 } as const;

// Bytes. Most requests have no body, or a small file.
const bytesPerRequest = 2000;

/** The large bodies, in bytes, with the checks that send or share them. */
const largeBodies: [number, TestableId[]][] = [
  [12_600_000, ['authentication.before-validation']],
  [12_600_000, ['http.case-before-other-refusals']],
  [3 * 10_500_000, ['limits.file-accepted']],
  [
    2 * 10_500_000,
    [
      'limits.file-refused',
      'limits.file-refused-unannounced',
      'limits.refused-file-not-stored',
      'idempotency.only-success-stored',
    ],
  ],
];

export function loadOf(selection: Selection, claimed: Manifest['claims']): Load {
  const ids = selected(selection)
    .filter((requirement) => requirement.untestable === null && !notApplicable(requirement, { claimed }))
    .map(({ id }) => id);
  const requests = ids.length * requestsPerCheck[selection.class];
  const large = largeBodies.filter(([, senders]) => senders.some((id) => ids.includes(id)));
  return { requests, bytes: large.reduce((sum, [bytes]) => sum + bytes, requests * bytesPerRequest) };
}

/**
 * Milliseconds that the whole run may take. Uploads prolong it by the time that they took, up to that of the slowest
 * uplink.
 */
export function deadlineOf(selection: Selection, claimed: Manifest['claims'], uploadTime = 0): number {
  const { bytes } = loadOf(selection, claimed);
  return selection.deadline + Math.min(uploadTime, bytes / slowestUplink);
}

/** What a run is about to send, for people. */
export function loadText(selection: Selection, claimed: Manifest['claims']): string {
  const { requests, bytes } = loadOf(selection, claimed);
  return `sends about ${Number(requests.toPrecision(2))} requests with ${(bytes / 1_000_000).toFixed(1)} MB`;
}

import type { Requirement, TestableId } from '../../generated/requirements.ts';
import { checks } from '../checks/suite.ts';
import { declarationOf } from '../checks/support/check.ts';
import type { Need } from '../checks/support/context.ts';
import type { Manifest } from '../manifest.ts';

/** The order in which the checks begin. */
export function scheduled(chosen: Requirement[]): Requirement[] {
  return chosen.toSorted((one, other) => priorityOf(other) - priorityOf(one));
}

/**
 * What begins first, and is sent first: the checks that watch something until the run ends, then those of many steps, so
 * that the run does not wait for them at its end.
 */
export function priorityOf(requirement: Requirement): number {
  if (beginsAlone(requirement)) return 2;
  return declared(requirement)?.long ? 1 : 0;
}

/** Checks that watch must begin early: the run ends at least a second after that. */
export const beginsAlone = (requirement: Requirement): boolean => declared(requirement)?.watches ?? false;

const declared = ({ id, untestable }: Requirement) =>
  untestable === null ? declarationOf(checks[id as TestableId]) : undefined;

/** The checks that do not run because an option was not given, each with the reason. */
export function omittedChecks(manifest: Manifest): Partial<Record<TestableId, string>> {
  return Object.fromEntries(
    Object.entries(checks).flatMap(([id, check]) => {
      const reason = declarationOf(check)
        .needs.map((need) => missingOption(need, manifest))
        .find(Boolean);
      return reason === undefined ? [] : [[id, reason]];
    }),
  );
}

/** Keys and the receiver are not options: without them a check is inconclusive, or its capability is not claimed. */
function missingOption(need: Need, { webhook }: Manifest): string | undefined {
  if (!webhook) return undefined;
  if (need === 'slow' && !webhook.slow) return '--slow';
  if (need === 'otherWebhookSecret' && webhook.otherSecret === undefined) return 'IDV_OTHER_WEBHOOK_SECRET';
  return undefined;
}

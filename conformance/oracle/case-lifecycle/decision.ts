import { isSame } from '../support/same.ts';

/** True when two decisions are the same; the order of reasons and the digits of times are free (D67, D68). */
export const isSameDecision = (one: Record<string, unknown>, other: Record<string, unknown>): boolean =>
  isSame(decisionOf(one), decisionOf(other));

/** The properties that a decision changes, in a form that can be compared. */
export const decisionOf = ({
  status,
  score,
  reasons,
  decided_at,
}: Record<string, unknown>): Record<string, unknown> => ({
  status,
  score,
  reasons: Array.isArray(reasons) ? reasons.map(String).toSorted() : reasons,
  decided_at,
});

export const isDecided = (shown: Record<string, unknown>): boolean =>
  shown['status'] === 'APPROVED' || shown['status'] === 'DENIED';

// The rules on clients: one for each requirement, over all that a client did in one session.
import type { ClientId } from '../../../generated/requirements.ts';
import { falseSuccess, missed } from './decision.ts';
import { acknowledgesEvents, rejectsForgedEvents } from './events.ts';
import { pollsLessAndLess, pollsSlowly, unseenPauses } from './polling.ts';
import { noRepeatWithoutKey, obeysRetryAfter, sameKey, stopsAtRejection } from './repetitions.ts';
import { fileUnchanged, keyOnlyInAuthorization, validRequests } from './requests.ts';
import type { ClientFinding, Session, Traffic } from './session.ts';

/** @returns what the client did wrong, nothing if the session shows that it did right; undefined if it does not show it */
export type Rule = (session: Session) => ClientFinding[] | undefined;

/** The end of the task, in the sessions whose condition is about this requirement. @param advice how to reach it */
const reaching =
  (id: ClientId, advice = ''): Rule =>
  (session) => {
    if (session.condition.shows !== id) return undefined;
    const open = missed(session);
    if (open && session.isOpen) return undefined;
    return open ? [{ ...open, expected: open.expected + advice }] : [];
  };

const reachesDecision: Rule = (session) => {
  const lie = falseSuccess(session);
  return lie ? [lie] : reaching('client.reaches-decision')(session);
};

/** What the traffic of clients shows that nobody gave a task. */
export const trafficRules: [ClientId, (traffic: Traffic) => ClientFinding[] | undefined][] = [
  ['client.valid-requests', validRequests],
  ['client.key-only-in-authorization', keyOnlyInAuthorization],
  ['client.repeats-with-same-key', sameKey],
  ['client.no-repeat-without-key', noRepeatWithoutKey],
  ['client.obeys-retry-after', obeysRetryAfter],
  ['client.stops-at-rejection', stopsAtRejection],
  ['client.polls-slowly', pollsSlowly],
  ['client.polls-less-and-less', pollsLessAndLess],
];

export const rules: Record<ClientId, Rule> = {
  'client.reaches-decision': reachesDecision,
  'client.works-with-every-choice': reaching('client.works-with-every-choice'),
  'client.ignores-additions': reaching('client.ignores-additions'),
  'client.waits-for-decision': reaching('client.waits-for-decision'),
  'client.valid-requests': validRequests,
  'client.file-unchanged': fileUnchanged,
  'client.key-only-in-authorization': keyOnlyInAuthorization,
  'client.repeats-with-same-key': sameKey,
  'client.no-repeat-without-key': noRepeatWithoutKey,
  'client.obeys-retry-after': obeysRetryAfter,
  'client.recovers-from-overload': reaching(
    'client.recovers-from-overload',
    ' (send what was rejected again after Retry-After: nothing was done)',
  ),
  'client.recovers-from-loss': reaching(
    'client.recovers-from-loss',
    ' (send what was lost again, a POST with the same Idempotency-Key)',
  ),
  'client.stops-at-rejection': stopsAtRejection,
  'client.polls-slowly': pollsSlowly,
  'client.polls-less-and-less': pollsLessAndLess,
  'client.acknowledges-events': acknowledgesEvents,
  'client.rejects-forged-events': rejectsForgedEvents,
};

/** Why a session does not show what the client did, if this is not for the client to change. */
export const hidden: Partial<Record<ClientId, (session: Session) => string | undefined>> = {
  'client.polls-less-and-less': unseenPauses,
};

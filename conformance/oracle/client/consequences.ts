// Which violations of a client follow from another one of the same session, so that a reader fixes that one first.
import type { Exchange } from '../../wire/exchange.ts';
import type { ClientId } from '../../../generated/requirements.ts';
import { rules } from './rules.ts';
import type { ClientFinding, Session } from './session.ts';

/** What may keep a client from the end of its task; each may also bring about those behind it. */
const causes: ClientId[] = [
  'client.key-only-in-authorization',
  'client.rejects-forged-events',
  'client.repeats-with-same-key',
  'client.no-repeat-without-key',
  'client.file-unchanged',
  'client.valid-requests',
];

/** What is about the end of a task, wherever it is missed. */
const ends: ClientId[] = [
  'client.reaches-decision',
  'client.works-with-every-choice',
  'client.ignores-additions',
  'client.waits-for-decision',
  'client.recovers-from-overload',
  'client.recovers-from-loss',
];

/** For each requirement that the sessions break because they break another one: that one. */
export function causesIn(sessions: Session[]): Map<ClientId, ClientId> {
  const found = [...causes, ...ends].flatMap((id) => {
    const explained = sessions.flatMap((session) => {
      const [finding] = rules[id](session) ?? [];
      return finding ? [causeIn(session, id, finding)] : [];
    });
    // A task is missed for its own reasons too. What is wrong in a request has one cause, wherever this is seen.
    const isOwn = ends.includes(id) && explained.includes(undefined);
    const cause = isOwn ? undefined : explained.find((each) => each !== undefined);
    return cause ? [[id, cause] as const] : [];
  });
  const direct = new Map(found);
  const rootOf = (id: ClientId): ClientId => (direct.has(id) ? rootOf(direct.get(id)!) : id);
  return new Map(found.map(([id]) => [id, rootOf(id)]));
}

function causeIn(session: Session, id: ClientId, finding: ClientFinding): ClientId | undefined {
  const before = ends.includes(id) ? causes : causes.slice(0, causes.indexOf(id));
  const earlier = finding.follows ? [finding.follows] : before;
  return earlier.find((each) =>
    (rules[each](session) ?? []).some((cause) => cause.follows !== id && explains(each, cause, finding, session, id)),
  );
}

/** It is in the same request; or, where the end of the task is missed, in an earlier attempt, or a request to somebody else. */
function explains(by: ClientId, { exchange }: ClientFinding, finding: ClientFinding, session: Session, id: ClientId) {
  if (exchange === undefined) return false;
  const { elsewhere, events } = session;
  const isAside = elsewhere.includes(exchange) || events?.deliveries.some((each) => each.exchange === exchange);
  if (isAside && ends.includes(id)) return true;
  // A service does not reject a request because it has the key in a second place.
  if (by === 'client.key-only-in-authorization') return false;
  return exchange === finding.exchange || (ends.includes(id) && isAttempt(exchange, finding.exchange));
}

const isAttempt = ({ request: one }: Exchange, other: Exchange | undefined) =>
  one.method === 'POST' && one.method === other?.request.method && one.url === other.request.url;

// Sessions of a client in a recording: what is written of them, and how they are judged again.
import { clientRequirements } from '../../generated/requirements.ts';
import type { Session } from '../oracle/client/session.ts';
import type { Mask } from '../recording/personal.ts';
import { disguiseOf } from '../recording/pseudonyms.ts';
import type { RecordedSession, Recording } from '../recording/recording.ts';
import type { Judgement } from '../run/judge/judgement.ts';
import { bearerKey, type Exchange } from '../wire/exchange.ts';
import { memoize } from '../wire/memoize.ts';
import { type ClientSelection, judgementOf } from './judgement.ts';
import { tasks } from './tasks.ts';
import { read } from './visit.ts';

/**
 * A session without its key. Where the client has chosen the file, its requests may be about people.
 *
 * @param secret with which a program that keeps running verifies events
 */
export function written(session: Session, mask: Mask, secret: string | undefined): RecordedSession {
  const { baseUrl, key, file, ended } = session;
  const webhook = secret === undefined ? {} : { webhook: { secret, url: baseUrl } };
  const disguise = disguiseOf({ baseUrl, claims: [], keys: { tenant: key }, key: bearerKey, id: '/id', ...webhook });
  const of = memoize((exchange: Exchange) => disguise.exchange(file ? exchange : mask.exchange(exchange)));
  const { events } = session;
  return {
    ...session,
    key: disguise.facts.keys.tenant!,
    sent: session.sent.map(({ exchange, served }) => ({
      exchange: of(exchange),
      ...(served !== undefined && { served }),
    })),
    elsewhere: session.elsewhere.map(of),
    ...(events && {
      events: { ...events, deliveries: events.deliveries.map((each) => ({ ...each, exchange: of(each.exchange) })) },
    }),
    ...(ended && {
      ended: { ...ended, lastLine: disguise.text(ended.lastLine), lastError: disguise.text(ended.lastError) },
    }),
  };
}

/** If the recording was cut off, any requirement might have been broken in the rest. */
const rest = clientRequirements.map(({ id }) => ({
  task: tasks[0]!,
  condition: { name: 'what the recording does not have', shows: id },
}));

export function judgeSessions(
  recording: Recording,
  { known, only }: Pick<ClientSelection, 'known' | 'only'>,
): Judgement {
  const { facts, traffic, startedAt, watched, sessions = [] } = recording;
  const { name, isPart, unseen = rest } = traffic!.client!;
  const visited = { sessions: sessions.map((each) => ({ ...each, sent: read(each) })), unseen };
  const { claims } = facts;
  const { start, end = start } = watched;
  return {
    ...judgementOf(visited, { name, only, known, claims, isPart }, startedAt),
    source: 'recording',
    milliseconds: end - start,
    epoch: startedAt.getTime() - start,
  };
}

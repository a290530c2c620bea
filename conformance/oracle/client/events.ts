// How a client responds to events (D112).
import { numbers } from '../../../generated/limits.ts';
import { falseSuccess, knowsDecision, missed } from './decision.ts';
import {
  attemptsThatShow,
  type ClientFinding,
  cutByEnd,
  type Delivery,
  type EventKind,
  lineOf,
  type Session,
} from './session.ts';

/** Each kind of event that is sent, as reports name it, and what to do if a client treats it wrongly. */
export const eventKinds: Record<EventKind, { isGenuine: boolean; advice: string }> = {
  'the event of its case': { isGenuine: true, advice: '' },
  'a copy of an event that was acknowledged': {
    isGenuine: true,
    advice: 'an event that was processed before gets 2xx too',
  },
  'an event of an unknown type': { isGenuine: true, advice: 'acknowledge types that you do not know' },
  'an event of a case that another program opened, with US$$ 5 & $& 7 in its reference': {
    isGenuine: true,
    advice:
      'acknowledge cases that you do not know; and a verifier that puts the body into the replacement of a string method loses $$ and $&',
  },
  'an event with several signatures': {
    isGenuine: true,
    advice: 'one v1 entry of webhook-signature that fits is enough',
  },
  'an event with another spelling of the JSON': {
    isGenuine: true,
    advice: 'verify the bytes of the wire, not JSON that was parsed and written again, and ignore unknown properties',
  },
  'an event without the headers of the signature': { isGenuine: false, advice: 'verify before you respond' },
  'an event without webhook-signature': { isGenuine: false, advice: 'verify before you respond' },
  'an event with an empty signature': { isGenuine: false, advice: 'compare whole digests' },
  'an event that is signed with another secret': { isGenuine: false, advice: 'verify before you respond' },
  'an event whose body was altered': { isGenuine: false, advice: 'the signature is also over the body' },
  'an event whose id was altered': { isGenuine: false, advice: 'the signature is also over webhook-id' },
  'an old event with a new time': { isGenuine: false, advice: 'the signature is also over webhook-timestamp' },
  'an event that was signed six minutes ago': {
    isGenuine: false,
    advice: 'compare webhook-timestamp with your clock; not every library does',
  },
  'an event that is signed for the time in six minutes': {
    isGenuine: false,
    advice: 'compare webhook-timestamp with your clock in both directions; not every library does',
  },
};

const isSuccess = ({ exchange: { response } }: Delivery) =>
  response !== undefined && response.status >= 200 && response.status < 300;

const seenIn = ({ exchange: { response, failure } }: Delivery) => String(response?.status ?? failure);

const usualCause =
  'a usual cause: the part of the secret after whsec_ is not decoded from base64, or the bytes are not those of the wire';

export function acknowledgesEvents(session: Session): ClientFinding[] | undefined {
  const { events, condition } = session;
  if (!events) return undefined;
  const isThorough = condition.shows === 'client.acknowledges-events';
  const expected = `2xx within ${numbers['event-response'] / 1000} s`;
  if (events.deliveries.length === 0)
    return isThorough && events.wereSent && !session.isOpen
      ? [{ expected, actual: 'nothing listened at the address of IDV_WEBHOOK_LISTEN', ...atEnd(session) }]
      : undefined;
  const judged = events.deliveries.filter((each) => isGenuine(each) && each.exchange.failure !== cutByEnd);
  const attempts = [...Map.groupBy(judged, ({ event }) => event).values()];
  const failed = attempts.filter((all) => !all.some(isSuccess) && all.length >= attemptsThatShow);
  const isUnverified = !judged.some((each) => isSuccess(each) || each.exchange.response?.status === 404);
  const findings = failed.map((all): ClientFinding => {
    const { kind, exchange } = all.at(-1)!;
    const { advice } = eventKinds[kind];
    const actual = `${all.map(seenIn).join(', ')} to ${kind}`;
    return { expected, actual: advice === '' || isUnverified ? actual : `${actual}; ${advice}`, exchange };
  });
  if (findings.length > 0) return together(findings, isUnverified ? `; ${usualCause}` : '');
  const wasFooled = falseSuccess(session) ?? rejectsForgedEvents(session)?.[0];
  const open = isThorough && !wasFooled && !session.isOpen ? missed(session) : undefined;
  if (open) return [open];
  return attempts.some((all) => all.some(isSuccess)) ? [] : undefined;
}

/** One finding that names everything: a report shows the first one of a session. */
function together([first, ...more]: ClientFinding[], advice = ''): ClientFinding[] {
  const actual = [...new Set([first!, ...more].map((each) => each.actual))];
  return [{ ...first!, actual: actual.toSorted().join('; and ') + advice }];
}

const isGenuine = ({ kind }: Delivery) => eventKinds[kind].isGenuine;

const atEnd = ({ sent }: Session) => (sent.length > 0 ? { exchange: sent.at(-1)!.exchange } : {});

export function rejectsForgedEvents(session: Session): ClientFinding[] | undefined {
  const forged = session.events?.deliveries.filter((each) => !isGenuine(each)) ?? [];
  if (forged.length === 0) return undefined;
  const accepted = forged.filter(isSuccess).map((each) => ({
    expected: 'no 2xx to an event that is not genuine',
    actual: `${seenIn(each)} to ${each.kind}; ${eventKinds[each.kind].advice}`,
    exchange: each.exchange,
  }));
  if (accepted.length > 0) return together(accepted);
  const { ended, sent } = session;
  if (ended?.code !== 0 || knowsDecision(session)) return [];
  const last = sent.at(-1);
  const actual = `exit code 0 after forged events only; the last request was ${last ? lineOf(last) : 'none'}`;
  return [{ expected: 'an exit code other than 0', actual, exchange: forged.at(-1)!.exchange }];
}

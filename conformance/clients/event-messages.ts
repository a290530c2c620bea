// The events that a client gets: that of its case and, to a client that is judged by them, genuine and forged ones before it.
import { createHmac, randomBytes } from 'node:crypto';
import type { EventKind } from '../oracle/client/session.ts';
import type { Header } from '../wire/exchange.ts';

/** What a read of a case shows. */
export interface DecidedCase {
  id: string;
  status: string;
  decided_at: string | null;
}

/** One event; its headers are made for each attempt. */
export interface EventMessage {
  kind: EventKind;
  id: string;
  body: string;
  /** the headers with the signature, at this time in seconds */
  headers: (now: number) => Header[];
}

// Seconds.
const tooFar = 360;

/** The event of the case of a client. */
export const ownEvent = (found: DecidedCase, id: string, secret: string): EventMessage =>
  signedEvent('the event of its case', { id, body: eventText(found) }, secret);

/** Of other cases of the tenant, which were decided otherwise. */
export function genuineEvents(found: DecidedCase, secret: string): EventMessage[] {
  const other = (reference: string) =>
    decided(
      { ...found, id: `case_${randomBytes(12).toString('base64url')}`, reference } as DecidedCase,
      opposite(found),
    );
  const [dollars, several, spelled] = [other('US$$ 5 & $& 7'), other('order 5'), other('Ñandú 7')];
  const note = { type: 'case.note-added', timestamp: new Date().toISOString(), data: { note: 'x', pages: [1, 2] } };
  const dollarsKind = 'an event of a case that another program opened, with US$$ 5 & $& 7 in its reference';
  const manySigned = signedEvent('an event with several signatures', { id: newId(), body: eventText(several) }, secret);
  return [
    signedEvent(dollarsKind, { id: newId(), body: eventText(dollars) }, secret),
    signedEvent('an event of an unknown type', { id: newId(), body: JSON.stringify(note) }, secret),
    {
      ...manySigned,
      headers: (now) =>
        withSignature(manySigned.headers(now), (own) => `v1,${digest('another')} v2,${digest('x')} ${own}`),
    },
    signedEvent('an event with another spelling of the JSON', { id: newId(), body: spelling(spelled) }, secret),
  ];
}

/** They show the wrong decision of this case. @param id that of its event */
export function forgedEvents(found: DecidedCase, id: string, secret: string): EventMessage[] {
  const body = eventText(decided(found, opposite(found)));
  const genuine = eventText(decided(found, opposite(found) === 'DENIED' ? 'APPROVED' : 'DENIED'));
  const planned = (kind: EventKind, headers: EventMessage['headers'], own = newId()): EventMessage => ({
    kind,
    id: own,
    body,
    headers,
  });
  const forId = newId();
  return [
    planned('an event without the headers of the signature', () => []),
    planned('an event without webhook-signature', (now) => signed(secret, id, now, body).slice(0, 2), id),
    planned('an event with an empty signature', (now) => withSignature(signed(secret, forId, now, body), () => 'v1,')),
    planned('an event that is signed with another secret', (now) => signed(newSecret(), forId, now, body)),
    planned('an event whose body was altered', (now) => signed(secret, id, now, genuine), id),
    planned('an event whose id was altered', (now) => [
      ['webhook-id', newId()],
      ...signed(secret, forId, now, body).slice(1),
    ]),
    planned('an old event with a new time', (now) => {
      const [own, , signature] = signed(secret, forId, now - tooFar, body) as [Header, Header, Header];
      return [own, ['webhook-timestamp', String(now)], signature];
    }),
    planned('an event that was signed six minutes ago', (now) => signed(secret, newId(), now - tooFar, body)),
    planned('an event that is signed for the time in six minutes', (now) =>
      signed(secret, newId(), now + tooFar, body),
    ),
  ];
}

/** An event that is genuine. */
const signedEvent = (kind: EventKind, { id, body }: { id: string; body: string }, secret: string): EventMessage => ({
  kind,
  id,
  body,
  headers: (now) => signed(secret, id, now, body),
});

export const newId = () => `msg_${randomBytes(16).toString('base64url')}`;
const opposite = ({ status }: DecidedCase) => (status === 'DENIED' ? 'APPROVED' : 'DENIED');

function decided(found: DecidedCase, status: string): DecidedCase {
  const shown = { score: status === 'APPROVED' ? 95 : 20, reasons: [status === 'APPROVED' ? 'OCR_OK' : 'OCR_FAIL'] };
  return { ...found, status, ...shown, decided_at: new Date().toISOString() };
}

const eventOf = (found: DecidedCase) => ({ type: 'case.decided', timestamp: found.decided_at, data: found });
const eventText = (found: DecidedCase) => JSON.stringify(eventOf(found));

/** The properties in another order and further ones, indented, with escapes and other line ends. */
function spelling(found: DecidedCase): string {
  const { type, timestamp, data } = eventOf(found);
  const event = { trace: [null, 1], data: { ...data, risk: { level: 'low' } }, timestamp, type };
  return JSON.stringify(event, null, 2)
    .replaceAll('\n', '\r\n')
    .replace('"case.decided"', String.raw`"case\u002edecided"`)
    .replaceAll('/', String.raw`\/`);
}

const digest = (text: string) => createHmac('sha256', 'x').update(text).digest('base64');

/** A secret in which both characters occur that other alphabets of base64 write differently. */
export function newSecret(): string {
  for (;;) {
    const text = randomBytes(33).toString('base64');
    if (text.includes('+') && text.includes('/')) return `whsec_${text}`;
  }
}

function signed(secret: string, id: string, time: number, body: string): Header[] {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return [
    ['webhook-id', id],
    ['webhook-timestamp', String(time)],
    ['webhook-signature', `v1,${signature}`],
  ];
}

const withSignature = (headers: Header[], change: (own: string) => string): Header[] =>
  headers.map(([name, value]) => [name, name === 'webhook-signature' ? change(value) : value]);

// What a network, the gateways on it and other programs do. None of it is a freedom of a service.
import type { Condition } from '../oracle/client/session.ts';
import type { Header } from '../wire/exchange.ts';

export type Operation = 'create' | 'upload' | 'read';

export interface Reply {
  status: number;
  headers: Header[];
  body: string;
}

/** What happens to one request. */
export type Effect =
  /** the service never gets the request */
  | { kind: 'rejected'; reply: Reply; onlyWithKey?: true }
  /** the service carries the request out, and the client gets another response */
  | { kind: 'replaced'; reply: Reply }
  /** the service carries the request out, and the connection ends without a response, or in the middle of it */
  | { kind: 'lost' | 'cut' }
  /** the client gets the response, and then the kept connection is closed */
  | { kind: 'closed' }
  /** another program of the tenant sends the same before it, so that the case is decided when the request arrives */
  | { kind: 'preceded' };

/** A condition of the network, or of what others do: it affects the first request of each of these operations. */
export interface Fault extends Condition {
  effects: Partial<Record<Operation, Effect>>;
}

const html = (status: number, words: string): Reply => ({
  status,
  headers: [['Content-Type', 'text/html']],
  body: `<html><head><title>${status} ${words}</title></head><body><h1>${status} ${words}</h1></body></html>\n`,
});

const problem = (status: number, type: string, title: string, retryAfter?: number): Reply => ({
  status,
  headers: [
    ['Content-Type', 'application/problem+json'],
    ['Cache-Control', 'no-store'],
    ...(retryAfter === undefined ? [] : [['Retry-After', String(retryAfter)] as Header]),
  ],
  body: JSON.stringify({
    type: `/problems/${type}`,
    title,
    status,
    detail: 'Send the same request again after the time that Retry-After names.',
    instance: `urn:uuid:${crypto.randomUUID()}`,
  }),
});

const rateLimited = (seconds: number) => problem(429, 'rate-limited', 'Too many requests', seconds);
const unavailable = (seconds: number) => problem(503, 'unavailable', 'Unavailable', seconds);
const inUse = problem(409, 'idempotency-key-in-use', 'The idempotency key is in use', 2);
const rejected = (reply: Reply): Effect => ({ kind: 'rejected', reply });

// No fixed delay of a library that was measured is as long by chance.
const longWait = 7;

export const faults: Fault[] = [
  {
    name: '429 to the first request of each kind',
    shows: 'client.recovers-from-overload',
    effects: { create: rejected(rateLimited(2)), upload: rejected(rateLimited(2)), read: rejected(rateLimited(2)) },
  },
  {
    name: '503 to the first request of each kind',
    shows: 'client.recovers-from-overload',
    effects: { create: rejected(unavailable(2)), upload: rejected(unavailable(2)), read: rejected(unavailable(2)) },
  },
  {
    // Most libraries repeat a read by themselves, and not a POST.
    name: '503 to the first read only',
    shows: 'client.recovers-from-overload',
    effects: { read: rejected(unavailable(2)) },
  },
  {
    name: `503 with Retry-After: ${longWait} to the create`,
    shows: 'client.recovers-from-overload',
    effects: { create: rejected(unavailable(longWait)) },
  },
  {
    name: '409, the key is in use, to the first create and upload',
    shows: 'client.recovers-from-overload',
    effects: {
      create: { kind: 'rejected', reply: inUse, onlyWithKey: true },
      upload: { kind: 'rejected', reply: inUse, onlyWithKey: true },
    },
  },
  {
    name: '408 from a gateway to the first create and upload',
    shows: 'client.recovers-from-loss',
    effects: { create: rejected(html(408, 'Request Timeout')), upload: rejected(html(408, 'Request Timeout')) },
  },
  {
    name: 'the response to the create is lost',
    shows: 'client.recovers-from-loss',
    effects: { create: { kind: 'lost' } },
  },
  {
    name: 'the response to the upload is lost',
    shows: 'client.recovers-from-loss',
    effects: { upload: { kind: 'lost' } },
  },
  {
    name: 'the response to the first read is lost',
    shows: 'client.recovers-from-loss',
    effects: { read: { kind: 'lost' } },
  },
  {
    name: 'the response to the create is cut',
    shows: 'client.recovers-from-loss',
    effects: { create: { kind: 'cut' } },
  },
  {
    name: '502 as HTML from a gateway, although the create was carried out',
    shows: 'client.recovers-from-loss',
    effects: { create: { kind: 'replaced', reply: html(502, 'Bad Gateway') } },
  },
  {
    name: '504 without a body, although the upload was carried out',
    shows: 'client.recovers-from-loss',
    effects: { upload: { kind: 'replaced', reply: { status: 504, headers: [], body: '' } } },
  },
  {
    name: 'the connection is closed after each response, without notice',
    shows: 'client.recovers-from-loss',
    effects: { create: { kind: 'closed' }, upload: { kind: 'closed' } },
  },
  {
    name: 'the case is decided before the upload arrives',
    shows: 'client.stops-at-rejection',
    effects: { upload: { kind: 'preceded' } },
  },
];

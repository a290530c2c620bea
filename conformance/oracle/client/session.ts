// What the rules on clients are about: one task of a client at one service, from its start to its end.
import type { ClientId } from '../../../generated/requirements.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { Reading } from '../request/reading.ts';

/** What a client was asked to do. */
export interface Task {
  name: 'approve' | 'deny' | 'company' | 'reject';
  /** undefined if any will do */
  type?: 'PF' | 'PM';
  /** the decision that the service makes; `rejected` if it must reject the file */
  ends: 'APPROVED' | 'DENIED' | 'rejected';
}

/** In what the session differs from one with the plain reference implementation and a flawless network. */
export interface Condition {
  /** as reports name it */
  name: string;
  /** the requirement that the client does not meet if it does not reach the decision here */
  shows: ClientId;
}

/** One request of the client with the response that it saw. */
export interface Sent {
  exchange: Exchange;
  reading: Reading;
  /** equal for the same payload; empty if there was no body */
  payload: string;
  /** the status with which the service responded, also if the client never saw this response */
  served?: number;
}

/** What is special about an event. */
export type EventKind =
  | 'the event of its case'
  | 'a copy of an event that was acknowledged'
  | 'an event of an unknown type'
  | 'an event of a case that another program opened, with US$$ 5 & $& 7 in its reference'
  | 'an event with several signatures'
  | 'an event with another spelling of the JSON'
  | 'an event without the headers of the signature'
  | 'an event without webhook-signature'
  | 'an event with an empty signature'
  | 'an event that is signed with another secret'
  | 'an event whose body was altered'
  | 'an event whose id was altered'
  | 'an old event with a new time'
  | 'an event that was signed six minutes ago'
  | 'an event that is signed for the time in six minutes';

/** One attempt to send an event to the client; something listened there. */
export interface Delivery {
  kind: EventKind;
  /** the same for each attempt */
  event: string;
  exchange: Exchange;
}

/** Why there is no response to an event if the client has ended before it. */
export const cutByEnd = 'the client ended';

/** A response to the first attempt may be a temporary one, and the end of the client may cut it: so many say more. */
export const attemptsThatShow = 2;

export interface Events {
  /** true once they were due, also if nothing listened */
  wereSent: boolean;
  deliveries: Delivery[];
}

/** How the command of the client ended. */
export interface Ended {
  /** null if a signal ended it */
  code: number | null;
  /** true if its time was over */
  isTimedOut: boolean;
  /** the last lines of its output that are not empty */
  lastLine: string;
  lastError: string;
}

/** What a client did, whoever asked it to. */
export interface Traffic {
  key: string;
  /** in the order in which they began */
  sent: Sent[];
  /** requests that arrived at another origin than that of the base address */
  elsewhere: Exchange[];
  /** absent if nobody knows what the client has to do */
  task?: Task;
  /** the file of the task with its digest; absent if the client chose it */
  file?: { sha256: string; bytes: Buffer };
  /** absent if nothing says how it ended: a program keeps running */
  ended?: Ended;
  /** milliseconds by which this machine was late at most: a pause of the client may have been so much shorter than it seems */
  lateness?: number;
}

export interface Session extends Traffic {
  task: Task;
  condition: Condition;
  /** of the service */
  baseUrl: string;
  /** absent if the client receives none */
  events?: Events;
  /** true if the client may still do what is missing */
  isOpen?: boolean;
}

/** Something that a client did and the contract forbids. */
export interface ClientFinding {
  expected: string;
  actual: string;
  /** the request that shows it; absent if it is one that never came */
  exchange?: Exchange;
  /** the requirement whose violation explains this one, if the session breaks it too */
  follows?: ClientId;
}

export const isCreate = ({ reading }: Sent): boolean =>
  reading.target.operation === 'createCase' && reading.exchange.request.method === 'POST';
export const isUpload = ({ reading }: Sent): boolean =>
  reading.target.operation === 'uploadArtifact' && reading.exchange.request.method === 'POST';
export const isRead = ({ reading }: Sent): boolean =>
  reading.target.operation === 'getCase' && reading.exchange.request.method === 'GET';

export const statusOf = ({ exchange }: Sent): number | undefined => exchange.response?.status;

/** `POST /cases/…/artifacts → 422 invalid-request`: the request and what the client saw of the response. */
export function lineOf({ exchange: { request, response, failure } }: Sent): string {
  const path = new URL(request.url).pathname.replace(/(\/cases\/)[^/]+/, '$1…');
  const type = /"type":\s*"[^"]*\/problems\/([a-z-]+)"/.exec(response?.body.toString('latin1') ?? '')?.[1];
  const seen = response ? [response.status, type].filter(Boolean).join(' ') : (failure ?? 'no response');
  return `${request.method} ${path} → ${seen}`;
}

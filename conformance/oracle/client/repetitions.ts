// How a client sends a request again (D111).
import { closedByClient, headerIn, retryAfter } from '../../wire/exchange.ts';
import { isObject, valueOf } from '../../wire/json.ts';
import {
  type ClientFinding,
  isCreate,
  isRead,
  isUpload,
  lineOf,
  type Sent,
  statusOf,
  type Traffic,
} from './session.ts';

/** A request, and the next one of its kind. */
interface Pair {
  first: Sent;
  again: Sent;
}

const endOf = ({ reading }: Sent) => reading.span.end;
const startOf = ({ reading }: Sent) => reading.span.start;

// Nobody who decides anew sends the same payload again so soon. Milliseconds.
const soon = 10_000;

const keyOf = ({ exchange }: Sent) => headerIn(exchange.request.headers, 'Idempotency-Key');

const isAfter = (first: Sent, next: Sent) => startOf(next) >= endOf(first);

/** True for two requests of one kind: of a client with one task, of which each create has the same path, every next one. */
function isAgain(first: Sent, next: Sent, { task }: Traffic, within = soon): boolean {
  const [one, other] = [first.exchange.request, next.exchange.request];
  if (one.method !== other.method || one.url !== other.url) return false;
  if (task) return true;
  if (keyOf(first) !== undefined && keyOf(first) === keyOf(next)) return true;
  // A client that has given up may begin again before anybody sees that it has closed the connection.
  if (!isAfter(first, next) && first.exchange.failure !== closedByClient) return false;
  return first.payload === next.payload && startOf(next) - endOf(first) <= within;
}

/** Those of these requests that were sent again, each with the next one of its kind of which this is true. */
function pairs(
  traffic: Traffic,
  isOne: (sent: Sent) => boolean,
  isNext = (first: Sent, next: Sent) => isAgain(first, next, traffic),
): Pair[] {
  const { sent } = traffic;
  return sent.flatMap((first, at) => {
    if (!isOne(first)) return [];
    const again = sent.slice(at + 1).find((next) => isNext(first, next));
    return again ? [{ first, again }] : [];
  });
}

/** True if the client cannot know whether the request was carried out. */
function mayHaveBeenDone(sent: Sent): boolean {
  const status = statusOf(sent);
  return status === undefined || status === 500 || status === 502 || status === 504;
}

const isPost = (sent: Sent) => isCreate(sent) || isUpload(sent);

const happened = (first: Sent) => `after ${lineOf(first)}`;

export function sameKey(traffic: Traffic): ClientFinding[] | undefined {
  const repeated = pairs(traffic, (first) => isPost(first) && mayHaveBeenDone(first) && keyOf(first) !== undefined);
  if (repeated.length === 0) return undefined;
  return repeated.flatMap(({ first, again }): ClientFinding[] => {
    const { exchange } = again;
    if (keyOf(again) !== keyOf(first)) {
      const actual = `${keyOf(again) === undefined ? 'no key' : 'another key'} ${happened(first)}`;
      return [
        { expected: 'the same Idempotency-Key: make it before the retry of the library begins', actual, exchange },
      ];
    }
    if (again.payload === '') {
      const actual = `an empty body ${happened(first)}: a stream or form that is used up is sent again as nothing`;
      return [{ expected: 'the same payload', actual, exchange }];
    }
    if (again.payload === first.payload) return [];
    return [{ expected: 'the same payload', actual: `another one ${happened(first)}`, exchange }];
  });
}

export function noRepeatWithoutKey(traffic: Traffic): ClientFinding[] | undefined {
  const { sent } = traffic;
  const isOpen = (each: Sent) => isPost(each) && mayHaveBeenDone(each) && keyOf(each) === undefined;
  if (!sent.some(isOpen)) return undefined;
  return pairs(traffic, isOpen)
    .filter(({ first, again }) => !showedNothingDone(sent, first, again))
    .map(({ first, again }) => ({
      expected: 'no second POST, because the first one has no Idempotency-Key and may have been carried out',
      actual: `${lineOf(again)} ${happened(first)}`,
      exchange: again.exchange,
    }));
}

/** True if the client read between the two that the first upload had stored nothing. */
function showedNothingDone(sent: Sent[], first: Sent, again: Sent): boolean {
  return sent.some((read) => {
    if (!isRead(read) || statusOf(read) !== 200 || startOf(read) < endOf(first) || startOf(read) > startOf(again))
      return false;
    const shown = valueOf(read.exchange.response!.body);
    return isUpload(first) && isObject(shown) && Array.isArray(shown['artifacts']) && shown['artifacts'].length === 0;
  });
}

// The clocks of the two machines do not count: both times are measured here. No measured library needs more than this.
const tolerance = 0.98;

/** The seconds for which a client was told to wait. */
function toldToWait(sent: Sent): number | undefined {
  const { response } = sent.exchange;
  if (!response || ![429, 503, 409].includes(response.status)) return undefined;
  if (response.status === 409 && !response.body.includes('/problems/idempotency-key-in-use')) return undefined;
  return retryAfter(response.headers);
}

export function obeysRetryAfter(traffic: Traffic): ClientFinding[] | undefined {
  const isTold = (sent: Sent) => toldToWait(sent) !== undefined;
  // What began before the client was told says nothing.
  const told = pairs(
    traffic,
    isTold,
    (first, next) => isAfter(first, next) && isAgain(first, next, traffic, toldToWait(first)! * 1000),
  );
  if (told.length === 0) return undefined;
  return told.flatMap(({ first, again }) => {
    const seconds = toldToWait(first)!;
    const waited = startOf(again) - endOf(first);
    if (waited >= seconds * 1000 * tolerance) return [];
    const actual = `${(waited / 1000).toFixed(1)} s ${happened(first)}`;
    return [{ expected: `at least ${seconds} s, as Retry-After says`, actual, exchange: again.exchange }];
  });
}

const unchanging = [400, 413, 415, 422];
// The case of an upload never accepts evidence again.
const finalConflict = /\/problems\/(case-closed|artifact-limit-reached)"/;

function isFinal(sent: Sent): boolean {
  const { response } = sent.exchange;
  if (response?.status === 409) return finalConflict.test(response.body.toString('latin1'));
  return unchanging.includes(response?.status ?? 0);
}

export function stopsAtRejection(traffic: Traffic): ClientFinding[] | undefined {
  const { sent, task, ended } = traffic;
  const rejected = sent.filter((each) => isPost(each) && isFinal(each));
  if (rejected.length === 0) return undefined;
  const again = rejected.flatMap((first): ClientFinding[] => {
    const second = sent.find(
      (next) =>
        isAfter(first, next) &&
        isAgain(first, next, traffic) &&
        next.payload === first.payload &&
        // With another key, somebody may have asked for the same again.
        (task !== undefined || keyOf(first) === keyOf(next)),
    );
    if (!second) return [];
    const actual = `the same request ${happened(first)}`;
    return [
      {
        expected: 'no repetition of a request that will be rejected each time',
        actual,
        exchange: second.exchange,
      },
    ];
  });
  if (task?.ends !== 'rejected' || ended?.code !== 0 || again.length > 0) return again.slice(0, 1);
  const last = rejected.at(-1)!;
  return [{ expected: 'an exit code other than 0', actual: `exit code 0 ${happened(last)}`, exchange: last.exchange }];
}

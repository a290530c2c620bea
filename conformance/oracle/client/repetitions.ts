// How a client sends a request again (D111).
import { createHash } from 'node:crypto';
import { headerIn, retryAfter, sizeOf } from '../../wire/exchange.ts';
import { isObject, valueOf } from '../../wire/json.ts';
import { mediaTypeIn } from '../request/media-type.ts';
import {
  type ClientFinding,
  isCreate,
  isRead,
  isUpload,
  lineOf,
  type Sent,
  type Session,
  statusOf,
} from './session.ts';

/** A request, and the next one of its kind that began after it had ended. */
interface Pair {
  first: Sent;
  again: Sent;
}

const endOf = ({ reading }: Sent) => reading.span.end;
const startOf = ({ reading }: Sent) => reading.span.start;

/** Requests of the same method and path, one after the other. A create has one path, so all are of one kind. */
function pairs(sent: Sent[]): Pair[] {
  return sent.flatMap((first, at) => {
    const { method, url } = first.exchange.request;
    const again = sent
      .slice(at + 1)
      .find(({ exchange: { request } }) => request.method === method && request.url === url);
    return again ? [{ first, again }] : [];
  });
}

/** True if the client cannot know whether the request was carried out. */
function mayHaveBeenDone(sent: Sent): boolean {
  const status = statusOf(sent);
  return status === undefined || status === 500 || status === 502 || status === 504;
}

const keyOf = ({ exchange }: Sent) => headerIn(exchange.request.headers, 'Idempotency-Key');
const isPost = (sent: Sent) => isCreate(sent) || isUpload(sent);

/** Equal for the same payload: as D42 and D56 compare, or else by the bytes without their boundary. */
function payloadOf({ reading, exchange: { request } }: Sent): string {
  const fingerprint = reading.create?.fingerprint ?? validFingerprint(reading);
  if (fingerprint !== undefined) return fingerprint;
  const boundary = mediaTypeIn(headerIn(request.headers, 'Content-Type') ?? '')?.parameters.get('boundary');
  const text = Buffer.concat(request.body).toString('latin1');
  return createHash('sha256')
    .update(boundary ? text.replaceAll(boundary, '') : text)
    .digest('hex');
}

const validFingerprint = ({ upload }: Sent['reading']) => (upload?.sent === undefined ? undefined : upload.fingerprint);

const happened = (first: Sent) => `after ${lineOf(first)}`;

export function sameKey({ sent }: Session): ClientFinding[] | undefined {
  const repeated = pairs(sent).filter(
    ({ first }) => isPost(first) && mayHaveBeenDone(first) && keyOf(first) !== undefined,
  );
  if (repeated.length === 0) return undefined;
  return repeated.flatMap(({ first, again }): ClientFinding[] => {
    const { exchange } = again;
    if (keyOf(again) !== keyOf(first)) {
      const actual = `${keyOf(again) === undefined ? 'no key' : 'another key'} ${happened(first)}`;
      return [
        { expected: 'the same Idempotency-Key: make it before the retry of the library begins', actual, exchange },
      ];
    }
    if (sizeOf(exchange.request.body) === 0) {
      const actual = `an empty body ${happened(first)}: a stream or form that is used up is sent again as nothing`;
      return [{ expected: 'the same payload', actual, exchange }];
    }
    if (payloadOf(again) === payloadOf(first)) return [];
    return [{ expected: 'the same payload', actual: `another one ${happened(first)}`, exchange }];
  });
}

export function noRepeatWithoutKey({ sent }: Session): ClientFinding[] | undefined {
  const open = sent.filter((each) => isPost(each) && mayHaveBeenDone(each) && keyOf(each) === undefined);
  if (open.length === 0) return undefined;
  return pairs(sent)
    .filter(({ first, again }) => open.includes(first) && !showedNothingDone(sent, first, again))
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

export function obeysRetryAfter({ sent }: Session): ClientFinding[] | undefined {
  const told = pairs(sent).filter(({ first }) => toldToWait(first) !== undefined);
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

export function stopsAtRejection({ sent, task, ended }: Session): ClientFinding[] | undefined {
  const rejected = sent.filter((each) => isPost(each) && unchanging.includes(statusOf(each) ?? 0));
  if (rejected.length === 0) return undefined;
  const again = rejected.flatMap((first): ClientFinding[] => {
    const { method, url } = first.exchange.request;
    const second = sent.find(
      (each) =>
        startOf(each) >= endOf(first) &&
        each.exchange.request.method === method &&
        each.exchange.request.url === url &&
        payloadOf(each) === payloadOf(first),
    );
    if (!second) return [];
    const actual = `the same request ${happened(first)}`;
    return [
      {
        expected: 'no repetition of a request that was rejected for what it contains',
        actual,
        exchange: second.exchange,
      },
    ];
  });
  if (task.ends !== 'rejected' || ended?.code !== 0 || again.length > 0) return again.slice(0, 1);
  const last = rejected.at(-1)!;
  return [{ expected: 'an exit code other than 0', actual: `exit code 0 ${happened(last)}`, exchange: last.exchange }];
}

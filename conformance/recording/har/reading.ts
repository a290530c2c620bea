// Reads a HAR as a recording without scenarios: one of a browser, of a proxy or of a log. What such a file does not have, such as
// the bytes of an upload, is unknown here, and never an empty body.
import type { Har } from 'har-format';
import { HarFile } from '../../../generated/har.js';
import type { Facts, KeyName } from '../../manifest.ts';
import { UsageError } from '../../usage-error.ts';
import { bearerKey, type Exchange, isSuccess } from '../../wire/exchange.ts';
import { isObject, parsed } from '../../wire/json.ts';
import type { Recording } from '../recording.ts';
import { recordingOfTraffic } from '../traffic.ts';
import { exchangeFrom, headersFrom, isFromCache, keyIn, type Known, timesIn, urlOf } from './entry.ts';

export interface HarOptions {
  /** the name of the file, for messages */
  file: string;
  /** the service that is judged; without it, the one whose cases the requests are about */
  baseUrl?: string | undefined;
  claims: Facts['claims'];
  keys: Partial<Record<KeyName, string>>;
}

// A whole run has about 6,000 exchanges.
const mostEntries = 20_000;

/**
 * The recording in a HAR.
 *
 * @throws UsageError when it is none, or has no request to the service
 */
export function harIn(text: string, { file, baseUrl, claims, keys }: HarOptions): Recording {
  const { entries } = logIn(text, file);
  const service = baseUrl ?? serviceIn(entries, file);
  const own = entries.filter((entry) => isAbout(entry, service));
  const sent = own.filter((entry) => !isFromCache(entry));
  if (sent.length === 0) throw new UsageError(`${file} has no request to ${service}: name the service by --base-url.`);
  if (sent.length > mostEntries)
    throw new UsageError(
      `${file} has ${sent.length} requests to ${service}, and at most ${mostEntries} are judged: keep a part of them.`,
    );
  const times = timesIn(sent, file);
  const hasKeys = sent.some(({ request }) => keyIn(headersFrom(request.headers)) !== undefined);
  const known = sent.map((entry, at) => exchangeFrom(entry, times[at]!, hasKeys));
  const start = Math.min(...times.map(({ started }) => started));
  const end = Math.max(...times.map((each) => each.started + each.milliseconds));
  const exchanges = known.map(({ exchange }) => ({ ...exchange, started: exchange.started! - start }));
  return {
    ...recordingOfTraffic('har', {
      baseUrl: service,
      claims,
      keys: keysFor(exchanges, keys),
      key: bearerKey,
      id: '/id',
    }),
    startedAt: new Date(start),
    traffic: { by: 'har', notes: notesOn({ entries, own, known }) },
    exchanges: exchanges.toSorted((one, other) => endOf(one) - endOf(other)),
    watched: { start: 0, end: end - start },
  };
}

const endOf = ({ started = 0, milliseconds }: Exchange) => started + milliseconds;

type Entries = Har['log']['entries'];

function logIn(text: string, file: string): Har['log'] {
  const complaint = (what: string) =>
    new UsageError(`${file} is no HAR that can be read: ${what}. Export it again, as HAR 1.2.`);
  const value = parsed(text)?.value;
  if (!isObject(value)) throw complaint('it is no JSON, or was cut off');
  const { version } = isObject(value['log']) ? value['log'] : {};
  if (![undefined, '', '1.1', '1.2'].includes(version as string | undefined))
    throw complaint('it has another version than 1.2');
  if (HarFile(value)) return (value as unknown as Har).log;
  const { instancePath, message } = HarFile.errors![0]!;
  throw complaint(`${instancePath || 'the document'} ${message}`);
}

/** The address whose cases the requests are about. */
function serviceIn(entries: Entries, file: string): string {
  const found = entries.flatMap((entry) => {
    const url = urlOf(entry);
    const [, before] = /^((?:\/[^/]+)*?)\/cases(?:\/|$)/.exec(url?.pathname ?? '') ?? [];
    return url && before !== undefined ? [url.origin + before] : [];
  });
  const services = [...new Set(found)];
  const [service] = services;
  if (service === undefined) throw new UsageError(`${file} has no request to /cases: name the service by --base-url.`);
  if (services.length === 1) return service;
  throw new UsageError(
    `${file} has requests to several services, such as ${services.slice(0, 3).join(' and ').slice(0, 300)}: name one of them by --base-url.`,
  );
}

function isAbout(entry: Entries[number], service: string): boolean {
  const url = urlOf(entry);
  const { origin, pathname } = new URL(service);
  const base = `${pathname.replace(/\/$/, '')}/cases`;
  return url?.origin === origin && `${url.pathname}/`.startsWith(`${base}/`);
}

/** The supplied keys; without one, the first key that the service accepted is that of a tenant. */
function keysFor(exchanges: Exchange[], keys: HarOptions['keys']): HarOptions['keys'] {
  if (Object.keys(keys).length > 0) return keys;
  const accepted = exchanges.filter(({ response }) => response && isSuccess(response.status));
  const tenant = accepted.map(({ request }) => keyIn(request.headers)).find((key) => key !== undefined);
  return tenant === undefined ? {} : { tenant };
}

interface Parts {
  entries: Entries;
  own: Entries;
  known: Known[];
}

/** What is not judged, or not as a whole, a clause each. */
function notesOn({ entries, own, known }: Parts): string[] {
  const count = (what: (each: Known) => boolean | undefined) => known.filter(what).length;
  const cached = own.length - known.length;
  const facts: [many: number, noun: string, what: string][] = [
    [entries.length - own.length, 'exchange', 'about something else'],
    [cached, 'response', 'that came from a cache'],
    [count(({ exchange }) => exchange.request.incomplete), 'request', 'whose body the file does not have'],
    [count(({ exchange }) => !exchange.response), 'request', 'without a whole response in the file'],
    [count(({ isKeyHidden }) => isKeyHidden), 'request', 'whose key the file does not have'],
  ];
  return facts.flatMap(([many, noun, what]) => (many > 0 ? [`${many} ${noun}${many === 1 ? '' : 's'} ${what}`] : []));
}

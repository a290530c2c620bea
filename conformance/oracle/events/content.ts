// What one attempt to deliver an event contains, and where it arrives.
import { numbers } from '../../../generated/limits.ts';
import type { components } from '../../../generated/types.ts';
import { CaseDecided } from '../../../generated/validators.js';
import { headerIn } from '../../wire/exchange.ts';
import { show } from '../../wire/json.ts';
import { areSameInstant, differing, isSame } from '../support/same.ts';
import { isDecided } from '../case-lifecycle/decision.ts';
import type { KnownCase } from '../history.ts';
import { mediaTypeIn } from '../request/media-type.ts';
import { ambiguousNamesIn } from '../response/names.ts';
import { knownProperties } from '../response/properties.ts';
import { unusualIntegersIn } from '../response/whole-numbers.ts';
import { mayPrecede, type Report, type World } from '../terms.ts';
import type { Attempt } from './event.ts';
import { isSignedWith, mistakeIn } from './signature.ts';
import { at } from '../support/place.ts';

/** By how many milliseconds the clock of the service is ahead of that of the suite: at least and at most. */
export interface Ahead {
  least: number;
  most: number;
}

// Milliseconds before and after the timestamp (D69), with whole seconds on both sides, and the transit.
const [earliest, latest] = [-numbers['event-clock'] - 1500, numbers['event-clock'] + 2500];
// Seconds have at most eleven digits until the year 5138; milliseconds have more. Libraries differ in what they do with a
// zero in front: they sign the text or the number.
const seconds = /^[1-9][0-9]{0,10}$/;
// A digest of 32 bytes.
const digest = /^[A-Za-z0-9+/]{43}=$/;
const byteOrderMark = Buffer.from('\ufeff');

export const hasId = ({ id }: Attempt): boolean => id !== undefined && id.length >= 1 && id.length <= 255;
export const hasSeconds = ({ timestamp }: Attempt): boolean => seconds.test(timestamp ?? '');

export function judgeContent(attempt: Attempt, report: Report): void {
  const { exchange, of, shown, arrived, body } = attempt;
  const { method, headers } = exchange.request;
  if (method !== 'POST') report('webhook.request-form', 'POST', method);
  if (!isPlainJson(headerIn(headers, 'Content-Type') ?? ''))
    report('webhook.request-form', 'application/json, without a parameter but charset=utf-8', at('Content-Type'));
  if (!/^(identity)?$/i.test(headerIn(headers, 'Content-Encoding') ?? ''))
    report('webhook.request-form', 'no Content-Encoding', at('Content-Encoding'));
  if (body.subarray(0, byteOrderMark.length).equals(byteOrderMark))
    report('webhook.request-form', 'a body without a byte-order mark', 'a byte-order mark');
  if (!hasId(attempt)) report('webhook.headers', 'a webhook-id of 1 to 255 characters', at('webhook-id'));
  if (!hasSeconds(attempt)) report('webhook.headers', 'a webhook-timestamp in whole seconds', at('webhook-timestamp'));
  if (CaseDecided(shown)) judgeData(attempt, shown, report);
  else report('webhook.body-schema', 'a body that fits the schema CaseDecided', show(shown));
  for (const integer of unusualIntegersIn(body))
    report('webhook.body-schema', 'an integer without a fraction and without an exponent', integer);
  for (const name of ambiguousNamesIn(body))
    report('webhook.body-schema', 'each name once, whatever its letter case', name);
  const isUntouched = !of.uploads.some(({ reading }) => mayPrecede(reading.span, { start: arrived, end: arrived }));
  const isPending = of.directive.outcome === 'pending' || (of.directive.outcome === 'decided' && isUntouched);
  if (isPending && !of.views.some((view) => isDecided(view.shown)))
    report('webhook.once-a-case', 'no event for a pending case', 'an event');
}

function isPlainJson(type: string): boolean {
  const { essence, parameters } = mediaTypeIn(type) ?? {};
  const charset = parameters?.get('charset') ?? 'utf-8';
  return essence === 'application/json' && [...parameters!.keys()].every(isCharset) && /^utf-8$/i.test(charset);
}
const isCharset = (name: string) => name === 'charset';

/** How the header is written, whatever it is a signature of: libraries read it in this form only. */
export function judgeSignatureForm({ exchange: { request } }: Attempt, report: Report): void {
  const lines = request.headers.filter(([name]) => name.toLowerCase() === 'webhook-signature');
  const entries = (lines[0]?.[1] ?? '').split(' ');
  const isInForm = (entry: string) => (entry.startsWith('v1,') ? digest.test(entry.slice(3)) : entry.indexOf(',') > 0);
  const header = at('webhook-signature');
  if (lines.length !== 1) report('webhook.signature-form', 'one line', header);
  else if (!entries.every(isInForm))
    report(
      'webhook.signature-form',
      'entries with a version and a comma, separated by one space, v1 ones of 44 characters',
      header,
    );
}

/**
 * The event is in time if either the clock of the suite or the `Date` of the service says so.
 *
 * @param ahead undefined when no response has a `Date`
 */
export function judgeTimeOfSending(attempt: Attempt, ahead: Ahead | undefined, report: Report): void {
  if (!hasSeconds(attempt)) return;
  const age = attempt.exchange.arrivedAt! - Number(attempt.timestamp) * 1000;
  const isInTime = ({ least, most }: Ahead) => age + most > earliest && age + least < latest;
  if (isInTime(sameClock) || (ahead && isInTime(ahead))) return;
  const before = ({ least, most }: Ahead) => {
    const seconds = Math.round((age + (least + most) / 2) / 1000);
    return `${Math.abs(seconds)} s ${seconds < 0 ? 'after' : 'before'} the arrival`;
  };
  const byDate = ahead ? `, and ${before(ahead)} by the latest Date of its responses` : '';
  report(
    'webhook.timestamp-of-sending',
    'a webhook-timestamp within 5 s of the sending',
    at('webhook-timestamp', `${before(sameClock)} by the clock of the suite${byDate}`),
  );
}

const sameClock: Ahead = { least: 0, most: 0 };

type Event = components['schemas']['CaseDecided'];

/** The event shows the case as the reads of it do. */
function judgeData({ of }: Attempt, { timestamp, data }: Event, report: Report): void {
  const decided = of.views.map(({ shown }) => shown).filter(isDecided);
  if (decided.length === 0) return;
  if (!decided.some(({ decided_at }) => areSameInstant(timestamp, decided_at)))
    report('webhook.shows-case', `the decided_at ${show(decided[0]!['decided_at'])}`, at('/timestamp'));
  const sent = comparable(data, of);
  if (decided.some((shown) => isSame(sent, comparable(shown, of)))) return;
  const [read, other] = differing(comparable(decided[0]!, of), sent);
  report('webhook.shows-case', `the case as a read returns it, with ${show(read)}`, at('/data', other));
}

/** The order of reasons is free (D68). An upload that meets the decision may be listed later than the event was made. */
function comparable(shown: object, { uploads }: KnownCase): unknown {
  const { artifacts, reasons, ...others } = knownProperties(shown) as Record<string, unknown>;
  const isStable = uploads.length === 1 && uploads[0]!.effect === 'done' && !uploads[0]!.reading.exchange.sentTwice;
  return {
    ...others,
    reasons: Array.isArray(reasons) ? reasons.map(String).toSorted() : reasons,
    ...(isStable && { artifacts: Array.isArray(artifacts) ? artifacts.map(knownProperties) : artifacts }),
  };
}

/**
 * The event is signed with the secret of its tenant, and arrives at its endpoint (D3).
 *
 * @param first of a retry, the attempt that failed
 */
export function judgeOwner(attempt: Attempt, first: Attempt | undefined, { secrets }: World, report: Report): void {
  const { tenant } = attempt.of.caller;
  if (attempt.endpoint !== tenant)
    return report(
      'webhook.own-endpoint',
      'events only at the endpoint of their own tenant',
      attempt.exchange.request.url,
    );
  const own = secrets?.get(tenant);
  if (own === undefined || !hasId(attempt) || !hasSeconds(attempt)) return;
  const isForeign = [...secrets!].some(([name, secret]) => name !== tenant && isSignedWith(secret, attempt));
  if (isForeign) report('webhook.own-secret', 'no signature with the secret of another tenant', 'such a signature');
  if (isSignedWith(own, attempt)) return;
  const ofFirst = tenant === 'one' ? 'webhook.signature' : 'webhook.own-secret';
  const broken = first !== undefined && isSignedWith(own, first) ? 'webhook.retry-renews-signature' : ofFirst;
  report(broken, 'a v1 signature over id, timestamp and body', at('webhook-signature', mistakeIn(own, attempt)));
}

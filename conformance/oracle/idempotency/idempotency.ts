// What an idempotency key changes in the responses that are allowed.
import { releaseTime } from '../facts.ts';
import type { History } from '../history.ts';
import { isGuessable, type KeyUse, ofKey } from './key-uses.ts';
import type { Reading } from '../request/reading.ts';
import { demanded, optional } from '../request/rejections.ts';
import { type Expectation, isBefore, type Rejection } from '../terms.ts';

/** Adds what the idempotency key changes (D31, D36, D41, D55, D57, D83). */
export function withKey(
  reading: Reading,
  history: History,
  fingerprint: string | undefined,
  fresh: Expectation,
): Expectation {
  if (reading.key === undefined) return fresh;
  const others = history.keys.usesBeforeEnd(reading);
  const isGuessed = isGuessable(reading.key) || (history.since !== undefined && others.length === 0);
  const isRunning = isGuessed || reading.exchange.sentTwice || others.some((use) => mayBeRunning(use, reading));
  const inUse = isRunning ? optional(...demanded('idempotency.in-use-retry-after')) : [];
  const meetsOther = others.some((use) => use.fingerprint !== fingerprint && !isBefore(use.reading.span, reading.span));
  const guessed = isGuessed || meetsOther ? optional(...demanded('idempotency.create-key-reused')) : [];
  const kept = others.find((use) => use.effect === 'done' && isBefore(use.reading.span, reading.span));
  const shared = { ...fresh, rejections: [...fresh.rejections, ...inUse, ...guessed] };
  if (kept) return afterSuccess(reading, kept, fingerprint, shared);
  const possible = others.filter(({ effect }) => effect !== 'not done');
  if (possible.length === 0) return shared;
  // It may be a repetition, or the first.
  const differs = possible.some((use) => use.fingerprint === undefined || use.fingerprint !== fingerprint);
  const reused = differs ? optional(...demanded('idempotency.create-key-reused')) : [];
  // What is wrong with it may be no part of its payload, such as the declared type of a file (D83).
  const repeats = fingerprint !== undefined && possible.some((use) => use.fingerprint === fingerprint);
  const own = repeats ? optional(...shared.rejections) : shared.rejections.map(asOptionalState);
  return { ...shared, rejections: [...own, ...reused] };
}

/** Nobody knows how long a request runs whose response was lost, unless its body never arrived. */
export const mayBeRunning = ({ effect, reading: { span, isCut } }: KeyUse, later: Reading): boolean =>
  (effect === 'unknown' && !isCut) || span.end + releaseTime > later.span.start;

/** A repeated request gets the first response, also if the state of the case would demand a rejection now. */
const asOptionalState = (rejection: Rejection): Rejection =>
  rejection.status === 409 ? { ...rejection, must: false } : rejection;

function afterSuccess(
  reading: Reading,
  kept: KeyUse,
  fingerprint: string | undefined,
  fresh: Expectation,
): Expectation {
  const accepts = ofKey(reading).replays;
  if (fingerprint !== undefined && fingerprint === kept.fingerprint) {
    const isSame = reading.rejections.every(({ must }) => !must);
    return {
      accepts,
      rejections: isSame ? fresh.rejections.filter(isOtherThanState) : optional(...fresh.rejections),
    };
  }
  if (fingerprint === undefined || kept.fingerprint === undefined)
    return {
      accepts,
      rejections: [...fresh.rejections.map(asOptionalState), ...optional(...demanded('idempotency.create-key-reused'))],
    };
  return { ...fresh, rejections: [...demanded(ofKey(reading).reused), ...fresh.rejections] };
}

const isOtherThanState = ({ type }: Rejection) => type !== 'case-closed' && type !== 'artifact-limit-reached';

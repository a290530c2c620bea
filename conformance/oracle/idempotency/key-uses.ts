import { isSuccess, retryAfter } from '../../wire/exchange.ts';
import { hasProblem } from '../facts.ts';
import { Groups } from '../support/groups.ts';
import type { Reading } from '../request/reading.ts';
import { mayPrecede } from '../terms.ts';

/** Whether a write was carried out; unknown without a response, or when the service failed. */
export type Effect = 'done' | 'not done' | 'unknown';

/** One POST with an idempotency key. */
export interface KeyUse {
  reading: Reading;
  effect: Effect;
  fingerprint: string | undefined;
}

/** True for a key that another client may have used, such as an earlier run: it is short, or the word of a language. */
export const isGuessable = (key: string): boolean => key.length < 10;

/** Follows what was sent with each idempotency key. */
export class KeyUses {
  readonly #uses = new Groups<KeyUse>();
  /** by key: its first use by each caller at each path */
  readonly #scopes = new Groups<Reading>();

  /** @param isOfSimilarId it is unclear which case the request is for */
  add(reading: Reading, isOfSimilarId: boolean): void {
    const { target, key, possibleKeys } = reading;
    const effect = effectOf(reading);
    const isClear = target.kind === 'operation' && !possibleKeys && !isOfSimilarId;
    const use: KeyUse = {
      reading,
      effect: isClear || effect === 'not done' ? effect : 'unknown',
      fingerprint: fingerprintOf(reading),
    };
    if (key !== undefined) {
      if (this.#uses.of(scopeOf(reading)).length === 0) this.#scopes.add([key], reading);
      this.#uses.add(scopeOf(reading), use);
    }
    for (const each of possibleKeys ?? []) this.#uses.add(scopeOfAnyCaller(reading, each), use);
  }

  /** Every POST to this path with this key, of this caller or of an unclear one, in the order in which they began. */
  usesOf(reading: Reading): KeyUse[] {
    if (reading.key === undefined) return [];
    const own = this.#uses.of(scopeOf(reading));
    const possible = this.#uses.of(scopeOfAnyCaller(reading, reading.key));
    if (possible.length === 0) return own;
    return [...own, ...possible].toSorted((one, other) => one.reading.span.start - other.reading.span.start);
  }

  /** Those that began before this one. */
  usesBefore(reading: Reading): KeyUse[] {
    return this.usesOf(reading).filter((use) => use.reading.span.start < reading.span.start);
  }

  /** Those that may have come before the end of this one, without itself. */
  usesBeforeEnd(reading: Reading): KeyUse[] {
    return this.usesOf(reading).filter(
      (use) => use.reading.exchange !== reading.exchange && mayPrecede(use.reading.span, reading.span),
    );
  }

  /** The first use of this key by each caller at each path. */
  scopesOf(key: string): Reading[] {
    return this.#scopes.of([key]);
  }

  /** True when an earlier request with this key asked for the error that this response has. */
  hadSandboxError(reading: Reading): boolean {
    return this.usesBefore(reading).some(({ reading: { create } }) => {
      const { directive } = create ?? {};
      return directive?.outcome === 'error' && directive.status === reading.exchange.response?.status;
    });
  }
}

const scopeOf = ({ authorization: { caller }, target, key }: Reading) => [
  caller?.tenant,
  caller?.mode,
  target.caseId?.toLowerCase(),
  key,
];

const scopeOfAnyCaller = ({ target }: Reading, key: string) => [target.caseId?.toLowerCase(), key];

/** Equal for requests with the same payload (D42, D56). */
export const fingerprintOf = ({ create, upload }: Reading): string | undefined =>
  create?.fingerprint ?? upload?.fingerprint;

/** What the response to a repeated request breaks, by operation: after the first one, beside it, or for another payload. */
const requirementsOfKey = {
  createCase: {
    replays: 'idempotency.create-replays',
    once: 'idempotency.parallel-create-once',
    // So idempotency.other-payload-rejected fails too.
    reused: 'idempotency.create-key-reused',
  },
  uploadArtifact: {
    replays: 'idempotency.upload-replays',
    once: 'idempotency.parallel-upload-once',
    reused: 'idempotency.upload-key-reused',
  },
} as const;

export const ofKey = ({ target: { operation } }: Reading) =>
  requirementsOfKey[operation === 'uploadArtifact' ? operation : 'createCase'];

/** Whether a write was carried out. */
export function effectOf({ exchange, create, isTruncated }: Reading): Effect {
  const { response, sentTwice } = exchange;
  // What ends early is never carried out (D73).
  if (!response) return isTruncated ? 'not done' : 'unknown';
  if (isSuccess(response.status)) return 'done';
  // An error that the sandbox was asked for opens nothing (D72).
  if (create?.directive?.outcome === 'error') return 'not done';
  // The first copy may have been carried out.
  if (sentTwice) return 'unknown';
  // So it may be sent again (D38). In another form, a gateway also sends 503 when the response was lost.
  if (response.status === 503 && hasProblem(exchange, 'unavailable') && retryAfter(response.headers) !== undefined)
    return 'not done';
  // After 101 the response is in another protocol.
  return response.status === 101 || response.status >= 500 ? 'unknown' : 'not done';
}

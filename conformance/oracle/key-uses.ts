import { isSuccess } from '../wire/exchange.ts';
import type { Reading } from './request/reading.ts';

/** Whether a write was carried out; unknown without a response, or when the service failed. */
export type Effect = 'done' | 'not done' | 'unknown';

/** One POST with an idempotency key. */
export interface KeyUse {
  reading: Reading;
  effect: Effect;
  fingerprint: string | undefined;
}

/** Follows what was sent with each idempotency key. */
export class KeyUses {
  readonly #uses = new Map<string, KeyUse[]>();
  /** by key: its first use by each caller at each path */
  readonly #scopes = new Map<string, Reading[]>();

  /** @param isOfSimilarId it is unclear which case the request is for */
  add(reading: Reading, isOfSimilarId: boolean): void {
    const { target, key, possibleKeys } = reading;
    const effect = effectOf(reading);
    const isClear = target.kind === 'operation' && !possibleKeys && !isOfSimilarId;
    const use: KeyUse = {
      reading,
      effect: isClear || effect === 'not done' ? effect : 'unknown',
      fingerprint: reading.create?.fingerprint ?? reading.upload?.fingerprint,
    };
    if (key !== undefined) {
      if (!this.#uses.has(scopeOf(reading))) this.#scopes.set(key, [...this.scopesOf(key), reading]);
      this.#push(scopeOf(reading), use);
    }
    for (const each of possibleKeys ?? []) this.#push(scopeOfAnyCaller(reading, each), use);
  }

  /** Every POST to this path with this key, of this caller or of an unclear one, in the order in which they began. */
  usesOf(reading: Reading): KeyUse[] {
    const own = this.#uses.get(scopeOf(reading)) ?? [];
    const possible = this.#uses.get(scopeOfAnyCaller(reading, reading.key!)) ?? [];
    if (possible.length === 0) return own;
    return [...own, ...possible].toSorted((one, other) => one.reading.span.start - other.reading.span.start);
  }

  /** The first use of this key by each caller at each path. */
  scopesOf(key: string): Reading[] {
    return this.#scopes.get(key) ?? [];
  }

  /** True when an earlier request with this key asked for the error that this response has. */
  hadSandboxError(reading: Reading): boolean {
    if (reading.key === undefined) return false;
    return this.usesOf(reading).some(({ reading: { create, span } }) => {
      if (create?.directive?.outcome !== 'error' || span.start >= reading.span.start) return false;
      return create.directive.status === reading.exchange.response?.status;
    });
  }

  #push(scope: string, use: KeyUse): void {
    const uses = this.#uses.get(scope);
    if (uses) uses.push(use);
    else this.#uses.set(scope, [use]);
  }
}

const scopeOf = ({ authorization: { caller }, target, key }: Reading) =>
  JSON.stringify([caller?.tenant, caller?.mode, target.caseId?.toLowerCase(), key]);

const scopeOfAnyCaller = ({ target }: Reading, key: string) => JSON.stringify([target.caseId?.toLowerCase(), key]);

/** Whether a write was carried out. */
export function effectOf({ exchange: { response, sentTwice }, create }: Reading): Effect {
  if (!response) return 'unknown';
  if (isSuccess(response.status)) return 'done';
  // An error that the sandbox was asked for opens nothing (D72).
  if (create?.directive?.outcome === 'error') return 'not done';
  // Of a request that was sent twice, the first copy may have been carried out.
  return response.status >= 500 || sentTwice ? 'unknown' : 'not done';
}

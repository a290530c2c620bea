// What a service breaks that rejects a valid request because its idempotency key was used with another payload.
import type { RequirementId } from '../../../generated/requirements.ts';
import type { History } from '../history.ts';
import { fingerprintOf, ofKey } from './key-uses.ts';
import type { Reading } from '../request/reading.ts';
import { isSameCaller } from '../terms.ts';

/** The requirement that explains best why the service took the key for a used one. */
export function reusedWrongly(reading: Reading, history: History): RequirementId {
  const earlier = history.keys.usesBefore(reading);
  const first = earlier.find((use) => use.effect === 'done' && use.fingerprint === fingerprintOf(reading));
  if (first) return comparedWrongly(reading, first.reading);
  if (earlier.length > 0) return 'idempotency.only-success-stored';
  const { caller } = reading.authorization;
  const others = history.keys.scopesOf(reading.key!).filter((other) => other.span.start < reading.span.start);
  const isOfCaller = (other: Reading) =>
    caller !== undefined &&
    other.authorization.caller !== undefined &&
    isSameCaller(caller, other.authorization.caller);
  if (others.some(isOfCaller)) return 'idempotency.key-scope';
  if (others.some(({ authorization }) => authorization.caller?.tenant === caller?.tenant))
    return 'idempotency.scoped-to-mode';
  return others.length > 0 ? 'idempotency.key-scope' : 'idempotency.only-success-stored';
}

/** The payload is the same: the service compared its bytes, or something else. */
function comparedWrongly(reading: Reading, first: Reading): RequirementId {
  const [one, other] = [reading, first].map(({ exchange }) => Buffer.concat(exchange.request.body));
  // The bytes of earlier requests may be forgotten.
  if (other!.length === 0 || one!.equals(other!)) return ofKey(reading).replays;
  return reading.upload ? 'idempotency.upload-fingerprint' : 'idempotency.equal-json';
}

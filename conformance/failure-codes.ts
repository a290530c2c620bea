/**
 * Why a check can fail, for the proof: `proof/frozen.json` lists the code of each failure that it expects. Reports show the
 * kind of the finding instead: `answer`, how a request was answered; `form`, the headers, the problem or the schema of a
 * response; `state`, what a response or an event shows of a case; `set`, what only several exchanges show together.
 */
export const failureKinds = {
  // The response as HTTP.
  'no-response': 'answer',
  'wrong-status': 'answer',
  'not-accepted': 'answer',
  'none-accepted': 'answer',
  accepted: 'answer',
  'missing-header': 'form',
  'wrong-header': 'form',
  'unexpected-header': 'form',
  'bytes-behind-response': 'form',
  'wrong-media-type': 'form',
  'invalid-json': 'form',
  'not-an-array': 'form',
  'not-an-object': 'form',
  'missing-property': 'form',
  'schema-mismatch': 'form',

  // Problems (RFC 9457).
  'wrong-problem-type': 'answer',
  'wrong-problem-status': 'form',
  'wrong-problem-instance': 'form',
  'repeated-problem-instance': 'set',
  'missing-pointer': 'form',
  'wrong-pointer': 'form',
  'input-disclosed': 'form',
  'internals-disclosed': 'form',

  // Ids and locations.
  'missing-id': 'form',
  'wrong-id': 'form',
  'wrong-id-form': 'form',
  'repeated-id': 'set',
  'shared-id': 'set',
  'shared-id-across-modes': 'set',
  'predictable-id': 'set',
  'wrong-location': 'state',

  // Cases.
  'wrong-case': 'state',
  'wrong-case-status': 'state',
  'wrong-type': 'state',
  'wrong-reference': 'state',
  'wrong-score': 'state',
  'wrong-reasons': 'state',
  'wrong-timestamp': 'form',
  'clock-disagrees': 'form',
  'times-out-of-order': 'state',
  'wrong-decision': 'state',
  'wrong-decision-time': 'state',
  'late-decision': 'state',
  'torn-decision': 'state',
  'decided-without-evidence': 'state',
  'lost-case': 'state',
  'shared-case': 'set',

  // Evidence.
  'wrong-artifacts': 'state',
  'wrong-artifact': 'state',
  'wrong-artifact-count': 'state',
  'artifact-limit-exceeded': 'state',
  'wrong-order': 'state',
  'wrong-kind': 'state',
  'wrong-size': 'state',
  'wrong-digest': 'state',
  'wrong-content-type': 'state',
  'file-name-disclosed': 'form',
  'file-content-disclosed': 'form',

  // Tenants and keys.
  'case-disclosed': 'answer',
  'status-discloses-case': 'answer',
  'different-body': 'set',
  'different-headers': 'set',
  'foreign-data': 'set',
  'key-accepted-elsewhere': 'answer',

  // Parts of a request that must have no effect.
  'changed-by-request-header': 'set',
  'changed-by-query': 'set',
  'changed-by-spelling': 'set',
  'changed-by-form-field': 'set',

  // Idempotency.
  'different-replay': 'set',
  'both-payloads-accepted': 'answer',

  // The oracle.
  'model-violation': 'form',

  // Webhooks.
  'missing-event': 'state',
  'late-event': 'state',
  'unexpected-event': 'state',
  'repeated-event': 'set',
  'missing-retry': 'state',
  'late-retry': 'state',
  'event-before-decision': 'set',
  'event-at-foreign-endpoint': 'state',
  'wrong-method': 'form',
  'wrong-event-data': 'state',
  'wrong-event-timestamp': 'form',
  'foreign-signature': 'form',
  'wrong-signature': 'form',
  'changed-event-id': 'set',
  'changed-event-body': 'set',
  'redirect-followed': 'state',
  'response-not-awaited': 'state',
} as const;

export type FailureCode = keyof typeof failureKinds;
export type FailureKind = (typeof failureKinds)[FailureCode];

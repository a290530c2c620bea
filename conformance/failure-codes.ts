/**
 * Why a check can fail: every failure carries one of these codes. Codes are stable, messages are not: programs and the
 * proof compare codes. `report.schema.json`, the HTML report and the docs use this list.
 */
export const failureCodes = {
  // The response as HTTP.
  'no-response': 'No response arrived: the connection was refused, reset or closed, or the time limit was reached.',
  'wrong-status': 'The response has a status code that the contract does not allow here.',
  'not-accepted': 'A valid request was not accepted.',
  'none-accepted': 'None of several identical requests was accepted, although one must be.',
  accepted: 'A request that must be rejected was accepted.',
  'missing-header': 'A header that the contract requires is missing.',
  'wrong-header': 'A header has a value that the contract does not allow.',
  'unexpected-header': 'The response has a header that it must not have.',
  'bytes-behind-response': 'More bytes arrived on the connection after the end of a response.',
  'wrong-media-type': 'The media type of the body is not the one that the contract requires.',
  'invalid-json': 'The body is not valid JSON in UTF-8.',
  'not-an-array': 'A property or a body must be an array of objects, but is something else.',
  'not-an-object': 'The body is JSON, but not a JSON object.',
  'missing-property': 'The body does not have a property that its schema requires.',
  'schema-mismatch': 'The body does not match its schema; the failure lists the JSON pointer of each wrong value.',

  // Problems (RFC 9457).
  'wrong-problem-type': 'The type of the problem is not the one that the contract requires for this error.',
  'wrong-problem-status': 'The status in the problem differs from the status code of the response.',
  'wrong-problem-instance': 'The instance of the problem does not have the form that the contract requires.',
  'repeated-problem-instance': 'Two problems have the same instance.',
  'missing-pointer': 'The problem has no pointer to the invalid value.',
  'wrong-pointer':
    'The problem has pointers, but none of them is the one that the contract requires, such as `#/type`.',
  'input-disclosed': 'The problem contains a value that the request contained.',
  'internals-disclosed': 'The problem contains details of the implementation.',

  // Ids and locations.
  'missing-id': 'The response to an accepted create contains no case id.',
  'wrong-id': 'A response contains the id of another resource.',
  'wrong-id-form': 'An id does not have the form that the contract requires.',
  'repeated-id': 'Two resources have the same id.',
  'shared-id': 'Two tenants were given the same id.',
  'shared-id-across-modes': 'A tenant was given the same id in sandbox and live mode.',
  'predictable-id': 'An id can be computed from an earlier one.',
  'wrong-location': 'A read of the URL in the Location header does not return the created case.',

  // Cases.
  'wrong-case': 'A response shows wrong values for a case: they differ from those that were sent or read before.',
  'wrong-case-status': 'The case has a status that the contract does not allow here.',
  'wrong-type': 'The type of a case is not the one with which it was created.',
  'wrong-reference': 'The reference of a case is not the one with which it was created.',
  'wrong-score': 'The score has a value that the contract does not allow here.',
  'wrong-reasons': 'The reasons have a value that the contract does not allow here.',
  'wrong-timestamp': 'A timestamp does not have the form that the contract requires.',
  'clock-disagrees':
    'A timestamp differs by more than five minutes from the `Date` header of the response in which it first appears.',
  'times-out-of-order': 'Two timestamps are in the wrong order: the later event has the earlier time.',
  'wrong-decision': 'The decision is not the one that the sandbox reference asks for, or it changed after it was made.',
  'wrong-decision-time': 'decided_at has a value that the contract does not allow here.',
  'late-decision': 'The case was not decided within the time limit.',
  'torn-decision': 'A read shows only some of the properties of a decision: status, score, reasons and decided_at.',
  'decided-without-evidence': 'A case is decided although no evidence is listed.',
  'lost-case': 'An existing case can no longer be read.',
  'shared-case': 'Two requests created only one case, but each must create its own.',

  // Evidence.
  'wrong-artifacts': 'The artifacts that the case lists are not those that it accepted.',
  'wrong-artifact': 'The values recorded for an artifact are not those of the uploaded file.',
  'wrong-artifact-count': 'The case lists more or fewer artifacts than it accepted.',
  'artifact-limit-exceeded': 'The case lists more artifacts than the contract allows.',
  'wrong-order': 'The artifacts are not listed in the order in which they were accepted.',
  'wrong-kind': 'The kind of an artifact is not the one that was uploaded.',
  'wrong-size': 'The size of an artifact is not that of the uploaded file.',
  'wrong-digest': 'The digest of an artifact is not that of the uploaded file.',
  'wrong-content-type': 'The content type of an artifact does not match the content of its file.',
  'file-name-disclosed': 'A response contains the name of an uploaded file.',
  'file-content-disclosed': 'A response contains the content of an uploaded file.',

  // Tenants and keys.
  'case-disclosed': 'A response shows a case to a caller who must not see it.',
  'status-discloses-case': 'The status code reveals whether a case exists.',
  'different-body': 'The body reveals whether a case of another tenant exists.',
  'different-headers': 'A header reveals whether a case of another tenant exists.',
  'foreign-data': 'A case contains data of another case.',
  'key-accepted-elsewhere': 'The service accepted an API key that was sent in the wrong place, such as another header.',

  // Parts of a request that must have no effect.
  'changed-by-request-header': 'A request header that must be ignored changes the response.',
  'changed-by-query': 'A query parameter that must be ignored changes the response.',
  'changed-by-spelling': 'The response changes if the same request is written or sent in another way.',
  'changed-by-form-field': 'A form field that must be ignored changes the response.',

  // Idempotency.
  'different-replay':
    'Two responses to requests with the same `Idempotency-Key` and payload differ; the requests were sent one after the other, or in parallel.',
  'both-payloads-accepted': 'Two different payloads were accepted under one `Idempotency-Key`.',

  // The oracle.
  'model-violation': 'A response breaks the contract, given the request and what came before it.',

  // Webhooks.
  'missing-event': 'An event did not arrive within the time limit.',
  'late-event': 'An event arrived after the time limit.',
  'unexpected-event': 'An event arrived that must not be sent.',
  'repeated-event': 'An event was sent again although its delivery had ended, or was sent with two different ids.',
  'missing-retry': 'The delivery of an event failed, and the event was not sent again.',
  'late-retry': 'The delivery of an event failed, and the event was sent again too late.',
  'event-before-decision': 'An event arrived before a read of the case showed the decision.',
  'event-at-foreign-endpoint': 'An event was sent to the endpoint of another tenant.',
  'wrong-method': 'An event was sent with a method other than POST.',
  'wrong-event-data': 'The data of an event differ from the case.',
  'wrong-event-timestamp': 'A timestamp of an event has a value that the contract does not allow.',
  'foreign-signature': 'An event is signed with the secret of another tenant.',
  'wrong-signature': 'The signature of an event is missing or does not verify.',
  'changed-event-id': 'The id of a retry is not that of the first attempt.',
  'changed-event-body': 'The body of a retry is not that of the first attempt.',
  'redirect-followed': 'The service followed a redirect when it delivered an event.',
  'response-not-awaited':
    'The service closed the connection to a webhook endpoint before the 15 seconds for the response were over.',
} as const;

export type FailureCode = keyof typeof failureCodes;

/**
 * Why a check can fail: every failure carries one of these codes. Codes are stable, messages are not: programs and the
 * proof compare codes. `report.schema.json`, the HTML report and the docs use this list.
 */
export const failureCodes = {
  // The response as HTTP.
  'no-response': 'No response arrived: the connection was refused, reset or closed, or the time limit was reached.',
  'wrong-status': 'The response has a status code that the contract does not allow here.',
  'not-accepted': 'A valid request was not accepted.',
  'none-accepted': 'None of several equal requests was accepted.',
  accepted: 'A request that must be rejected was accepted.',
  'missing-header': 'A header that the contract requires is missing.',
  'wrong-header': 'A header has a value that the contract does not allow.',
  'unexpected-header': 'The response has a header that it must not have.',
  'bytes-behind-response': 'More bytes arrived on the connection behind the end of a response.',
  'wrong-media-type': 'The body has another media type than the contract requires.',
  'invalid-json': 'The body is not valid JSON in UTF-8.',
  'not-an-array': 'The value is JSON, but not an array of objects.',
  'not-an-object': 'The body is JSON, but not a JSON object.',
  'missing-property': 'The body does not have a property that its schema requires.',
  'schema-mismatch': 'The body does not fit its schema; each mismatch is named by its JSON pointer.',

  // Problems (RFC 9457).
  'wrong-problem-type': 'The problem has another type than the contract names for this error.',
  'wrong-problem-status': 'The status in the problem differs from the status code of the response.',
  'wrong-problem-instance': 'The instance of the problem does not have the form that the contract requires.',
  'repeated-problem-instance': 'Two problems have the same instance.',
  'missing-pointer': 'The problem has no pointer to the invalid value.',
  'wrong-pointer': 'The problem points at another value than the invalid one.',
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
  'wrong-location': 'The Location header does not lead to the created case.',

  // Cases.
  'wrong-case': 'A response shows a case with values other than those it has.',
  'wrong-case-status': 'The status of a case is not one that the contract allows here.',
  'wrong-type': 'A case has another type than the one it was created with.',
  'wrong-reference': 'A case has another reference than the one it was created with.',
  'wrong-score': 'The score has a value that the contract does not allow here.',
  'wrong-reasons': 'The reasons have a value that the contract does not allow here.',
  'wrong-timestamp': 'A timestamp does not have the form that the contract requires.',
  'clock-disagrees': 'A timestamp differs by minutes from the Date of the response that first shows it.',
  'times-out-of-order': 'A timestamp is before that of something that happened earlier.',
  'wrong-decision': 'The decision differs from the one that the request asked for or that was already made.',
  'wrong-decision-time': 'decided_at has a value that the contract does not allow here.',
  'late-decision': 'The case was not decided within the time limit.',
  'torn-decision': 'A read shows a part of a decision without the rest.',
  'decided-without-evidence': 'A case is decided although no evidence is listed.',
  'lost-case': 'A case that was opened can no longer be read.',
  'shared-case': 'Two requests that must open two cases opened one.',

  // Evidence.
  'wrong-artifacts': 'The case lists other artifacts than those it accepted.',
  'wrong-artifact': 'An artifact is recorded with values other than those that were uploaded.',
  'wrong-artifact-count': 'The case lists more or fewer artifacts than it accepted.',
  'artifact-limit-exceeded': 'The case lists more artifacts than the contract allows.',
  'wrong-order': 'The artifacts are not listed in the order in which they were accepted.',
  'wrong-kind': 'An artifact has another kind than the one that was uploaded.',
  'wrong-size': 'An artifact has another size than the file that was uploaded.',
  'wrong-digest': 'An artifact has another digest than the file that was uploaded.',
  'wrong-content-type': 'An artifact has another content type than the one its file has.',
  'file-name-disclosed': 'A response contains the name of an uploaded file.',
  'file-content-disclosed': 'A response contains the content of an uploaded file.',

  // Tenants and keys.
  'case-disclosed': 'A response shows a case to a caller who must not see it.',
  'status-discloses-case': 'The status code reveals whether a case exists.',
  'different-body': 'The body reveals whether a case of another tenant exists.',
  'different-headers': 'A header reveals whether a case of another tenant exists.',
  'foreign-data': 'A case contains data of another case.',
  'key-accepted-elsewhere': 'A key is read from a place where it has no meaning.',

  // Parts of a request that must have no effect.
  'changed-by-request-header': 'A request header that must be ignored changes the response.',
  'changed-by-query': 'A query parameter that must be ignored changes the response.',
  'changed-by-spelling': 'Another way to write or to send the same request changes the response.',
  'changed-by-form-field': 'A form field that must be ignored changes the response.',

  // Idempotency.
  'different-replay': 'A repeated request with the same key has another response than the first.',
  'both-payloads-accepted': 'Two different payloads were accepted under one key.',

  // The model.
  'model-violation': 'An exchange that no check judged has a response that the contract does not allow.',

  // Webhooks.
  'missing-event': 'An event did not arrive within the time limit.',
  'late-event': 'An event arrived after the time limit.',
  'unexpected-event': 'An event arrived that must not be sent.',
  'repeated-event': 'An event was sent again, or twice with different ids.',
  'missing-retry': 'An event that failed was not sent again.',
  'late-retry': 'An event that failed was sent again after the time limit.',
  'event-before-decision': 'An event arrived before the case shows its decision.',
  'event-at-foreign-endpoint': 'An event was sent to the endpoint of another tenant.',
  'wrong-method': 'An event was sent with another method than POST.',
  'wrong-event-data': 'The data of an event differ from the case.',
  'wrong-event-timestamp': 'A timestamp of an event has a value that the contract does not allow.',
  'foreign-signature': 'An event is signed with the secret of another tenant.',
  'wrong-signature': 'The signature of an event is missing or does not verify.',
  'changed-event-id': 'A retry has another id than the first attempt.',
  'changed-event-body': 'A retry has another body than the first attempt.',
  'redirect-followed': 'An event followed a redirect.',
  'response-not-awaited': 'The sender closed the connection before the response to an event was due.',
} as const;

export type FailureCode = keyof typeof failureCodes;

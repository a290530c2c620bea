// Written by `npm run generate` from openapi.yaml. Never edited.
/** The contract that this was made from: its version and the SHA-256 digest of its bytes. */
export const contract = { version: '0.2.0', digest: 'eec0d3be8c723572fc056a42f6bb7b32f1ea6c48f87908d26ba7503649ce685b' };

export type Family =
  | 'authentication'
  | 'tenancy'
  | 'problems'
  | 'http'
  | 'idempotency'
  | 'case-lifecycle'
  | 'sandbox'
  | 'create-case'
  | 'limits'
  | 'get-case'
  | 'upload-artifact'
  | 'webhook';
export type TestableId =
  | 'authentication.create-needs-key'
  | 'authentication.upload-needs-key'
  | 'authentication.read-needs-key'
  | 'authentication.create-needs-issued-key'
  | 'authentication.upload-needs-issued-key'
  | 'authentication.read-needs-issued-key'
  | 'authentication.missing-key-401'
  | 'authentication.unknown-key-401'
  | 'authentication.whole-key-compared'
  | 'authentication.challenge'
  | 'authentication.rejected-key-hint'
  | 'authentication.scheme-any-case'
  | 'authentication.query-key-is-no-key'
  | 'authentication.other-header-is-no-key'
  | 'authentication.other-scheme-is-no-key'
  | 'authentication.before-case'
  | 'authentication.before-validation'
  | 'tenancy.foreign-read-404'
  | 'tenancy.foreign-upload-404'
  | 'tenancy.foreign-upload-stores-nothing'
  | 'tenancy.foreign-read-like-unknown'
  | 'tenancy.foreign-upload-like-unknown'
  | 'tenancy.foreign-other-method-like-unknown'
  | 'tenancy.ids-unique'
  | 'tenancy.same-reference-apart'
  | 'tenancy.apart-under-load'
  | 'tenancy.modes-apart-on-read'
  | 'tenancy.modes-apart-on-upload'
  | 'problems.media-type'
  | 'problems.members'
  | 'problems.status-matches'
  | 'problems.instance-fresh'
  | 'problems.no-submitted-values'
  | 'problems.no-internals'
  | 'problems.errors-listed'
  | 'problems.points-at-invalid-member'
  | 'problems.points-at-missing-member'
  | 'problems.points-at-unknown-member'
  | 'problems.escapes-pointer'
  | 'problems.points-at-body'
  | 'problems.points-at-part'
  | 'http.unknown-path-404'
  | 'http.wrong-method-405'
  | 'http.allow'
  | 'http.no-store'
  | 'http.nosniff'
  | 'http.json-answers'
  | 'http.accept-ignored'
  | 'http.media-type-any-case'
  | 'http.media-type-parameters-ignored'
  | 'http.missing-content-type-415'
  | 'http.wrong-content-type-415'
  | 'http.malformed-content-type'
  | 'http.content-encoding-415'
  | 'http.no-method-override'
  | 'http.no-cors'
  | 'http.case-before-other-refusals'
  | 'http.timestamps-utc'
  | 'http.timestamps-by-clock'
  | 'http.header-names-any-case'
  | 'http.no-byte-order-mark'
  | 'http.head-like-get'
  | 'http.nothing-behind-response'
  | 'http.range-ignored'
  | 'http.left-open-answers'
  | 'idempotency.create-replays'
  | 'idempotency.upload-replays'
  | 'idempotency.upload-stored-once'
  | 'idempotency.equal-json'
  | 'idempotency.upload-fingerprint'
  | 'idempotency.create-key-reused'
  | 'idempotency.upload-key-reused-other-file'
  | 'idempotency.upload-key-reused-other-kind'
  | 'idempotency.other-key-other-case'
  | 'idempotency.scoped-to-tenant'
  | 'idempotency.scoped-to-path'
  | 'idempotency.scoped-to-mode'
  | 'idempotency.only-success-stored'
  | 'idempotency.first-answer-kept'
  | 'idempotency.replay-after-decision'
  | 'idempotency.replay-after-limit'
  | 'idempotency.parallel-create-once'
  | 'idempotency.parallel-upload-once'
  | 'idempotency.key-forms'
  | 'idempotency.illegal-key-400'
  | 'idempotency.other-payload-rejected'
  | 'idempotency.kept-after-rejection'
  | 'idempotency.ignored-elsewhere'
  | 'case-lifecycle.created-pending'
  | 'case-lifecycle.pending-score-zero'
  | 'case-lifecycle.pending-no-reasons'
  | 'case-lifecycle.pending-no-decision-time'
  | 'case-lifecycle.decided-case-has-time'
  | 'case-lifecycle.decided-after-creation'
  | 'case-lifecycle.facts-unchanged'
  | 'case-lifecycle.times-in-order'
  | 'case-lifecycle.approved-reasons'
  | 'case-lifecycle.denied-reasons'
  | 'case-lifecycle.decision-atomic'
  | 'case-lifecycle.decision-final'
  | 'case-lifecycle.decided-once-under-load'
  | 'case-lifecycle.decided-case-refuses-evidence'
  | 'case-lifecycle.refused-evidence-changes-nothing'
  | 'sandbox.approves-person'
  | 'sandbox.approves-entity'
  | 'sandbox.denies-person'
  | 'sandbox.denies-entity'
  | 'sandbox.denies-with-code'
  | 'sandbox.hold-stays-pending'
  | 'sandbox.plain-reference-stays-pending'
  | 'sandbox.suffix-ignored'
  | 'sandbox.any-evidence-decides'
  | 'sandbox.decides-in-time'
  | 'sandbox.no-decision-without-evidence'
  | 'sandbox.refused-evidence-decides-nothing'
  | 'sandbox.error-429'
  | 'sandbox.error-503'
  | 'sandbox.error-not-stored'
  | 'sandbox.unknown-directive-refused'
  | 'sandbox.deny-code-checked'
  | 'sandbox.live-key-refuses'
  | 'sandbox.absent-refuses'
  | 'create-case.opens-person-case'
  | 'create-case.opens-entity-case'
  | 'create-case.assigns-identifier'
  | 'create-case.type-required'
  | 'create-case.reference-required'
  | 'create-case.type-known'
  | 'create-case.type-is-string'
  | 'create-case.reference-is-string'
  | 'create-case.body-is-object'
  | 'create-case.answers-201'
  | 'create-case.location'
  | 'create-case.answers-case'
  | 'create-case.returns-type'
  | 'create-case.returns-reference'
  | 'create-case.no-evidence-yet'
  | 'create-case.id-form'
  | 'create-case.id-not-all-digits'
  | 'create-case.id-not-sequential'
  | 'create-case.shortest-reference'
  | 'create-case.longest-reference'
  | 'create-case.empty-reference'
  | 'create-case.too-long-reference'
  | 'create-case.control-character'
  | 'create-case.repeated-reference'
  | 'create-case.lone-surrogate'
  | 'create-case.large-number'
  | 'create-case.invalid-utf8'
  | 'create-case.malformed-json'
  | 'create-case.invalid-type'
  | 'create-case.invalid-reference'
  | 'create-case.missing-member'
  | 'create-case.unknown-member'
  | 'create-case.no-object'
  | 'limits.json-accepted'
  | 'limits.json-refused'
  | 'limits.json-refused-unannounced'
  | 'get-case.reads-case'
  | 'get-case.status'
  | 'get-case.score'
  | 'get-case.reasons'
  | 'get-case.unknown-has-no-status'
  | 'get-case.answers-200'
  | 'get-case.answers-case'
  | 'get-case.like-created'
  | 'get-case.own-case'
  | 'get-case.unknown-404'
  | 'get-case.malformed-id-404'
  | 'get-case.whole-id-compared'
  | 'get-case.lists-evidence'
  | 'get-case.evidence-in-order'
  | 'upload-artifact.accepts-evidence'
  | 'upload-artifact.file-required'
  | 'upload-artifact.kind-required'
  | 'upload-artifact.case-must-exist'
  | 'upload-artifact.multipart-required'
  | 'upload-artifact.answers-201'
  | 'upload-artifact.answers-artifact'
  | 'upload-artifact.returns-kind'
  | 'upload-artifact.returns-size'
  | 'upload-artifact.returns-digest'
  | 'upload-artifact.returns-recognised-type'
  | 'upload-artifact.ids-differ'
  | 'upload-artifact.accepts-file-types'
  | 'upload-artifact.accepts-bare-signature'
  | 'upload-artifact.part-type-optional'
  | 'upload-artifact.part-type-any-form'
  | 'upload-artifact.part-type-disagrees'
  | 'upload-artifact.unknown-content'
  | 'upload-artifact.signature-at-start'
  | 'upload-artifact.empty-file'
  | 'upload-artifact.accepts-kinds'
  | 'upload-artifact.any-kind-on-any-type'
  | 'upload-artifact.unknown-kind'
  | 'upload-artifact.repeated-kind'
  | 'upload-artifact.parts-in-either-order'
  | 'upload-artifact.written-by-any-client'
  | 'upload-artifact.missing-part'
  | 'upload-artifact.repeated-part'
  | 'upload-artifact.unknown-part'
  | 'upload-artifact.truncated-multipart'
  | 'upload-artifact.invalid-utf8-kind'
  | 'upload-artifact.content-not-decoded'
  | 'upload-artifact.file-name-ignored'
  | 'upload-artifact.file-name-not-echoed'
  | 'upload-artifact.content-not-returned'
  | 'upload-artifact.refused-stores-nothing'
  | 'limits.file-accepted'
  | 'limits.file-refused'
  | 'limits.file-refused-unannounced'
  | 'limits.refused-file-not-stored'
  | 'limits.twenty-artifacts'
  | 'limits.twenty-first-artifact'
  | 'limits.parallel-artifacts-kept'
  | 'limits.parallel-artifacts-limited'
  | 'webhook.arrives'
  | 'webhook.announces-denial'
  | 'webhook.method-post'
  | 'webhook.content-type-json'
  | 'webhook.body-schema'
  | 'webhook.timestamp-is-decision'
  | 'webhook.data-is-case'
  | 'webhook.state-before-event'
  | 'webhook.id-header'
  | 'webhook.timestamp-header'
  | 'webhook.signature'
  | 'webhook.timestamp-of-sending'
  | 'webhook.ids-differ'
  | 'webhook.once-a-case'
  | 'webhook.not-while-pending'
  | 'webhook.success-not-again'
  | 'webhook.any-2xx-is-success'
  | 'webhook.error-retried'
  | 'webhook.redirect-retried'
  | 'webhook.redirect-not-followed'
  | 'webhook.closed-connection-retried'
  | 'webhook.retry-keeps-id'
  | 'webhook.retry-keeps-body'
  | 'webhook.retry-renews-timestamp'
  | 'webhook.retry-signed-anew'
  | 'webhook.gone-stops'
  | 'webhook.own-endpoint'
  | 'webhook.own-secret'
  | 'webhook.slow-success-taken'
  | 'webhook.no-answer-retried';
export type UntestableId =
  | 'idempotency.in-use-retry-after'
  | 'idempotency.kept-24-hours'
  | 'create-case.id-unguessable'
  | 'limits.overhead-accepted'
  | 'limits.own-rate'
  | 'webhook.eight-attempts'
  | 'webhook.spread-over-a-day'
  | 'webhook.backoff-with-jitter';
export type RequirementId = TestableId | UntestableId;
export type Capability = 'sandbox' | 'webhooks' | 'live-key';

/** One normative sentence of the contract. */
export interface Requirement {
  id: RequirementId;
  family: Family;
  level: 'MUST' | 'SHOULD';
  text: string;
  /** a section of the source document (`§4.1`) or a decision (`D12`) */
  source: string;
  /** `stated`: the source document says it; `full`: this project decided it */
  class: 'stated' | 'full';
  /** the operation that it binds; null: the whole contract */
  operation: string | null;
  /** applies only when all of these are claimed */
  capability: Capability[];
  /** applies only when this is not claimed */
  unless: Capability | null;
  /** why it has no check */
  untestable: string | null;
  /** the responses that it demands, one of them; none where it demands no status code */
  answers: Answer[];
}

/** A status code and, for a rejection, the last segment of its problem type. */
export interface Answer {
  status: number;
  problem: string | null;
}

export const requirements: Requirement[] = [
  {"id":"authentication.create-needs-key","family":"authentication","level":"MUST","text":"A create that carries no key MUST NOT be accepted.","source":"§5.1","class":"stated","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"authentication.upload-needs-key","family":"authentication","level":"MUST","text":"An upload that carries no key MUST NOT be accepted.","source":"§5.1","class":"stated","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"authentication.read-needs-key","family":"authentication","level":"MUST","text":"The response to a read that carries no key MUST NOT contain a case status.","source":"§5.1","class":"stated","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"authentication.create-needs-issued-key","family":"authentication","level":"MUST","text":"A create with a key that was never issued MUST NOT be accepted.","source":"§5.1","class":"stated","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"authentication.upload-needs-issued-key","family":"authentication","level":"MUST","text":"An upload with a key that was never issued MUST NOT be accepted.","source":"§5.1","class":"stated","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"authentication.read-needs-issued-key","family":"authentication","level":"MUST","text":"The response to a read with a key that was never issued MUST NOT contain a case status.","source":"§5.1","class":"stated","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"authentication.missing-key-401","family":"authentication","level":"MUST","text":"The response of each of the three operations MUST be 401 with `/problems/unauthorized` when no key is sent.","source":"D26","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":401,"problem":"unauthorized"}]},
  {"id":"authentication.unknown-key-401","family":"authentication","level":"MUST","text":"The response of each of the three operations MUST be 401 with `/problems/unauthorized` when the key was never issued.","source":"D26","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":401,"problem":"unauthorized"}]},
  {"id":"authentication.whole-key-compared","family":"authentication","level":"MUST","text":"The response to a request whose key differs from an issued one by a missing, an added or a changed character MUST be 401.","source":"D26","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":401,"problem":"unauthorized"}]},
  {"id":"authentication.challenge","family":"authentication","level":"MUST","text":"Every 401 MUST carry a `WWW-Authenticate` header with a `Bearer` challenge that names a realm.","source":"D20","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"authentication.rejected-key-hint","family":"authentication","level":"SHOULD","text":"The `Bearer` challenge in the response to a request with a rejected key SHOULD carry `error=\"invalid_token\"`.","source":"D20","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"authentication.scheme-any-case","family":"authentication","level":"MUST","text":"The scheme name `Bearer` MUST be recognised in any letter case.","source":"D58","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"authentication.query-key-is-no-key","family":"authentication","level":"MUST","text":"A key in the query MUST be ignored, as if it was not sent.","source":"D19","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":401,"problem":"unauthorized"}]},
  {"id":"authentication.other-header-is-no-key","family":"authentication","level":"MUST","text":"A key in any header other than `Authorization` MUST be ignored, as if it was not sent.","source":"D19","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":401,"problem":"unauthorized"}]},
  {"id":"authentication.other-scheme-is-no-key","family":"authentication","level":"MUST","text":"The response to a request with a key under a scheme other than `Bearer` MUST be 401.","source":"D19","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":401,"problem":"unauthorized"}]},
  {"id":"authentication.before-case","family":"authentication","level":"MUST","text":"Without a valid key, the response MUST be 401 and MUST NOT show whether the case exists.","source":"D23","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":401,"problem":"unauthorized"}]},
  {"id":"authentication.before-validation","family":"authentication","level":"MUST","text":"Without a valid key, the response MUST be 401 even if the request is also wrong in another way.","source":"D23","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":401,"problem":"unauthorized"}]},
  {"id":"tenancy.foreign-read-404","family":"tenancy","level":"MUST","text":"The response to a read of another tenant's case MUST be 404 with `/problems/not-found`.","source":"D22","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":404,"problem":"not-found"}]},
  {"id":"tenancy.foreign-upload-404","family":"tenancy","level":"MUST","text":"The response to an upload to another tenant's case MUST be 404 with `/problems/not-found`.","source":"D22","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":404,"problem":"not-found"}]},
  {"id":"tenancy.foreign-upload-stores-nothing","family":"tenancy","level":"MUST","text":"An upload by another tenant MUST NOT change the case.","source":"D22","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"tenancy.foreign-read-like-unknown","family":"tenancy","level":"MUST","text":"The responses to a read of another tenant's case and to a read of an unknown case MUST have the same header names and, except for `instance`, the same body.","source":"D22","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"tenancy.foreign-upload-like-unknown","family":"tenancy","level":"MUST","text":"The responses to an upload to another tenant's case and to an upload to an unknown case MUST have the same header names and, except for `instance`, the same body.","source":"D22","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"tenancy.foreign-other-method-like-unknown","family":"tenancy","level":"MUST","text":"A request with a method that the contract does not define for the path MUST get the same status code for another tenant's case as for an unknown case.","source":"D22","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"tenancy.ids-unique","family":"tenancy","level":"MUST","text":"Case ids MUST be unique across tenants.","source":"D6","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"tenancy.same-reference-apart","family":"tenancy","level":"MUST","text":"Cases of two tenants with the same reference MUST be separate cases, and each tenant can read only its own.","source":"D21","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"tenancy.apart-under-load","family":"tenancy","level":"MUST","text":"When requests of two tenants run at the same time, each response MUST be for the tenant that sent the request.","source":"D21","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"tenancy.modes-apart-on-read","family":"tenancy","level":"MUST","text":"The response to a read with a key of the other mode (live or sandbox) of the same tenant MUST be 404.","source":"D70","class":"full","operation":null,"capability":["sandbox","live-key"],"unless":null,"untestable":null,"answers":[{"status":404,"problem":"not-found"}]},
  {"id":"tenancy.modes-apart-on-upload","family":"tenancy","level":"MUST","text":"The response to an upload with a key of the other mode (live or sandbox) of the same tenant MUST be 404.","source":"D70","class":"full","operation":null,"capability":["sandbox","live-key"],"unless":null,"untestable":null,"answers":[{"status":404,"problem":"not-found"}]},
  {"id":"problems.media-type","family":"problems","level":"MUST","text":"Every 4xx and 5xx response MUST have the media type `application/problem+json`.","source":"D75","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"problems.members","family":"problems","level":"MUST","text":"Every problem MUST have `type`, `title`, `status`, `detail` and `instance`, each in its documented form.","source":"D75","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"problems.status-matches","family":"problems","level":"MUST","text":"The `status` of a problem MUST equal the status code of its response.","source":"D75","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"problems.instance-fresh","family":"problems","level":"MUST","text":"The `instance` of every problem MUST be a `urn:uuid:` that no other response has.","source":"D75","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"problems.no-submitted-values","family":"problems","level":"MUST","text":"A problem MUST NOT contain a value that the request submitted.","source":"D77","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"problems.no-internals","family":"problems","level":"MUST","text":"A problem MUST NOT contain a stack trace, a file path or SQL.","source":"D77","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"problems.errors-listed","family":"problems","level":"MUST","text":"A problem of the type `/problems/invalid-request` MUST list in `errors` at least one entry with a `pointer` and a `detail`.","source":"D35","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"problems.points-at-invalid-member","family":"problems","level":"MUST","text":"When the value of a property is not allowed, at least one pointer of the problem MUST name that property.","source":"D62","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"problems.points-at-missing-member","family":"problems","level":"MUST","text":"When a required property is missing, at least one pointer of the problem MUST name that property.","source":"D62","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"problems.points-at-unknown-member","family":"problems","level":"MUST","text":"When a body has a property that the contract does not define, at least one pointer of the problem MUST name that property.","source":"D62","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"problems.escapes-pointer","family":"problems","level":"MUST","text":"A pointer MUST be a URI fragment: `~` and `/` in a name are escaped as RFC 6901 requires, and every character that a fragment does not allow is percent-encoded as RFC 3986 requires.","source":"D62","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"problems.points-at-body","family":"problems","level":"MUST","text":"The pointer for a JSON body that is not an object MUST be `#`.","source":"D62","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"problems.points-at-part","family":"problems","level":"MUST","text":"When a multipart part is missing, unknown, repeated or not allowed, at least one pointer of the problem MUST name that part.","source":"D62","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.unknown-path-404","family":"http","level":"MUST","text":"The response to a request with a valid key for an unknown path MUST be 404 with `/problems/not-found`.","source":"D27","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":404,"problem":"not-found"}]},
  {"id":"http.wrong-method-405","family":"http","level":"MUST","text":"The response to a request with a valid key and a wrong method for a known path MUST be 405 with `/problems/method-not-allowed`.","source":"D28","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":405,"problem":"method-not-allowed"}]},
  {"id":"http.allow","family":"http","level":"MUST","text":"Every 405 MUST carry an `Allow` header that lists the methods of the path.","source":"D28","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.no-store","family":"http","level":"MUST","text":"Every response MUST carry `Cache-Control` with `no-store`.","source":"D39","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.nosniff","family":"http","level":"SHOULD","text":"Every response except `304` SHOULD carry `X-Content-Type-Options: nosniff`.","source":"D39","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.json-answers","family":"http","level":"MUST","text":"Every 2xx response MUST have the media type `application/json`, except that to `OPTIONS`.","source":"D60","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.accept-ignored","family":"http","level":"MUST","text":"The request header `Accept` MUST NOT change the response, and the status code is never 406.","source":"D60","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.media-type-any-case","family":"http","level":"MUST","text":"The media type of a request MUST be compared without regard to letter case.","source":"D59","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.media-type-parameters-ignored","family":"http","level":"MUST","text":"`charset=utf-8`, in any letter case, and unknown parameters of the request's media type MUST be ignored.","source":"D59","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.missing-content-type-415","family":"http","level":"MUST","text":"The response to a POST with a body but without `Content-Type` MUST be 415 with `/problems/unsupported-media-type`.","source":"D59","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":415,"problem":"unsupported-media-type"}]},
  {"id":"http.wrong-content-type-415","family":"http","level":"MUST","text":"The response to a POST whose media type differs from that of the operation MUST be 415 with `/problems/unsupported-media-type`.","source":"D33","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":415,"problem":"unsupported-media-type"}]},
  {"id":"http.malformed-content-type","family":"http","level":"MUST","text":"A POST whose `Content-Type` is not a media type MUST be rejected with 400 or 415.","source":"D87","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":400,"problem":"malformed-request"},{"status":415,"problem":"unsupported-media-type"}]},
  {"id":"http.content-encoding-415","family":"http","level":"MUST","text":"The response to a POST with a `Content-Encoding` other than `identity` MUST be 415 with `/problems/unsupported-media-type`.","source":"D33","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":415,"problem":"unsupported-media-type"}]},
  {"id":"http.no-method-override","family":"http","level":"MUST","text":"A header, query parameter or form field that names another method MUST NOT change the method of a request.","source":"D45","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.no-cors","family":"http","level":"MUST","text":"Responses MUST NOT carry `Access-Control-Allow-Origin`.","source":"D45","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.case-before-other-refusals","family":"http","level":"MUST","text":"With a valid key, the response to an upload to an unknown case MUST be 404, whatever the form of the id, even if the upload is also wrong in another way.","source":"D23","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":404,"problem":"not-found"}]},
  {"id":"http.timestamps-utc","family":"http","level":"MUST","text":"Every timestamp MUST be written as RFC 3339 prescribes, in UTC, ending in `Z`.","source":"D44","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.timestamps-by-clock","family":"http","level":"MUST","text":"If a response has a `Date` header and shows a `created_at` or `decided_at` that the service has just set, this time MUST differ by at most five minutes from the header.","source":"D86","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.header-names-any-case","family":"http","level":"MUST","text":"The service MUST recognise the name of a request header in any letter case.","source":"D85","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.no-byte-order-mark","family":"http","level":"MUST","text":"The body of a response MUST NOT begin with a byte-order mark.","source":"D85","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.head-like-get","family":"http","level":"MUST","text":"The response to `HEAD` MUST have either the status 405, or the same status as the response to `GET`; in the second case, if it has a `Content-Length`, the value MUST be the same as in the response to `GET`.","source":"D85","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.nothing-behind-response","family":"http","level":"MUST","text":"The service MUST NOT send a byte between the end of a response, as its headers define it, and the next request; the response to `HEAD` ends with its headers.","source":"D85","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.range-ignored","family":"http","level":"MUST","text":"The request header `Range` MUST NOT change the response, and the status code is never 206 or 416.","source":"D87","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"http.left-open-answers","family":"http","level":"MUST","text":"The response to a request for which the contract lists a freedom MUST be one of those that the freedom allows, or one that another fault of the request demands, and never an internal error of the service.","source":"D80","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.create-replays","family":"idempotency","level":"MUST","text":"The response to a create that repeats an `Idempotency-Key` with the same payload MUST have the status code, body and `Location` of the first response.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.upload-replays","family":"idempotency","level":"MUST","text":"The response to an upload that repeats an `Idempotency-Key` with the same payload MUST have the status code and body of the first response.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.upload-stored-once","family":"idempotency","level":"MUST","text":"A repeated upload with the same `Idempotency-Key` MUST NOT add a second artifact.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.equal-json","family":"idempotency","level":"MUST","text":"Two JSON payloads that are equal as values MUST count as the same payload.","source":"D56","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.upload-fingerprint","family":"idempotency","level":"MUST","text":"Two uploads with the same kind and the same file content MUST count as the same payload, whatever their boundary, order of parts and file name are.","source":"D42","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.create-key-reused","family":"idempotency","level":"MUST","text":"The response to a create that repeats an `Idempotency-Key` with another payload MUST be 422 with `/problems/idempotency-key-reused`.","source":"D36","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"idempotency-key-reused"}]},
  {"id":"idempotency.upload-key-reused-other-file","family":"idempotency","level":"MUST","text":"The response to an upload that repeats an `Idempotency-Key` with another file MUST be 422 with `/problems/idempotency-key-reused`.","source":"D36","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"idempotency-key-reused"}]},
  {"id":"idempotency.upload-key-reused-other-kind","family":"idempotency","level":"MUST","text":"The response to an upload that repeats an `Idempotency-Key` with another kind MUST be 422 with `/problems/idempotency-key-reused`.","source":"D36","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"idempotency-key-reused"}]},
  {"id":"idempotency.other-key-other-case","family":"idempotency","level":"MUST","text":"Creates with different keys MUST open different cases, also when the keys differ in letter case only.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.scoped-to-tenant","family":"idempotency","level":"MUST","text":"The same `Idempotency-Key` of two tenants MUST be two keys.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.scoped-to-path","family":"idempotency","level":"MUST","text":"The same `Idempotency-Key` on two paths MUST be two keys.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.scoped-to-mode","family":"idempotency","level":"MUST","text":"The same `Idempotency-Key` with a live and a sandbox key of one tenant MUST be two keys.","source":"D70","class":"full","operation":null,"capability":["sandbox","live-key"],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.only-success-stored","family":"idempotency","level":"MUST","text":"A response other than 2xx MUST NOT be stored under a key: unless a 2xx response is already stored under it, a valid request with the same key is carried out afterwards.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.first-answer-kept","family":"idempotency","level":"MUST","text":"The response to a repeated create with a stored key MUST have the status code, body and `Location` of the first response even if the case has changed since.","source":"D55","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.replay-after-decision","family":"idempotency","level":"MUST","text":"The response to a repeated upload with a stored key MUST be the first response even if the case has been decided since.","source":"D55","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.replay-after-limit","family":"idempotency","level":"MUST","text":"The response to a repeated upload with a stored key MUST be the first response even if the case has 20 artifacts now.","source":"D55","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.parallel-create-once","family":"idempotency","level":"MUST","text":"Parallel creates with the same key and payload MUST open one case; at least one response is a success with this case, and each other response has the same case or is 409 with `/problems/idempotency-key-in-use`.","source":"D57","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.parallel-upload-once","family":"idempotency","level":"MUST","text":"Parallel uploads with the same key and payload MUST add one artifact; at least one response is a success with this artifact, and each other response has the same artifact or is 409 with `/problems/idempotency-key-in-use`.","source":"D57","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.in-use-retry-after","family":"idempotency","level":"MUST","text":"A 409 of the type `/problems/idempotency-key-in-use` MUST carry `Retry-After` in whole seconds.","source":"D31","class":"full","operation":null,"capability":[],"unless":null,"untestable":"an implementation may wait and replay instead, and then this response never occurs; if it occurs, the checks of parallel requests do verify its header","answers":[{"status":409,"problem":"idempotency-key-in-use"}]},
  {"id":"idempotency.key-forms","family":"idempotency","level":"MUST","text":"A key of 1 to 255 visible ASCII characters MUST be accepted and distinguished from every other key.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.illegal-key-400","family":"idempotency","level":"MUST","text":"The response to a POST whose `Idempotency-Key` has more than 255 characters, or a character that is not visible ASCII, MUST be 400 with `/problems/malformed-request`.","source":"D25","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[{"status":400,"problem":"malformed-request"}]},
  {"id":"idempotency.other-payload-rejected","family":"idempotency","level":"MUST","text":"A request with a stored key and another payload, which is also invalid or asks the sandbox for an error, MUST be rejected for either reason.","source":"D83","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.kept-after-rejection","family":"idempotency","level":"MUST","text":"A rejected request MUST NOT change what is stored under its key: a repetition of the first request still gets the first response.","source":"D83","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.ignored-elsewhere","family":"idempotency","level":"MUST","text":"An `Idempotency-Key` on anything but the two POST operations MUST be ignored, even one that these would reject.","source":"D83","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"idempotency.kept-24-hours","family":"idempotency","level":"MUST","text":"A key and its response MUST be stored for 24 hours.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":"a run of the suite lasts seconds, not a day","answers":[]},
  {"id":"case-lifecycle.created-pending","family":"case-lifecycle","level":"MUST","text":"A case MUST be `PENDING` when it is created.","source":"D10","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.pending-score-zero","family":"case-lifecycle","level":"MUST","text":"The score of a `PENDING` case MUST be 0.","source":"D8","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.pending-no-reasons","family":"case-lifecycle","level":"MUST","text":"The reasons of a `PENDING` case MUST be empty.","source":"D9","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.pending-no-decision-time","family":"case-lifecycle","level":"MUST","text":"The `decided_at` of a `PENDING` case MUST be null.","source":"D11","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.decided-case-has-time","family":"case-lifecycle","level":"MUST","text":"The `decided_at` of a decided case MUST be a timestamp.","source":"D11","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.decided-after-creation","family":"case-lifecycle","level":"MUST","text":"The `decided_at` of a case MUST NOT be before its `created_at`.","source":"D11","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.facts-unchanged","family":"case-lifecycle","level":"MUST","text":"The `id`, `type`, `reference` and `created_at` of a case, and the properties of its artifacts, MUST NOT change.","source":"D86","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.times-in-order","family":"case-lifecycle","level":"MUST","text":"The `created_at` of an artifact MUST NOT be more than five seconds before that of its case or of an earlier artifact. The `decided_at` of a case in the sandbox MUST NOT be more than five seconds before the `created_at` of the artifact that decided it.","source":"D86","class":"full","operation":null,"capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.approved-reasons","family":"case-lifecycle","level":"MUST","text":"An `APPROVED` case MUST have at least one reason and none that ends in `_FAIL`.","source":"D9","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.denied-reasons","family":"case-lifecycle","level":"MUST","text":"A `DENIED` case MUST have at least one reason that ends in `_FAIL`.","source":"D9","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.decision-atomic","family":"case-lifecycle","level":"MUST","text":"A read MUST show `status`, `score`, `reasons` and `decided_at` either all from before the decision or all from after it.","source":"D10","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.decision-final","family":"case-lifecycle","level":"MUST","text":"The `status`, `score`, `reasons` and `decided_at` of a decided case MUST NOT change again.","source":"D10","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.decided-once-under-load","family":"case-lifecycle","level":"MUST","text":"Parallel uploads to a case that is being decided MUST lead to one decision, which every later read shows.","source":"D10","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"case-lifecycle.decided-case-refuses-evidence","family":"case-lifecycle","level":"MUST","text":"The response to an upload to a decided case MUST be 409 with `/problems/case-closed`.","source":"D29","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[{"status":409,"problem":"case-closed"}]},
  {"id":"case-lifecycle.refused-evidence-changes-nothing","family":"case-lifecycle","level":"MUST","text":"An upload that a decided case rejects MUST NOT change the case.","source":"D29","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.approves-person","family":"sandbox","level":"MUST","text":"`sandbox:approve` MUST lead a `PF` case to `APPROVED`, score 95, with exactly the reasons `OCR_OK` and `FACE_MATCH_OK`.","source":"D49","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.approves-entity","family":"sandbox","level":"MUST","text":"`sandbox:approve` MUST lead a `PM` case to `APPROVED`, score 95, with exactly the reasons `OCR_OK` and `REGISTRY_MATCH_OK`.","source":"D49","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.denies-person","family":"sandbox","level":"MUST","text":"`sandbox:deny` MUST lead a `PF` case to `DENIED`, score 20, with exactly the reasons `OCR_OK` and `FACE_MATCH_FAIL`.","source":"D50","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.denies-entity","family":"sandbox","level":"MUST","text":"`sandbox:deny` MUST lead a `PM` case to `DENIED`, score 20, with exactly the reasons `OCR_OK` and `REGISTRY_MATCH_FAIL`.","source":"D50","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.denies-with-code","family":"sandbox","level":"MUST","text":"`sandbox:deny:<CODE>` MUST lead to `DENIED`, score 20, with exactly this one reason.","source":"D68","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.hold-stays-pending","family":"sandbox","level":"MUST","text":"A case with `sandbox:hold` MUST stay `PENDING` after evidence.","source":"D51","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.plain-reference-stays-pending","family":"sandbox","level":"MUST","text":"With a sandbox key, a case whose reference does not begin with `sandbox:` MUST stay `PENDING` after evidence.","source":"D51","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.suffix-ignored","family":"sandbox","level":"MUST","text":"A suffix that begins with `#` MUST NOT change the effect of a sandbox reference.","source":"D49","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.any-evidence-decides","family":"sandbox","level":"MUST","text":"With `sandbox:approve`, `sandbox:deny` or `sandbox:deny:<CODE>`, the first accepted artifact MUST decide the case, whatever its kind and file type, with or without an `Idempotency-Key`.","source":"D49","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.decides-in-time","family":"sandbox","level":"MUST","text":"The decision MUST be visible within 5 seconds after the artifact was accepted.","source":"D54","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.no-decision-without-evidence","family":"sandbox","level":"MUST","text":"With a sandbox key, a case without an accepted artifact MUST stay `PENDING`.","source":"D54","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.refused-evidence-decides-nothing","family":"sandbox","level":"MUST","text":"An upload that is rejected MUST NOT decide the case.","source":"D49","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.error-429","family":"sandbox","level":"MUST","text":"The response to a create with `sandbox:error:429` MUST be 429 with `/problems/rate-limited` and `Retry-After: 1`.","source":"D52","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[{"status":429,"problem":"rate-limited"}]},
  {"id":"sandbox.error-503","family":"sandbox","level":"MUST","text":"The response to a create with `sandbox:error:503` MUST be 503 with `/problems/unavailable` and `Retry-After: 1`.","source":"D52","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[{"status":503,"problem":"unavailable"}]},
  {"id":"sandbox.error-not-stored","family":"sandbox","level":"MUST","text":"A sandbox error MUST NOT be stored under an `Idempotency-Key`: the same request is rejected again, and a request with another payload and the same key is carried out.","source":"D72","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[]},
  {"id":"sandbox.unknown-directive-refused","family":"sandbox","level":"MUST","text":"The response to any other reference that begins with `sandbox:` MUST be 422 with a pointer to `#/reference`.","source":"D53","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"sandbox.deny-code-checked","family":"sandbox","level":"MUST","text":"The response to `sandbox:deny:<CODE>` MUST be 422 with a pointer to `#/reference` when the code does not match the grammar of reasons or does not end in `_FAIL`.","source":"D68","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"sandbox.live-key-refuses","family":"sandbox","level":"MUST","text":"With a live key, the response to a reference that begins with `sandbox:` MUST be 422 with a pointer to `#/reference`.","source":"D53","class":"full","operation":null,"capability":["live-key"],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"sandbox.absent-refuses","family":"sandbox","level":"MUST","text":"Without the capability, the response to a reference that begins with `sandbox:` MUST be 422 with a pointer to `#/reference`.","source":"D53","class":"full","operation":null,"capability":[],"unless":"sandbox","untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"create-case.opens-person-case","family":"create-case","level":"MUST","text":"A create with the type `PF` and a reference MUST be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.opens-entity-case","family":"create-case","level":"MUST","text":"A create with the type `PM` and a reference MUST be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.assigns-identifier","family":"create-case","level":"MUST","text":"The service MUST assign a different identifier to each new case.","source":"§2","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.type-required","family":"create-case","level":"MUST","text":"A create without `type` MUST NOT be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.reference-required","family":"create-case","level":"MUST","text":"A create without `reference` MUST NOT be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.type-known","family":"create-case","level":"MUST","text":"A create with a `type` other than `PF` and `PM` MUST NOT be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.type-is-string","family":"create-case","level":"MUST","text":"A create with a `type` that is not a string MUST NOT be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.reference-is-string","family":"create-case","level":"MUST","text":"A create with a `reference` that is not a string MUST NOT be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.body-is-object","family":"create-case","level":"MUST","text":"A create whose body is not a JSON object MUST NOT be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.answers-201","family":"create-case","level":"MUST","text":"The response to an accepted create MUST be 201.","source":"D4","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":201,"problem":null}]},
  {"id":"create-case.location","family":"create-case","level":"MUST","text":"The response to an accepted create MUST carry a `Location` whose path, at the address of the service, resolves to the case.","source":"D4","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.answers-case","family":"create-case","level":"MUST","text":"The body of the response to an accepted create MUST be a whole Case.","source":"D4","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.returns-type","family":"create-case","level":"MUST","text":"The `type` of the new case MUST be the one that was sent.","source":"D5","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.returns-reference","family":"create-case","level":"MUST","text":"The `reference` of a case MUST be returned code point for code point as it was sent.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.no-evidence-yet","family":"create-case","level":"MUST","text":"The `artifacts` of a new case MUST be empty.","source":"D13","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.id-form","family":"create-case","level":"MUST","text":"A case id MUST match `^[A-Za-z0-9_-]{16,64}$`.","source":"D6","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.id-not-all-digits","family":"create-case","level":"MUST","text":"A case id MUST NOT consist of digits only.","source":"D6","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.id-not-sequential","family":"create-case","level":"MUST","text":"It MUST NOT be possible to find the id of a case by counting on from the ids of earlier cases.","source":"D6","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.id-unguessable","family":"create-case","level":"MUST","text":"A case id MUST NOT be guessable.","source":"D6","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":"values cannot show whether their generator is random; `create-case.id-not-sequential` finds the most common defect, ids that count up","answers":[]},
  {"id":"create-case.shortest-reference","family":"create-case","level":"MUST","text":"A reference of one code point MUST be accepted.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.longest-reference","family":"create-case","level":"MUST","text":"A reference of 256 code points MUST be accepted, also when each of them is outside the Basic Multilingual Plane.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.empty-reference","family":"create-case","level":"MUST","text":"The response to an empty reference MUST be 422 with `/problems/invalid-request`.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"create-case.too-long-reference","family":"create-case","level":"MUST","text":"The response to a reference of 257 code points MUST be 422 with `/problems/invalid-request`.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"create-case.control-character","family":"create-case","level":"MUST","text":"The response to a reference with a control character (C0, DEL or C1) MUST be 422 with `/problems/invalid-request`.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"create-case.repeated-reference","family":"create-case","level":"MUST","text":"A second create with the same reference MUST open a second case.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"create-case.lone-surrogate","family":"create-case","level":"MUST","text":"The response to a lone surrogate anywhere in a body, in a value or in a name, MUST be 400 or 422.","source":"D61","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}]},
  {"id":"create-case.large-number","family":"create-case","level":"MUST","text":"The response to a number of more than 15 digits or with an exponent MUST be 400 or 422.","source":"D85","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}]},
  {"id":"create-case.invalid-utf8","family":"create-case","level":"MUST","text":"The response to a body with bytes that are not UTF-8 MUST be 400 or 422.","source":"D73","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}]},
  {"id":"create-case.malformed-json","family":"create-case","level":"MUST","text":"The response to a body that is not JSON MUST be 400 with `/problems/malformed-request`.","source":"D25","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":400,"problem":"malformed-request"}]},
  {"id":"create-case.invalid-type","family":"create-case","level":"MUST","text":"The response to a `type` that is not allowed MUST be 422 with `/problems/invalid-request`.","source":"D35","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"create-case.invalid-reference","family":"create-case","level":"MUST","text":"The response to a `reference` that is not a string MUST be 422 with `/problems/invalid-request`.","source":"D35","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"create-case.missing-member","family":"create-case","level":"MUST","text":"The response to a missing property MUST be 422 with `/problems/invalid-request`.","source":"D35","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"create-case.unknown-member","family":"create-case","level":"MUST","text":"The response to a property that the contract does not define MUST be 422 with `/problems/invalid-request`.","source":"D35","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"create-case.no-object","family":"create-case","level":"MUST","text":"The response to JSON that is not an object MUST be 422 with `/problems/invalid-request`.","source":"D35","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"limits.json-accepted","family":"limits","level":"MUST","text":"A JSON body of 64 KiB MUST be accepted.","source":"D32","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"limits.json-refused","family":"limits","level":"MUST","text":"The response to a JSON body of more than 64 KiB MUST be 413 with `/problems/content-too-large`.","source":"D32","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":413,"problem":"content-too-large"}]},
  {"id":"limits.json-refused-unannounced","family":"limits","level":"MUST","text":"The response to a JSON body of more than 64 KiB MUST be 413 also when the request does not announce its length.","source":"D32","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":413,"problem":"content-too-large"}]},
  {"id":"get-case.reads-case","family":"get-case","level":"MUST","text":"The body of the response to a read of an existing case MUST be a JSON object.","source":"§4.3","class":"stated","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"get-case.status","family":"get-case","level":"MUST","text":"The `status` of a case MUST be `PENDING`, `APPROVED` or `DENIED`.","source":"§4.3","class":"stated","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"get-case.score","family":"get-case","level":"MUST","text":"The `score` of a case MUST be an integer.","source":"§4.3","class":"stated","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"get-case.reasons","family":"get-case","level":"MUST","text":"The `reasons` of a case MUST be an array of strings.","source":"§4.3","class":"stated","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"get-case.unknown-has-no-status","family":"get-case","level":"MUST","text":"The response to a read of an identifier that was never assigned MUST NOT contain a case status.","source":"§4.3","class":"stated","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"get-case.answers-200","family":"get-case","level":"MUST","text":"The response to a read of an existing case MUST be 200.","source":"D5","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":200,"problem":null}]},
  {"id":"get-case.answers-case","family":"get-case","level":"MUST","text":"The body of the response to a read of an existing case MUST be a whole Case.","source":"D5","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"get-case.like-created","family":"get-case","level":"MUST","text":"A read right after the create MUST return the same case.","source":"D4","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"get-case.own-case","family":"get-case","level":"MUST","text":"A read MUST return the case whose id is in the path.","source":"D5","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"get-case.unknown-404","family":"get-case","level":"MUST","text":"The response to a read of an unknown case MUST be 404 with `/problems/not-found`.","source":"D27","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":404,"problem":"not-found"}]},
  {"id":"get-case.malformed-id-404","family":"get-case","level":"MUST","text":"The response to a read with an id of a wrong form MUST be 404 with `/problems/not-found`.","source":"D6","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":404,"problem":"not-found"}]},
  {"id":"get-case.whole-id-compared","family":"get-case","level":"MUST","text":"The response to an id that lacks a character of an existing one, or has one more, MUST be 404.","source":"D6","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[{"status":404,"problem":"not-found"}]},
  {"id":"get-case.lists-evidence","family":"get-case","level":"MUST","text":"A read right after an upload MUST list the artifact with the values that the response to the upload showed.","source":"D13","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"get-case.evidence-in-order","family":"get-case","level":"MUST","text":"Artifacts MUST be listed in the order in which they were accepted.","source":"D13","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.accepts-evidence","family":"upload-artifact","level":"MUST","text":"An upload of a file with the kind `ID_FRONT` to an existing case MUST be accepted.","source":"§4.2","class":"stated","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.file-required","family":"upload-artifact","level":"MUST","text":"An upload without the part `file` MUST NOT be accepted.","source":"§4.2","class":"stated","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.kind-required","family":"upload-artifact","level":"MUST","text":"An upload without the part `kind` MUST NOT be accepted.","source":"§4.2","class":"stated","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.case-must-exist","family":"upload-artifact","level":"MUST","text":"An upload to an identifier that was never assigned MUST NOT be accepted.","source":"§4.2","class":"stated","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.multipart-required","family":"upload-artifact","level":"MUST","text":"An upload that is not `multipart/form-data` MUST NOT be accepted.","source":"§4.2","class":"stated","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.answers-201","family":"upload-artifact","level":"MUST","text":"The response to an accepted upload MUST be 201.","source":"D12","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":201,"problem":null}]},
  {"id":"upload-artifact.answers-artifact","family":"upload-artifact","level":"MUST","text":"The body of the response to an accepted upload MUST be an Artifact.","source":"D12","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.returns-kind","family":"upload-artifact","level":"MUST","text":"The `kind` of an artifact MUST be the one that was sent.","source":"D12","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.returns-size","family":"upload-artifact","level":"MUST","text":"The `size` of an artifact MUST be the number of bytes of the file.","source":"D12","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.returns-digest","family":"upload-artifact","level":"MUST","text":"The `sha256` of an artifact MUST be the SHA-256 digest of exactly the bytes of the file.","source":"D63","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.returns-recognised-type","family":"upload-artifact","level":"MUST","text":"The `content_type` of an artifact MUST be the one that its content was recognised as.","source":"D15","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.ids-differ","family":"upload-artifact","level":"MUST","text":"Each artifact of a case MUST have an id of its own.","source":"D12","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.accepts-file-types","family":"upload-artifact","level":"MUST","text":"JPEG, PNG and PDF files MUST be accepted.","source":"D15","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.accepts-bare-signature","family":"upload-artifact","level":"MUST","text":"A file MUST be recognised by its signature at byte 0; the bytes after the signature are not judged.","source":"D64","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.part-type-optional","family":"upload-artifact","level":"MUST","text":"A `file` part without a `Content-Type` or with `application/octet-stream` MUST be judged by its content alone.","source":"D15","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.part-type-any-form","family":"upload-artifact","level":"MUST","text":"The `Content-Type` of the `file` part MUST be compared without regard to letter case and to unknown parameters.","source":"D59","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.part-type-disagrees","family":"upload-artifact","level":"MUST","text":"The response to a `file` part whose `Content-Type` disagrees with its content MUST be 415 with `/problems/unsupported-file-type`.","source":"D15","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":415,"problem":"unsupported-file-type"}]},
  {"id":"upload-artifact.unknown-content","family":"upload-artifact","level":"MUST","text":"The response to content that is neither empty nor JPEG, PNG or PDF MUST be 415 with `/problems/unsupported-file-type`, whatever its file name and its part type are.","source":"D34","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":415,"problem":"unsupported-file-type"}]},
  {"id":"upload-artifact.signature-at-start","family":"upload-artifact","level":"MUST","text":"The response to content that has a signature only after byte 0 MUST be 415 with `/problems/unsupported-file-type`.","source":"D15","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":415,"problem":"unsupported-file-type"}]},
  {"id":"upload-artifact.empty-file","family":"upload-artifact","level":"MUST","text":"The response to an empty file MUST be 422 or 415.","source":"D15","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":415,"problem":"unsupported-file-type"},{"status":422,"problem":"invalid-request"}]},
  {"id":"upload-artifact.accepts-kinds","family":"upload-artifact","level":"MUST","text":"Each of the ten kinds MUST be accepted.","source":"D14","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.any-kind-on-any-type","family":"upload-artifact","level":"MUST","text":"Every kind MUST be accepted for cases of both types.","source":"D14","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.unknown-kind","family":"upload-artifact","level":"MUST","text":"The response to a kind that is not one of the ten MUST be 422 with `/problems/invalid-request`.","source":"D14","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"upload-artifact.repeated-kind","family":"upload-artifact","level":"MUST","text":"A second upload of the same kind MUST be accepted and added at the end of the list.","source":"D14","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.parts-in-either-order","family":"upload-artifact","level":"MUST","text":"The parts `file` and `kind` MUST be accepted in either order.","source":"D17","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.written-by-any-client","family":"upload-artifact","level":"MUST","text":"An upload MUST be accepted with or without quotes around its boundary and around the names of its parts, with other parameters before and after the boundary, also with `boundary=` in a quoted value, with part headers in any letter case and order, with their parameters in any order, with further part headers, which are ignored, with a text type or `application/json` on `kind`, and with text before its first and after its last boundary.","source":"D17","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.missing-part","family":"upload-artifact","level":"MUST","text":"The response to a missing part MUST be 422 with `/problems/invalid-request`.","source":"D17","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"upload-artifact.repeated-part","family":"upload-artifact","level":"MUST","text":"The response to a repeated part MUST be 422 with `/problems/invalid-request`.","source":"D17","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"upload-artifact.unknown-part","family":"upload-artifact","level":"MUST","text":"The response to a part that the contract does not define MUST be 422 with `/problems/invalid-request`, whatever the part contains.","source":"D17","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":422,"problem":"invalid-request"}]},
  {"id":"upload-artifact.truncated-multipart","family":"upload-artifact","level":"MUST","text":"The response to a multipart body without its last boundary MUST be 400 with `/problems/malformed-request`.","source":"D73","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":400,"problem":"malformed-request"}]},
  {"id":"upload-artifact.invalid-utf8-kind","family":"upload-artifact","level":"MUST","text":"The response to a `kind` with bytes that are not UTF-8 MUST be 400 or 422.","source":"D73","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}]},
  {"id":"upload-artifact.content-not-decoded","family":"upload-artifact","level":"MUST","text":"The content of a part MUST be read as it is, whatever its `Content-Transfer-Encoding`, `Content-Encoding` or `Transfer-Encoding` says, or the upload MUST be rejected with 400, 415 or 422.","source":"D85","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.file-name-ignored","family":"upload-artifact","level":"MUST","text":"A file name of 1 to 400 bytes on the part `file` MUST NOT change whether an upload is accepted, or its response.","source":"D18","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.file-name-not-echoed","family":"upload-artifact","level":"MUST","text":"The file name MUST NOT appear in a response.","source":"D18","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.content-not-returned","family":"upload-artifact","level":"MUST","text":"The content of a file, or 12 successive bytes of it, MUST NOT appear in a response, not even encoded.","source":"D13","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"upload-artifact.refused-stores-nothing","family":"upload-artifact","level":"MUST","text":"An upload that is rejected MUST NOT add an artifact to the case.","source":"D13","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"limits.file-accepted","family":"limits","level":"MUST","text":"A file of 10,485,760 bytes MUST be accepted.","source":"D16","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"limits.file-refused","family":"limits","level":"MUST","text":"The response to a file of more than 10,485,760 bytes MUST be 413 with `/problems/content-too-large`.","source":"D32","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":413,"problem":"content-too-large"}]},
  {"id":"limits.file-refused-unannounced","family":"limits","level":"MUST","text":"The response to a file of more than 10,485,760 bytes MUST be 413 also when the request does not announce its length.","source":"D32","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":413,"problem":"content-too-large"}]},
  {"id":"limits.refused-file-not-stored","family":"limits","level":"MUST","text":"A file that is too large MUST NOT be stored, in whole or in part.","source":"D32","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"limits.overhead-accepted","family":"limits","level":"MUST","text":"At least 64 KiB of multipart overhead in addition to the file MUST be accepted.","source":"D65","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":"libraries limit each form of overhead (preamble, part headers, epilogue) on its own, so no size of one form can be required; `limits.file-accepted` sends the largest file with the usual overhead","answers":[]},
  {"id":"limits.twenty-artifacts","family":"limits","level":"MUST","text":"Twenty artifacts MUST be accepted in a case.","source":"D16","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"limits.twenty-first-artifact","family":"limits","level":"MUST","text":"The response to the 21st artifact MUST be 409 with `/problems/artifact-limit-reached`.","source":"D30","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[{"status":409,"problem":"artifact-limit-reached"}]},
  {"id":"limits.parallel-artifacts-kept","family":"limits","level":"MUST","text":"Twenty artifacts that are uploaded in parallel MUST all be stored.","source":"D16","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"limits.parallel-artifacts-limited","family":"limits","level":"MUST","text":"Parallel uploads MUST NOT lead to more than twenty artifacts in a case.","source":"D16","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null,"answers":[]},
  {"id":"limits.own-rate","family":"limits","level":"MUST","text":"The response to a request beyond the rate limit of an implementation MUST be 429 with `Retry-After`.","source":"D37","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":"each implementation has its own limits; `sandbox.error-429` checks the form of the response","answers":[]},
  {"id":"webhook.arrives","family":"webhook","level":"MUST","text":"The event of a decided case MUST arrive at the endpoint of its tenant within 5 seconds of the decision.","source":"D54","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.announces-denial","family":"webhook","level":"MUST","text":"A denial MUST cause an event just as an approval does.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.method-post","family":"webhook","level":"MUST","text":"An event MUST be sent with the method `POST`.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.content-type-json","family":"webhook","level":"MUST","text":"An event MUST have the content type `application/json`.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.body-schema","family":"webhook","level":"MUST","text":"The body of an event MUST fit the schema `CaseDecided`.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.timestamp-is-decision","family":"webhook","level":"MUST","text":"The `timestamp` in the body MUST be the same instant as the `decided_at` of the case.","source":"D67","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.data-is-case","family":"webhook","level":"MUST","text":"The `data` of an event MUST be the case as a read returns it.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.state-before-event","family":"webhook","level":"MUST","text":"When an event arrives, a read of its case MUST already return the decision.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.id-header","family":"webhook","level":"MUST","text":"An event MUST carry the header `webhook-id`, of 1 to 255 characters.","source":"D47","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.timestamp-header","family":"webhook","level":"MUST","text":"An event MUST carry the header `webhook-timestamp`, in whole seconds since the Unix epoch.","source":"D47","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.signature","family":"webhook","level":"MUST","text":"At least one `v1,` entry of the header `webhook-signature` MUST be the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, over the bytes as they are sent, with the decoded secret of the endpoint as key.","source":"D47","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.timestamp-of-sending","family":"webhook","level":"MUST","text":"The header `webhook-timestamp` of every attempt MUST be within 5 seconds of the time when it was sent, by the clock of the implementation.","source":"D69","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.ids-differ","family":"webhook","level":"MUST","text":"Different events MUST have different values of `webhook-id`.","source":"D47","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.once-a-case","family":"webhook","level":"MUST","text":"A case MUST NOT cause a second event, whatever is uploaded to it after its decision.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.not-while-pending","family":"webhook","level":"MUST","text":"A case that is `PENDING` MUST NOT cause an event.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.success-not-again","family":"webhook","level":"MUST","text":"An event MUST NOT be sent again after the response 204.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.any-2xx-is-success","family":"webhook","level":"MUST","text":"An event MUST NOT be sent again after any other 2xx response.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.error-retried","family":"webhook","level":"MUST","text":"After a 5xx response, or a 4xx response other than 410, an event MUST be sent again within 10 seconds of the first such response.","source":"D69","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.redirect-retried","family":"webhook","level":"MUST","text":"After a redirect, an event MUST be sent again, to the registered address, within 10 seconds of the first such response.","source":"D69","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.redirect-not-followed","family":"webhook","level":"MUST","text":"A redirect MUST NOT be followed.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.closed-connection-retried","family":"webhook","level":"MUST","text":"After a connection was closed without a response, an event MUST be sent again within 10 seconds of the first such close.","source":"D69","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.retry-keeps-id","family":"webhook","level":"MUST","text":"A retry MUST have the `webhook-id` of the first attempt.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.retry-keeps-body","family":"webhook","level":"MUST","text":"A retry MUST have the body of the first attempt, byte for byte.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.retry-renews-timestamp","family":"webhook","level":"MUST","text":"A retry MUST have a new `webhook-timestamp`: the time when that retry is sent.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.retry-signed-anew","family":"webhook","level":"MUST","text":"The signature of a retry MUST be computed over the `webhook-timestamp` of that retry.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.gone-stops","family":"webhook","level":"MUST","text":"An event MUST NOT be sent again after the response 410.","source":"D69","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.own-endpoint","family":"webhook","level":"MUST","text":"An event MUST NOT be sent to the endpoint of another tenant.","source":"D3","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.own-secret","family":"webhook","level":"MUST","text":"The event of each tenant MUST be signed with the secret of that tenant's endpoint, and with no other tenant's.","source":"D3","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.slow-success-taken","family":"webhook","level":"MUST","text":"A 2xx response up to 15 seconds after the event MUST count as success.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.no-answer-retried","family":"webhook","level":"MUST","text":"After 15 seconds without a response, an event MUST be sent again within 10 seconds.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null,"answers":[]},
  {"id":"webhook.eight-attempts","family":"webhook","level":"MUST","text":"Delivery of an event that keeps failing MUST be attempted at least 8 times.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":"the attempts are spread over no less than 24 hours, and a run of the suite lasts seconds","answers":[]},
  {"id":"webhook.spread-over-a-day","family":"webhook","level":"MUST","text":"The attempts of an event that keeps failing MUST be spread over at least 24 hours.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":"a run of the suite lasts seconds, not a day","answers":[]},
  {"id":"webhook.backoff-with-jitter","family":"webhook","level":"MUST","text":"The time between two attempts MUST grow exponentially and with jitter.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":"a run of the suite sees too few attempts to measure growth, and a random value cannot be checked","answers":[]},
];

/** The ids that the contract had once, each with its successors. */
export const retired: Record<string, RequirementId[]> = {};

/** What the source document left open and what was decided. */
export interface Decision {
  id: string;
  question: string;
  section: string;
  decision: string;
  because: string;
}

export const decisions: Decision[] = [
  {"id":"D1","question":"Which operations does the interface have?","section":"§4","decision":"The contract consists of exactly three operations and one webhook. There is no operation to list, update, delete or download anything.","because":"The source document describes three operations only, and evidence that cannot be downloaded cannot leak through this interface."},
  {"id":"D2","question":"What do the codes `PF` and `PM` mean?","section":"§2","decision":"`PF` denotes a natural person (persona física) and `PM` a legal entity (persona moral).","because":"Both abbreviations are in common use in Mexican taxation, and they fit the two kinds of subject that the source document distinguishes."},
  {"id":"D3","question":"How are webhook endpoints and their secrets registered?","section":"§6","decision":"Webhook endpoints and their secrets are registered outside this interface, which has no operation for it.","because":"According to the source document, each customer is connected after an agreement with it, so the document describes no operation with which customers register themselves."},
  {"id":"D4","question":"What is the response to a create?","section":"§4.1","decision":"The response to a successful create is `201` with the whole Case as its body. The path of its `Location` header, at the address of the service, resolves to the new case.","because":"A client needs only one model of a case for all responses."},
  {"id":"D5","question":"Which fields does a case have?","section":"§4.3","decision":"A Case has `id`, `type`, `reference`, `status`, `score`, `reasons`, `artifacts`, `created_at` and `decided_at`, and every one of them is required. The response to a create, the response to a read and the webhook have one schema.","because":"A client then learns and validates a single schema."},
  {"id":"D6","question":"What form does the case identifier have?","section":"§2","decision":"The identifier is the field `id`: an opaque string matching `^[A-Za-z0-9_-]{16,64}$`, unguessable, and unique across all tenants. It never consists of digits alone. The schema expresses this with the keyword `not`, because the pattern alone would need a lookahead. The path parameter carries neither pattern nor length, so the response to an id of the wrong form is `404`.","because":"UUIDs, ULIDs and prefixed ids all match, cases cannot be enumerated, and the pattern can be used in RE2, which has no lookahead."},
  {"id":"D7","question":"What may a `reference` contain?","section":"§2","decision":"A `reference` has 1 to 256 Unicode code points and no control characters (C0, DEL, C1). It is returned code point for code point, without normalisation. Any number of cases may have the same one.","because":"The value identifies a user of the client, and that user may be verified more than once."},
  {"id":"D8","question":"What is the scale of `score`?","section":"§2","decision":"`score` is an integer from 0 to 100, where a higher value means more confidence. It is 0 as long as the case is `PENDING`, and it is never null.","because":"The source document says that the score is an integer, so it cannot be null before a decision exists."},
  {"id":"D9","question":"Which reason codes exist, and when do they appear?","section":"§2","decision":"Reasons are unique codes from an open set, each matching `^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*_(OK|FAIL)$`. The list is empty while the case is `PENDING`. An `APPROVED` case has at least one reason and none that ends in `_FAIL`; a `DENIED` case has at least one that ends in `_FAIL`.","because":"The grammar generalises `OCR_OK` and `FACE_MATCH_OK`, so a client can recognise whether an unknown code is good or bad."},
  {"id":"D10","question":"In which state does a case begin, and how may it change?","section":"§3","decision":"Every case is created `PENDING` and changes once, to `APPROVED` or to `DENIED`. A decision is never withdrawn. `status`, `score`, `reasons` and `decided_at` change in one step and are final from then on.","because":"A polling client can stop at the first decision that it reads, and never reads a half-changed case."},
  {"id":"D11","question":"How is the time of a decision shown?","section":"§4.3","decision":"`decided_at` is an RFC 3339 timestamp in UTC written with `Z`. It is null while the case is `PENDING`, and only then. If it is set, it is never earlier than `created_at`; the five seconds that D86 allows between two machines do not apply to this comparison.","because":"One nullable property shows whether a decision exists and when it was made."},
  {"id":"D12","question":"What is the response to an upload?","section":"§4.2","decision":"The response to an accepted upload is `201` with the Artifact, which has `id`, `kind`, `content_type`, `size`, `sha256` and `created_at`. The contract defines no `Location` for this response.","because":"An artifact has no URL that a `Location` could contain."},
  {"id":"D13","question":"Which data of an artifact is recorded, and where does a client read it?","section":"§2","decision":"The property `artifacts` of a Case lists the artifacts in the order in which they were accepted. Each entry is metadata only: neither the content nor the file name is ever part of it.","because":"With size and digest, a client can confirm that each file arrived unchanged, and the service need not send the evidence back."},
  {"id":"D14","question":"Which kinds of evidence are accepted?","section":"§2","decision":"A request may contain only these kinds: `ID_FRONT`, `ID_BACK`, `PASSPORT`, `SELFIE`, `PROOF_OF_ADDRESS`, `TAX_CERTIFICATE`, `INCORPORATION_DEED`, `POWER_OF_ATTORNEY`, `REGISTRY_EXTRACT` and `OWNERSHIP_REGISTER`. Every kind is allowed on either case type. A kind may be repeated; each artifact is added at the end of the list.","because":"The person who represents a legal entity has to prove an identity too, so limiting kinds to a case type would reject valid evidence."},
  {"id":"D15","question":"Which file types are accepted, and how are they recognised?","section":"§2","decision":"JPEG, PNG and PDF are accepted, recognised by the signature at byte 0 and never by the name. A part may omit its type, or declare `application/octet-stream` or the type of its content; any other declared type is rejected (for `image/jpg` see `file.image-jpg`). The response to an empty file is `422` or `415`. `content_type` is the recognised type.","because":"A name or a declared type is only the sender's claim, whereas the bytes show what was sent."},
  {"id":"D16","question":"How large may a file be, and how many artifacts may a case have?","section":"§8","decision":"The maximum is 10 MiB (10,485,760 bytes) for a file and 20 artifacts for a case. Twenty uploads that are sent in parallel are all stored. A 21st artifact is rejected, also when uploads are parallel.","because":"Photographs taken with a phone fit within the size, and a limit that parallel uploads could exceed would be useless."},
  {"id":"D17","question":"Which multipart parts does an upload consist of?","section":"§4.2","decision":"An upload has exactly one `file` part and exactly one `kind` part, in either order. Any other part, and a repeated part, is rejected.","because":"Streaming parsers often depend on the order of parts by mistake, so the contract requires that both orders are accepted."},
  {"id":"D18","question":"How is the file name of an upload used?","section":"§4.2","decision":"The file name is ignored: it is never used as a path and never part of a response. Some names may be rejected (`file.long-name`, `file.no-name`, `file.name-not-utf8`).","because":"An unused name can cause neither path traversal nor header injection."},
  {"id":"D19","question":"Where does a request carry the API key?","section":"§5","decision":"The key is sent as `Authorization: Bearer <key>` and in no other place. A key in the query string, in another header or in the body is ignored, as if it was not sent.","because":"HTTP requires a challenge in a `401`, and `Bearer` is a registered scheme that defines one."},
  {"id":"D20","question":"Which header does a 401 carry?","section":"§7","decision":"A `401` MUST carry `WWW-Authenticate` with a `Bearer` challenge and a realm. Where a key was sent and rejected, the challenge SHOULD also carry `error=\"invalid_token\"`.","because":"RFC 9110 makes the challenge mandatory, and RFC 6750 defines the error code that distinguishes a rejected key from a missing one."},
  {"id":"D21","question":"What may a key do?","section":"§5","decision":"Keys have no scopes: a key gives access to everything of its own tenant in its own mode (D70), and to nothing else.","because":"In the source document a key belongs to a tenant; the document mentions no scopes."},
  {"id":"D22","question":"What is the response to a request for the case of another tenant?","section":"§7","decision":"It is the same as for an unknown id: `404` with the same body, except for `instance`.","because":"Any difference would show one tenant that another tenant's case exists."},
  {"id":"D23","question":"Which rejection comes first when several apply?","section":"§7","decision":"On the three operations `401` precedes `404`, and `404` precedes all others, except where a freedom (D80) allows another response. If several of the other rejections apply, a server may choose any of them.","because":"A client without a valid key learns nothing, and every server can process the rest of a request in its own order."},
  {"id":"D24","question":"How do live keys and sandbox keys differ?","section":"§5","decision":"A key is either a live key or a sandbox key, and its prefix should show which. The data of the two modes is separate within the same tenant (see D70).","because":"Both modes then have one address, and no separate test host is needed."},
  {"id":"D25","question":"How is a request rejected if it cannot be parsed?","section":"§7","decision":"Status `400` with `type` `/problems/malformed-request`. It applies when JSON or multipart does not parse and when the `Idempotency-Key` of a POST is illegal.","because":"Invalid syntax and invalid values need different corrections."},
  {"id":"D26","question":"How is a request rejected without a valid key?","section":"§7","decision":"Status `401` with `type` `/problems/unauthorized`. It applies when no key is sent and when the key is unknown.","because":"The client has to correct its credentials in both situations, so one type is enough."},
  {"id":"D27","question":"How is a request rejected for something that cannot be found?","section":"§7","decision":"Status `404` with `type` `/problems/not-found`. It applies to an unknown case, a case of another tenant, an id of the wrong form and an unknown path. A service may have more paths than the contract, such as one for its health; these are not unknown.","because":"With one response for all of these, a client cannot learn which of them applied."},
  {"id":"D28","question":"How is a wrong method rejected?","section":"§7","decision":"Status `405` with `type` `/problems/method-not-allowed`. It applies when the path does not support the method, and the response carries `Allow`.","because":"RFC 9110 requires `Allow` on this status, and it shows the client which methods are allowed."},
  {"id":"D29","question":"How is an upload to a decided case rejected?","section":"§7","decision":"Status `409` with `type` `/problems/case-closed`. It applies to an upload to a case that is already decided.","because":"A decision is final, so later evidence could have no effect."},
  {"id":"D30","question":"How is an upload to a full case rejected?","section":"§7","decision":"Status `409` with `type` `/problems/artifact-limit-reached`. It applies to the 21st artifact of a case.","because":"The upload itself is valid, but the state of the case does not allow it; `409` says so."},
  {"id":"D31","question":"How is a request rejected while another with the same idempotency key is running?","section":"§7","decision":"Status `409` with `type` `/problems/idempotency-key-in-use`. It applies while the first request with the key is still running, and the response carries `Retry-After`.","because":"The outcome of the first request is not yet known, so the client can only try again later."},
  {"id":"D32","question":"How is content that is too large rejected?","section":"§7","decision":"Status `413` with `type` `/problems/content-too-large`. It applies to a file over 10 MiB and to a JSON body over 64 KiB, including those sent without an announced length.","because":"Chunked transfer would evade a limit that depends on `Content-Length` alone."},
  {"id":"D33","question":"How is a wrong media type or encoding of a request rejected?","section":"§7","decision":"Status `415` with `type` `/problems/unsupported-media-type`. It applies to a wrong `Content-Type` of the request and to a `Content-Encoding` other than `identity` on a POST.","because":"A body in an unexpected format or encoding should not reach a parser."},
  {"id":"D34","question":"How is an unsupported file rejected?","section":"§7","decision":"Status `415` with `type` `/problems/unsupported-file-type`. It applies when the content is neither JPEG nor PNG nor PDF, and when the content has another type than the part declares.","because":"With its own problem type, a client knows that the file is wrong, and that the encoding of the request is correct."},
  {"id":"D35","question":"How is a well-formed but invalid request rejected?","section":"§7","decision":"Status `422` with `type` `/problems/invalid-request`. It applies to a request that parses but is not valid, which includes unknown properties, unknown parts, an empty file (for which D15 also permits `415`) and a repeated part. The problem has a property `errors`, a list of objects of the form `{pointer: \"#/kind\", detail}`.","because":"With a pointer, a program can mark the wrong input without parsing text."},
  {"id":"D36","question":"How is an idempotency key with another payload rejected?","section":"§7","decision":"Status `422` with `type` `/problems/idempotency-key-reused`. It applies when a key that is already stored arrives with a different payload.","because":"Replaying the earlier response would hide from the client that its new payload was not processed."},
  {"id":"D37","question":"What is the response to a client that sends too many requests?","section":"§7","decision":"Status `429` with `type` `/problems/rate-limited`. It applies when a rate limit is exceeded, and `Retry-After` gives the wait in whole seconds. The limits themselves are left to each implementation.","because":"Capacity differs between deployments, but the way to ask a client to wait can be the same everywhere."},
  {"id":"D38","question":"How are errors of the server reported?","section":"§7","decision":"Status `500` with `type` `/problems/internal-error` applies to an unexpected error. Status `503` with `type` `/problems/unavailable` applies when the service is temporarily unavailable, and carries `Retry-After`.","because":"A client has to know whether waiting can help."},
  {"id":"D39","question":"May caches store responses, and may clients guess their type?","section":"§4","decision":"Every response MUST carry `Cache-Control: no-store` and SHOULD carry `X-Content-Type-Options: nosniff`.","because":"Responses contain personal data, which must not stay in caches or be interpreted as another type."},
  {"id":"D40","question":"How does the interface evolve?","section":"§9","decision":"Changes are additive only: clients ignore properties, reasons and events that they do not know, while the server rejects requests with unknown properties or parts. An incompatible change is published at a new base address. The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) announce that an interface is deprecated and when it ends.","because":"The base address contains no version, so only another address can separate incompatible contracts."},
  {"id":"D41","question":"How is a request retried safely?","section":"§4","decision":"Both POST operations accept an optional `Idempotency-Key` of 1 to 255 visible ASCII characters, which is stored for 24 hours. Two requests use the same stored key only if their tenant (with its mode, D70), their path and the key itself are the same. The response to a repeated request with the same payload has the status and body of the first 2xx response; other responses are not stored. Parallel requests with the same key create only one case or one artifact in total.","because":"A retry over an unreliable network must not create two cases."},
  {"id":"D42","question":"When are two uploads the same payload?","section":"§4.2","decision":"Uploads are compared by kind and by the digest of the file, and not by the raw bytes of the body.","because":"Clients usually generate a new multipart boundary for a retry, which changes the raw body."},
  {"id":"D43","question":"How often may a client poll?","section":"§8","decision":"Clients that use live keys wait at least 2 seconds between two reads of a case, and increase the time between reads.","because":"In the source document clients poll for the status, so the load of polling needs a limit."},
  {"id":"D44","question":"How are timestamps written?","section":"§2","decision":"Every timestamp follows RFC 3339, in UTC, with the suffix `Z`.","because":"One notation without offsets can be read and logged without converting time zones."},
  {"id":"D45","question":"Are method override, CORS or compressed requests supported?","section":"§4","decision":"None of the three exists: there is no method override, no CORS and no compression of request bodies.","because":"Only servers call this service, with a secret key, and fewer features mean fewer ways to attack it."},
  {"id":"D46","question":"Which webhook events exist, and what do they carry?","section":"§6","decision":"There is one event, `{\"type\": \"case.decided\", \"timestamp\": <decided_at>, \"data\": <Case>}`, which is sent once for each case. When the event arrives, GET already returns the same state.","because":"With the event, a client need not read a case again and again. If the event and the response to a read differ, the response to the read is correct."},
  {"id":"D47","question":"How are webhooks signed?","section":"§6","decision":"Webhooks are signed according to Standard Webhooks 1.0, with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. The signature is an HMAC-SHA256 over `id.timestamp.body`, and the secret is written as `whsec_…`. `webhook-signature` contains one or more entries separated by spaces; the signature is valid if one `v1,<base64>` entry matches, so that keys can rotate.","because":"The scheme is public and libraries for it exist in all common languages, so receivers need not write cryptography."},
  {"id":"D48","question":"How are webhooks delivered and retried?","section":"§6","decision":"Any 2xx within 15 seconds is a success; redirects are never followed, and `410` stops delivery. Delivery is attempted at least 8 times, spread over no less than 24 hours, with exponential backoff and jitter. A retry keeps the id and the body and renews the timestamp and the signature.","because":"A receiver may be down for most of a day, and a redirect could send personal data to an address that is not registered."},
  {"id":"D49","question":"How does a client of the sandbox get an approval?","section":"§3","decision":"The sandbox is a capability that an implementation may claim. With a sandbox key the `reference` selects the outcome, without any additional property, header or operation. A `#suffix` may follow, so that references can differ. `sandbox:approve` makes the case `APPROVED` at the first accepted artifact, with score 95. Its reasons are `OCR_OK` and, for `PF`, `FACE_MATCH_OK` or, for `PM`, `REGISTRY_MATCH_OK`.","because":"Integrators can test an approval with the same requests that they will send in production."},
  {"id":"D50","question":"How does a client of the sandbox get a denial?","section":"§3","decision":"`sandbox:deny` makes the case `DENIED` at the first accepted artifact, with score 20 and the reasons `OCR_OK` and, for `PF`, `FACE_MATCH_FAIL` or, for `PM`, `REGISTRY_MATCH_FAIL`. `sandbox:deny:<CODE>`, where the code ends in `_FAIL`, has the same effect, but with exactly that code as the only reason.","because":"A client must be able to test its handling of any failure code, including codes that are added later."},
  {"id":"D51","question":"How does a client of the sandbox keep a case pending?","section":"§3","decision":"With a sandbox key, a case whose `reference` is `sandbox:hold`, or does not begin with `sandbox:`, stays `PENDING`.","because":"Timeouts and uploads to an open case can be tested only with a case that is not decided automatically."},
  {"id":"D52","question":"How does a client of the sandbox get a temporary error?","section":"§7","decision":"The response to a create with `sandbox:error:429` is `429` with `/problems/rate-limited`, and with `sandbox:error:503` it is `503` with `/problems/unavailable`. Both carry `Retry-After: 1`.","because":"Retry logic that was never tested cannot be trusted, and a test cannot cause a real overload on demand."},
  {"id":"D53","question":"How is any other reference that begins with `sandbox:` treated?","section":"§2","decision":"Any other `reference` that begins with `sandbox:` is rejected with `422`, type `/problems/invalid-request`, and an error on `#/reference`. The same holds for every `sandbox:…` reference sent with a live key or to an implementation without the sandbox capability.","because":"A misspelt reference, or a test that runs against live data, should fail at once instead of waiting for a decision that never happens."},
  {"id":"D54","question":"How soon does the sandbox decide and notify?","section":"§3","decision":"The decision is never visible before the artifact was accepted (D66), and becomes visible at most 5 seconds after that. The webhook arrives within 5 seconds of the decision, and its first retry within 10 seconds (counted as in D69).","because":"A suite that knows the service only from outside needs limits for its waits."},
  {"id":"D55","question":"What is the response to a retry when the case has since been decided or is full?","section":"§4","decision":"While the key is stored, its stored response takes precedence over every other. Status, body and `Location` are those of the first response, even if the case has changed since.","because":"With the key, a client that did not receive the first response can still get it."},
  {"id":"D56","question":"When are two payloads the same?","section":"§4","decision":"JSON bodies are the same when they are equal as values, so the order of properties, white space and escapes make no difference. For uploads D42 applies.","because":"A client that serialises its request again for a retry still sends the same request."},
  {"id":"D57","question":"What are the responses to parallel requests with one idempotency key?","section":"§4","decision":"One case or artifact is created. The response to every other request is `409` with `/problems/idempotency-key-in-use` and `Retry-After`, or the request waits and gets the response of the first; both conform.","because":"Waiting and rejecting are equally safe, and the design of a server decides which is cheaper."},
  {"id":"D58","question":"In which letter case is the scheme name accepted?","section":"§5","decision":"The scheme name `Bearer` is recognised in any letter case.","because":"RFC 9110 §11.1 defines authentication scheme names as case-insensitive."},
  {"id":"D59","question":"How is the media type of a request compared?","section":"§4","decision":"Media types are compared without regard to letter case; unknown parameters and `charset=utf-8`, in any letter case, have no effect. The response to a POST with a body but without `Content-Type` is `415`.","because":"HTTP libraries write the header in different ways, and a guess at the type of a body could be wrong."},
  {"id":"D60","question":"Does the service negotiate the type of a response?","section":"§4","decision":"`Accept` is ignored: responses are JSON whatever its value is, and `406` is never sent.","because":"Only one representation exists, so a rejection would help no client."},
  {"id":"D61","question":"What happens to a lone surrogate in a create?","section":"§2","decision":"A body that contains a lone surrogate (one half of a UTF-16 pair, such as `\\ud800`), in a value or in a name, is rejected with `400` or `422`.","because":"A lone surrogate is not a Unicode scalar value, so it cannot be returned in UTF-8."},
  {"id":"D62","question":"Which errors does a validation problem list, and how does it point at them?","section":"§7","decision":"At least one entry of `errors` describes an error; the list need not be complete. If a property or part is missing, the pointer contains its name. If a body is not an object, the pointer is `#`. If a property is unknown, the pointer contains its name, escaped as RFC 6901 and RFC 3986 require. This name does not count as a submitted value (D77).","because":"Validators that stop at the first error conform too, and the client still learns where the error is."},
  {"id":"D63","question":"How is `sha256` written?","section":"§2","decision":"`sha256` consists of 64 lower-case hexadecimal digits.","because":"Digests in one fixed notation can be compared as strings."},
  {"id":"D64","question":"Which bytes identify each file type?","section":"§2","decision":"A JPEG begins with `FF D8 FF`, a PNG with its eight signature bytes and a PDF with `%PDF-`. The bytes after the signature are not judged.","because":"Decoding untrusted files on receipt would be a risk, and implementations would disagree about damaged files."},
  {"id":"D65","question":"How large may an upload be in addition to its file?","section":"§8","decision":"In addition to the file, a server accepts multipart overhead of at least 64 KiB (for more see `multipart.overhead`).","because":"A file of exactly the allowed size must not fail because of headers and boundaries."},
  {"id":"D66","question":"When is a decision first visible?","section":"§3","decision":"A decision is never visible before the service has accepted the upload that causes it. Another client may read the decision shortly before that upload's response arrives.","because":"Implementations may decide synchronously or later, and clients have to handle both. A service that stores the artifact and the decision in one transaction shows both before it can respond."},
  {"id":"D67","question":"How exact are times?","section":"§2","decision":"Times denote instants and may have any number of fraction digits. Two times are the same instant if they are equal, or if the one with fewer digits is the other cut or rounded, to milliseconds at least; zeros at the end do not count. This applies wherever a time must not differ: in a read, a repeated response and an event. The `timestamp` of the webhook is the same instant as `decided_at`.","because":"Languages print different precisions, so a comparison as text would find differences that do not exist. Many services respond with the nanoseconds of their clock and read back what their database kept. Whole seconds in one place and milliseconds in another would give a client two times for one decision."},
  {"id":"D68","question":"Which codes may `sandbox:deny:<CODE>` name?","section":"§3","decision":"The code must follow the grammar of reason codes and end in `_FAIL`, and it is then the only reason of the case. Anything else is rejected with `422`. The order of reasons is always free.","because":"A code outside the grammar, or one that ends in `_OK`, would create a denied case that breaks the rules for reasons."},
  {"id":"D69","question":"When is a webhook sent again, and when does it stop?","section":"§6","decision":"The first retry is sent at most 10 seconds after the first attempt has failed. The `webhook-timestamp` of every attempt is within 5 seconds of the time when that attempt is sent, by the sender's own clock. Redirects, like all other responses outside 2xx, count as failures. After `410` this event is not sent again, and the endpoint may be disabled by the server. An event that was not acknowledged may be sent again under the same id.","because":"Receivers can reject old deliveries and ignore repeated ones only when times and ids are predictable."},
  {"id":"D70","question":"Does a sandbox key give access to the live cases of its tenant?","section":"§5","decision":"Live and sandbox are like two tenants: for a key of one mode, the cases of the other are unknown (`404`). Idempotency keys are separate too.","because":"Sandbox keys are stored in build pipelines and must not give access to personal data."},
  {"id":"D71","question":"In which form is `Retry-After` given?","section":"§7","decision":"`Retry-After` is always a number of whole seconds.","because":"A duration does not depend on clocks, and clients have one form to parse instead of two."},
  {"id":"D72","question":"Does an idempotent create replay a sandbox error?","section":"§7","decision":"A sandbox error is never stored under its `Idempotency-Key`, so a repeated create is rejected again.","because":"Only successes are replayed; an exception for the sandbox would be behaviour that production does not have."},
  {"id":"D73","question":"How are bytes that are not UTF-8, or a truncated multipart body, treated?","section":"§7","decision":"Bytes that are not UTF-8, in JSON or in `kind`, are rejected with `400` or `422`. A multipart body that ends before its closing boundary is rejected with `400`. Neither is repaired by replacing bytes, and neither is stored.","because":"Replacement characters would alter what the caller sent, and a truncated upload could look like a complete file."},
  {"id":"D74","question":"May a server reject a large body before it has read all of it?","section":"§8","decision":"A server may send `401`, `404`, `409` or `413` before the end of the body and close the connection, or close it without a response (`body.long-and-rejected`).","because":"Reading a body that will be rejected wastes capacity and makes abuse easier."},
  {"id":"D75","question":"Which format do error responses have?","section":"§7","decision":"Each 4xx and 5xx response is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail` and `instance`. `status` equals the code in the status line, and `instance` is a new `urn:uuid:` for every response, also if requests have the same `X-Request-Id` or `Traceparent`. D80 and D87 name the exceptions.","because":"One public format covers every error, and with a unique `instance` a report can be found in a log."},
  {"id":"D76","question":"How is the `type` of a problem compared?","section":"§7","decision":"`type` is a URI reference and is compared after resolution against the URL of the request. Both `/problems/x` and its absolute form at the same origin conform.","because":"RFC 9457 allows relative references, and frameworks differ in which of the two forms they emit."},
  {"id":"D77","question":"What must an error never contain?","section":"§7","decision":"An error contains no submitted value, no stack trace, no file path and no SQL. The name of a property or of a part is not a value (see D62). A property that the problem adds may show an id of the request from a header such as `X-Request-Id` or `Traceparent`.","because":"Errors are copied into logs and tickets, where personal data and internal details do not belong."},
  {"id":"D78","question":"How long may a response take?","section":"§8","decision":"Each implementation decides its latency. The conformance suite waits 10 seconds after it has sent the last byte of a request; a later response counts as no response. Sending may take longer, provided that the connection accepts more of the request every 30 seconds. A wait that `Retry-After` requests is not counted.","because":"A suite must stop waiting at some point. A latency target belongs to a deployment and not to the contract, and a slow uplink is not an error of the implementation."},
  {"id":"D79","question":"How long may a reason code and the list of reasons be?","section":"§2","decision":"A reason code has at most 128 characters, and a case has at most 64 reasons.","because":"Strings and arrays from open sets need upper limits, so that clients know how much to store."},
  {"id":"D80","question":"Where may implementations differ and still conform?","section":"§7","decision":"`x-freedoms` lists the requests to which several responses conform, with all of them. Each is an exception from the\nrequirements that it limits: the response to such a request is one of those that the freedom allows, or one that\nanother fault of the request demands (`http.left-open-answers`). Implementations may also differ in these points:\n\n- **Response headers.** `Allow` may list more methods than the contract. `Location` may be absolute or relative,\n  and an absolute one may have another origin than the request, because a proxy may know the service by another\n  name: only its path matters. `Cache-Control` may have more directives, and `WWW-Authenticate` more challenges and\n  parameters.\n- **Requests.** Unknown query parameters and headers are ignored.\n- **Pointers.** A pointer may percent-encode more characters than RFC 3986 requires.\n- **Uploads.** The response to an upload may carry a `Location`. Artifacts that are uploaded in parallel may be\n  listed in any order, provided that the order then stays the same.\n- **Decisions.** A case that was opened with a live key, or by an implementation without the sandbox, may be\n  decided at any time after the create, also without an upload. A check that needs such a case to be pending is\n  then inconclusive.\n- **Everything else.** Responses may have more properties and more headers, may close the connection, and may be\n  slow, provided that they arrive within the time limit of the suite.","because":"HTTP or common libraries leave each of these open. All the behaviours that are listed conform, no check may fail because of them, and clients should not depend on one."},
  {"id":"D81","question":"Which rejections may be sent before the whole body has been read?","section":"§8","decision":"D74 names four status codes. The same applies to every other rejection for which the bytes received so far are enough, such as `415` for a wrong `Content-Type`. The response to a request that may be accepted is sent after the whole body has been read.","because":"A server that has enough to reject a request has no reason to read on, and clients that follow D74 can already handle this."},
  {"id":"D82","question":"How strictly is a multipart body read?","section":"§4.2","decision":"The type that the `file` part declares is compared as in D59. The type that the `kind` part declares is not judged, and the value of `kind` is compared byte for byte; white space is not removed. The freedoms `multipart.…` say which forms may also be rejected; the others that `upload-artifact.written-by-any-client` lists are accepted.","because":"Libraries repair different errors, so clients can rely only on what RFC 7578 defines."},
  {"id":"D83","question":"Which requests use an `Idempotency-Key`, and what happens if a repeated request is invalid?","section":"§4","decision":"The two POST operations use the header; every other request ignores it, even if it is not legal. If a request has a stored key and another payload, and this payload is also invalid or asks the sandbox for an error, the server may reject it for either reason. If it has the same payload and is invalid in another part, such as the declared type of the file, the server may also repeat the first response. A rejection changes nothing: a repetition of the first request still gets the first response.","because":"A read is always safe to repeat, and each server decides which of two errors it finds first."},
  {"id":"D84","question":"How much load does the conformance suite generate?","section":"§8","decision":"The suite may keep about a hundred connections open at once, thirty of them for requests that are sent at the same moment. A candidate with a lower limit responds with `429` and `Retry-After`, and the suite waits that long. With `--rate n`, at most n requests begin in any second. At most four fifths of n begin at the same moment, but two always may.","because":"Only simultaneous requests show whether a service enforces a limit under parallel requests, and an operator has to know the load beforehand."},
  {"id":"D85","question":"Which other details did implementers ask about?","section":"§4","decision":"- **Names of headers** are the same in any letter case (`http.header-names-any-case`): HTTP/2 gateways send them\n  in lower case.\n- **Byte-order mark.** No response begins with one (RFC 8259 §8.1, `http.no-byte-order-mark`). For requests see\n  `json.byte-order-mark`.\n- **`HEAD`.** If the response to `HEAD` has a `Content-Length`, the value is the same as\n  in the response to `GET` (`http.head-like-get`).\n- **The end of a response** is defined by its `Content-Length` or its last chunk (RFC 9112 §6.3). For many\n  clients, everything after it, even a line end, is the beginning of the next response\n  (`http.nothing-behind-response`).\n- **A stored idempotency key with a reference that asks for a sandbox error** is rejected for either reason: 422\n  because the payload differs, or the 429 or 503 that the reference asks for. The first response stays stored\n  (D72, D83, `idempotency.other-payload-rejected`, `idempotency.kept-after-rejection`).\n- **An empty sandbox suffix**, as in `sandbox:hold#`, is a suffix like any other (`sandbox.suffix-ignored`).\n- **Parsers that merge repeated parts** or omit parts, such as `$_POST` and `$_FILES` of PHP, hide repeated and\n  unknown parts, which must be rejected (`upload-artifact.repeated-part`, `upload-artifact.unknown-part`). With\n  such a parser, read the raw body.\n- **An empty body** with a JSON media type is not JSON: 400 (`create-case.malformed-json`). For a multipart media\n  type see `multipart.missing-after-truncation`.\n- **Encoded parts.** Some libraries decode them automatically (`upload-artifact.content-not-decoded`): with such a\n  library, test the headers that `multipart.encoded-part` names and reject the part before the library reads it.\n- **Ids that differ in letter case only** are different ids: if only one of them was assigned, the other is\n  unknown (D6, `get-case.unknown-404`), except as `path.id-in-other-letter-case` allows.\n- **A `score` of `0.0`** is the integer 0, as JSON Schema defines it.\n- **Names with NUL.** `\"a\\u0000b\"` is a name like any other, and unknown (`create-case.unknown-member`); the\n  pointer writes it as `#/a%00b` (D62).\n- **Lone surrogates** are rejected wherever they are in the body (D61, `create-case.lone-surrogate`).\n- **Clocks.** Times agree with the `Date` of the response within five minutes (D86, `http.timestamps-by-clock`).\n- **`created_at`** never changes (D86, `case-lifecycle.facts-unchanged`).\n- **Large numbers.** No property of a request is a number, so each one is rejected. Some parsers do not read a\n  number of more than 15 digits or with an exponent, so `400` is allowed as well as `422`\n  (`create-case.large-number`).","because":"The contract did not contain this information, or implementers did not find it where they searched."},
  {"id":"D86","question":"Which clock do times come from, and may they change?","section":"§2","decision":"`created_at` and `decided_at` are the times at which the service created or decided something. In a response that shows such a time right after it was set, the time differs by at most five minutes from the `Date` of that response. A response without `Date` is not judged, and the clock itself may be wrong. Times follow the order of events. The clocks of two machines may differ by five seconds, but a service never writes a `decided_at` before the `created_at` of the same case (D11): it can write the later of the two times. What a create or an upload has recorded never changes: the `id`, `type`, `reference` and `created_at` of a case, and every property of an artifact. Whether two times are the same follows D67.","because":"A local time with `Z` at its end has the right form but is wrong by hours, which only a comparison with another clock of the same service shows."},
  {"id":"D87","question":"Which requests may a web server, gateway or framework handle itself, and how?","section":"§7","decision":"- **Responses of a web server or gateway.** Both may send rejections and redirects of their own, whose form the\n  service cannot change. The family `problems` and the requirements `authentication.challenge`, `http.no-store`,\n  `http.nosniff`, `http.no-cors` and `http.no-byte-order-mark` do not apply to the status codes of\n  `gateway.own-form`. Nor do they apply to a rejection or redirect of a request that one of these freedoms is about:\n  `method.unknown`, `query.malformed`, `header.not-ascii`, `path.encoded-delimiter`, `path.encoded-slash` and\n  `path.double-slash`.\n- `Range` is ignored on every operation. Apache cuts every response with the status 200 to the range, and sends\n  206, unless `MaxRanges none` is set; other servers do so for files only.\n- A `Content-Type` that is not a media type, such as `;` or `json`, is rejected with 400 or 415 and a problem, and\n  without a key with 401 (`http.malformed-content-type`). Rails responds with 406 unless it is configured\n  otherwise.\n- The order of D23 applies to bodies of up to 16 MiB (for more see `body.too-long-for-a-proxy`).","because":"Servers and gateways respond to some requests themselves. The contract has requirements only for what their settings can change, and leaves the rest open."},
];

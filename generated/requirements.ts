// Written by `npm run generate` from openapi.yaml. Never edited.
/** The contract that this was made from: its version and the SHA-256 digest of its bytes. */
export const contract = { version: '0.2.0', digest: 'c5e96355a4531bdbc0c689e0f095c59db6ba4ad09bdecf6034a4e35a2f78f793' };

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
  | 'http.content-encoding-415'
  | 'http.no-method-override'
  | 'http.no-cors'
  | 'http.case-before-other-refusals'
  | 'http.timestamps-utc'
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
  | 'case-lifecycle.created-pending'
  | 'case-lifecycle.pending-score-zero'
  | 'case-lifecycle.pending-no-reasons'
  | 'case-lifecycle.pending-no-decision-time'
  | 'case-lifecycle.decided-case-has-time'
  | 'case-lifecycle.decided-after-creation'
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
}

export const requirements: Requirement[] = [
  {"id":"authentication.create-needs-key","family":"authentication","level":"MUST","text":"A create that carries no key MUST NOT be accepted.","source":"§5.1","class":"stated","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.upload-needs-key","family":"authentication","level":"MUST","text":"An upload that carries no key MUST NOT be accepted.","source":"§5.1","class":"stated","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.read-needs-key","family":"authentication","level":"MUST","text":"A read that carries no key MUST NOT be answered with a case status.","source":"§5.1","class":"stated","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.create-needs-issued-key","family":"authentication","level":"MUST","text":"A create with a key that was never issued MUST NOT be accepted.","source":"§5.1","class":"stated","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.upload-needs-issued-key","family":"authentication","level":"MUST","text":"An upload with a key that was never issued MUST NOT be accepted.","source":"§5.1","class":"stated","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.read-needs-issued-key","family":"authentication","level":"MUST","text":"A read with a key that was never issued MUST NOT be answered with a case status.","source":"§5.1","class":"stated","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.missing-key-401","family":"authentication","level":"MUST","text":"Each of the three operations MUST answer 401 with `/problems/unauthorized` when no key is sent.","source":"D26","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.unknown-key-401","family":"authentication","level":"MUST","text":"Each of the three operations MUST answer 401 with `/problems/unauthorized` for a key that was never issued.","source":"D26","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.whole-key-compared","family":"authentication","level":"MUST","text":"A key that differs from an issued one by a missing, an added or a changed character MUST be answered with 401.","source":"D26","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.challenge","family":"authentication","level":"MUST","text":"Every 401 MUST carry a `WWW-Authenticate` header with a `Bearer` challenge that names a realm.","source":"D20","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.rejected-key-hint","family":"authentication","level":"SHOULD","text":"The `Bearer` challenge on the answer to a rejected key SHOULD carry `error=\"invalid_token\"`.","source":"D20","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.scheme-any-case","family":"authentication","level":"MUST","text":"The scheme name `Bearer` MUST be recognised in any letter case.","source":"D58","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.query-key-is-no-key","family":"authentication","level":"MUST","text":"A key in the query MUST be treated as no key.","source":"D19","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.other-header-is-no-key","family":"authentication","level":"MUST","text":"A key in any header other than `Authorization` MUST be treated as no key.","source":"D19","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.other-scheme-is-no-key","family":"authentication","level":"MUST","text":"A key under another scheme than `Bearer` MUST be answered with 401.","source":"D19","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.before-case","family":"authentication","level":"MUST","text":"Without a valid key an unknown and a known case MUST be answered alike, with 401.","source":"D23","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"authentication.before-validation","family":"authentication","level":"MUST","text":"Without a valid key a request that is also wrong in another way MUST be answered with 401.","source":"D23","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"tenancy.foreign-read-404","family":"tenancy","level":"MUST","text":"A read of another tenant's case MUST be answered with 404 and `/problems/not-found`.","source":"D22","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"tenancy.foreign-upload-404","family":"tenancy","level":"MUST","text":"An upload to another tenant's case MUST be answered with 404 and `/problems/not-found`.","source":"D22","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"tenancy.foreign-upload-stores-nothing","family":"tenancy","level":"MUST","text":"An upload by another tenant MUST NOT change the case.","source":"D22","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"tenancy.foreign-read-like-unknown","family":"tenancy","level":"MUST","text":"The answers to a read of another tenant's case and of an unknown case MUST have headers of the same names, and the same body but for `instance`.","source":"D22","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"tenancy.foreign-upload-like-unknown","family":"tenancy","level":"MUST","text":"The answers to an upload to another tenant's case and to an unknown case MUST have headers of the same names, and the same body but for `instance`.","source":"D22","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"tenancy.foreign-other-method-like-unknown","family":"tenancy","level":"MUST","text":"A request with any other method for another tenant's case and for an unknown case MUST be answered with the same status.","source":"D22","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"tenancy.ids-unique","family":"tenancy","level":"MUST","text":"Case ids MUST be unique across tenants.","source":"D6","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"tenancy.same-reference-apart","family":"tenancy","level":"MUST","text":"Cases of two tenants with the same reference MUST be separate cases, each read by its own tenant only.","source":"D21","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"tenancy.apart-under-load","family":"tenancy","level":"MUST","text":"Requests of two tenants that run at the same time MUST each be answered for their own tenant.","source":"D21","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"tenancy.modes-apart-on-read","family":"tenancy","level":"MUST","text":"A read with a key of the other mode (live or sandbox) of the same tenant MUST be answered with 404.","source":"D70","class":"full","operation":null,"capability":["sandbox","live-key"],"unless":null,"untestable":null},
  {"id":"tenancy.modes-apart-on-upload","family":"tenancy","level":"MUST","text":"An upload with a key of the other mode (live or sandbox) of the same tenant MUST be answered with 404.","source":"D70","class":"full","operation":null,"capability":["sandbox","live-key"],"unless":null,"untestable":null},
  {"id":"problems.media-type","family":"problems","level":"MUST","text":"Every 4xx and 5xx answer MUST have the media type `application/problem+json`.","source":"D75","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"problems.members","family":"problems","level":"MUST","text":"Every problem MUST have `type`, `title`, `status`, `detail` and `instance`, each of its documented form.","source":"D75","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"problems.status-matches","family":"problems","level":"MUST","text":"The `status` of a problem MUST equal the status code of its answer.","source":"D75","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"problems.instance-fresh","family":"problems","level":"MUST","text":"The `instance` of every problem MUST be a `urn:uuid:` that no other answer has.","source":"D75","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"problems.no-submitted-values","family":"problems","level":"MUST","text":"A problem MUST NOT contain a value that the request submitted.","source":"D77","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"problems.no-internals","family":"problems","level":"MUST","text":"A problem MUST NOT contain a stack trace, a file path or SQL.","source":"D77","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"problems.errors-listed","family":"problems","level":"MUST","text":"A problem of the type `/problems/invalid-request` MUST list in `errors` at least one entry with a `pointer` and a `detail`.","source":"D35","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"problems.points-at-invalid-member","family":"problems","level":"MUST","text":"At least one pointer MUST name the member whose value is not allowed.","source":"D62","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"problems.points-at-missing-member","family":"problems","level":"MUST","text":"At least one pointer MUST name the required member that is missing.","source":"D62","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"problems.points-at-unknown-member","family":"problems","level":"MUST","text":"At least one pointer MUST name the member that the contract does not know.","source":"D62","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"problems.escapes-pointer","family":"problems","level":"MUST","text":"A pointer MUST be a URI fragment: `~` and `/` of a name escaped as RFC 6901 asks, and every character that a fragment does not allow percent-encoded as RFC 3986 asks.","source":"D62","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"problems.points-at-body","family":"problems","level":"MUST","text":"The pointer for a JSON body that is not an object MUST be `#`.","source":"D62","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"problems.points-at-part","family":"problems","level":"MUST","text":"At least one pointer MUST name the multipart part that is missing, unknown, repeated or not allowed.","source":"D62","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.unknown-path-404","family":"http","level":"MUST","text":"A request with a valid key for an unknown path MUST be answered with 404 and `/problems/not-found`.","source":"D27","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.wrong-method-405","family":"http","level":"MUST","text":"A request with a valid key and a wrong method for a known path MUST be answered with 405 and `/problems/method-not-allowed`.","source":"D28","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.allow","family":"http","level":"MUST","text":"Every 405 MUST carry an `Allow` header that lists the methods of the path.","source":"D28","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.no-store","family":"http","level":"MUST","text":"Every answer MUST carry `Cache-Control` with `no-store`.","source":"D39","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.nosniff","family":"http","level":"SHOULD","text":"Every answer SHOULD carry `X-Content-Type-Options: nosniff`.","source":"D39","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.json-answers","family":"http","level":"MUST","text":"Every 2xx answer MUST have the media type `application/json`.","source":"D60","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.accept-ignored","family":"http","level":"MUST","text":"The request header `Accept` MUST NOT change the answer; there is no 406.","source":"D60","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.media-type-any-case","family":"http","level":"MUST","text":"The media type of a request MUST be compared without regard to letter case.","source":"D59","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.media-type-parameters-ignored","family":"http","level":"MUST","text":"`charset=utf-8` and unknown parameters of the request's media type MUST be ignored.","source":"D59","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.missing-content-type-415","family":"http","level":"MUST","text":"A POST with a body but without `Content-Type` MUST be answered with 415 and `/problems/unsupported-media-type`.","source":"D59","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.wrong-content-type-415","family":"http","level":"MUST","text":"A POST whose media type is not the operation's MUST be answered with 415 and `/problems/unsupported-media-type`.","source":"D33","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.content-encoding-415","family":"http","level":"MUST","text":"A POST with a `Content-Encoding` other than `identity` MUST be answered with 415 and `/problems/unsupported-media-type`.","source":"D33","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.no-method-override","family":"http","level":"MUST","text":"A header, query parameter or form field that names another method MUST NOT change the method of a request.","source":"D45","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.no-cors","family":"http","level":"MUST","text":"Answers MUST NOT carry `Access-Control-Allow-Origin`.","source":"D45","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.case-before-other-refusals","family":"http","level":"MUST","text":"An upload to an unknown case that is also wrong in another way MUST be answered with 404.","source":"D23","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.timestamps-utc","family":"http","level":"MUST","text":"Every timestamp MUST be written as RFC 3339 prescribes, in UTC, ending in `Z`.","source":"D44","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"http.left-open-answers","family":"http","level":"MUST","text":"A request whose answer is left open MUST be answered in one of the ways that are left open for it, and never with a failure of the service.","source":"D80","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.create-replays","family":"idempotency","level":"MUST","text":"A create that repeats an `Idempotency-Key` with the same payload MUST be answered with the status, body and `Location` of the first answer.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.upload-replays","family":"idempotency","level":"MUST","text":"An upload that repeats an `Idempotency-Key` with the same payload MUST be answered with the status and body of the first answer.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.upload-stored-once","family":"idempotency","level":"MUST","text":"A repeated upload with the same `Idempotency-Key` MUST NOT add a second artifact.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.equal-json","family":"idempotency","level":"MUST","text":"Two JSON payloads that are equal as values MUST count as the same payload.","source":"D56","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.upload-fingerprint","family":"idempotency","level":"MUST","text":"Two uploads with the same kind and the same file content MUST count as the same payload, whatever their boundary, order of parts or file name.","source":"D42","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.create-key-reused","family":"idempotency","level":"MUST","text":"A create that repeats an `Idempotency-Key` with another payload MUST be answered with 422 and `/problems/idempotency-key-reused`.","source":"D36","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.upload-key-reused-other-file","family":"idempotency","level":"MUST","text":"An upload that repeats an `Idempotency-Key` with another file MUST be answered with 422 and `/problems/idempotency-key-reused`.","source":"D36","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.upload-key-reused-other-kind","family":"idempotency","level":"MUST","text":"An upload that repeats an `Idempotency-Key` with another kind MUST be answered with 422 and `/problems/idempotency-key-reused`.","source":"D36","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.other-key-other-case","family":"idempotency","level":"MUST","text":"Creates with different keys, also such that differ in letter case only, MUST open different cases.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.scoped-to-tenant","family":"idempotency","level":"MUST","text":"The same `Idempotency-Key` of two tenants MUST be two keys.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.scoped-to-path","family":"idempotency","level":"MUST","text":"The same `Idempotency-Key` on two paths MUST be two keys.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.scoped-to-mode","family":"idempotency","level":"MUST","text":"The same `Idempotency-Key` with a live and a sandbox key of one tenant MUST be two keys.","source":"D70","class":"full","operation":null,"capability":["sandbox","live-key"],"unless":null,"untestable":null},
  {"id":"idempotency.only-success-stored","family":"idempotency","level":"MUST","text":"An answer other than 2xx MUST NOT be stored; a valid request with the same key is carried out afterwards.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.first-answer-kept","family":"idempotency","level":"MUST","text":"A repeated create MUST be answered as the first time even if the case has changed since.","source":"D55","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.replay-after-decision","family":"idempotency","level":"MUST","text":"A repeated upload with a kept key MUST be answered with the first answer even if the case has been decided since.","source":"D55","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"idempotency.replay-after-limit","family":"idempotency","level":"MUST","text":"A repeated upload with a kept key MUST be answered with the first answer even if the case holds 20 artifacts now.","source":"D55","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.parallel-create-once","family":"idempotency","level":"MUST","text":"Parallel creates with one key and payload MUST open one case; each is answered with the same case or with 409 and `/problems/idempotency-key-in-use`.","source":"D57","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.parallel-upload-once","family":"idempotency","level":"MUST","text":"Parallel uploads with one key and payload MUST add one artifact; each is answered with the same artifact or with 409 and `/problems/idempotency-key-in-use`.","source":"D57","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.in-use-retry-after","family":"idempotency","level":"MUST","text":"A 409 of the type `/problems/idempotency-key-in-use` MUST carry `Retry-After` in whole seconds.","source":"D31","class":"full","operation":null,"capability":[],"unless":null,"untestable":"an implementation may wait and replay instead, and then never gives this answer; where one is seen, the checks of parallel requests look at its header"},
  {"id":"idempotency.key-forms","family":"idempotency","level":"MUST","text":"A key of 1 to 255 visible ASCII characters MUST be accepted and kept apart from every other.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.illegal-key-400","family":"idempotency","level":"MUST","text":"A key of more than 255 characters or with a character that is not visible ASCII MUST be answered with 400 and `/problems/malformed-request`.","source":"D25","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"idempotency.kept-24-hours","family":"idempotency","level":"MUST","text":"A key and its answer MUST be kept for 24 hours.","source":"D41","class":"full","operation":null,"capability":[],"unless":null,"untestable":"a run of the suite lasts seconds, not a day"},
  {"id":"case-lifecycle.created-pending","family":"case-lifecycle","level":"MUST","text":"A case MUST be `PENDING` when it is created.","source":"D10","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"case-lifecycle.pending-score-zero","family":"case-lifecycle","level":"MUST","text":"The score of a `PENDING` case MUST be 0.","source":"D8","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"case-lifecycle.pending-no-reasons","family":"case-lifecycle","level":"MUST","text":"The reasons of a `PENDING` case MUST be empty.","source":"D9","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"case-lifecycle.pending-no-decision-time","family":"case-lifecycle","level":"MUST","text":"The `decided_at` of a `PENDING` case MUST be null.","source":"D11","class":"full","operation":null,"capability":[],"unless":null,"untestable":null},
  {"id":"case-lifecycle.decided-case-has-time","family":"case-lifecycle","level":"MUST","text":"The `decided_at` of a decided case MUST be a timestamp.","source":"D11","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"case-lifecycle.decided-after-creation","family":"case-lifecycle","level":"MUST","text":"The `decided_at` of a case MUST NOT be before its `created_at`.","source":"D11","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"case-lifecycle.approved-reasons","family":"case-lifecycle","level":"MUST","text":"An `APPROVED` case MUST have at least one reason and none that ends in `_FAIL`.","source":"D9","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"case-lifecycle.denied-reasons","family":"case-lifecycle","level":"MUST","text":"A `DENIED` case MUST have at least one reason that ends in `_FAIL`.","source":"D9","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"case-lifecycle.decision-atomic","family":"case-lifecycle","level":"MUST","text":"A read MUST show `status`, `score`, `reasons` and `decided_at` either all as before the decision or all as after it.","source":"D10","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"case-lifecycle.decision-final","family":"case-lifecycle","level":"MUST","text":"The `status`, `score`, `reasons` and `decided_at` of a decided case MUST NOT change again.","source":"D10","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"case-lifecycle.decided-once-under-load","family":"case-lifecycle","level":"MUST","text":"Parallel uploads to a case that is being decided MUST lead to one decision that every later read shows alike.","source":"D10","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"case-lifecycle.decided-case-refuses-evidence","family":"case-lifecycle","level":"MUST","text":"An upload to a decided case MUST be answered with 409 and `/problems/case-closed`.","source":"D29","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"case-lifecycle.refused-evidence-changes-nothing","family":"case-lifecycle","level":"MUST","text":"An upload that a decided case refuses MUST NOT change the case.","source":"D29","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.approves-person","family":"sandbox","level":"MUST","text":"`sandbox:approve` MUST lead a `PF` case to `APPROVED`, score 95, with exactly the reasons `OCR_OK` and `FACE_MATCH_OK`.","source":"D49","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.approves-entity","family":"sandbox","level":"MUST","text":"`sandbox:approve` MUST lead a `PM` case to `APPROVED`, score 95, with exactly the reasons `OCR_OK` and `REGISTRY_MATCH_OK`.","source":"D49","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.denies-person","family":"sandbox","level":"MUST","text":"`sandbox:deny` MUST lead a `PF` case to `DENIED`, score 20, with exactly the reasons `OCR_OK` and `FACE_MATCH_FAIL`.","source":"D50","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.denies-entity","family":"sandbox","level":"MUST","text":"`sandbox:deny` MUST lead a `PM` case to `DENIED`, score 20, with exactly the reasons `OCR_OK` and `REGISTRY_MATCH_FAIL`.","source":"D50","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.denies-with-code","family":"sandbox","level":"MUST","text":"`sandbox:deny:<CODE>` MUST lead to `DENIED`, score 20, with exactly this one reason.","source":"D68","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.hold-stays-pending","family":"sandbox","level":"MUST","text":"A case with `sandbox:hold` MUST stay `PENDING` after evidence.","source":"D51","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.plain-reference-stays-pending","family":"sandbox","level":"MUST","text":"With a sandbox key a case whose reference does not begin with `sandbox:` MUST stay `PENDING` after evidence.","source":"D51","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.suffix-ignored","family":"sandbox","level":"MUST","text":"A suffix that begins with `#` MUST NOT change the effect of a sandbox reference.","source":"D49","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.any-evidence-decides","family":"sandbox","level":"MUST","text":"The first accepted artifact MUST decide the case, whatever its kind and file type.","source":"D49","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.decides-in-time","family":"sandbox","level":"MUST","text":"The decision MUST be seen within 5 seconds of the artifact.","source":"D54","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.no-decision-without-evidence","family":"sandbox","level":"MUST","text":"A case without an accepted artifact MUST stay `PENDING`.","source":"D54","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.refused-evidence-decides-nothing","family":"sandbox","level":"MUST","text":"An upload that is refused MUST NOT decide the case.","source":"D49","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.error-429","family":"sandbox","level":"MUST","text":"A create with `sandbox:error:429` MUST be answered with 429, `/problems/rate-limited` and `Retry-After: 1`.","source":"D52","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.error-503","family":"sandbox","level":"MUST","text":"A create with `sandbox:error:503` MUST be answered with 503, `/problems/unavailable` and `Retry-After: 1`.","source":"D52","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.error-not-stored","family":"sandbox","level":"MUST","text":"A sandbox error MUST NOT be stored under an `Idempotency-Key`: repeated it is refused again, and another payload with the same key is carried out.","source":"D72","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.unknown-directive-refused","family":"sandbox","level":"MUST","text":"Any other reference that begins with `sandbox:` MUST be answered with 422 and a pointer to `#/reference`.","source":"D53","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.deny-code-checked","family":"sandbox","level":"MUST","text":"`sandbox:deny:<CODE>` with a code outside the grammar of reasons or not ending in `_FAIL` MUST be answered with 422 and a pointer to `#/reference`.","source":"D68","class":"full","operation":null,"capability":["sandbox"],"unless":null,"untestable":null},
  {"id":"sandbox.live-key-refuses","family":"sandbox","level":"MUST","text":"With a live key a reference that begins with `sandbox:` MUST be answered with 422 and a pointer to `#/reference`.","source":"D53","class":"full","operation":null,"capability":["live-key"],"unless":null,"untestable":null},
  {"id":"sandbox.absent-refuses","family":"sandbox","level":"MUST","text":"Without the capability a reference that begins with `sandbox:` MUST be answered with 422 and a pointer to `#/reference`.","source":"D53","class":"full","operation":null,"capability":[],"unless":"sandbox","untestable":null},
  {"id":"create-case.opens-person-case","family":"create-case","level":"MUST","text":"A create with the type `PF` and a reference MUST be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.opens-entity-case","family":"create-case","level":"MUST","text":"A create with the type `PM` and a reference MUST be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.assigns-identifier","family":"create-case","level":"MUST","text":"The service MUST assign each new case an identifier of its own.","source":"§2","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.type-required","family":"create-case","level":"MUST","text":"A create without `type` MUST NOT be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.reference-required","family":"create-case","level":"MUST","text":"A create without `reference` MUST NOT be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.type-known","family":"create-case","level":"MUST","text":"A create with a `type` other than `PF` and `PM` MUST NOT be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.type-is-string","family":"create-case","level":"MUST","text":"A create with a `type` that is not a string MUST NOT be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.reference-is-string","family":"create-case","level":"MUST","text":"A create with a `reference` that is not a string MUST NOT be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.body-is-object","family":"create-case","level":"MUST","text":"A create whose body is not a JSON object MUST NOT be accepted.","source":"§4.1","class":"stated","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.answers-201","family":"create-case","level":"MUST","text":"An accepted create MUST be answered with 201.","source":"D4","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.location","family":"create-case","level":"MUST","text":"The answer to an accepted create MUST carry a `Location` that resolves to the case.","source":"D4","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.answers-case","family":"create-case","level":"MUST","text":"The body of the answer to an accepted create MUST be a whole Case.","source":"D4","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.returns-type","family":"create-case","level":"MUST","text":"The `type` of the new case MUST be the one that was sent.","source":"D5","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.returns-reference","family":"create-case","level":"MUST","text":"The `reference` of a case MUST be returned code point for code point as it was sent.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.no-evidence-yet","family":"create-case","level":"MUST","text":"The `artifacts` of a new case MUST be empty.","source":"D13","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.id-form","family":"create-case","level":"MUST","text":"A case id MUST match `^[A-Za-z0-9_-]{16,64}$`.","source":"D6","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.id-not-all-digits","family":"create-case","level":"MUST","text":"A case id MUST NOT consist of digits only.","source":"D6","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.id-not-sequential","family":"create-case","level":"MUST","text":"The id of a case MUST NOT follow from the ids of earlier cases by counting.","source":"D6","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.id-unguessable","family":"create-case","level":"MUST","text":"A case id MUST NOT be guessable.","source":"D6","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":"randomness shows in the generator, not in its values; counting, the usual defect, is checked by `create-case.id-not-sequential`"},
  {"id":"create-case.shortest-reference","family":"create-case","level":"MUST","text":"A reference of one code point MUST be accepted.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.longest-reference","family":"create-case","level":"MUST","text":"A reference of 256 code points MUST be accepted, also when each lies outside the Basic Multilingual Plane.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.empty-reference","family":"create-case","level":"MUST","text":"An empty reference MUST be answered with 422 and `/problems/invalid-request`.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.too-long-reference","family":"create-case","level":"MUST","text":"A reference of 257 code points MUST be answered with 422 and `/problems/invalid-request`.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.control-character","family":"create-case","level":"MUST","text":"A reference with a control character (C0, DEL or C1) MUST be answered with 422 and `/problems/invalid-request`.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.repeated-reference","family":"create-case","level":"MUST","text":"A second create with the same reference MUST open a second case.","source":"D7","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.lone-surrogate","family":"create-case","level":"MUST","text":"A lone surrogate anywhere in a body, in a value or in a name, MUST be answered with 400 or 422.","source":"D61","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.large-number","family":"create-case","level":"MUST","text":"A number of more than 15 digits or with an exponent MUST be answered with 400 or 422.","source":"D85","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.invalid-utf8","family":"create-case","level":"MUST","text":"A body with bytes that are not UTF-8 MUST be answered with 400 or 422.","source":"D73","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.malformed-json","family":"create-case","level":"MUST","text":"A body that is not JSON MUST be answered with 400 and `/problems/malformed-request`.","source":"D25","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.invalid-type","family":"create-case","level":"MUST","text":"A `type` that is not allowed MUST be answered with 422 and `/problems/invalid-request`.","source":"D35","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.invalid-reference","family":"create-case","level":"MUST","text":"A `reference` that is not a string MUST be answered with 422 and `/problems/invalid-request`.","source":"D35","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.missing-member","family":"create-case","level":"MUST","text":"A missing member MUST be answered with 422 and `/problems/invalid-request`.","source":"D35","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.unknown-member","family":"create-case","level":"MUST","text":"A member that the contract does not know MUST be answered with 422 and `/problems/invalid-request`.","source":"D35","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"create-case.no-object","family":"create-case","level":"MUST","text":"JSON that is not an object MUST be answered with 422 and `/problems/invalid-request`.","source":"D35","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"limits.json-accepted","family":"limits","level":"MUST","text":"A JSON body of 64 KiB MUST be accepted.","source":"D32","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"limits.json-refused","family":"limits","level":"MUST","text":"A JSON body of more than 64 KiB MUST be answered with 413 and `/problems/content-too-large`.","source":"D32","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"limits.json-refused-unannounced","family":"limits","level":"MUST","text":"A JSON body of more than 64 KiB MUST be refused with 413 also when its length was not announced.","source":"D32","class":"full","operation":"createCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.reads-case","family":"get-case","level":"MUST","text":"A read of an existing case MUST be answered with a JSON object.","source":"§4.3","class":"stated","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.status","family":"get-case","level":"MUST","text":"The `status` of a case MUST be `PENDING`, `APPROVED` or `DENIED`.","source":"§4.3","class":"stated","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.score","family":"get-case","level":"MUST","text":"The `score` of a case MUST be an integer.","source":"§4.3","class":"stated","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.reasons","family":"get-case","level":"MUST","text":"The `reasons` of a case MUST be an array of strings.","source":"§4.3","class":"stated","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.unknown-has-no-status","family":"get-case","level":"MUST","text":"A read of an identifier that was never assigned MUST NOT be answered with a case status.","source":"§4.3","class":"stated","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.answers-200","family":"get-case","level":"MUST","text":"A read of an existing case MUST be answered with 200.","source":"D5","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.answers-case","family":"get-case","level":"MUST","text":"The body of the answer to a read MUST be a whole Case.","source":"D5","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.like-created","family":"get-case","level":"MUST","text":"A read right after the create MUST answer the same case.","source":"D4","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.own-case","family":"get-case","level":"MUST","text":"A read MUST answer the case of the id in its path.","source":"D5","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.unknown-404","family":"get-case","level":"MUST","text":"A read of an unknown case MUST be answered with 404 and `/problems/not-found`.","source":"D27","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.malformed-id-404","family":"get-case","level":"MUST","text":"A read with an id of a wrong form MUST be answered with 404 and `/problems/not-found`.","source":"D6","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.whole-id-compared","family":"get-case","level":"MUST","text":"An id that lacks a character of an existing one, or has one more, MUST be answered with 404.","source":"D6","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.lists-evidence","family":"get-case","level":"MUST","text":"A read right after an upload MUST list the artifact as the upload was answered.","source":"D13","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"get-case.evidence-in-order","family":"get-case","level":"MUST","text":"Artifacts MUST be listed in the order in which they were accepted.","source":"D13","class":"full","operation":"getCase","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.accepts-evidence","family":"upload-artifact","level":"MUST","text":"An upload of a file with the kind `ID_FRONT` to an existing case MUST be accepted.","source":"§4.2","class":"stated","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.file-required","family":"upload-artifact","level":"MUST","text":"An upload without the part `file` MUST NOT be accepted.","source":"§4.2","class":"stated","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.kind-required","family":"upload-artifact","level":"MUST","text":"An upload without the part `kind` MUST NOT be accepted.","source":"§4.2","class":"stated","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.case-must-exist","family":"upload-artifact","level":"MUST","text":"An upload to an identifier that was never assigned MUST NOT be accepted.","source":"§4.2","class":"stated","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.multipart-required","family":"upload-artifact","level":"MUST","text":"An upload that is not `multipart/form-data` MUST NOT be accepted.","source":"§4.2","class":"stated","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.answers-201","family":"upload-artifact","level":"MUST","text":"An accepted upload MUST be answered with 201.","source":"D12","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.answers-artifact","family":"upload-artifact","level":"MUST","text":"The body of the answer to an accepted upload MUST be an Artifact.","source":"D12","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.returns-kind","family":"upload-artifact","level":"MUST","text":"The `kind` of an artifact MUST be the one that was sent.","source":"D12","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.returns-size","family":"upload-artifact","level":"MUST","text":"The `size` of an artifact MUST be the number of bytes of the file.","source":"D12","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.returns-digest","family":"upload-artifact","level":"MUST","text":"The `sha256` of an artifact MUST be the SHA-256 digest of exactly the bytes of the file.","source":"D63","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.returns-recognised-type","family":"upload-artifact","level":"MUST","text":"The `content_type` of an artifact MUST be the one that its content was recognised as.","source":"D15","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.ids-differ","family":"upload-artifact","level":"MUST","text":"Each artifact of a case MUST have an id of its own.","source":"D12","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.accepts-file-types","family":"upload-artifact","level":"MUST","text":"JPEG, PNG and PDF files MUST be accepted.","source":"D15","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.accepts-bare-signature","family":"upload-artifact","level":"MUST","text":"A file MUST be recognised by its signature at byte 0; nothing behind the signature is judged.","source":"D64","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.part-type-optional","family":"upload-artifact","level":"MUST","text":"A `file` part without a `Content-Type` or with `application/octet-stream` MUST be judged by its content alone.","source":"D15","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.part-type-any-form","family":"upload-artifact","level":"MUST","text":"The `Content-Type` of the `file` part MUST be compared without regard to letter case and to unknown parameters.","source":"D59","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.part-type-disagrees","family":"upload-artifact","level":"MUST","text":"A `file` part whose `Content-Type` disagrees with its content MUST be answered with 415 and `/problems/unsupported-file-type`.","source":"D15","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.unknown-content","family":"upload-artifact","level":"MUST","text":"Content that is not JPEG, PNG or PDF MUST be answered with 415 and `/problems/unsupported-file-type`, whatever its file name or part type says.","source":"D34","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.signature-at-start","family":"upload-artifact","level":"MUST","text":"Content with a signature anywhere but at byte 0 MUST be answered with 415 and `/problems/unsupported-file-type`.","source":"D15","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.empty-file","family":"upload-artifact","level":"MUST","text":"An empty file MUST be answered with 422 or 415.","source":"D15","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.accepts-kinds","family":"upload-artifact","level":"MUST","text":"Each of the ten kinds MUST be accepted.","source":"D14","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.any-kind-on-any-type","family":"upload-artifact","level":"MUST","text":"Every kind MUST be accepted on cases of both types.","source":"D14","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.unknown-kind","family":"upload-artifact","level":"MUST","text":"A kind that is not one of the ten MUST be answered with 422 and `/problems/invalid-request`.","source":"D14","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.repeated-kind","family":"upload-artifact","level":"MUST","text":"A second upload of the same kind MUST be accepted and appended.","source":"D14","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.parts-in-either-order","family":"upload-artifact","level":"MUST","text":"The parts `file` and `kind` MUST be accepted in either order.","source":"D17","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.written-by-any-client","family":"upload-artifact","level":"MUST","text":"An upload MUST be accepted with its boundary in quotes or not and behind other parameters, with part headers in any letter case and order, with their parameters in any order, and with a text type on `kind`.","source":"D17","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.missing-part","family":"upload-artifact","level":"MUST","text":"A missing part MUST be answered with 422 and `/problems/invalid-request`.","source":"D17","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.repeated-part","family":"upload-artifact","level":"MUST","text":"A repeated part MUST be answered with 422 and `/problems/invalid-request`.","source":"D17","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.unknown-part","family":"upload-artifact","level":"MUST","text":"A part that the contract does not know MUST be answered with 422 and `/problems/invalid-request`, whatever it holds.","source":"D17","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.truncated-multipart","family":"upload-artifact","level":"MUST","text":"A multipart body without its last boundary MUST be answered with 400 and `/problems/malformed-request`.","source":"D73","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.invalid-utf8-kind","family":"upload-artifact","level":"MUST","text":"A `kind` with bytes that are not UTF-8 MUST be answered with 400 or 422.","source":"D73","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.file-name-ignored","family":"upload-artifact","level":"MUST","text":"The file name MUST NOT change whether or how an upload is accepted.","source":"D18","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.file-name-not-echoed","family":"upload-artifact","level":"MUST","text":"The file name MUST NOT appear in an answer.","source":"D18","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.content-not-returned","family":"upload-artifact","level":"MUST","text":"The content of a file MUST NOT appear in an answer, nor encoded.","source":"D13","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"upload-artifact.refused-stores-nothing","family":"upload-artifact","level":"MUST","text":"An upload that is refused MUST NOT add an artifact to the case.","source":"D13","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"limits.file-accepted","family":"limits","level":"MUST","text":"A file of 10,485,760 bytes MUST be accepted.","source":"D16","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"limits.file-refused","family":"limits","level":"MUST","text":"A file of more than 10,485,760 bytes MUST be answered with 413 and `/problems/content-too-large`.","source":"D32","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"limits.file-refused-unannounced","family":"limits","level":"MUST","text":"A file of more than 10,485,760 bytes MUST be refused with 413 also when its length was not announced.","source":"D32","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"limits.refused-file-not-stored","family":"limits","level":"MUST","text":"A file that is too large MUST NOT be stored, in whole or in part.","source":"D32","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"limits.overhead-accepted","family":"limits","level":"MUST","text":"At least 64 KiB of multipart overhead besides the file MUST be accepted.","source":"D65","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":"which forms of overhead a parser reads (preamble, part headers, epilogue) is left to it, so none can be demanded; `limits.file-accepted` sends the largest file with the usual overhead"},
  {"id":"limits.twenty-artifacts","family":"limits","level":"MUST","text":"Twenty artifacts MUST be accepted in a case.","source":"D16","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"limits.twenty-first-artifact","family":"limits","level":"MUST","text":"The 21st artifact MUST be answered with 409 and `/problems/artifact-limit-reached`.","source":"D30","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"limits.parallel-artifacts-kept","family":"limits","level":"MUST","text":"Twenty artifacts that are uploaded in parallel MUST all be kept.","source":"D16","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"limits.parallel-artifacts-limited","family":"limits","level":"MUST","text":"Parallel uploads MUST NOT lead to more than twenty artifacts in a case.","source":"D16","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":null},
  {"id":"limits.own-rate","family":"limits","level":"MUST","text":"A request beyond an implementation's rate limit MUST be answered with 429 and `Retry-After`.","source":"D37","class":"full","operation":"uploadArtifact","capability":[],"unless":null,"untestable":"the limits are each implementation's own; `sandbox.error-429` checks the form of the answer"},
  {"id":"webhook.arrives","family":"webhook","level":"MUST","text":"The event of a decided case MUST arrive at the endpoint of its tenant within 5 seconds of the decision.","source":"D54","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.announces-denial","family":"webhook","level":"MUST","text":"A denial MUST be announced as an approval is.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.method-post","family":"webhook","level":"MUST","text":"An event MUST be sent with the method `POST`.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.content-type-json","family":"webhook","level":"MUST","text":"An event MUST have the content type `application/json`.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.body-schema","family":"webhook","level":"MUST","text":"The body of an event MUST fit the schema `CaseDecided`.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.timestamp-is-decision","family":"webhook","level":"MUST","text":"The `timestamp` in the body MUST be the same instant as the `decided_at` of the case.","source":"D67","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.data-is-case","family":"webhook","level":"MUST","text":"The `data` of an event MUST be the case as a read answers it.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.state-before-event","family":"webhook","level":"MUST","text":"When an event arrives, a read of its case MUST already answer the decision.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.id-header","family":"webhook","level":"MUST","text":"An event MUST carry the header `webhook-id`, of 1 to 255 characters.","source":"D47","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.timestamp-header","family":"webhook","level":"MUST","text":"An event MUST carry the header `webhook-timestamp`, in whole seconds since the Unix epoch.","source":"D47","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.signature","family":"webhook","level":"MUST","text":"At least one `v1,` member of the header `webhook-signature` MUST be the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, over the bytes as they are sent and with the decoded secret of the endpoint as key.","source":"D47","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.timestamp-of-sending","family":"webhook","level":"MUST","text":"The header `webhook-timestamp` of every attempt MUST be within 5 seconds of its sending, by the clock of the implementation.","source":"D69","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.ids-differ","family":"webhook","level":"MUST","text":"Different events MUST have different values of `webhook-id`.","source":"D47","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.once-a-case","family":"webhook","level":"MUST","text":"A case MUST be announced by one event only, whatever is uploaded to it after its decision.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.not-while-pending","family":"webhook","level":"MUST","text":"A case that is `PENDING` MUST NOT be announced.","source":"D46","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.success-not-again","family":"webhook","level":"MUST","text":"An event that was answered with 204 MUST NOT be sent again.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.any-2xx-is-success","family":"webhook","level":"MUST","text":"An event that was answered with any other 2xx MUST NOT be sent again.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.error-retried","family":"webhook","level":"MUST","text":"An event that was answered with 4xx other than 410, or with 5xx, MUST be sent again within 10 seconds of the first such answer.","source":"D69","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.redirect-retried","family":"webhook","level":"MUST","text":"An event that was answered with a redirect MUST be sent again, to the registered address, within 10 seconds of the first such answer.","source":"D69","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.redirect-not-followed","family":"webhook","level":"MUST","text":"A redirect MUST NOT be followed.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.closed-connection-retried","family":"webhook","level":"MUST","text":"An event whose connection was closed without an answer MUST be sent again within 10 seconds of the first such end.","source":"D69","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.retry-keeps-id","family":"webhook","level":"MUST","text":"A retry MUST have the `webhook-id` of the first attempt.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.retry-keeps-body","family":"webhook","level":"MUST","text":"A retry MUST have the body of the first attempt, byte for byte.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.retry-renews-timestamp","family":"webhook","level":"MUST","text":"A retry MUST have a `webhook-timestamp` of its own.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.retry-signed-anew","family":"webhook","level":"MUST","text":"The signature of a retry MUST be over the `webhook-timestamp` of that retry.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.gone-stops","family":"webhook","level":"MUST","text":"An event that was answered with 410 MUST NOT be sent again.","source":"D69","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.own-endpoint","family":"webhook","level":"MUST","text":"An event MUST NOT be sent to the endpoint of another tenant.","source":"D3","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.own-secret","family":"webhook","level":"MUST","text":"The event of each tenant MUST be signed with the secret of that tenant's endpoint, and with no other tenant's.","source":"D3","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.slow-success-taken","family":"webhook","level":"MUST","text":"A 2xx that comes up to 15 seconds after the event MUST be taken as its success.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.no-answer-retried","family":"webhook","level":"MUST","text":"An event that was not answered within 15 seconds MUST be sent again within 10 seconds of their end.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":null},
  {"id":"webhook.eight-attempts","family":"webhook","level":"MUST","text":"An event that keeps failing MUST be attempted at least 8 times.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":"the attempts are spread over no less than 24 hours, and a run of the suite lasts seconds"},
  {"id":"webhook.spread-over-a-day","family":"webhook","level":"MUST","text":"The attempts of an event that keeps failing MUST be spread over at least 24 hours.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":"a run of the suite lasts seconds, not a day"},
  {"id":"webhook.backoff-with-jitter","family":"webhook","level":"MUST","text":"The time between two attempts MUST grow exponentially and with jitter.","source":"D48","class":"full","operation":"caseDecided","capability":["sandbox","webhooks"],"unless":null,"untestable":"the few attempts that fall within a run of the suite tell nothing of growth, and chance has no single right value"},
];

/** What the source document left open and what was decided. */
export interface Decision {
  id: string;
  question: string;
  section: string;
  decision: string;
  because: string;
}

export const decisions: Decision[] = [
  {"id":"D1","question":"Which operations does the interface have?","section":"§4","decision":"The contract consists of exactly three operations and one webhook. Nothing lists, updates, deletes or downloads.","because":"The source document describes three operations only, and evidence with no way to be fetched again cannot leak through this interface."},
  {"id":"D2","question":"What do the codes `PF` and `PM` mean?","section":"§2","decision":"`PF` denotes a natural person (persona física) and `PM` a legal entity (persona moral).","because":"Both abbreviations are in common use in Mexican taxation, and they fit the two kinds of subject that the source document distinguishes."},
  {"id":"D3","question":"How are webhook endpoints and their secrets registered?","section":"§6","decision":"Registration of webhook endpoints and of their secrets takes place out of band; the interface has no operation for it.","because":"The source document makes integration an arrangement with each customer, so a self-service operation would have nothing to rest on."},
  {"id":"D4","question":"What does a create answer with?","section":"§4.1","decision":"A successful create answers `201`. Its `Location` header resolves to the new case, and its body is the whole Case.","because":"A caller needs one model only, whichever answer it reads the case from."},
  {"id":"D5","question":"Which fields does a case have?","section":"§4.3","decision":"A Case has `id`, `type`, `reference`, `status`, `score`, `reasons`, `artifacts`, `created_at` and `decided_at`, and every one of them is required. One schema serves the answer to a create, the answer to a read and the webhook.","because":"A client then learns and validates a single schema."},
  {"id":"D6","question":"What form does the case identifier have?","section":"§2","decision":"The identifier is the field `id`: an opaque string matching `^[A-Za-z0-9_-]{16,64}$`, unguessable, and unique across all tenants. It never consists of digits alone, which the schema expresses with `not` and without lookaround. The path parameter carries neither pattern nor length, so an id of the wrong form is answered `404`.","because":"UUIDs, ULIDs and prefixed ids all fit while counting through cases is ruled out, and the pattern stays usable in RE2, which lacks lookaround."},
  {"id":"D7","question":"What may a `reference` contain?","section":"§2","decision":"A `reference` has 1 to 256 Unicode code points and no control characters (C0, DEL, C1). It is returned code point for code point, without normalisation. Any number of cases may carry the same one.","because":"The value names a user of the caller, and that user may be verified more than once."},
  {"id":"D8","question":"What is the scale of `score`?","section":"§2","decision":"`score` is an integer from 0 to 100, where a higher value means more confidence. It is 0 as long as the case is `PENDING`, and it is never null.","because":"The source document types the score as an integer, which leaves no room for null before a decision exists."},
  {"id":"D9","question":"Which reason codes exist, and when do they appear?","section":"§2","decision":"Reasons are unique codes from an open set, each matching `^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*_(OK|FAIL)$`. The list is empty while the case is `PENDING`. An `APPROVED` case has at least one reason and none that ends in `_FAIL`; a `DENIED` case has at least one that ends in `_FAIL`.","because":"The grammar extends the shapes of `OCR_OK` and `FACE_MATCH_OK`, so a client can tell good from bad in a code it does not know."},
  {"id":"D10","question":"In which state does a case begin, and how may it change?","section":"§3","decision":"Every case is created `PENDING` and moves once, to `APPROVED` or to `DENIED`, without a way back. `status`, `score`, `reasons` and `decided_at` change in one step and are final from then on.","because":"A polling client can stop at the first decision it sees and never reads a half-changed case."},
  {"id":"D11","question":"How is the time of a decision shown?","section":"§4.3","decision":"`decided_at` is an RFC 3339 timestamp in UTC written with `Z`. It is null exactly while the case is `PENDING` and is never earlier than `created_at`.","because":"One nullable field shows both whether a decision exists and how old it is."},
  {"id":"D12","question":"What does an upload answer with?","section":"§4.2","decision":"An accepted upload answers `201` with the Artifact, which has `id`, `kind`, `content_type`, `size`, `sha256` and `created_at`. The contract gives this answer no `Location`.","because":"An artifact has no URL of its own that a `Location` could name."},
  {"id":"D13","question":"What is recorded of an artifact, and where is it read?","section":"§2","decision":"The `artifacts` member of a Case lists the artifacts in the order in which they were accepted. Each entry is metadata only: neither the content nor the file name is ever part of it.","because":"With size and digest a caller can confirm that each file arrived unaltered, without the service giving the evidence out again."},
  {"id":"D14","question":"Which kinds of evidence are accepted?","section":"§2","decision":"On input the set is closed: `ID_FRONT`, `ID_BACK`, `PASSPORT`, `SELFIE`, `PROOF_OF_ADDRESS`, `TAX_CERTIFICATE`, `INCORPORATION_DEED`, `POWER_OF_ATTORNEY`, `REGISTRY_EXTRACT` and `OWNERSHIP_REGISTER`. Every kind is allowed on either case type. A kind may be repeated, and a repeat is appended to the list.","because":"The person who represents a legal entity has to prove an identity too, so tying kinds to a case type would refuse proper evidence."},
  {"id":"D15","question":"Which file types are accepted, and how are they recognised?","section":"§2","decision":"JPEG, PNG and PDF are accepted, recognised by the signature at byte 0 and never by the name. A part may leave out its type or declare `application/octet-stream`; any other declared type that contradicts the content leads to refusal. Files without content get `422` or `415`. The recognised type is what `content_type` shows.","because":"A name or a declared type is only the sender's claim, whereas the bytes show what was sent."},
  {"id":"D16","question":"How large may a file be, and how many artifacts may a case have?","section":"§8","decision":"The maximum is 10 MiB (10,485,760 bytes) for a file and 20 artifacts for a case. Twenty uploads sent in parallel are all kept. A 21st artifact is refused, under concurrency as well.","because":"Photographs taken with a phone fit within the size, and a count that holds only for sequential uploads would be no limit."},
  {"id":"D17","question":"Which multipart parts does an upload consist of?","section":"§4.2","decision":"An upload has exactly one `file` part and exactly one `kind` part, in either order. Any other part, and a repeat of either of these, is refused.","because":"Streaming parsers often depend on the order of parts by mistake, so the contract rules that dependence out."},
  {"id":"D18","question":"What becomes of the file name of an upload?","section":"§4.2","decision":"The file name is ignored: it is never used as a path and never echoed.","because":"An unused name can cause neither path traversal nor header injection."},
  {"id":"D19","question":"How does a request carry the API key?","section":"§5","decision":"The key travels as `Authorization: Bearer <key>` and in no other place. A key in the query string counts as no key.","because":"HTTP obliges a `401` to state a challenge, and `Bearer` is a registered scheme that defines one."},
  {"id":"D20","question":"What accompanies a 401?","section":"§7","decision":"A `401` MUST carry `WWW-Authenticate` with a `Bearer` challenge and a realm. Where a key was sent and rejected, the challenge SHOULD also carry `error=\"invalid_token\"`.","because":"RFC 9110 makes the challenge mandatory, and RFC 6750 defines the error code that sets a rejected key apart from an absent one."},
  {"id":"D21","question":"What may a key do?","section":"§5","decision":"Keys have no scopes: a key reaches everything of its own tenant and nothing beyond it.","because":"The source document ties keys to a tenant and names no scope that a key could be limited to."},
  {"id":"D22","question":"What does a request for the case of another tenant get?","section":"§7","decision":"It is answered exactly like a request for an unknown id: `404` with the same body, apart from `instance`.","because":"Any difference would tell one tenant that another tenant's case exists."},
  {"id":"D23","question":"Which refusal comes first when several apply?","section":"§7","decision":"On the three operations `401` precedes `404`, and `404` precedes all others. Among the remaining refusals that apply a server may answer with any one.","because":"A caller without a valid key learns nothing, and every server keeps its own way of processing a request after that."},
  {"id":"D24","question":"How do live keys and sandbox keys differ?","section":"§5","decision":"A key is either a live key or a sandbox key, and its prefix should show which. The two are separate worlds of the same tenant (see D70).","because":"Both modes are then served at one address and no separate test host is needed."},
  {"id":"D25","question":"How is a request that cannot be parsed refused?","section":"§7","decision":"Status `400` with `type` `/problems/malformed-request`. It applies when JSON or multipart does not parse and when the `Idempotency-Key` is illegal.","because":"A request whose syntax is broken calls for another repair than one whose values are wrong."},
  {"id":"D26","question":"How is a request without a valid key refused?","section":"§7","decision":"Status `401` with `type` `/problems/unauthorized`. It applies when no key is sent and when the key is unknown.","because":"The caller has to correct its credentials in both situations, so one type suffices."},
  {"id":"D27","question":"How is something that cannot be found refused?","section":"§7","decision":"Status `404` with `type` `/problems/not-found`. It applies to an unknown case, a case of another tenant, an id of the wrong form and an unknown path.","because":"With a single answer for all of these, nothing can be inferred from the kind of miss."},
  {"id":"D28","question":"How is a wrong method refused?","section":"§7","decision":"Status `405` with `type` `/problems/method-not-allowed`. It applies when the path does not support the method, and the answer carries `Allow`.","because":"RFC 9110 requires `Allow` on this status, and from it the caller learns which methods do work."},
  {"id":"D29","question":"How is an upload to a decided case refused?","section":"§7","decision":"Status `409` with `type` `/problems/case-closed`. It applies to an upload to a case that is already decided.","because":"A decision is final, so evidence that arrives after it could have no effect."},
  {"id":"D30","question":"How is an upload to a full case refused?","section":"§7","decision":"Status `409` with `type` `/problems/artifact-limit-reached`. It applies to the 21st artifact of a case.","because":"The upload itself is sound and the state of the case is what rules it out, which `409` expresses."},
  {"id":"D31","question":"How is a request refused while another with its idempotency key is running?","section":"§7","decision":"Status `409` with `type` `/problems/idempotency-key-in-use`. It applies while the first request with the key is still running, and the answer carries `Retry-After`.","because":"The outcome of the first request is not yet known, so the caller can only be asked to come back."},
  {"id":"D32","question":"How is content that is too large refused?","section":"§7","decision":"Status `413` with `type` `/problems/content-too-large`. It applies to a file over 10 MiB and to a JSON body over 64 KiB, including those sent without an announced length.","because":"A limit that trusted `Content-Length` alone would be evaded by chunked transfer."},
  {"id":"D33","question":"How is a wrong request media type or coding refused?","section":"§7","decision":"Status `415` with `type` `/problems/unsupported-media-type`. It applies to a wrong `Content-Type` of the request and to any `Content-Encoding` on a request.","because":"A body in an unexpected format or coding should not reach a parser at all."},
  {"id":"D34","question":"How is an unsupported file refused?","section":"§7","decision":"Status `415` with `type` `/problems/unsupported-file-type`. It applies when the content is neither JPEG nor PNG nor PDF, and when it disagrees with the type its part declares.","because":"A type of its own tells the caller that the file is at fault and not the encoding of the request."},
  {"id":"D35","question":"How is a well-formed but invalid request refused?","section":"§7","decision":"Status `422` with `type` `/problems/invalid-request`. It applies to a request that parses but is not valid, which includes unknown fields, unknown parts, an empty file (for which D15 also permits `415`) and a repeated part. The problem has a member `errors`, a list of objects in the shape `{pointer: \"#/kind\", detail}`.","because":"A pointer lets a program mark the offending input without having to read prose."},
  {"id":"D36","question":"How is an idempotency key with another payload refused?","section":"§7","decision":"Status `422` with `type` `/problems/idempotency-key-reused`. It applies when a key that is already kept arrives with a different payload.","because":"To replay the earlier answer would hide from the caller that its new payload was never processed."},
  {"id":"D37","question":"How is a caller that sends too much refused?","section":"§7","decision":"Status `429` with `type` `/problems/rate-limited`. It applies when a rate limit is exceeded, and `Retry-After` gives the wait in whole seconds. The limits themselves are left to each implementation.","because":"Capacity differs from one deployment to the next, whereas the way to tell a client to wait can be the same everywhere."},
  {"id":"D38","question":"How are faults of the server reported?","section":"§7","decision":"Status `500` with `type` `/problems/internal-error` applies to an unexpected fault. Status `503` with `type` `/problems/unavailable` applies when the service is temporarily unavailable, and carries `Retry-After`.","because":"A client has to know whether waiting is expected to help."},
  {"id":"D39","question":"May answers be cached, or their type guessed?","section":"§4","decision":"Every answer MUST carry `Cache-Control: no-store` and SHOULD carry `X-Content-Type-Options: nosniff`.","because":"Answers contain personal data, which must not remain in caches or be interpreted as another type."},
  {"id":"D40","question":"How does the interface evolve?","section":"§9","decision":"Changes are additive only: clients ignore fields, reasons and events they do not know, while the server refuses requests that contain unknown fields. An incompatible change is published at a new base address. The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) announce retirement.","because":"With no version in the base address, only another address can separate incompatible contracts."},
  {"id":"D41","question":"How is a request retried safely?","section":"§4","decision":"Both POST operations take an optional `Idempotency-Key` of 1 to 255 visible ASCII characters, which is kept for 24 hours and scoped to tenant, path and key. A repeat with the same payload receives the status and body of the first 2xx answer again, and no answer outside 2xx is stored. Requests that run in parallel with the same key create one thing.","because":"A retry over an unreliable network must not leave the caller with two cases."},
  {"id":"D42","question":"When are two uploads the same payload?","section":"§4.2","decision":"Uploads are compared by kind and by the digest of the file, and not by the raw bytes of the body.","because":"Multipart boundaries are usually generated anew for a retry, which changes the raw body."},
  {"id":"D43","question":"How often may a client poll?","section":"§8","decision":"Clients that use live keys wait at least 2 seconds between polls and back off.","because":"Polling is how the source document has the status read, so the load it makes needs a bound."},
  {"id":"D44","question":"How are timestamps written?","section":"§2","decision":"Every timestamp follows RFC 3339, in UTC, with the suffix `Z`.","because":"A single notation without offsets can be read and logged without any conversion between time zones."},
  {"id":"D45","question":"Are method override, CORS or compressed requests supported?","section":"§4","decision":"None of the three exists: there is no method override, no CORS and no compression of request bodies.","because":"Each one left out is one way fewer to attack a service that servers call with a secret key."},
  {"id":"D46","question":"Which webhook events exist, and what do they carry?","section":"§6","decision":"There is one event, `{\"type\": \"case.decided\", \"timestamp\": <decided_at>, \"data\": <Case>}`, raised once for each case. By the time it arrives, GET already answers with the same state.","because":"The event is a hint that saves polls, and what a read answers remains authoritative."},
  {"id":"D47","question":"How are webhooks signed?","section":"§6","decision":"Webhooks are signed according to Standard Webhooks 1.0, with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. The signature is an HMAC-SHA256 over `id.timestamp.body`, and the secret is written as `whsec_…`. `webhook-signature` is a space-separated list of which any `v1,<base64>` member may match, so that keys can rotate.","because":"The scheme is public and libraries for it exist in all common languages, so receivers write no cryptography of their own."},
  {"id":"D48","question":"How are webhooks delivered and retried?","section":"§6","decision":"Any 2xx within 15 seconds is a success; redirects are never followed, and `410` stops delivery. Delivery is attempted at least 8 times, spread over no less than 24 hours, with exponential spacing and jitter. A retry keeps the id and the body and renews the timestamp and the signature.","because":"A receiver may be down for most of a day, and a redirect could carry personal data to an address nobody registered."},
  {"id":"D49","question":"How does a sandbox caller obtain an approval?","section":"§3","decision":"The sandbox is a capability an implementation may claim: with a sandbox key the `reference` selects the outcome, without any additional field, header or operation, and a `#suffix` may follow the convention to keep references apart. `sandbox:approve` makes the case `APPROVED` at the first accepted artifact, with score 95. Its reasons are `OCR_OK` and, for `PF`, `FACE_MATCH_OK` or, for `PM`, `REGISTRY_MATCH_OK`.","because":"Integrators can rehearse an approval with the same requests that they will send in production."},
  {"id":"D50","question":"How does a sandbox caller obtain a denial?","section":"§3","decision":"`sandbox:deny` makes the case `DENIED` once an artifact has been accepted, with score 20 and the reasons `OCR_OK` and, for `PF`, `FACE_MATCH_FAIL` or, for `PM`, `REGISTRY_MATCH_FAIL`. `sandbox:deny:<CODE_FAIL>` denies likewise, with exactly that code as the only reason.","because":"A client must be able to exercise its handling of any failure code, including codes that are added later."},
  {"id":"D51","question":"How does a sandbox caller keep a case pending?","section":"§3","decision":"With a sandbox key, a case whose `reference` is `sandbox:hold`, or does not begin with `sandbox:`, stays `PENDING`.","because":"Time-outs and uploads to an open case can be tested only against a case that does not decide itself."},
  {"id":"D52","question":"How does a sandbox caller provoke a temporary refusal?","section":"§7","decision":"With `sandbox:error:429` a create is answered `429` with `/problems/rate-limited`, and with `sandbox:error:503` it is answered `503` with `/problems/unavailable`. Both carry `Retry-After: 1`.","because":"Retry logic that has never met a refusal cannot be trusted, and real overload cannot be ordered for a test."},
  {"id":"D53","question":"What happens to any other sandbox reference?","section":"§2","decision":"Any other `reference` that begins with `sandbox:` is refused with `422`, type `/problems/invalid-request`, and an error on `#/reference`. The same holds for every `sandbox:…` reference sent with a live key or to an implementation without the sandbox capability.","because":"A misspelt convention, or a test run against live data, should fail at once and not wait for a decision that never comes."},
  {"id":"D54","question":"How soon does the sandbox decide and notify?","section":"§3","decision":"The decision is visible within 5 seconds of the artifact and never before there is one. The webhook arrives within 5 seconds of the decision, and its first retry within 10 seconds (counted as in D69).","because":"A suite that sees the service only from outside needs bounds within which it can wait."},
  {"id":"D55","question":"What does a retry get when the case has since been decided or filled?","section":"§4","decision":"The replay takes precedence while the key is kept. Status, body and `Location` are those of the first answer, even where the case has changed in the meantime.","because":"The key exists so that a caller whose answer was lost can still obtain it."},
  {"id":"D56","question":"When are two payloads the same?","section":"§4","decision":"JSON bodies are the same when they are equal as values, so member order, white space and escapes make no difference. For uploads D42 applies.","because":"A client that serialises its request anew for a retry still sends the same request."},
  {"id":"D57","question":"What do parallel requests with one idempotency key get?","section":"§4","decision":"One thing is created. The other requests are answered `409` with `/problems/idempotency-key-in-use` and `Retry-After`, or they wait and receive the replay; both conform.","because":"Waiting and refusing are equally safe, and which one is cheap depends on how a server is built."},
  {"id":"D58","question":"In which letter case is the scheme name written?","section":"§5","decision":"The scheme name `Bearer` is recognised in any letter case.","because":"RFC 9110 §11.1 defines authentication scheme names as case-insensitive."},
  {"id":"D59","question":"How is the media type of a request compared?","section":"§4","decision":"Media types are compared without regard to letter case; unknown parameters and `charset=utf-8` have no effect. A POST without `Content-Type` is answered `415`.","because":"HTTP libraries differ in how they spell and extend the header, while a guess at an undeclared body could be wrong."},
  {"id":"D60","question":"Does the service negotiate the type of an answer?","section":"§4","decision":"`Accept` is ignored: answers are JSON whatever it says, and `406` is never sent.","because":"Only one representation exists, so a refusal would help no caller."},
  {"id":"D61","question":"What happens to a lone surrogate in a create?","section":"§2","decision":"A body that contains a lone surrogate, in a value or in a name, is refused with `400` or `422`.","because":"A lone surrogate is not a Unicode scalar value, so UTF-8 has no encoding in which it could be returned."},
  {"id":"D62","question":"Which faults does a validation problem list, and how does it point at them?","section":"§7","decision":"At least one entry of `errors` names the fault, and the list need not be complete. The pointer gives the name of a missing member or part, and is `#` for a body that is not an object. For an unknown member it gives that member's name, which does not count as a submitted value, with the escaping that RFC 6901 and RFC 3986 require.","because":"Validators that stop at the first fault conform this way, and the caller still learns where to look."},
  {"id":"D63","question":"How is `sha256` written?","section":"§2","decision":"`sha256` consists of 64 lower-case hexadecimal digits.","because":"Digests in one fixed notation can be compared as plain strings."},
  {"id":"D64","question":"Which bytes identify each file type?","section":"§2","decision":"A JPEG begins with `FF D8 FF`, a PNG with its eight signature bytes and a PDF with `%PDF-`. Whatever follows the signature is not judged.","because":"Decoding untrusted files while they are received would add risk and make implementations disagree about damaged ones."},
  {"id":"D65","question":"How large may an upload be beside its file?","section":"§8","decision":"In addition to the file, a server accepts multipart overhead of at least 64 KiB. Whatever exceeds what it accepts is answered `413`.","because":"A file of exactly the permitted size must not fail because of its headers and boundaries."},
  {"id":"D66","question":"When may a decision first be seen?","section":"§3","decision":"A decision shows no earlier than in the answer to the upload that brings it about.","because":"Implementations may decide synchronously or later, and a client has to be ready for both."},
  {"id":"D67","question":"How exact are times?","section":"§2","decision":"Times denote instants and may have any number of fraction digits. The `timestamp` of the webhook is the same instant as `decided_at`.","because":"Languages print different precisions, so a comparison as text would report differences that do not exist."},
  {"id":"D68","question":"Which codes may `sandbox:deny:<CODE>` name?","section":"§3","decision":"The code must follow the grammar of reason codes and end in `_FAIL`, and it is then the only reason of the case. Anything else is refused with `422`. The order of reasons is free everywhere.","because":"A code outside the grammar, or one that ends in `_OK`, would produce a denied case that breaks the rules for reasons."},
  {"id":"D69","question":"When is a webhook sent again, and when does it stop?","section":"§6","decision":"The first retry follows at most 10 seconds after the first attempt has failed, and the `webhook-timestamp` of every attempt is within 5 seconds of its sending by the sender's own clock. Redirects, like all other answers outside 2xx, count as failures. With `410` delivery of this event ends, and the endpoint may be disabled by the server. An event that was not acknowledged may be sent again under the same id.","because":"Receivers can reject stale deliveries and discard repeats only when times and ids behave predictably."},
  {"id":"D70","question":"Does a sandbox key reach the live cases of its tenant?","section":"§5","decision":"Live and sandbox are distinct tenancies: for a key of one mode, the cases of the other are unknown (`404`). Idempotency is kept apart by mode too.","because":"Sandbox keys are stored in build pipelines and must not give access to personal data."},
  {"id":"D71","question":"In which form is `Retry-After` given?","section":"§7","decision":"Wherever `Retry-After` appears, it is a number of whole seconds.","because":"A duration needs no agreement between clocks, and a client has one form to parse instead of two."},
  {"id":"D72","question":"Does an idempotent create replay a sandbox error?","section":"§7","decision":"A sandbox error is never stored under its `Idempotency-Key`, so a repeat of the create is refused again.","because":"Only successes are replayed, and an exception for the sandbox would rehearse behaviour that production does not have."},
  {"id":"D73","question":"What happens to bytes that are not UTF-8, or to a truncated multipart body?","section":"§7","decision":"Bytes that are not UTF-8, in JSON or in `kind`, are refused with `400` or `422`. A multipart body that ends before its closing boundary is refused with `400`. Neither is ever repaired by replacement, and neither is ever stored.","because":"Replacement characters would alter what the caller sent, and a truncated upload could pass for a complete file."},
  {"id":"D74","question":"May a server refuse a large body before it has read all of it?","section":"§8","decision":"A server may send `401`, `404`, `409` or `413` before the end of the body and close the connection. Where the body has to be refused, closing the connection in the middle of it conforms too, provided that nothing was stored.","because":"Reading a body that will be refused wastes capacity and invites abuse."},
  {"id":"D75","question":"What format do error answers have?","section":"§7","decision":"Each 4xx and 5xx answer is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail` and `instance`. `status` equals the code in the status line, and `instance` is a fresh `urn:uuid:` for every answer. A fault below HTTP (request line, framing), `414` and `431` may be answered without a problem.","because":"One public format serves every failure, and a unique `instance` lets a report be matched with a log entry."},
  {"id":"D76","question":"How is the `type` of a problem compared?","section":"§7","decision":"`type` is a URI reference and is compared after resolution against the URL of the request. Both `/problems/x` and its absolute form at the same origin conform.","because":"RFC 9457 allows relative references, and frameworks differ in which of the two forms they emit."},
  {"id":"D77","question":"What must an error never show?","section":"§7","decision":"An error contains no submitted value, no stack trace, no file path and no SQL. The name of a member or of a part is not a value (see D62).","because":"Errors are copied into logs and tickets, where personal data and internal details do not belong."},
  {"id":"D78","question":"How long may an answer take?","section":"§8","decision":"Latency is each implementation's own matter. For the conformance suite an answer that has not arrived 10 seconds after the last byte of its request was sent counts as none. Sending may take longer, as long as the connection accepts more of the request every 30 seconds; a wait requested by `Retry-After` is not counted.","because":"A suite must stop waiting at some point, whereas a latency target belongs to a deployment and not to the contract, and a slow uplink is no fault of the implementation."},
  {"id":"D79","question":"How long may a reason code and the list of reasons be?","section":"§2","decision":"A reason code has at most 128 characters, and a case has at most 64 reasons.","because":"Strings and arrays from open sets need upper bounds so that clients can size their columns."},
  {"id":"D80","question":"Where may implementations differ and still conform?","section":"§7","decision":"- Clients accept `HEAD` answered like `GET` without a body or with `405`, `OPTIONS` answered `200`, `204` or\n  `405`, and more methods in `Allow` than the contract lists.\n- Clients accept `401` as well as `404` or `405` for a request that has no key and matches no operation, and\n  `404` as well as `405` when an unknown case is addressed with a wrong method. Where a key is sent, an unknown\n  path is `404` and a wrong method on a known case is `405`.\n- Clients accept that any request may be answered `429` or `503`, with `Retry-After`.\n- Clients accept both for a slash at the end of a path, as in `/cases/` and `/cases/{case_id}/`: `404`, or the\n  same treatment as without it; a redirect is neither. Percent-encoded ids may or may not be decoded, and a UUID\n  or ULID may or may not be known in the other letter case.\n- Clients that send duplicate JSON members, a byte-order mark or very deep nesting accept both: success, or\n  refusal with `400` or `422`; none of these ever causes a 5xx.\n- Clients accept both `400` and `415` for `multipart/form-data` without a boundary, and both `400` and `422` for\n  a part without a name. The `Content-Transfer-Encoding` of a part may be ignored or refused, and `image/jpg`\n  for a JPEG may be accepted or refused.\n- Clients accept both an absolute and a relative `Location`, further `Cache-Control` directives, and further\n  challenges or parameters in `WWW-Authenticate`.\n- Clients expect unknown query parameters and headers to be ignored. They accept both for a `charset` other than\n  `utf-8`: `415`, or no effect. The same two outcomes are open for `Content-Encoding: identity` on any request\n  and for any `Content-Encoding` on a `GET`. A `GET` with a condition may be answered as if it had none, or with\n  `304`.\n- Clients accept both for a `file` part without `filename` and for a `kind` part with one: success, or refusal\n  with `422`.\n- Clients accept both for an empty or repeated `Idempotency-Key`: `400`, or that it is ignored. They accept both\n  `400` and `401` for an `Authorization` that is repeated or has no token.\n- Clients that send a POST with neither body nor `Content-Type` accept `400`, `415` and `422`. Clients that ask the\n  sandbox for a reason code longer than D79 allows accept success and `422`.\n- Clients accept more characters of a pointer percent-encoded than RFC 3986 asks for.\n- Clients accept `405`, `501` or `400` for an unknown method, `100` or `417` for `Expect`, and `414` or `431`,\n  each either with a problem or without one.\n- Clients accept an upload answer that carries a `Location`, and any order among artifacts uploaded in parallel,\n  provided that the order then stays the same.\n- Clients accept that a case that was opened with a live key, or where the sandbox is not offered, is decided on\n  its own. A check that needed such a case to be pending is inconclusive.\n- Clients that break a request below HTTP (request line, framing) accept both: any 4xx, with or without a\n  problem, or a closed connection.\n- Clients accept extra members in answers, extra headers, connections that are closed, and answers that are slow\n  but within the time limit of the suite.","because":"HTTP or common libraries leave each of these open, so either behaviour is conformant, no check may alarm on it, and a client that depends on one of them is fragile."},
  {"id":"D81","question":"Which refusals may be sent before the whole body was read?","section":"§8","decision":"What D74 allows for its four codes holds for any refusal that the bytes read so far decide, such as `415` for a wrong `Content-Type`. Where a request may be accepted, its answer follows the whole body.","because":"A server that knows the end has no reason to wait for it, and clients that follow D74 can already cope."},
  {"id":"D82","question":"How strictly is a multipart body read?","section":"§4.2","decision":"The type that the `file` part declares is compared as in D59. The type that the `kind` part declares is not judged, and its value is compared byte for byte, with nothing trimmed. A body that departs from the grammar of RFC 2046 and RFC 7578, such as one with bare line feeds or with a disposition other than `form-data`, may be read or refused with `400` or `422`.","because":"Libraries differ in what they repair, and only what RFC 7578 defines can be relied on."},
  {"id":"D83","question":"Where does an `Idempotency-Key` take effect, and what if the repeat is invalid?","section":"§4","decision":"The header has a meaning on the two POST operations and is ignored elsewhere. A repeat under a kept key whose payload differs and is invalid too may be refused for either reason.","because":"A read is safe to repeat as it is, and which of two faults is found first is each server's way of working."},
  {"id":"D84","question":"How hard does the conformance suite press a candidate?","section":"§8","decision":"The suite may keep about a hundred connections open at once, thirty of them for one race. A candidate that limits this answers `429` with `Retry-After`, which the suite waits out. With `--rate` the suite keeps to a quota of requests per second instead, as many of which may come at the same moment.","because":"Limits under concurrency are only seen under concurrency, and an operator has to know what will arrive."},
  {"id":"D85","question":"Which questions have implementers asked, and where is each answered?","section":"§4","decision":"- **Names with NUL.** `\"a\\u0000b\"` is a name like any other, and unknown (`create-case.unknown-member`); the\n  pointer writes it as `#/a%00b` (D62).\n- **Lone surrogates** are refused wherever in the body they are (D61, `create-case.lone-surrogate`).\n- **Large numbers.** No property of a request is a number, so each one is refused. Beyond 15 digits, or with an\n  exponent, some parsers do not read it, so that `400` is allowed as well as `422` (`create-case.large-number`).","because":"What implementers asked was not said anywhere, or not where they looked for it."},
];

import type { TestableId } from '../../generated/requirements.ts';
import type { rules } from '../../conformance/checks/support/rows/rules.ts';

/** The families whose requirements bind several operations. */
const families = ['authentication', 'tenancy', 'problems', 'http', 'idempotency'] as const;

type Bound = Extract<TestableId, `${(typeof families)[number]}.${string}`>;

const twin = 'binds one operation; a requirement of its own binds each of the others';
const oneOperation = 'only one operation has what it is about';
const everyResponse = 'judged on every response of the run that it binds';
const state = 'its rows are what changed between the two requests';
const noBody = 'a read has no body';
const noKey = 'a key has no meaning on a read (D83)';

/** By operation, why a rule is not tried on it. */
export const operationsExplained: Partial<Record<keyof typeof rules, Record<string, string>>> = {
  'http.wrong-content-type-415': { 'a read': noBody },
  'http.malformed-content-type': { 'a read': noBody },
  'http.content-encoding-415': { 'a read': 'either response is allowed (D80)' },
  'http.media-type-any-case': { 'a read': noBody },
  'http.media-type-parameters-ignored': { 'a read': noBody },
  'http.missing-content-type-415': { 'a read': noBody },
  'http.case-before-other-refusals': { 'a create': 'its path names no case', 'a read': noBody },
  'idempotency.create-replays': { 'an upload': twin, 'a read': noKey },
  'idempotency.upload-replays': { 'a create': twin, 'a read': noKey },
  'idempotency.only-success-stored': { 'a read': noKey },
  'idempotency.key-forms': { 'a create': 'idempotency.other-key-other-case sends them', 'a read': noKey },
  'idempotency.illegal-key-400': { 'a read': noKey },
  'authentication.before-validation': { 'a read': noBody },
  'authentication.before-case': { 'a create': 'its path names no case' },
};

/** Why a requirement that binds several operations has no rule. */
export const requirementsExplained: Record<Exclude<Bound, keyof typeof rules>, string> = {
  'authentication.create-needs-key': twin,
  'authentication.upload-needs-key': twin,
  'authentication.read-needs-key': twin,
  'authentication.create-needs-issued-key': twin,
  'authentication.upload-needs-issued-key': twin,
  'authentication.read-needs-issued-key': twin,
  'tenancy.foreign-read-404': twin,
  'tenancy.foreign-upload-404': twin,
  'tenancy.foreign-upload-stores-nothing': oneOperation,
  'tenancy.foreign-read-like-unknown': twin,
  'tenancy.foreign-upload-like-unknown': twin,
  'tenancy.foreign-other-method-like-unknown': 'its rows are paths and methods',
  'tenancy.ids-unique': 'its rows are the cases of both tenants',
  'tenancy.same-reference-apart': 'its rows are both tenants',
  'tenancy.apart-under-load': 'one race of every operation',
  'tenancy.modes-apart-on-read': twin,
  'tenancy.modes-apart-on-upload': twin,
  'problems.media-type': everyResponse,
  'problems.members': everyResponse,
  'problems.status-matches': everyResponse,
  'problems.instance-fresh': everyResponse,
  'problems.no-submitted-values': 'its rows are places of a request',
  'problems.no-internals': 'its rows are rejections of every kind',
  'problems.errors-listed': 'its rows are the reasons of a 422',
  'problems.points-at-invalid-member': oneOperation,
  'problems.points-at-missing-member': oneOperation,
  'problems.points-at-unknown-member': oneOperation,
  'problems.escapes-pointer': 'its rows are names of properties and parts',
  'problems.points-at-body': oneOperation,
  'problems.points-at-part': oneOperation,
  'http.unknown-path-404': 'it binds paths, not operations',
  'http.wrong-method-405': 'its rows are every path with every method that it does not have',
  'http.allow': 'its rows are every path with every method that it does not have',
  'http.no-store': everyResponse,
  'http.nosniff': everyResponse,
  'http.json-answers': everyResponse,
  'http.no-cors': 'its rows are requests with an origin, also preflights',
  'http.no-byte-order-mark': everyResponse,
  'http.head-like-get': 'its rows are the paths',
  'http.nothing-behind-response': 'its rows are responses of every kind',
  'http.timestamps-by-clock': 'its rows are the timestamps of every response',
  'http.timestamps-utc': 'its rows are the timestamps of every response',
  'idempotency.upload-stored-once': oneOperation,
  'idempotency.equal-json': oneOperation,
  'idempotency.upload-fingerprint': oneOperation,
  'idempotency.create-key-reused': twin,
  'idempotency.upload-key-reused-other-file': twin,
  'idempotency.upload-key-reused-other-kind': twin,
  'idempotency.other-key-other-case': oneOperation,
  'idempotency.other-payload-rejected': state,
  'idempotency.kept-after-rejection': state,
  'idempotency.ignored-elsewhere': 'its rows are requests without an operation that knows keys',
  'idempotency.scoped-to-tenant': 'its rows are pairs of tenants',
  'idempotency.scoped-to-path': 'its rows are pairs of paths',
  'idempotency.scoped-to-mode': 'its rows are pairs of modes',
  'idempotency.first-answer-kept': state,
  'idempotency.replay-after-decision': state,
  'idempotency.replay-after-limit': state,
  'idempotency.parallel-create-once': twin,
  'idempotency.parallel-upload-once': twin,
};

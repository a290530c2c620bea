import { limits } from '../../generated/limits.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import { CaseIdentifier } from '../../generated/validators.js';
import { acceptanceOf } from './acceptance.ts';
import type { History, KnownCase } from './history.ts';
import type { KeyUse } from './key-uses.ts';
import { isSurelyDecided, mayBeDecided } from './lifecycle.ts';
import { optionalMethod, optionalMethodOfStranger } from './request/optional-method.ts';
import type { Reading } from './request/reading.ts';
import * as reject from './request/rejections.ts';
import { hasMeaning } from './request/target.ts';
import { type Expectation, isBefore, isSameCaller, mayPrecede, type Rejection } from './terms.ts';

const unclear: Expectation = { rejections: [], accepts: 'http.left-open-answers', unclear: true };
const open: RequirementId = 'http.left-open-answers';
// Milliseconds. A service may release a key some time after its response.
export const releaseTime = 3000;

/** The responses that the contract allows for a request, given everything that was seen of the service. */
export function expectationOf(reading: Reading, history: History): Expectation {
  const expectation = ofService(reading, history);
  return { ...expectation, rejections: [...expectation.rejections, ...reading.early] };
}

function ofService(reading: Reading, history: History): Expectation {
  const { target, authorization } = reading;
  const encoded = encodedUnknownId(reading, history);
  if (encoded !== undefined) return ofEncodedId(reading, encoded);
  if (target.kind === 'unclear' || authorization.unclear) return unclear;
  if (target.kind === 'unknown method') return bareOneOf(400, 401, 404, 405, 501);
  if (target.slash) return expectationOfSlash(reading, history);
  if (!authorization.caller) return withoutCaller(reading);
  if (target.kind === 'unknown path') return only(...reject.demanded('http.unknown-path-404'));
  if (target.kind === 'wrong method') return wrongMethod(reading, history);
  if (target.kind === 'optional method') return ofOptionalMethod(reading, history);
  if (target.operation === 'createCase') return create(reading, history);
  return ofCase(reading, history);
}

/** The id that a read names in an encoded form, if no case has it, whether it is decoded or not. */
function encodedUnknownId({ target, authorization, exchange: { request } }: Reading, history: History) {
  const { encodedId: id } = target;
  if (id === undefined || !authorization.caller || request.method !== 'GET' || history.since !== undefined)
    return undefined;
  const mayExist = history.caseWith(id) || history.mayHaveOpened(id) || history.hasSimilarId(id);
  return mayExist ? undefined : id;
}

function ofEncodedId(reading: Reading, caseId: string): Expectation {
  if (hasMeaning(caseId)) return { ...unclear, never: 'get-case.whole-id-compared' };
  return only(...unknownCase({ ...reading, target: { kind: 'operation', operation: 'getCase', caseId } }));
}

const only = (...rejections: Rejection[]): Expectation => ({ rejections, accepts: rejections[0]!.requirement });

const bareOneOf = (...statuses: number[]): Expectation => ({
  ...only(...statuses.map((status) => reject.bare(status, open))),
  bare: true,
});

/** A slash at the end: 404, the same as without it, or a path with an empty id (D80). */
function expectationOfSlash(reading: Reading, history: History): Expectation {
  const { slash: _, ...target } = reading.target;
  const without = ofService({ ...reading, target }, history);
  const rejections = reject.optional(reject.bare(404, open), reject.bare(405, open), reject.bare(401, open));
  return { ...without, rejections: [...without.rejections, ...rejections] };
}

function withoutCaller(reading: Reading): Expectation {
  const { target, authorization } = reading;
  const { rejections } = authorization;
  if (target.kind === 'operation') return only(...rejections);
  if (target.kind === 'optional method') return optionalMethodOfStranger(reading);
  return only(
    ...rejections,
    ...reject.like(open, 'http.unknown-path-404'),
    ...reject.like(open, 'http.wrong-method-405'),
    reject.bare(400, open),
  );
}

function wrongMethod({ target, authorization, span }: Reading, history: History): Expectation {
  const rejected = reject.demanded('http.wrong-method-405');
  if (target.caseId === undefined) return only(...rejected);
  const found = history.caseWith(target.caseId);
  const isOwn = found && isSameCaller(found.caller, authorization.caller!) && isBefore(found.created, span);
  return isOwn ? only(...rejected) : only(...rejected, ...reject.like('http.wrong-method-405', 'get-case.unknown-404'));
}

function ofOptionalMethod(reading: Reading, history: History): Expectation {
  const isOfCase = reading.target.operation === 'getCase';
  const ofGet = isOfCase ? ofCase(reading, history) : wrongMethod(reading, history);
  return optionalMethod(reading, ofGet, history.isForeign(reading));
}

function create(reading: Reading, history: History): Expectation {
  const { create: body, rejections } = reading;
  const errors = body?.directive?.outcome === 'error' ? reject.demanded(`sandbox.error-${body.directive.status}`) : [];
  const fresh = { rejections: [...rejections, ...errors], accepts: acceptanceOf(reading, history) };
  return withKey(reading, history, body?.fingerprint, fresh);
}

/** A read of a case, or an upload to it. */
function ofCase(reading: Reading, history: History): Expectation {
  const { target, authorization, span } = reading;
  const caller = authorization.caller!;
  const found = history.caseWith(target.caseId!);
  // It may have been opened before, while this oracle was not watching, or by an unclear request.
  if (!found && (history.since !== undefined || history.mayHaveOpened(target.caseId!))) return unclear;
  if (!found) return history.hasSimilarId(target.caseId!) ? unclear : only(...unknownCase(reading));
  if (!isSameCaller(found.caller, caller)) return only(...reject.demanded(foreignCase(reading, found)));
  if (!isBefore(found.created, span)) return unclear;
  const accepts = target.isLocated ? 'create-case.location' : acceptanceOf(reading, history);
  if (target.operation === 'getCase') return { rejections: reading.rejections, accepts };
  const { upload, rejections } = reading;
  const fresh = { rejections: [...rejections, ...stateRejections(reading, found)], accepts };
  return withKey(reading, history, upload?.fingerprint, fresh);
}

function unknownCase({ target, rejections }: Reading): Rejection[] {
  if (target.operation === 'getCase')
    return reject.demanded(CaseIdentifier(target.caseId) ? 'get-case.unknown-404' : 'get-case.malformed-id-404');
  const isWrongToo = rejections.some(({ must }) => must);
  // The source document only says that the case must exist.
  const requirement = isWrongToo ? 'http.case-before-other-refusals' : 'upload-artifact.case-must-exist';
  return reject.like(requirement, 'http.case-before-other-refusals');
}

function foreignCase({ target, authorization }: Reading, { caller }: KnownCase): RequirementId {
  const isRead = target.operation === 'getCase';
  if (authorization.caller!.tenant !== caller.tenant)
    return isRead ? 'tenancy.foreign-read-404' : 'tenancy.foreign-upload-404';
  return isRead ? 'tenancy.modes-apart-on-read' : 'tenancy.modes-apart-on-upload';
}

/** Why the state of a case rejects evidence: it is decided (D29) or full (D30). */
function stateRejections(reading: Reading, found: KnownCase): Rejection[] {
  const { span } = reading;
  const closed = reject.demanded('case-lifecycle.decided-case-refuses-evidence');
  const full = reject.demanded('limits.twenty-first-artifact');
  const others = found.uploads.filter((each) => each.reading !== reading || reading.exchange.sentTwice);
  const sure = others.filter((each) => each.effect === 'done' && isBefore(each.reading.span, span)).length;
  const most = others.filter((each) => mayPrecede(each.reading.span, span)).length;
  return [
    ...(isSurelyDecided(found, span) ? closed : mayBeDecided(found, reading) ? reject.optional(...closed) : []),
    ...(sure >= limits.artifacts ? full : most >= limits.artifacts ? reject.optional(...full) : []),
  ];
}

/** Adds what the idempotency key changes (D31, D36, D41, D55, D57, D83). */
function withKey(reading: Reading, history: History, fingerprint: string | undefined, fresh: Expectation): Expectation {
  if (reading.key === undefined) return fresh;
  const others = history.keys
    .usesOf(reading)
    .filter((use) => use.reading !== reading && mayPrecede(use.reading.span, reading.span));
  // Another client may have used a key that is easy to guess.
  const isGuessed = reading.key.length < 10 || (history.since !== undefined && others.length === 0);
  const isRunning = isGuessed || reading.exchange.sentTwice || others.some((use) => mayBeRunning(use, reading));
  const inUse = isRunning ? reject.optional(...reject.demanded('idempotency.in-use-retry-after')) : [];
  const meetsOther = others.some((use) => use.fingerprint !== fingerprint && !isBefore(use.reading.span, reading.span));
  const guessed = isGuessed || meetsOther ? reject.optional(reject.keyReused(open)) : [];
  const kept = others.find((use) => use.effect === 'done' && isBefore(use.reading.span, reading.span));
  const shared = { ...fresh, rejections: [...fresh.rejections, ...inUse, ...guessed] };
  if (kept) return afterSuccess(reading, kept, fingerprint, shared);
  const possible = others.filter(({ effect }) => effect !== 'not done');
  if (possible.length === 0) return shared;
  // It may be a repetition, or the first.
  const differs = possible.some((use) => use.fingerprint === undefined || use.fingerprint !== fingerprint);
  const reused = differs ? reject.optional(...reject.demanded('idempotency.create-key-reused')) : [];
  // What is wrong with it may be no part of its payload, such as the declared type of a file (D83).
  const repeats = fingerprint !== undefined && possible.some((use) => use.fingerprint === fingerprint);
  const own = repeats ? reject.optional(...shared.rejections) : shared.rejections.map(asOptionalState);
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
  const isUpload = reading.target.operation === 'uploadArtifact';
  const accepts: RequirementId = isUpload ? 'idempotency.upload-replays' : 'idempotency.create-replays';
  if (fingerprint !== undefined && fingerprint === kept.fingerprint) {
    const isSame = reading.rejections.every(({ must }) => !must);
    return {
      accepts,
      rejections: isSame ? fresh.rejections.filter(isOtherThanState) : reject.optional(...fresh.rejections),
    };
  }
  if (fingerprint === undefined || kept.fingerprint === undefined)
    return {
      accepts,
      rejections: [...fresh.rejections.map(asOptionalState), ...reject.optional(reject.keyReused(accepts))],
    };
  return { ...fresh, rejections: [...reject.demanded(reusedBy(reading, kept)), ...fresh.rejections] };
}

const isOtherThanState = ({ type }: Rejection) => type !== 'case-closed' && type !== 'artifact-limit-reached';

function reusedBy({ upload }: Reading, kept: KeyUse): RequirementId {
  if (!upload) return 'idempotency.create-key-reused';
  const isOtherFile = upload.sent?.sha256 !== kept.reading.upload?.sent?.sha256;
  return isOtherFile ? 'idempotency.upload-key-reused-other-file' : 'idempotency.upload-key-reused-other-kind';
}

import { limits } from '../../generated/limits.ts';
import type { FreedomId } from '../../generated/freedoms.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import { acceptanceOf } from './acceptance.ts';
import type { History, KnownCase } from './history.ts';
import { withKey } from './idempotency/idempotency.ts';
import { isSurelyDecided, mayBeDecided } from './case-lifecycle/lifecycle.ts';
import { optionalMethod, optionalMethodOfStranger } from './request/optional-method.ts';
import type { Reading } from './request/reading.ts';
import { allowed, demanded, isOpen, like, ofAnyForm, oneOf, optional } from './request/rejections.ts';
import { hasMeaning } from './request/target.ts';
import { type Expectation, isBefore, isSameCaller, mayPrecede, type Rejection } from './terms.ts';

const open: RequirementId = 'http.left-open-responses';
const unknowable: Expectation = { rejections: [], accepts: open, unclear: true, unknowable: true };

/** The responses that the contract allows for a request, given everything that was seen of the service. */
export function expectationOf(reading: Reading, history: History): Expectation {
  const expectation = ofService(reading, history);
  const rejections = [...expectation.rejections, ...reading.early];
  return { ...expectation, rejections: mayHaveAnyForm(reading) ? rejections.map(ofAnyForm) : rejections };
}

function ofService(reading: Reading, history: History): Expectation {
  const { target, authorization } = reading;
  const encoded = encodedUnknownId(reading, history);
  if (encoded !== undefined) return ofEncodedId(reading, encoded);
  if (target.kind === 'unclear' || authorization.unclear) return ofUnclear(reading, history);
  if (target.kind === 'unknown method') return unknownMethod(reading, history);
  if (target.slash) return expectationOfSlash(reading, history);
  if (!authorization.caller) return withoutCaller(reading);
  if (target.kind === 'unknown path') return only(...demanded('http.unknown-path-404'));
  if (target.kind === 'wrong method') return wrongMethod(reading, history);
  if (target.kind === 'optional method') return ofOptionalMethod(reading, history);
  if (target.operation === 'createCase') return create(reading, history);
  return ofCase(reading, history);
}

/** The id that a read names in an encoded form, if no case has it, whether it is decoded or not. */
function encodedUnknownId({ target, authorization, exchange: { request } }: Reading, history: History) {
  const { encodedId: id, means, freedoms = [] } = target;
  if (id === undefined || !authorization.caller || request.method !== 'GET' || history.since !== undefined)
    return undefined;
  // A slash at the end may also be read as that of the path.
  if (id.includes('/') && means?.operation !== undefined) return undefined;
  if (freedoms.includes('path.double-slash')) return undefined;
  const mayExist = history.caseWith(id) || history.mayHaveOpened(id) || history.similarId(id) !== undefined;
  return mayExist ? undefined : id;
}

function ofEncodedId(reading: Reading, caseId: string): Expectation {
  if (hasMeaning(caseId)) return { ...only(...oneOf('path.encoded-delimiter', 'get-case.unknown-404')), unclear: true };
  return only(...unknownCase({ ...reading, target: { kind: 'operation', operation: 'getCase', caseId } }));
}

const only = (...rejections: Rejection[]): Expectation => ({ rejections, accepts: rejections[0]!.requirement });

/** What the request may get in its usual form, or what the freedoms allow that make it unclear. */
function ofUnclear({ meant, freedoms }: Reading, history: History): Expectation {
  const usual = meant ? ofService(meant, history) : unknowable;
  if (usual.unknowable && !freedoms.includes('body.cut')) return unknowable;
  const { rejections, successes } = usual;
  const byFreedoms = freedoms.flatMap(allowedByPart);
  // With another key, the request may be a repetition.
  const areKeysOpen = freedoms.includes('key.repeated-idempotency-key');
  const ofKeys = areKeysOpen
    ? optional(...demanded('idempotency.in-use-retry-after'), ...demanded('idempotency.create-key-reused'))
    : [];
  const own = areKeysOpen ? optional(...rejections) : rejections;
  return {
    rejections: [...own, ...ofKeys, ...byFreedoms],
    accepts: open,
    unclear: true,
    ...(successes && { successes }),
  };
}

/** A slash at the end: 404, the same as without it, or a path with an empty id. */
function expectationOfSlash(reading: Reading, history: History): Expectation {
  const { slash: _, ...target } = reading.target;
  const without = ofService({ ...reading, target }, history);
  const rejections = allowed(target.operation === 'createCase' ? 'path.empty-id' : 'path.slash-at-end');
  return { ...without, rejections: [...without.rejections, ...rejections] };
}

function withoutCaller(reading: Reading): Expectation {
  const { target, authorization } = reading;
  const { rejections } = authorization;
  if (target.kind === 'operation') return only(...rejections);
  if (target.kind === 'optional method') return optionalMethodOfStranger(reading);
  return only(...rejections, ...oneOf('method.unmatched-without-key'));
}

/** `TRACE` and other methods, which web servers reject on their own. */
function unknownMethod({ target, authorization }: Reading, history: History): Expectation {
  const { operation, caseId, slash } = target;
  const { caller } = authorization;
  const owner = history.caseWith(caseId ?? '')?.caller;
  const isOwn = caller !== undefined && owner !== undefined && isSameCaller(owner, caller);
  const isKnown = caller !== undefined && !slash && (operation === 'createCase' || isOwn);
  const rejections = oneOf(isKnown ? 'method.unknown' : 'method.unknown-without-key');
  return { ...only(...rejections), bare: true };
}

function wrongMethod({ target, authorization, span }: Reading, history: History): Expectation {
  const rejected = demanded('http.wrong-method-405');
  if (target.caseId === undefined) return only(...rejected);
  const found = history.caseWith(target.caseId);
  const isOwn = found && isSameCaller(found.caller, authorization.caller!) && isBefore(found.opener.span, span);
  return only(...(isOwn ? rejected : oneOf('method.wrong-on-unknown-case', 'http.wrong-method-405')));
}

function ofOptionalMethod(reading: Reading, history: History): Expectation {
  const { operation } = reading.target;
  const ofPath = operation === undefined ? only(...demanded('http.unknown-path-404')) : wrongMethod(reading, history);
  const ofGet = operation === 'getCase' ? ofCase(reading, history) : ofPath;
  return optionalMethod(reading, ofGet, history.isForeign(reading));
}

function create(reading: Reading, history: History): Expectation {
  const { create: body, rejections } = reading;
  const errors = body?.directive?.outcome === 'error' ? demanded(`sandbox.error-${body.directive.status}`) : [];
  const fresh = { rejections: [...rejections, ...errors], accepts: acceptanceOf(reading, history) };
  return withKey(reading, history, body?.fingerprint, fresh);
}

/** A read of a case, or an upload to it. */
function ofCase(reading: Reading, history: History): Expectation {
  const { target, authorization, span } = reading;
  const caller = authorization.caller!;
  const found = history.caseWith(target.caseId!);
  // It may have been opened before, while this oracle was not watching, or by an unclear request.
  if (!found && (history.since !== undefined || history.mayHaveOpened(target.caseId!))) return unknowable;
  if (!found) return ofOtherId(reading, history) ?? only(...unknownCase(reading));
  if (!isSameCaller(found.caller, caller)) return only(...demanded(foreignCase(reading, found)));
  if (!isBefore(found.opener.span, span)) return unknowable;
  const accepts = target.isLocated ? 'create-case.location' : acceptanceOf(reading, history);
  if (target.operation === 'getCase') return { rejections: reading.rejections, accepts };
  const { upload, rejections } = reading;
  const fresh = { rejections: [...rejections, ...stateRejections(reading, found)], accepts };
  return withKey(reading, history, upload?.fingerprint, fresh);
}

/** The id is known, unless it differs in letter case and has only one: then it may be that of a known case. */
function ofOtherId(reading: Reading, history: History): Expectation | undefined {
  const caseId = history.similarId(reading.target.caseId!);
  if (caseId === undefined) return undefined;
  const ofKnown = ofCase({ ...reading, target: { ...reading.target, caseId } }, history);
  const rejections = [...ofKnown.rejections, ...allowed('path.id-in-other-letter-case')];
  return { ...ofKnown, rejections, unclear: true };
}

function unknownCase({ target, rejections }: Reading): Rejection[] {
  // So get-case.unknown-has-no-status fails too.
  if (target.operation === 'getCase') return demanded('get-case.unknown-404');
  const isWrongToo = rejections.some(({ must }) => must);
  // The source document only says that the case must exist.
  const requirement = isWrongToo ? 'http.case-before-other-rejections' : 'upload-artifact.case-must-exist';
  return like(requirement, 'http.case-before-other-rejections');
}

const foreignCase = ({ authorization }: Reading, { caller }: KnownCase): RequirementId =>
  authorization.caller!.tenant === caller.tenant ? 'tenancy.modes-apart' : 'tenancy.foreign-case-404';

/** Why the state of a case rejects evidence: it is decided (D29) or full (D30). */
function stateRejections(reading: Reading, found: KnownCase): Rejection[] {
  const { span } = reading;
  const closed = demanded('case-lifecycle.decided-case-rejects-evidence');
  const full = demanded('limits.twenty-first-artifact');
  const others = found.uploads.filter(
    (each) => each.reading.exchange !== reading.exchange || reading.exchange.sentTwice,
  );
  const sure = others.filter((each) => each.effect === 'done' && isBefore(each.reading.span, span)).length;
  const most = others.filter((each) => mayPrecede(each.reading.span, span)).length;
  return [
    ...(isSurelyDecided(found, span) ? closed : mayBeDecided(found, reading) ? optional(...closed) : []),
    ...(sure >= limits.artifacts ? full : most >= limits.artifacts ? optional(...full) : []),
  ];
}

/** The answers of a freedom that is about a part of the request. */
const allowedByPart = (freedom: FreedomId): Rejection[] => (isOpen(freedom) ? allowed(freedom) : oneOf(freedom));

/** True for requests to which a web server may respond in a form of its own (D95), and for those that need get no body. */
const mayHaveAnyForm = ({ freedoms, exchange: { request } }: Reading) =>
  /^(HEAD|OPTIONS)$/.test(request.method) || freedoms.some((each) => ofServers.has(each));
const ofServers = new Set<FreedomId>([
  'query.malformed',
  'path.encoded-delimiter',
  'path.encoded-slash',
  'path.double-slash',
]);

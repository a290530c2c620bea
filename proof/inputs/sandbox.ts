import type { Header } from '../../conformance/wire/exchange.ts';
import { create, properties, reference } from './requests.ts';
import { begins, decides, isDecided, isDenied, pending, reads } from './support/cases.ts';
import { sends } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, rejects } from './support/fault.ts';
import { approval, decidesAt, got, readsBefore, since, uploadsBefore } from './support/history.ts';
import type { Answered, Case, Input, Shown } from './support/input.ts';
import { keyOf } from './support/keys.ts';

type Of = (found: Case, input: Input) => boolean;
type Is = (reference: string) => boolean;

const isOf =
  (directive: string): Is =>
  (reference: string) =>
    reference.split('#', 1)[0] === `sandbox:${directive}`;
const [approve, deny, hold] = ['approve', 'deny', 'hold'].map(isOf) as [Is, Is, Is];

/** Decided cases that are still pending when the sandbox has had its time. */
const neverDecides = (of: Of): InputFault =>
  reads((found, input) => isDecided(found) && of(found, input), pending, 6000);

/** Cases with evidence that are pending, and must stay so. */
const approves = (of: (found: Case) => boolean): InputFault =>
  reads(
    (found) => !isDecided(found) && found.artifacts.length > 0 && of(found),
    ({ created_at }) => ({ ...approval, decided_at: created_at }),
  );

const denial = { status: 'DENIED', score: 20, reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] };
const person =
  (is: (reference: string) => boolean): Of =>
  ({ type, reference: text }) =>
    type === 'PF' && is(text);
const entity =
  (is: (reference: string) => boolean): Of =>
  ({ type, reference: text }) =>
    type === 'PM' && is(text);
const like = (pattern: RegExp) => (text: string) => pattern.test(text);
const first = ({ artifacts }: Case) => artifacts[0]!;

const sentBy = (is: (sender: Input['sender']) => boolean) => (pattern: RegExp) =>
  create(({ reference: text }, { sender }) => is(sender) && typeof text === 'string' && pattern.test(text));
/** Creates with such a reference. */
const directive = sentBy((sender) => sender !== 'live');
const withLiveKey = sentBy((sender) => sender === 'live');
const withAnyKey = sentBy(() => true);

const hasKey = (input: Input) => uploadsBefore(input).some((each) => keyOf(each) !== undefined);

const isError =
  (status: 429 | 503) =>
  (shown: Shown, input: Input): boolean =>
    shown.status === status && input.operation === 'create';
/** Errors that were asked for, with another pause or without one. */
const pauses = (status: 429 | 503, pause: string | undefined, is: (input: Input) => boolean = () => true): InputFault =>
  sends(
    (shown, input) => isError(status)(shown, input) && is(input),
    ({ headers }) => ({
      headers: [
        ...headers.filter(([name]) => name !== 'Retry-After'),
        ...(pause ? [['Retry-After', pause] as Header] : []),
      ],
    }),
  );

/** Cases that are pending, approved so long after their first evidence. */
const approvesAfter = (milliseconds: number, of: (found: Case) => boolean) =>
  reads(
    (found, input) => !isDecided(found) && of(found) && since(found.artifacts[0]?.created_at, input) > milliseconds,
    ({ artifacts }) => ({ ...approval, decided_at: first({ artifacts } as Case).created_at }),
  );
/** The same after their creation, as long as they have no evidence. */
const withoutEvidence = (milliseconds: number, of: (found: Case) => boolean) =>
  reads(
    (found, input) => found.artifacts.length === 0 && of(found) && since(found.created_at, input) > milliseconds,
    ({ created_at }) => ({ ...approval, decided_at: created_at }),
  );

/** A decided case with this reference that was read before. */
const decidedLike = (text: string, { earlier }: Input) =>
  earlier.findLast(
    ({ operation, shown }) => operation === 'read' && shown.body?.['reference'] === text && shown.body['decided_at'],
  )?.shown.body as Case | undefined;

const decidesWhenOpened = (of: (opened: Case) => boolean, decision = approval) =>
  begins(({ created_at }) => ({ ...decision, decided_at: created_at }), of);

const pointsAt = ({ shown }: Answered, pointer: string) =>
  (shown.body?.['errors'] as { pointer: string }[] | undefined)?.[0]?.pointer === pointer;
const pointsElsewhere = (errors: { pointer: string; detail: string }[]) =>
  sends(
    ({ status, text }) => status === 422 && text.includes('sandbox'),
    ({ body }) => ({ body: { ...body, errors } }),
  );

const normalised = (text: string) => text.replaceAll(/[\uff01-\uff5e]/g, (letter) => letter.normalize('NFKC'));

const faults: InputFaults = {
  'approves a person with a score of 94': decides(person(approve), { score: 94 }),
  'approves a person with only one reason': decides(person(approve), { reasons: ['OCR_OK'] }),
  'approves a person with one more reason': decides(person(approve), ({ reasons }) => ({
    reasons: [...reasons, 'LIVENESS_OK'],
  })),
  'denies a person that the sandbox must approve': decides(person(approve), denial),
  'rejects a person with sandbox:approve': { rejects: reference((text) => text === 'sandbox:approve') },
  ...faultsOf(neverDecides, {
    'shows a decision after seven seconds': () => true,
    'never approves': ({ reference: text }) => approve(text),
    'never approves an entity': entity(approve),
    'decides the case of an entity at its second artifact': ({ type, artifacts }) =>
      type === 'PM' && artifacts.length < 2,
    'decides only for evidence of an identity': (found) => !/^(ID_|PASS)/.test(first(found).kind),
    'does not decide for OWNERSHIP_REGISTER': (found) => first(found).kind === 'OWNERSHIP_REGISTER',
    'does not decide for a REGISTRY_EXTRACT as PDF': (found) =>
      first(found).kind === 'REGISTRY_EXTRACT' && first(found).content_type === 'application/pdf',
    'decides only for a JPEG': (found) => first(found).content_type !== 'image/jpeg',
    'does not decide for a PDF': ({ artifacts }) =>
      artifacts.some(({ content_type: type }) => type === 'application/pdf'),
    'does not decide for a PNG': (found) => first(found).content_type === 'image/png',
    'shows a denial with a code after seven seconds': ({ reference: text }) => text.startsWith('sandbox:deny:LIVENESS'),
    'does not decide for an upload with an idempotency key': (_, input) => hasKey(input),
  }),
  'approves an entity with a score of 90': decides(entity(approve), { score: 90 }),
  'approves an entity with the reason FACE_MATCH_OK': decides(entity(approve), { reasons: approval.reasons }),
  'shows a status that the contract does not define after a denial': reads(isDenied, { status: 'REJECTED' }, 6000),
  'shows a low score as a fraction between 0 and 1': reads(
    ({ score }) => score < 50,
    ({ score }) => ({ score: score / 100 }),
  ),
  'shows the reasons of a denial as objects': decides(isDenied, ({ reasons }) => ({
    reasons: reasons.map((code) => ({ code })),
  })),
  'shows the reasons of a denial as one string': decides(isDenied, ({ reasons }) => ({ reasons: reasons.join(',') })),
  'denies a person with a score of 0': decides(person(deny), { score: 0 }),
  'denies a person with only the reason of the face': decides(person(deny), { reasons: ['FACE_MATCH_FAIL'] }),
  'approves a person that the sandbox must deny': decides(person(deny), approval),
  'denies an entity with a score of 21': decides(entity(deny), { score: 21 }),
  'denies an entity with the reason of the face': decides(entity(deny), { reasons: denial.reasons }),
  'ignores the code of a denial': decides(({ reference: text }) => text.startsWith('sandbox:deny:'), {
    reasons: denial.reasons,
  }),
  'adds the code of a denial to the default reasons': decides(
    ({ reference: text }) => text.startsWith('sandbox:deny:'),
    ({ reasons }) => ({ reasons: ['OCR_OK', ...reasons] }),
  ),
  'adds the default reason to a denial with the default code': decides(
    ({ reference: text }) => text.startsWith('sandbox:deny:FACE_MATCH_FAIL'),
    ({ reasons }) => ({ reasons: ['OCR_OK', ...reasons] }),
  ),
  'accepts only letters in the code of a denial': { rejects: directive(/^sandbox:deny:[^#]*[0-9]/) },
  'accepts codes only up to 64 letters': { rejects: directive(/^sandbox:deny:[^#]{65}/) },
  'accepts only codes with a long first word': { rejects: directive(/^sandbox:deny:[A-Z0-9]_/) },
  'denies an entity that has a code with a score of 0': decides(entity(like(/^sandbox:deny:/)), { score: 0 }),
  'accepts no suffix': { rejects: directive(/^sandbox:[^#]*#/) },
  'accepts no suffix after a code': { rejects: directive(/^sandbox:deny:.*#/) },
  'accepts only letters and digits in a suffix': { rejects: directive(/^sandbox:[^#]*#(?![\w-]*$)/) },
  'accepts only ASCII in a suffix': { rejects: directive(/^sandbox:[^#]*#(?=.*[^\x20-\x7e])/) },
  'accepts a suffix only up to 100 letters': { rejects: directive(/^sandbox:[^#]*#(?=.{101})/u) },
  'begins a suffix at the last # instead of the first': { rejects: directive(/^sandbox:[^#]*#(?=.*#)/) },
  'denies an entity that has a suffix with the reasons of a person': decides(entity(like(/^sandbox:deny#/)), {
    reasons: denial.reasons,
  }),
  'denies every approval in which the word deny occurs': decides(
    ({ reference: text }) => /^sandbox:approve.*deny/.test(text),
    denial,
  ),
  ...faultsOf(approves, {
    'approves a held case that has a suffix': ({ reference: text }) => text.startsWith('sandbox:hold#'),
    'decides a held case at once': ({ reference: text }) => hold(text),
    'approves a held case with its third artifact': ({ reference: text, artifacts }) =>
      hold(text) && artifacts.length > 2,
    'treats Sandbox as sandbox': ({ reference: text }) => text.startsWith('Sandbox:approve'),
    'normalises a reference before it searches for a directive': ({ reference: text }) =>
      text.normalize('NFKC').startsWith('sandbox:approve'),
    'accepts a directive without the prefix sandbox:': ({ reference: text }) => ['approve', 'deny'].includes(text),
    'searches for a directive anywhere in a reference': ({ reference: text }) => /sandbox:(approve|deny)\b/.test(text),
    'approves a held case with its twentieth artifact': ({ reference: text, artifacts }) =>
      hold(text) && artifacts.length > 19,
  }),
  'denies an approval that has a suffix': decides(({ reference: text }) => text.startsWith('sandbox:approve#'), {
    ...denial,
    reasons: ['FACE_MATCH_FAIL'],
  }),
  ...faultsOf(accepts, {
    'opens a case for an error directive with a suffix': directive(/^sandbox:error:503#/),
    'compares only the beginning of a denial': directive(/^sandbox:denyX(#|$)/),
    'trims the end of a directive': directive(/^sandbox:hold (#|$)/),
    'treats an unknown directive as a plain reference': withAnyKey(/^sandbox:(?!error)/),
    'treats sandbox: without a directive as a plain reference': withAnyKey(/^sandbox:$/),
    'treats sandbox: with a suffix as a plain reference': directive(/^sandbox:#/),
    'ignores text after a colon that follows a directive': directive(/^sandbox:(approve|hold):/),
    'compares only the beginning of a directive': directive(/^sandbox:approve[^#:]+/),
    'trims a directive': directive(/^sandbox: +(approve|deny|hold)/),
    'compares only the beginning of a code': directive(/^sandbox:deny:FACE_MATCH_FAILED(#|$)/),
    'accepts a code that contains FAIL anywhere': directive(/^sandbox:deny:FACE_FAIL_OK(#|$)/),
    'accepts all Unicode letters in a code': directive(/^sandbox:deny:ÑANDU_FAIL(#|$)/),
    'accepts all Unicode digits in a code': directive(/^sandbox:deny:A\u0663_FAIL(#|$)/),
    'trims a code': directive(/^sandbox:deny:FACE_MATCH_FAIL (#|$)/),
    'does not check the code of a denial': directive(/^sandbox:deny:/),
    'accepts a code that does not end in _FAIL': directive(/^sandbox:deny:[A-Z_]+_OK(#|$)/),
    'accepts a code with only its end in upper case': directive(/^sandbox:deny:[a-z]+_FAIL(#|$)/),
    'accepts a code in lower case': directive(/^sandbox:deny:[a-z_]+_fail(#|$)/),
    'treats an empty code as a missing code': directive(/^sandbox:deny:(#|$)/),
    'accepts every code that ends in FAIL': directive(/^sandbox:deny:[A-Z_]*FAIL(#|$)/),
    'accepts sandbox references with a live key': withLiveKey(/^sandbox:/),
    'treats unknown directives with a live key as plain references': withLiveKey(
      /^sandbox:(?!approve|deny|hold|error)/,
    ),
    'accepts sandbox:hold with a live key': withLiveKey(/^sandbox:hold(#|$)/),
    'accepts sandbox references that have a suffix with a live key': withLiveKey(/^sandbox:.*#/),
    'opens a case for sandbox:error:429': directive(/^sandbox:error:429(#|$)/),
    'opens a case of an entity for sandbox:error:503': create(
      ({ type, reference: text }) => type === 'PM' && text === 'sandbox:error:503',
    ),
    'decides cases of live keys without the sandbox': withAnyKey(/^sandbox:/),
    'treats sandbox:hold as a plain reference without the sandbox': withAnyKey(/^sandbox:hold(#|$)/),
  }),
  'denies a case to approve when its evidence is a PDF': decides(
    (found) => approve(found.reference) && first(found).content_type === 'application/pdf',
    denial,
  ),
  'compares only the beginning of an error directive': rejects('503 unavailable')(
    directive(/^sandbox:error:5030(#|$)/),
  ),
  'parses the code of an error directive as a number': rejects('429 rate-limited')(
    directive(/^sandbox:error:0429(#|$)/),
  ),
  'parses the code of an error directive as a JavaScript number': rejects('429 rate-limited')(
    directive(/^sandbox:error:4_29(#|$)/),
  ),
  'responds with 400 to an unknown directive': rejects('400 malformed-request')(
    withAnyKey(/^sandbox:(?!(approve|deny|hold|error:429|error:503)(#|$)|deny:\w{1,115}_FAIL(#|$))/),
  ),
  'responds with sandbox errors to a live key': rejects('503 unavailable')(withLiveKey(/^sandbox:error/)),
  'responds with 403 to a sandbox reference with a live key': rejects('403 unauthorized')(withLiveKey(/^sandbox:/)),
  'rejects sandbox:hold': { rejects: directive(/^sandbox:hold(#|$)/) },
  'accepts a directive in any letter case': {
    ...approves(({ reference: text }) => /^sandbox:approve/i.test(text)),
    accepts: directive(/^sandbox:(approve|deny|hold)/i),
  },
  'trims a reference before it searches for a directive': {
    ...approves(({ reference: text }) => text.trim().startsWith('sandbox:approve')),
    accepts: directive(/^\s*sandbox:(approve|deny|hold)\s+$/),
  },
  'uses the last directive in a reference': decides(
    ({ reference: text }) => /^sandbox:approve.*sandbox:deny/.test(text),
    denial,
  ),
  'denies a case to approve when the upload has an idempotency key': decides(
    ({ reference: text }, input) => text === 'sandbox:approve' && hasKey(input),
    denial,
  ),
  'responds to sandbox:error:429 without Retry-After': pauses(429, undefined),
  'responds to sandbox:error:429 with a suffix without Retry-After': pauses(429, undefined, directive(/#/)),
  'responds to sandbox:error:429 with Retry-After: 5': pauses(429, '5'),
  'responds to sandbox:error:503 without Retry-After': pauses(503, undefined),
  'responds to sandbox:error:503 of the second tenant without Retry-After': pauses(
    503,
    undefined,
    ({ sender }) => sender === 'other',
  ),
  'responds to sandbox:error:503 with a date in Retry-After': pauses(503, new Date().toUTCString()),
  'responds with 500 to sandbox:error:503': rejects('500')((input, shown) => isError(503)(shown, input)),
  'decides a held case after a second': approvesAfter(1000, ({ reference: text }) => hold(text)),
  'decides the held case of an entity after half a second': approvesAfter(
    500,
    ({ type, reference: text }) => type === 'PM' && hold(text),
  ),
  'approves plain cases of persons a second after their evidence': approvesAfter(
    1000,
    ({ type, reference: text }) => type === 'PF' && !text.startsWith('sandbox:'),
  ),
  'shows a held case as approved in the first read': reads(
    ({ reference: text, artifacts }, input) =>
      text === 'sandbox:hold' && artifacts.length > 0 && readsBefore(input).length === 0,
    ({ created_at }) => ({ ...approval, decided_at: created_at }),
  ),
  'decides a case without evidence like the last case with the same reference': reads(
    ({ artifacts, reference: text }, input) => artifacts.length === 0 && decidedLike(text, input) !== undefined,
    ({ reference: text }, input) => {
      const { status, score, reasons, decided_at } = decidedLike(text, input)!;
      return { status, score, reasons, decided_at };
    },
  ),
  'decides a case when it is opened': decidesWhenOpened(({ reference: text }) => approve(text)),
  'denies a case when it is opened': decidesWhenOpened(({ reference: text }) => deny(text), denial),
  'approves half a second after the creation without evidence': withoutEvidence(
    500,
    ({ type, reference: text }) => type === 'PF' && text === 'sandbox:approve',
  ),
  'approves a case that the sandbox must deny, a second after its creation without evidence': withoutEvidence(
    1000,
    ({ reference: text }) => text === 'sandbox:deny',
  ),
  ...faultsOf(decidesAt, {
    'decides at evidence of an unknown kind': (upload) => pointsAt(upload, '#/kind'),
    'decides at an upload without a file': (upload) => pointsAt(upload, '#/file'),
    'decides at a file of an unsupported type': got('unsupported-file-type'),
    'decides at a malformed upload': got('malformed-request'),
  }),
  'sends no pointer for an unknown directive': pointsElsewhere([]),
  'points at the type for an unknown directive': pointsElsewhere([{ pointer: '#/type', detail: 'is wrong' }]),
  'replaces full-width letters in a reference': {
    ...properties((body) => ({ ...body, reference: normalised(String(body['reference'])) })),
    ...approves(({ reference: text }) => approve(normalised(text))),
  },
};

export default faults;

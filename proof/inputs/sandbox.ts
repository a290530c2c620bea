// What the sandbox decides, and when; and its errors.
import type { Header } from '../../conformance/wire/exchange.ts';
import { isDirective, reference } from './requests.ts';
import { begins, decides, isDenied, type Of, type Otherwise, reads } from './support/cases.ts';
import { sends } from './support/changes.ts';
import { faultsOf, type InputFault, type InputFaults, rejects } from './support/fault.ts';
import { got, readsBefore, since, uploadsBefore } from './support/history.ts';
import type { Answered, Case, Input, Shown } from './support/input.ts';
import { keyOf } from './support/keys.ts';
import { approval, approves, approvesEmpty, decidesAt, neverDecides, of } from './support/sandbox.ts';

const approve = /^sandbox:approve(#|$)/;
const deny = /^sandbox:deny(#|$)/;
const hold = /^sandbox:hold(#|$)/;
const denial = { status: 'DENIED', score: 20, reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] };

const decidesPlain = (pattern: RegExp, type: 'PF' | 'PM') => (change: Otherwise) => decides(of(pattern, type), change);
const deniesInstead = (is: Of) => decides(is, denial);
const adds = (pattern: RegExp) => decides(of(pattern), ({ reasons }) => ({ reasons: ['OCR_OK', ...reasons] }));
const approvesLike = (pattern: RegExp) => approves(of(pattern));
const approvesAfter = (milliseconds: number, is: Of) =>
  approves((found, input) => is(found, input) && since(found.artifacts[0]!.created_at, input) > milliseconds);
const approvesEmptyAfter = (milliseconds: number, is: Of) =>
  approvesEmpty((found, input) => is(found, input) && since(found.created_at, input) > milliseconds);

const first = ({ artifacts }: Case) => artifacts[0]!;
const isPdf = (found: Case) => first(found).content_type === 'application/pdf';
const hasKey = (input: Input) => uploadsBefore(input).some((each) => keyOf(each) !== undefined);
const pointsAt =
  (pointer: string) =>
  ({ shown }: Answered) =>
    (shown.body?.['errors'] as { pointer: string }[] | undefined)?.[0]?.pointer === pointer;

/** A decided case with this reference that was read before. */
const decidedLike = (text: string, { earlier }: Input) =>
  earlier.findLast(
    ({ operation, shown }) => operation === 'read' && shown.body?.['reference'] === text && shown.body['decided_at'],
  )?.shown.body as Case | undefined;
const decidesWhenOpened = (pattern: RegExp, decision = approval) =>
  begins(
    ({ created_at }) => ({ ...decision, decided_at: created_at }),
    ({ reference: text }) => pattern.test(text),
  );

const isError =
  (status: 429 | 503) =>
  (shown: Shown, input: Input): boolean =>
    shown.status === status && input.operation === 'create';
/** Errors that were asked for, with another pause or without one. */
const pauses = (status: 429 | 503, pause?: string, is: (input: Input) => boolean = () => true): InputFault =>
  sends(
    (shown, input) => isError(status)(shown, input) && is(input),
    ({ headers }) => ({
      headers: [
        ...headers.filter(([name]) => name !== 'Retry-After'),
        ...(pause ? [['Retry-After', pause] as Header] : []),
      ],
    }),
  );

const faults: InputFaults = {
  'closes a plain case that has evidence of three kinds': rejects('409 case-closed')(
    ({ operation, opened, found, sender }, { status }) =>
      operation === 'upload' &&
      status === 201 &&
      sender !== 'live' &&
      !isDirective(opened?.['reference']) &&
      new Set(found?.artifacts.map(({ kind }) => kind)).size > 2,
  ),
  ...faultsOf(decidesPlain(approve, 'PF'), {
    'approves a person with a score of 94': { score: 94 },
    'approves a person with only one reason': { reasons: ['OCR_OK'] },
    'approves a person with one more reason': ({ reasons }) => ({ reasons: [...reasons, 'LIVENESS_OK'] }),
    'denies a person that the sandbox must approve': denial,
  }),
  ...faultsOf(decidesPlain(approve, 'PM'), {
    'approves an entity with a score of 90': { score: 90 },
    'approves an entity with the reason FACE_MATCH_OK': { reasons: approval.reasons },
  }),
  ...faultsOf(decidesPlain(deny, 'PF'), {
    'denies a person with a score of 0': { score: 0 },
    'denies a person with only the reason of the face': { reasons: ['FACE_MATCH_FAIL'] },
    'approves a person that the sandbox must deny': approval,
  }),
  ...faultsOf(decidesPlain(deny, 'PM'), {
    'denies an entity with a score of 21': { score: 21 },
    'denies an entity with the reason of the face': { reasons: denial.reasons },
  }),
  'denies an entity that has a code with a score of 0': decides(of(/^sandbox:deny:/, 'PM'), { score: 0 }),
  'denies an entity that has a suffix with the reasons of a person': decides(of(/^sandbox:deny#/, 'PM'), denial),
  'ignores the code of a denial': decides(of(/^sandbox:deny:/), { reasons: denial.reasons }),
  'adds the code of a denial to the default reasons': adds(/^sandbox:deny:/),
  'adds the default reason to a denial with the default code': adds(/^sandbox:deny:FACE_MATCH_FAIL/),
  'shows the reasons of a denial as one string': decides(isDenied, ({ reasons }) => ({ reasons: reasons.join(',') })),
  'shows the reasons of a denial as objects': decides(isDenied, ({ reasons }) => ({
    reasons: reasons.map((code) => ({ code })),
  })),
  'shows a status that the contract does not define after a denial': reads(isDenied, { status: 'REJECTED' }, 6000),
  'shows a low score as a fraction between 0 and 1': reads(
    ({ score }) => score < 50,
    ({ score }) => ({ score: score / 100 }),
  ),
  'rejects a person with sandbox:approve': { rejects: reference((text) => text === 'sandbox:approve') },
  ...faultsOf(deniesInstead, {
    'denies every approval in which the word deny occurs': of(/^sandbox:approve.*deny/),
    'denies an approval that has a suffix': of(/^sandbox:approve#/),
    'uses the last directive in a reference': of(/^sandbox:approve.*sandbox:deny/),
    'denies a case to approve when its evidence is a PDF': (found) => approve.test(found.reference) && isPdf(found),
    'denies a case to approve when the upload has an idempotency key': ({ reference: text }, input) =>
      text === 'sandbox:approve' && hasKey(input),
  }),
  ...faultsOf(neverDecides, {
    'shows a decision after seven seconds': () => true,
    'never approves': of(approve),
    'never approves an entity': of(approve, 'PM'),
    'shows a denial with a code after seven seconds': of(/^sandbox:deny:LIVENESS/),
    'decides the case of an entity at its second artifact': (found) =>
      found.type === 'PM' && found.artifacts.length < 2,
    'decides only for evidence of an identity': (found) => !/^(ID_|PASS)/.test(first(found).kind),
    'does not decide for OWNERSHIP_REGISTER': (found) => first(found).kind === 'OWNERSHIP_REGISTER',
    'does not decide for a REGISTRY_EXTRACT as PDF': (found) =>
      first(found).kind === 'REGISTRY_EXTRACT' && isPdf(found),
    'decides only for a JPEG': (found) => first(found).content_type !== 'image/jpeg',
    'denies with a code only for a JPEG': (found) =>
      found.reference.startsWith('sandbox:deny:') && first(found).content_type !== 'image/jpeg',
    'does not decide for a PDF': isPdf,
    'does not decide for a PNG': (found) => first(found).content_type === 'image/png',
    'does not decide for an upload with an idempotency key': (_, input) => hasKey(input),
  }),

  ...faultsOf(approvesLike, {
    'approves a held case that has a suffix': /^sandbox:hold#/,
    'decides a held case at once': hold,
    'treats Sandbox as sandbox': /^Sandbox:approve/,
    'accepts a directive without the prefix sandbox:': /^(approve|deny)$/,
    'searches for a directive anywhere in a reference': /sandbox:(approve|deny)\b/,
  }),
  ...faultsOf(approves, {
    'approves a held case with its third artifact': (found) => hold.test(found.reference) && found.artifacts.length > 2,
    'approves a held case with its twentieth artifact': (found) =>
      hold.test(found.reference) && found.artifacts.length > 19,
    'normalises a reference before it searches for a directive': ({ reference: text }) =>
      text.normalize('NFKC').startsWith('sandbox:approve'),
    'shows a held case as approved in the first read': ({ reference: text }, input) =>
      text === 'sandbox:hold' && readsBefore(input).length === 0,
  }),
  'decides a held case after a second': approvesAfter(1000, of(hold)),
  'decides the held case of an entity after half a second': approvesAfter(500, of(hold, 'PM')),
  'approves plain cases of persons a second after their evidence': approvesAfter(1000, of(/^(?!sandbox:)/, 'PF')),
  'approves half a second after the creation without evidence': approvesEmptyAfter(500, of(/^sandbox:approve$/, 'PF')),
  'approves a case that the sandbox must deny, a second after its creation without evidence': approvesEmptyAfter(
    1000,
    of(/^sandbox:deny$/),
  ),
  'decides a case without evidence like the last case with the same reference': reads(
    ({ artifacts, reference: text }, input) => artifacts.length === 0 && decidedLike(text, input) !== undefined,
    ({ reference: text }, input) => {
      const { status, score, reasons, decided_at } = decidedLike(text, input)!;
      return { status, score, reasons, decided_at };
    },
  ),
  'decides a case when it is opened': decidesWhenOpened(approve),
  'denies a case when it is opened': decidesWhenOpened(deny, denial),
  ...faultsOf(decidesAt, {
    'decides at evidence of an unknown kind': pointsAt('#/kind'),
    'decides at an upload without a file': pointsAt('#/file'),
    'decides at a file of an unsupported type': got('unsupported-file-type'),
    'decides at a malformed upload': got('malformed-request'),
  }),

  'responds to sandbox:error:429 without Retry-After': pauses(429),
  'responds to sandbox:error:429 with a suffix without Retry-After': pauses(429, undefined, ({ text }) =>
    /#/.test(text),
  ),
  'responds to sandbox:error:429 with Retry-After: 5': pauses(429, '5'),
  'responds to sandbox:error:503 without Retry-After': pauses(503),
  'responds to sandbox:error:503 of the second tenant without Retry-After': pauses(
    503,
    undefined,
    ({ sender }) => sender === 'other',
  ),
  'responds to sandbox:error:503 with a date in Retry-After': pauses(503, new Date().toUTCString()),
  'responds with 500 to sandbox:error:503': rejects('500')((input, shown) => isError(503)(shown, input)),
};

export default faults;

import type { InputFault, InputFaults } from './input-fault.ts';
import type { Input } from './support/input.ts';
import { create, reference } from './requests.ts';
import { type Case, decides, isDecided, isDenied, pending, reads } from './support/cases.ts';

type Of = (found: Case, input: Input) => boolean;
type Is = (reference: string) => boolean;

const isOf =
  (directive: string): Is =>
  (reference: string) =>
    reference.split('#', 1)[0] === `sandbox:${directive}`;
const [approve, deny, hold] = ['approve', 'deny', 'hold'].map(isOf) as [Is, Is, Is];

/** Decided cases that are still pending when the sandbox has had its time. */
const neverDecides = (of: Of): InputFault =>
  reads(
    (found, input) => isDecided(found) && of(found, input),
    () => pending,
    6000,
  );

/** Cases with evidence that are pending, and must stay so. */
const approves = (of: (found: Case) => boolean): InputFault =>
  reads(
    (found) => !isDecided(found) && found.artifacts.length > 0 && of(found),
    ({ created_at }) => ({ ...approval, decided_at: created_at }),
  );

const approval = { status: 'APPROVED', score: 95, reasons: ['OCR_OK', 'FACE_MATCH_OK'] };
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

const faults: InputFaults = {
  'approves a person with a score of 94': decides(person(approve), () => ({ score: 94 })),
  'approves a person with only one reason': decides(person(approve), () => ({ reasons: ['OCR_OK'] })),
  'approves a person with one more reason': decides(person(approve), ({ reasons }) => ({
    reasons: [...reasons, 'LIVENESS_OK'],
  })),
  'denies a person that the sandbox must approve': decides(person(approve), () => denial),
  'rejects a person with sandbox:approve': { rejects: reference((text) => text === 'sandbox:approve') },
  'shows a decision after seven seconds': neverDecides(() => true),
  'never approves': neverDecides(({ reference: text }) => approve(text)),
  'approves an entity with a score of 90': decides(entity(approve), () => ({ score: 90 })),
  'approves an entity with the reason FACE_MATCH_OK': decides(entity(approve), () => ({ reasons: approval.reasons })),
  'never approves an entity': neverDecides(entity(approve)),
  'decides the case of an entity at its second artifact': neverDecides(
    ({ type, artifacts }) => type === 'PM' && artifacts.length < 2,
  ),
  'shows a status that the contract does not define after a denial': reads(
    isDenied,
    () => ({ status: 'REJECTED' }),
    6000,
  ),
  'shows a low score as a fraction between 0 and 1': reads(
    ({ score }) => score < 50,
    ({ score }) => ({ score: score / 100 }),
  ),
  'shows the reasons of a denial as objects': decides(isDenied, ({ reasons }) => ({
    reasons: reasons.map((code) => ({ code })),
  })),
  'shows the reasons of a denial as one string': decides(isDenied, ({ reasons }) => ({ reasons: reasons.join(',') })),
  'denies a person with a score of 0': decides(person(deny), () => ({ score: 0 })),
  'denies a person with only the reason of the face': decides(person(deny), () => ({ reasons: ['FACE_MATCH_FAIL'] })),
  'approves a person that the sandbox must deny': decides(person(deny), () => approval),
  'denies an entity with a score of 21': decides(entity(deny), () => ({ score: 21 })),
  'denies an entity with the reason of the face': decides(entity(deny), () => ({ reasons: denial.reasons })),
  'ignores the code of a denial': decides(
    ({ reference: text }) => text.startsWith('sandbox:deny:'),
    () => ({ reasons: denial.reasons }),
  ),
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
  'denies an entity that has a code with a score of 0': decides(entity(like(/^sandbox:deny:/)), () => ({ score: 0 })),
  'accepts no suffix': { rejects: directive(/^sandbox:[^#]*#/) },
  'accepts no suffix after a code': { rejects: directive(/^sandbox:deny:.*#/) },
  'accepts only letters and digits in a suffix': { rejects: directive(/^sandbox:[^#]*#(?![\w-]*$)/) },
  'accepts only ASCII in a suffix': { rejects: directive(/^sandbox:[^#]*#(?=.*[^\x20-\x7e])/) },
  'accepts a suffix only up to 100 letters': { rejects: directive(/^sandbox:[^#]*#(?=.{101})/u) },
  'begins a suffix at the last # instead of the first': { rejects: directive(/^sandbox:[^#]*#(?=.*#)/) },
  'denies an entity that has a suffix with the reasons of a person': decides(entity(like(/^sandbox:deny#/)), () => ({
    reasons: denial.reasons,
  })),
  'denies every approval in which the word deny occurs': decides(
    ({ reference: text }) => /^sandbox:approve.*deny/.test(text),
    () => denial,
  ),
  'approves a held case that has a suffix': approves(({ reference: text }) => text.startsWith('sandbox:hold#')),
  'denies an approval that has a suffix': decides(
    ({ reference: text }) => text.startsWith('sandbox:approve#'),
    () => ({ ...denial, reasons: ['FACE_MATCH_FAIL'] }),
  ),
  'opens a case for an error directive with a suffix': { accepts: directive(/^sandbox:error:503#/) },
  'decides only for evidence of an identity': neverDecides((found) => !/^(ID_|PASS)/.test(first(found).kind)),
  'denies a case to approve when its evidence is a PDF': decides(
    (found) => approve(found.reference) && first(found).content_type === 'application/pdf',
    () => denial,
  ),
  'does not decide for OWNERSHIP_REGISTER': neverDecides((found) => first(found).kind === 'OWNERSHIP_REGISTER'),
  'does not decide for a REGISTRY_EXTRACT as PDF': neverDecides(
    (found) => first(found).kind === 'REGISTRY_EXTRACT' && first(found).content_type === 'application/pdf',
  ),
  'decides only for a JPEG': neverDecides((found) => first(found).content_type !== 'image/jpeg'),
  'does not decide for a PDF': neverDecides(({ artifacts }) =>
    artifacts.some(({ content_type: type }) => type === 'application/pdf'),
  ),
  'does not decide for a PNG': neverDecides((found) => first(found).content_type === 'image/png'),
  'shows a denial with a code after seven seconds': neverDecides(({ reference: text }) =>
    text.startsWith('sandbox:deny:LIVENESS'),
  ),
  'compares only the beginning of an error directive': {
    rejects: directive(/^sandbox:error:5030(#|$)/),
    as: '503 unavailable',
  },
  'parses the code of an error directive as a number': {
    rejects: directive(/^sandbox:error:0429(#|$)/),
    as: '429 rate-limited',
  },
  'parses the code of an error directive as a JavaScript number': {
    rejects: directive(/^sandbox:error:4_29(#|$)/),
    as: '429 rate-limited',
  },
  'compares only the beginning of a denial': { accepts: directive(/^sandbox:denyX(#|$)/) },
  'trims the end of a directive': { accepts: directive(/^sandbox:hold (#|$)/) },
  'treats an unknown directive as a plain reference': { accepts: withAnyKey(/^sandbox:(?!error)/) },
  'treats sandbox: without a directive as a plain reference': { accepts: withAnyKey(/^sandbox:$/) },
  'treats sandbox: with a suffix as a plain reference': { accepts: directive(/^sandbox:#/) },
  'ignores text after a colon that follows a directive': { accepts: directive(/^sandbox:(approve|hold):/) },
  'compares only the beginning of a directive': { accepts: directive(/^sandbox:approve[^#:]+/) },
  'trims a directive': { accepts: directive(/^sandbox: +(approve|deny|hold)/) },
  'responds with 400 to an unknown directive': {
    rejects: withAnyKey(/^sandbox:(?!(approve|deny|hold|error:429|error:503)(#|$)|deny:\w{1,115}_FAIL(#|$))/),
    as: '400 malformed-request',
  },
  'compares only the beginning of a code': { accepts: directive(/^sandbox:deny:FACE_MATCH_FAILED(#|$)/) },
  'accepts a code that contains FAIL anywhere': { accepts: directive(/^sandbox:deny:FACE_FAIL_OK(#|$)/) },
  'accepts all Unicode letters in a code': { accepts: directive(/^sandbox:deny:ÑANDU_FAIL(#|$)/) },
  'accepts all Unicode digits in a code': { accepts: directive(/^sandbox:deny:A\u0663_FAIL(#|$)/) },
  'trims a code': { accepts: directive(/^sandbox:deny:FACE_MATCH_FAIL (#|$)/) },
  'does not check the code of a denial': { accepts: directive(/^sandbox:deny:/) },
  'accepts a code that does not end in _FAIL': { accepts: directive(/^sandbox:deny:[A-Z_]+_OK(#|$)/) },
  'accepts a code with only its end in upper case': { accepts: directive(/^sandbox:deny:[a-z]+_FAIL(#|$)/) },
  'accepts a code in lower case': { accepts: directive(/^sandbox:deny:[a-z_]+_fail(#|$)/) },
  'treats an empty code as a missing code': { accepts: directive(/^sandbox:deny:(#|$)/) },
  'accepts every code that ends in FAIL': { accepts: directive(/^sandbox:deny:[A-Z_]*FAIL(#|$)/) },
  'accepts sandbox references with a live key': { accepts: withLiveKey(/^sandbox:/) },
  'treats unknown directives with a live key as plain references': {
    accepts: withLiveKey(/^sandbox:(?!approve|deny|hold|error)/),
  },
  'accepts sandbox:hold with a live key': { accepts: withLiveKey(/^sandbox:hold(#|$)/) },
  'accepts sandbox references that have a suffix with a live key': { accepts: withLiveKey(/^sandbox:.*#/) },
  'responds with sandbox errors to a live key': { rejects: withLiveKey(/^sandbox:error/), as: '503 unavailable' },
  'responds with 403 to a sandbox reference with a live key': {
    rejects: withLiveKey(/^sandbox:/),
    as: '403 unauthorized',
  },
  'opens a case for sandbox:error:429': { accepts: directive(/^sandbox:error:429(#|$)/) },
  'opens a case of an entity for sandbox:error:503': {
    accepts: create(({ type, reference: text }) => type === 'PM' && text === 'sandbox:error:503'),
  },
  'decides a held case at once': approves(({ reference: text }) => hold(text)),
  'approves a held case with its third artifact': approves(
    ({ reference: text, artifacts }) => hold(text) && artifacts.length > 2,
  ),
  'rejects sandbox:hold': { rejects: directive(/^sandbox:hold(#|$)/) },
  'accepts a directive in any letter case': {
    ...approves(({ reference: text }) => /^sandbox:approve/i.test(text)),
    accepts: directive(/^sandbox:(approve|deny|hold)/i),
  },
  'treats Sandbox as sandbox': approves(({ reference: text }) => text.startsWith('Sandbox:approve')),
  'normalises a reference before it searches for a directive': approves(({ reference: text }) =>
    text.normalize('NFKC').startsWith('sandbox:approve'),
  ),
  'accepts a directive without the prefix sandbox:': approves(({ reference: text }) =>
    ['approve', 'deny'].includes(text),
  ),
  'searches for a directive anywhere in a reference': approves(({ reference: text }) =>
    /sandbox:(approve|deny)\b/.test(text),
  ),
  'trims a reference before it searches for a directive': {
    ...approves(({ reference: text }) => text.trim().startsWith('sandbox:approve')),
    accepts: directive(/^\s*sandbox:(approve|deny|hold)\s+$/),
  },
};

export default faults;

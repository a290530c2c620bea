// Decisions of the sandbox that are made for other cases, at another time, or otherwise.
import { isDecided, type Of, pending, reads } from './cases.ts';
import type { InputFault } from './fault.ts';
import type { Answered, Case, Input } from './input.ts';
import { uploadsBefore } from './history.ts';

/** Cases with such a reference, and of this type. */
export const of =
  (pattern: RegExp, type?: 'PF' | 'PM'): Of =>
  (found) =>
    pattern.test(found.reference) && (type === undefined || found.type === type);

export const approval = { status: 'APPROVED', score: 95, reasons: ['OCR_OK', 'FACE_MATCH_OK'] };

const approved = ({ created_at }: Case) => ({ ...approval, decided_at: created_at });

/** Cases that are approved although they have to be pending. */
const approvesPending = (is: Of): InputFault =>
  reads((found, input) => !isDecided(found) && is(found, input), approved);

/** The same as long as they have evidence, and as long as they have none. */
export const approves = (is: Of): InputFault =>
  approvesPending((found, input) => found.artifacts.length > 0 && is(found, input));
export const approvesEmpty = (is: Of): InputFault =>
  approvesPending((found, input) => found.artifacts.length === 0 && is(found, input));

/** Uploads that cannot decide a case, and at which it is approved; without other evidence. */
export const decidesAt = (is: (upload: Answered, input: Input) => boolean): InputFault =>
  approvesEmpty((_, input) => uploadsBefore(input).some((each) => is(each, input)));

/** Decided cases that are still pending when the sandbox has had its time. */
export const neverDecides = (is: Of): InputFault =>
  reads((found, input) => isDecided(found) && is(found, input), pending, 6000);

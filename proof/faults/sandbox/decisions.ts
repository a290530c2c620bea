import type { Defect, FaultTable } from '../support/fault.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import { seeing } from '../support/http.ts';
import { type Decision, changingReads } from '../support/cases.ts';
import {
  showingSome,
  since,
  isOf,
  opening,
  approved,
  readingDirectives,
  rejectingReferences,
} from '../support/sandbox.ts';
import { pending } from '../support/state.ts';

const denial: Decision = { status: 'DENIED', score: 20, reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] };

/** Another decision of the case with the plain directive when the upload has an idempotency key. */
const decidingUploadsWithKey = (decision: Decision | undefined): Defect =>
  seeing((original, requestOf) => ({
    uploadArtifact: (call, parts) =>
      original.uploadArtifact(
        call,
        requestOf(call.caller).headers['idempotency-key'] === undefined
          ? parts
          : { ...parts, decide: (to) => (to.reference === 'sandbox:approve' ? decision : parts.decide(to)) },
      ),
  }));

/** Another decision of cases that are like this. */
const changingDecisionsOf =
  (of: (found: Case) => boolean, change: (decision: Decision) => Partial<Decision> | undefined): Defect =>
  ({ decide }) => ({
    decide(found) {
      const decision = decide(found);
      if (!decision || !of(found)) return decision;
      const changed = change(decision);
      return changed && { ...decision, ...changed };
    },
  });

/** Reads show a decision only so many milliseconds after it. */
const revealingLate = (milliseconds: number, of: (found: Case) => boolean): Defect =>
  showingSome((found) =>
    found.status !== 'PENDING' && of(found) && since(found.decided_at) < milliseconds ? pending : undefined,
  );

const approve = isOf('approve');

const faults: FaultTable = {
  'sandbox.approves': {
    'approves a person with a score of 94': changingDecisionsOf(
      ({ type, reference }) => type === 'PF' && approve(reference),
      () => ({ score: 94 }),
    ),
    'approves a person with only one reason': changingDecisionsOf(
      ({ type, reference }) => type === 'PF' && approve(reference),
      () => ({ reasons: ['OCR_OK'] }),
    ),
    'approves a person with one more reason': changingDecisionsOf(
      ({ type, reference }) => type === 'PF' && approve(reference),
      ({ reasons }) => ({ reasons: [...reasons, 'LIVENESS_OK'] }),
    ),
    'denies a person that the sandbox must approve': changingDecisionsOf(
      ({ type, reference }) => type === 'PF' && approve(reference),
      () => denial,
    ),
    'rejects a person with sandbox:approve': opening((reference, directive) =>
      reference === 'sandbox:approve' ? { effect: 'unknown' } : directive,
    ),
    'shows a decision after seven seconds': revealingLate(7000, () => true),
    'never approves': changingDecisionsOf(
      ({ reference }) => approve(reference),
      () => undefined,
    ),
    'approves an entity with a score of 90': changingDecisionsOf(
      ({ type, reference }) => type === 'PM' && approve(reference),
      () => ({ score: 90 }),
    ),
    'approves an entity with the reason FACE_MATCH_OK': changingDecisionsOf(
      ({ type, reference }) => type === 'PM' && approve(reference),
      () => ({ reasons: ['OCR_OK', 'FACE_MATCH_OK'] }),
    ),
    'never approves an entity': changingDecisionsOf(
      ({ type, reference }) => type === 'PM' && approve(reference),
      () => undefined,
    ),
    'decides the case of an entity at its second artifact': changingDecisionsOf(
      ({ type, artifacts }) => type === 'PM' && artifacts.length < 2,
      () => undefined,
    ),
  },
  'sandbox.denies': {
    'shows a status that the contract does not define after a denial': changingReads((found) =>
      found.status === 'DENIED' ? { ...found, status: 'REJECTED' } : found,
    ),
    'shows a low score as a fraction between 0 and 1': changingReads((found) => ({
      ...found,
      score: found.score < 50 ? found.score / 100 : found.score,
    })),
    'shows the reasons of a denial as objects': changingReads((found) => ({
      ...found,
      reasons: found.status === 'DENIED' ? found.reasons.map((code) => ({ code })) : found.reasons,
    })),
    'shows the reasons of a denial as one string': changingReads((found) => ({
      ...found,
      reasons: found.status === 'DENIED' ? found.reasons.join(',') : found.reasons,
    })),
    'denies a person with a score of 0': changingDecisionsOf(
      ({ type, reference }) => type === 'PF' && isOf('deny')(reference),
      () => ({ score: 0 }),
    ),
    'denies a person with only the reason of the face': changingDecisionsOf(
      ({ type, reference }) => type === 'PF' && isOf('deny')(reference),
      () => ({ reasons: ['FACE_MATCH_FAIL'] }),
    ),
    'approves a person that the sandbox must deny': changingDecisionsOf(
      ({ type, reference }) => type === 'PF' && isOf('deny')(reference),
      () => approved,
    ),
    'denies an entity with a score of 21': changingDecisionsOf(
      ({ type, reference }) => type === 'PM' && isOf('deny')(reference),
      () => ({ score: 21 }),
    ),
    'denies an entity with the reason of the face': changingDecisionsOf(
      ({ type, reference }) => type === 'PM' && isOf('deny')(reference),
      () => ({ reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] }),
    ),
  },
  'sandbox.denies-with-code': {
    'ignores the code of a denial': changingDecisionsOf(
      ({ reference }) => reference.startsWith('sandbox:deny:'),
      () => ({ reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] }),
    ),
    'adds the code of a denial to the default reasons': changingDecisionsOf(
      ({ reference }) => reference.startsWith('sandbox:deny:'),
      ({ reasons }) => ({ reasons: ['OCR_OK', ...reasons] }),
    ),
    'adds the default reason to a denial with the default code': changingDecisionsOf(
      ({ reference }) => reference.startsWith('sandbox:deny:FACE_MATCH_FAIL'),
      ({ reasons }) => ({ reasons: ['OCR_OK', ...reasons] }),
    ),
    'accepts only letters in the code of a denial': opening((reference, directive) =>
      /^sandbox:deny:[^#]*[0-9]/.test(reference) ? { effect: 'unknown' } : directive,
    ),
    'accepts codes only up to 64 letters': rejectingReferences(/^sandbox:deny:[^#]{65}/),
    'accepts only codes with a long first word': rejectingReferences(/^sandbox:deny:[A-Z0-9]_/),
    'denies an entity that has a code with a score of 0': changingDecisionsOf(
      ({ type, reference }) => type === 'PM' && reference.startsWith('sandbox:deny:'),
      () => ({ score: 0 }),
    ),
  },
  'sandbox.suffix-ignored': {
    'accepts no suffix': readingDirectives((reference) => reference.replace('#', '!')),
    'accepts no suffix after a code': readingDirectives((reference) => reference.replace(/^(sandbox:deny:.*)#/, '$1!')),
    'accepts only letters and digits in a suffix': readingDirectives((reference) =>
      reference.replace(/#(?![\w-]*$)/, '!'),
    ),
    'accepts only ASCII in a suffix': readingDirectives((reference) => reference.replace(/#(?=.*[^\x20-\x7e])/, '!')),
    'accepts a suffix only up to 100 letters': readingDirectives((reference) => reference.replace(/#(?=.{101})/u, '!')),
    'begins a suffix at the last # instead of the first': readingDirectives((reference) =>
      reference.replace(/#(?=.*#)/, '!'),
    ),
    'denies an entity that has a suffix with the reasons of a person': changingDecisionsOf(
      ({ type, reference }) => type === 'PM' && reference.startsWith('sandbox:deny#'),
      () => ({ reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] }),
    ),
    'uses the last directive in a reference': readingDirectives((reference) =>
      reference.startsWith('sandbox:') ? reference.slice(reference.lastIndexOf('sandbox:')) : undefined,
    ),
    'denies every approval in which the word deny occurs': readingDirectives((reference) =>
      /^sandbox:approve.*deny/.test(reference) ? 'sandbox:deny' : undefined,
    ),
    'approves a held case that has a suffix': readingDirectives((reference) =>
      reference.startsWith('sandbox:hold#') ? 'sandbox:approve' : undefined,
    ),
    'denies an approval that has a suffix': changingDecisionsOf(
      ({ reference }) => reference.startsWith('sandbox:approve#'),
      () => ({ status: 'DENIED', score: 20, reasons: ['FACE_MATCH_FAIL'] }),
    ),
    'opens a case for an error directive with a suffix': opening((reference, directive) =>
      reference.startsWith('sandbox:error:503#') ? undefined : directive,
    ),
  },
  'sandbox.any-evidence-decides': {
    'decides only for evidence of an identity': changingDecisionsOf(
      ({ artifacts }) => !/^(ID_|PASS)/.test(artifacts[0]!.kind),
      () => undefined,
    ),
    'does not decide for an upload with an idempotency key': decidingUploadsWithKey(undefined),
    'denies a case to approve when its evidence is a PDF': changingDecisionsOf(
      ({ reference, artifacts }) => approve(reference) && artifacts[0]!.content_type === 'application/pdf',
      () => denial,
    ),
    'denies a case to approve when the upload has an idempotency key': decidingUploadsWithKey(denial),
    'does not decide for OWNERSHIP_REGISTER': changingDecisionsOf(
      ({ artifacts }) => artifacts[0]!.kind === 'OWNERSHIP_REGISTER',
      () => undefined,
    ),
    'decides only for a JPEG': changingDecisionsOf(
      ({ artifacts }) => artifacts[0]!.content_type !== 'image/jpeg',
      () => undefined,
    ),
    'does not decide for a PDF': changingDecisionsOf(
      ({ artifacts }) => artifacts.some(({ content_type: type }) => type === 'application/pdf'),
      () => undefined,
    ),
    'does not decide for a PNG': changingDecisionsOf(
      ({ artifacts }) => artifacts[0]!.content_type === 'image/png',
      () => undefined,
    ),
  },
  'sandbox.decides-in-time': {
    'shows a denial with a code after seven seconds': revealingLate(7000, ({ reference }) =>
      reference.startsWith('sandbox:deny:LIVENESS'),
    ),
  },
};

export default faults;

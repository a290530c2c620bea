import type { Defect } from './fault.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import type { Decision } from './cases.ts';

// References of the sandbox are not changed.
export const isDirective = (reference: unknown) => /^\s*sandbox:/i.test(String(reference));

/** References that are read as others; undefined leaves a reference unchanged. */
export const readingDirectives =
  (understood: (reference: string) => string | undefined): Defect =>
  ({ directiveOf, decide }) => ({
    directiveOf: (reference) => directiveOf(understood(reference) ?? reference),
    decide: (found) => decide({ ...found, reference: understood(found.reference) ?? found.reference }),
  });

/** Changes a case in the response to a read. */
export const showingSome =
  (change: (found: Case) => Partial<Case> | undefined): Defect =>
  ({ getCase }) => ({
    async getCase(call, parts) {
      const response = await getCase(call, parts);
      return response.status === 200 ? { ...response, body: { ...response.body, ...change(response.body) } } : response;
    },
  });

export const approved = { status: 'APPROVED', score: 95, reasons: ['OCR_OK', 'FACE_MATCH_OK'] } satisfies Decision;

export const since = (time: string | null | undefined) => (time ? Date.now() - Date.parse(time) : 0);

export const isOf = (directive: string) => (reference: string) => reference.split('#', 1)[0] === `sandbox:${directive}`;

export const hold = isOf('hold');

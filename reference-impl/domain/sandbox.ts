import { ReasonCode } from '../../generated/validators.js';
import type { Case, ProblemResponse } from './contract.ts';
import { problem } from './rejections.ts';
import type { Directive } from '../ports.ts';

const directives = new Map<string, Directive>([
  ['sandbox:hold', { effect: 'hold' }],
  ['sandbox:approve', { effect: 'approve' }],
  ['sandbox:deny', { effect: 'deny' }],
  ['sandbox:error:429', { effect: 'error', status: 429 }],
  ['sandbox:error:503', { effect: 'error', status: 503 }],
]);

/** The directive in a reference, whatever follows a `#`, and the code that a denial names (D68); undefined when it does not begin with `sandbox:`. */
export function directiveOf(reference: string): Directive | undefined {
  if (!reference.startsWith('sandbox:')) return undefined;
  const text = reference.split('#', 1)[0]!;
  const code = text.startsWith('sandbox:deny:') ? text.slice('sandbox:deny:'.length) : '';
  if (ReasonCode(code) && code.endsWith('_FAIL')) return { effect: 'deny-with', code };
  return directives.get(text) ?? { effect: 'unknown' };
}

/**
 * The decision of the sandbox on a case that has evidence, made at once (D54) with the score (D8) and the reasons (D9, D50) of its
 * directive; undefined leaves it pending (D51), as every case with a live key.
 */
export function decide({ type, reference }: Case): Pick<Case, 'status' | 'score' | 'reasons'> | undefined {
  const directive = directiveOf(reference);
  const match = type === 'PF' ? 'FACE_MATCH' : 'REGISTRY_MATCH';
  if (directive?.effect === 'approve') return { status: 'APPROVED', score: 95, reasons: ['OCR_OK', `${match}_OK`] };
  if (directive?.effect === 'deny') return { status: 'DENIED', score: 20, reasons: ['OCR_OK', `${match}_FAIL`] };
  if (directive?.effect === 'deny-with') return { status: 'DENIED', score: 20, reasons: [directive.code] };
  return undefined;
}

/** The temporary error that a client tests (D52). */
export function sandboxError(status: 429 | 503): ProblemResponse<429 | 503> {
  const type = status === 429 ? 'rate-limited' : 'unavailable';
  return problem(status, type, 'Wait as long as Retry-After says, then repeat the request.', { retryAfter: 1 });
}

import { limits } from '../../../generated/limits.ts';
import { allowed, demandedAt } from '../request/rejections.ts';
import type { Caller, Rejection } from '../terms.ts';

/** What becomes of a case: a decision, an error, pending for ever, or whatever the service decides (D49 to D53, D97). */
export type Directive =
  | { outcome: 'decided'; status: 'APPROVED' | 'DENIED'; score: number; reasons: (type: 'PF' | 'PM') => string[] }
  | { outcome: 'error'; status: 429 | 503 }
  | { outcome: 'pending' }
  | { outcome: 'open' };

export const isDirective = (found: Directive | Rejection[]): found is Directive => !Array.isArray(found);

const match = (type: 'PF' | 'PM') => (type === 'PF' ? 'FACE_MATCH' : 'REGISTRY_MATCH');

const known: Record<string, Directive> = {
  'sandbox:approve': {
    outcome: 'decided',
    status: 'APPROVED',
    score: 95,
    reasons: (type) => ['OCR_OK', `${match(type)}_OK`],
  },
  'sandbox:deny': {
    outcome: 'decided',
    status: 'DENIED',
    score: 20,
    reasons: (type) => ['OCR_OK', `${match(type)}_FAIL`],
  },
  'sandbox:hold': { outcome: 'pending' },
  'sandbox:error:429': { outcome: 'error', status: 429 },
  'sandbox:error:503': { outcome: 'error', status: 503 },
};

/** What a reference asks for, or why it is rejected. */
export function directiveOf(reference: string, mode: Caller['mode']): Directive | Rejection[] {
  if (!reference.startsWith('sandbox:')) return { outcome: mode === 'live' ? 'open' : 'pending' };
  const wrong = (requirement: Rejection['requirement']) => demandedAt(requirement, ['reference'], requirement);
  if (mode === 'live') return wrong('sandbox.rejected-with-live-key');
  const [convention] = reference.split('#') as [string];
  if (Object.hasOwn(known, convention)) return known[convention]!;
  const code = /^sandbox:deny:(.*)$/s.exec(convention)?.[1];
  if (code === undefined) return wrong('sandbox.unknown-reference-rejected');
  if (!limits.reasonCode.pattern.test(code) || !code.endsWith('_FAIL'))
    return wrong('sandbox.unknown-reference-rejected');
  return { outcome: 'decided', status: 'DENIED', score: 20, reasons: () => [code] };
}

/** The rejections of a code that is longer than D79 allows: the contract leaves them open. */
export function rejectionsOfLongCode(reference: string): Rejection[] {
  const code = /^sandbox:deny:([^#]*_FAIL)/.exec(reference)?.[1];
  if (code === undefined || code.length <= limits.reasonCode.maxLength) return [];
  return allowed('sandbox.long-reason-code').map((each) => ({
    ...each,
    pointer: ['reference'],
    pointedBy: 'sandbox.unknown-reference-rejected',
  }));
}

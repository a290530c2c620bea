// With a sandbox key the reference of a case chooses its outcome.
import type { Caller } from './keys.ts';
import { invalid, Problem } from './problems.ts';
import type { Case, Decide } from './store.ts';

const deny = /^sandbox:deny:(?=.{1,128}$)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_FAIL)$/;
const known = ['sandbox:approve', 'sandbox:deny', 'sandbox:hold'];

const withoutSuffix = (reference: string) => reference.split('#', 1)[0]!;

/** Rejects an unknown directive, and a request that the directive says to reject. */
export function checkReference(reference: string, { mode }: Caller): void {
  if (!reference.startsWith('sandbox:')) return;
  const directive = withoutSuffix(reference);
  const headers = { 'Retry-After': '1' };
  if (mode === 'live') throw invalid('reference', 'begins with sandbox:, which needs a sandbox key');
  if (directive === 'sandbox:error:429') throw new Problem(429, 'rate-limited', 'Try again later.', { headers });
  if (directive === 'sandbox:error:503') throw new Problem(503, 'unavailable', 'Try again later.', { headers });
  if (!known.includes(directive) && !deny.test(directive))
    throw invalid('reference', 'is not a reference that the sandbox knows');
}

export const decide: Decide = ({ type, reference }: Case) => {
  const directive = withoutSuffix(reference);
  const match = type === 'PF' ? 'FACE_MATCH' : 'REGISTRY_MATCH';
  if (directive === 'sandbox:approve') return { status: 'APPROVED', score: 95, reasons: ['OCR_OK', `${match}_OK`] };
  if (directive === 'sandbox:deny') return { status: 'DENIED', score: 20, reasons: ['OCR_OK', `${match}_FAIL`] };
  const [, code] = deny.exec(directive) ?? [];
  return code === undefined ? undefined : { status: 'DENIED', score: 20, reasons: [code] };
};

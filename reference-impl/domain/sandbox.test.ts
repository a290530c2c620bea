import { describe, expect, it } from 'vitest';
import { directiveOf } from './sandbox.ts';
import type { Directive } from '../ports.ts';

describe('a reference', () => {
  it.each<[string, Directive | undefined]>([
    ['user-1', undefined],
    ['Sandbox:approve', undefined],
    ['sandbox', undefined],
    ['sandbox:hold', { effect: 'hold' }],
    ['sandbox:approve#', { effect: 'approve' }],
    ['sandbox:approve#a#b', { effect: 'approve' }],
    ['sandbox:deny#sandbox:approve', { effect: 'deny' }],
    ['sandbox:deny:DOC_EXPIRED_FAIL#1', { effect: 'deny-with', code: 'DOC_EXPIRED_FAIL' }],
    ['sandbox:error:429', { effect: 'error', status: 429 }],
    ['sandbox:error:503#x', { effect: 'error', status: 503 }],
    ...[
      'sandbox:',
      'sandbox:#approve',
      'sandbox:approve ',
      'sandbox:Approve',
      'sandbox:approve:OCR_OK',
      'sandbox:deny:',
      'sandbox:deny:OCR_OK',
      'sandbox:deny:ocr_FAIL',
      'sandbox:deny:_FAIL',
      'sandbox:deny:FAIL',
      `sandbox:deny:${'A'.repeat(124)}_FAIL`,
      'sandbox:error:500',
      'sandbox:constructor',
    ].map((reference) => [reference, { effect: 'unknown' }] satisfies [string, Directive]),
  ])('%s', (reference, directive) => {
    expect(directiveOf(reference)).toEqual(directive);
  });
});

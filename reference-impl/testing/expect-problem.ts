import { expect } from 'vitest';
import { Problem } from '../../generated/validators.js';
import type { ReceivedResponse } from './client.ts';

const headersWith = new Map<number, object>([
  [401, { 'www-authenticate': expect.stringContaining('Bearer realm="cases"') }],
  [405, { allow: 'POST' }],
  [429, { 'retry-after': expect.stringMatching(/^[15]$/) }],
  [503, { 'retry-after': expect.stringMatching(/^[15]$/) }],
]);

/** Expects this problem, in the form of the contract and with its headers. */
export function expectProblem({ status, headers, body }: ReceivedResponse, expected: number, type: string): void {
  expect({ status, type: body.type, sameStatus: body.status }).toEqual({
    status: expected,
    type: `/problems/${type}`,
    sameStatus: expected,
  });
  expect(Problem(body)).toBe(true);
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(headers).toMatchObject(headersWith.get(status) ?? {});
}

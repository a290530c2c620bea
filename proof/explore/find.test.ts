import { expect, test } from 'vitest';
import { type Fault, faults } from '../faults/index.ts';
import { rendering } from '../faults/support/fault.ts';
import { find, sample } from './find.ts';

test('the sample has faults of every family that needs no webhooks', () => {
  const chosen = sample(150);
  expect(new Set(chosen).size).toBe(150);
  const families = new Set(chosen.map((at) => faults[at]!.about.split('.')[0]));
  expect(families.size).toBeGreaterThan(10);
  expect(families).not.toContain('webhook');
});

test('a fault in every response is found under its requirement, with one request', async () => {
  const fault: Fault = {
    name: 'lets every response be stored',
    about: 'http.no-store',
    breaks: ['http.no-store'],
    profile: 'full',
    parts: rendering(({ headers }) => ({ headers: { ...headers, 'Cache-Control': 'private' } })),
  };
  const { found, attributed, length } = await find(fault, 60_000);
  expect({ found, attributed, length }).toEqual({ found: ['http.no-store'], attributed: true, length: 1 });
});

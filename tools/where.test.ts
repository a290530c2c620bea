import type { AnySchema } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import schema from './where.schema.json' with { type: 'json' };
import { requirements } from '../generated/requirements.ts';
import { documentOf, placesOf } from './where.ts';

const ajv = new Ajv2020.default({ strict: true, allErrors: true });

test('the places as a document fit their schema', () => {
  const fits = ajv.compile(schema as AnySchema);
  for (const requirement of requirements.slice(0, 3))
    expect(fits(documentOf(requirement)), JSON.stringify(fits.errors)).toBe(true);
});

const testable = requirements.filter(({ untestable }) => untestable === null);

test('every requirement has a line for its sentence, its scenarios and its rule', () => {
  const without = testable.flatMap((requirement) => {
    const { sentence, scenarios, rule } = placesOf(requirement);
    return sentence!.length === 1 && scenarios!.length > 0 && rule!.length > 0 ? [] : [requirement.id];
  });
  expect(without).toEqual([]);
});

test.each<[string, Record<string, string>]>([
  [
    'get-case.evidence-in-order',
    { decision: 'openapi.yaml', scenarios: 'scenarios/get-case.ts', rule: 'response/view.ts', faults: 'get-case.ts' },
  ],
  ['sandbox.error-429', { rule: 'oracle/expectation.ts', 'reference implementation': 'domain/sandbox.ts' }],
  ['create-case.repeated-reference', { rule: 'response/success.ts' }],
])('the places of %s are found', (id, wanted) => {
  const places = placesOf(requirements.find((each) => each.id === id)!);
  for (const [what, file] of Object.entries(wanted))
    expect(places[what]!.map(({ at }) => at).join(), what).toContain(file);
});

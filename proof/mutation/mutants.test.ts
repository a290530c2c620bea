import { expect, test } from 'vitest';
import { bearerKey } from '../../conformance/wire/exchange.ts';
import {
  approval,
  caseOf,
  create,
  exchangeOf,
  invalid,
  opened,
  read,
  type Received,
  type Sent,
  world,
} from '../../conformance/oracle/testing.ts';
import {
  create as creating,
  json,
  read as reading,
  scenario,
  type Scenario,
  type Step,
} from '../../conformance/scenarios/vocabulary.ts';
import { FaultyService } from '../inputs/input-fault.ts';
import { inputFaults } from '../selection.ts';
import { judged } from './judge.ts';
import { mutantsOf } from './mutants.ts';
import type { Recorded } from './record.ts';
import { donorsIn, forms, properties } from './responses.ts';

const id = 'case_0123456789abcdef';
const facts = { ...world, key: bearerKey, id: '/id' };
const once = { at: 0, attempt: 1, milliseconds: 0 };
const no = () => false;
let now = 1000;

function performed(...list: [Step, Sent, Received][]): Recorded['own'] {
  const sent = list.map(([step, request, response], at) => {
    now += 10;
    return { step, at, exchange: { ...exchangeOf(request, response), started: now } };
  });
  return { sent, exchanges: sent.map(({ exchange }) => exchange), opened: [{ id, location: undefined }] };
}

const lowerCase = json({ type: 'pf' });
const sentInLowerCase = create('x', { body: '{"type":"pf","reference":"x"}' });
const control = performed([creating(), create(), opened(id)]);
const rejection: Recorded = {
  id: 'create-case.type-known',
  ...once,
  scenario: scenario('lower case', [creating(lowerCase)], { control: [creating()], outcome: 'rejected' }),
  control,
  own: performed([creating(lowerCase), sentInLowerCase, invalid('#/type')]),
};
const donors = donorsIn([rejection]);

/** The names of the mutants for which a scenario fails. */
function killersOf(recorded: Recorded): string[] {
  const names: string[] = [];
  for (const { name, changed } of mutantsOf(recorded, donors, { wantsForm: no, wantsProperties: no }))
    if (judged(recorded, facts, changed).failures.length > 0) names.push(name);
  return names;
}

test('a scenario of a rejection fails when the request is accepted', () => {
  const original = judged(rejection, facts, new Map());
  expect(original.verdicts).toEqual(new Set(['pass']));
  expect(killersOf(rejection)).toContain('accepted');
});

test('a scenario of two reads fails when the second one shows the state of the first', () => {
  const of = (label: string): Partial<Scenario> => ({ label, control: [creating()] });
  const shown = (more: object): Received => ({ status: 200, body: caseOf(id, more) });
  const decided: Recorded = {
    id: 'case-lifecycle.decision-final',
    ...once,
    scenario: scenario('', [reading('control'), reading('control')], of('two reads')),
    control,
    own: performed(
      [reading('control'), read(id), shown(approval)],
      [reading('control'), read(id), shown({ ...approval })],
    ),
  };
  expect(killersOf(decided)).toEqual(expect.arrayContaining(['a pending case', 'a case that is denied']));
});

test('a mutant of form has one header, or what stands around the body, changed', () => {
  const made = forms(rejection.own.sent[0]!.exchange);
  expect(Object.keys(made)).toEqual(
    expect.arrayContaining(['without Cache-Control', 'another Content-Type', 'what was sent']),
  );
  expect(made['without Cache-Control']!.headers.map(([name]) => name)).toEqual([
    'Content-Type',
    'X-Content-Type-Options',
  ]);
});

test('the status is another one, and each property is absent, null and another one, also in the first entry of a list', () => {
  const body = { a: 'x', list: [{ at: '2026-01-01T09:30:00Z' }] };
  const made = properties({ status: 200, headers: [], body: Buffer.from(JSON.stringify(body)) });
  const shown = Object.entries(made).map(([name, response]) => [name, JSON.parse(response.body.toString()) as unknown]);
  expect(Object.fromEntries(shown)).toMatchObject({
    'status 500': body,
    'without a': { list: body.list },
    'another a': { ...body, a: 'xx' },
    'list null': { a: 'x', list: null },
    'list[0].at with an offset': { a: 'x', list: [{ at: '2026-01-01T09:30:00+00:00' }] },
  });
});

test('a fault that reads a request wrongly fails the scenario that sends it, and no other', () => {
  const service = new FaultyService([rejection], donors, facts);
  const failing = (name: string) => service.failing(inputFaults[name]!, ['create-case.type-known']);
  expect(failing('accepts a type in lower case')).toEqual(['create-case.type-known']);
  expect(failing('accepts a type with a line end after it')).toEqual([]);
});

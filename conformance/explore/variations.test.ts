import { expect, test } from 'vitest';
import { bearerKey } from '../wire/exchange.ts';
import { requestOf } from '../run/play/sending/request.ts';
import { Run } from '../run/play/run.ts';
import { create, read, scenario, upload } from '../scenarios/vocabulary.ts';
import {
  acceptedOnes,
  asking,
  keyChanges,
  rejectedOnes,
  rewritings,
  sequenceOf,
  sequences,
  variations,
} from './variations.ts';

const keys = { tenant: 'a-key-of-a-tenant' };
const manifest = { claims: [], keys, key: bearerKey, id: '/id', baseUrl: 'http://127.0.0.1' };
const run = new Run(manifest, '0f3a9c51', { timeout: 1, signal: new AbortController().signal });
const around = { run, unique: 'u', uuid: 'v', number: '1', opened: [], control: undefined };

test.each(['create', 'upload', 'read'] as const)('each change of a %s can be written', (operation) => {
  for (const each of variations[operation])
    expect(requestOf({ do: operation, ...each }, '/cases/case_1', around, false).path).toMatch(/^\//);
});

test('the lists that need a change of a kind have some', () => {
  const { create: creates, upload: uploads } = rewritings;
  const lists = [acceptedOnes.create, acceptedOnes.upload, rejectedOnes.upload, creates, uploads, keyChanges];
  for (const list of [...lists, asking('approve'), asking('deny'), asking('hold')])
    expect(list.length).toBeGreaterThan(2);
});

test('no idempotency key is that of another sequence', () => {
  const all = [...Object.values(variations).flat(), ...sequences(true).flat()];
  const keys = all.flatMap(({ change }) => change?.idempotencyKey ?? []);
  expect(keys.length).toBeGreaterThan(100);
  expect(keys.filter((key) => !/\{(unique|uuid|number)\}/.test(key))).toEqual([]);
});

test('a scenario is sent behind its control, whose cases are the first ones', () => {
  const one = scenario('', [upload('control'), { ...read(), until: 'the end' }], {
    control: [create(), upload()],
    setting: [create()],
  });
  expect(sequenceOf(one)).toEqual([create(), upload(), create(), upload(0), { ...read(1), pause: 1200 }]);
  expect(
    sequenceOf(scenario('', [{ ...upload(), watchedBy: 2 }], { control: [create()], setting: [create()] })),
  ).toEqual([create(), upload(), { ...read(), together: true }, { ...read(), together: true }]);
});

import { expect, test } from 'vitest';
import { create, id, invalid, opened, problem, type Received, type Sent, withCase } from '../testing.ts';

const reference = 'user-4711-of-the-first';
const rule = 'tenancy.nothing-of-others';
const other = { key: 'other' } as const;
const ofOther = opened('case_of_the_second_1', 'user-2');
const saying = (received: Received, more: object, headers: Record<string, string> = {}): Received => ({
  ...received,
  headers: { ...received.headers, ...headers },
  body: { ...(received.body as object), ...more },
});

test.each<[string, Sent, Received, string[]]>([
  ['its reference', create('user-2', other), saying(ofOther, { previous: reference }), [rule]],
  ['its id in a header', create('user-2', other), saying(ofOther, {}, { 'X-Previous': id }), [rule]],
  ['its reference in a problem', create('', other), saying(invalid('#/reference'), { detail: reference }), [rule]],
  [
    'its reference to somebody without a key',
    create('user-2', { key: null }),
    problem(401, 'unauthorized', { detail: reference }, { 'WWW-Authenticate': 'Bearer realm="cases"' }),
    [rule],
  ],
  [
    'its reference to the live key',
    create('user-2', { key: 'live' }),
    saying(ofOther, { previous: reference }),
    [rule],
  ],
  [
    'a reference that the other has sent too',
    create(reference, other),
    saying(ofOther, { reference, name: reference }),
    [],
  ],
  ['its reference to its owner', create('user-2'), saying(ofOther, { previous: reference }), []],
  ['a part of its reference', create('user-2', other), saying(ofOther, { previous: 'user-4711' }), []],
])('of a case of the first tenant, a response shows %s', (_, sent, received, broken) => {
  expect(withCase(reference).brokenBy(sent, received)).toEqual(broken);
});

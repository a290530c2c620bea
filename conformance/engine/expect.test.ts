import { expect, test } from 'vitest';
import { responseOf, redactor } from './exchange.ts';
import type { Validator } from '../../generated/validators.js';
import { expectPointer, expectProblem, expectSame, expectStatus, expectValid, jsonOf } from './expect.ts';
import { Violation } from './verdict.ts';

function responseWith(status: number, body: unknown, headers: [string, string][] = []) {
  const request = {
    method: 'GET',
    url: 'https://candidate.example/base/cases/x',
    headers: [],
    body: [],
    credential: undefined,
    chunked: false,
  };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return responseOf({ request, milliseconds: 1 }, { status, headers, body: Buffer.from(text) });
}

test('a wrong status names both sides', () => {
  expect(() => expectStatus(responseWith(200, {}), 404)).toThrow('expected status 404, but got status 200');
  expectStatus(responseWith(404, {}), 400, 404);
});

test.each(['/problems/not-found', 'https://candidate.example/problems/not-found'])(
  'the problem type %s is the same',
  (type) => {
    expectProblem(responseWith(404, { type }), 404, '/problems/not-found');
  },
);

test.each([
  'https://elsewhere.example/problems/not-found',
  'not-found',
  '/problems/unauthorized',
  'about:blank',
  7,
  undefined,
])('the problem type %s differs', (type) => {
  expect(() => expectProblem(responseWith(404, { type }), 404, '/problems/not-found')).toThrow(Violation);
});

test('pointers are compared without their escaping', () => {
  const errors = [
    { pointer: '#/other', detail: 'x' },
    { pointer: '#/a%20b', detail: 'x' },
  ];
  expectPointer(responseWith(422, { errors }), '#/a%20b');
  expect(() => expectPointer(responseWith(422, { errors }), '#/a')).toThrow('an entry of errors with the pointer #/a');
  expect(() => expectPointer(responseWith(422, {}), '#/a')).toThrow('no pointer');
});

test('a body that is not JSON is named', () => {
  expect(() => jsonOf(responseWith(200, '<html>'))).toThrow('expected a JSON body, but got <html>');
  expect(() => jsonOf(responseWith(200, ''))).toThrow('an empty body');
});

test('a difference names the judged value and both sides', () => {
  expect(() => expectSame('wrong-case-status', 'the status', 'DENIED', 'PENDING')).toThrow(
    'expected the status "PENDING", but got "DENIED"',
  );
});

test('headers are found in any letter case, several joined', () => {
  expect(
    responseWith(200, {}, [
      ['Allow', 'GET'],
      ['allow', 'HEAD'],
    ]).header('ALLOW'),
  ).toBe('GET, HEAD');
  expect(responseWith(200, {}).header('Allow')).toBeUndefined();
});

test('a key is replaced wherever it occurs, the longest first, also percent-encoded', () => {
  const clean = redactor([
    { value: 'k$y/1', shell: '$ONE' },
    { value: 'k$y/12', shell: '$TWO' },
  ]);
  expect(clean('a k$y/12 b k$y/1 c k%24y%2F1 d')).toBe('a $TWO b $ONE c $ONE d');
});

test('a schema mismatch names each place by its pointer, also a missing property', () => {
  const found = [
    { instancePath: '/a~1b', schemaPath: '', keyword: 'type', params: {}, message: 'must be integer' },
    {
      instancePath: '/list/0',
      schemaPath: '',
      keyword: 'required',
      params: { missingProperty: 'id' },
      message: "must have required property 'id'",
    },
  ];
  const validator = Object.assign((_: unknown): _ is never => false, { errors: found }) as Validator<never>;
  const body = responseWith(200, { 'a/b': '95', list: [{}] });
  expect(() => expectValid(body, validator, 'Case')).toThrow(
    expect.objectContaining({
      failure: expect.objectContaining({
        code: 'missing-property',
        actual: "/a~1b must be integer; /list/0 must have required property 'id'",
        mismatches: [
          { pointer: '/a~1b', expected: 'must be integer', actual: '"95"' },
          { pointer: '/list/0/id', expected: "must have required property 'id'", actual: 'nothing' },
        ],
      }),
    }),
  );
});

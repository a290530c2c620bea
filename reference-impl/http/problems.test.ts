import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CreateCase, Problem } from '../../generated/validators.js';
import { explain, problemBody, toPointer } from './problems.ts';
import { problem } from '../domain/rejections.ts';

/** The name that a pointer of one step names: RFC 6901 §6. */
const nameIn = (pointer: string) => decodeURIComponent(pointer.slice(2)).replaceAll('~1', '/').replaceAll('~0', '~');

const texts = array(integer({ min: 0, max: 0x10ffff }).filter((point) => point < 0xd800 || point > 0xdfff)).map(
  (points) => String.fromCodePoint(...points),
);

describe('a pointer', () => {
  it.each([
    ['type', '#/type'],
    ['a/b', '#/a~1b'],
    ['m~n', '#/m~0n'],
    ['~1', '#/~01'],
    ['', '#/'],
    [' "%#', '#/%20%22%25%23'],
    ['é😀', '#/%C3%A9%F0%9F%98%80'],
    ['[]{}|\\^`<>', '#/%5B%5D%7B%7D%7C%5C%5E%60%3C%3E'],
    ["a-._~!$&'()*+,;=:@?", "#/a-._~0!$&'()*+,;=:@?"],
  ])('escapes %j as %s', (name, pointer) => {
    expect(toPointer('', name)).toBe(pointer);
  });

  it('contains only characters that a fragment allows, and names its property', () => {
    assert(
      property(texts, (name) => {
        const pointer = toPointer('', name);

        // RFC 3986 §3.5: fragment = *( pchar / "/" / "?" )
        expect(pointer).toMatch(/^#([A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-F]{2})*$/);
        expect(nameIn(pointer)).toBe(name);
      }),
    );
  });
});

describe('errors of a validator', () => {
  it.each([
    [[], ['#']],
    [null, ['#']],
    [{}, ['#/type', '#/reference']],
    [{ type: 'X', reference: 1 }, ['#/type', '#/reference']],
    [{ type: 'PF', reference: 'r', 'a/b': 1 }, ['#/a~1b']],
    [JSON.parse('{"type":"PF","reference":"r","__proto__":1}'), ['#/__proto__']],
  ])('is pointed at in %j', (value, pointers) => {
    CreateCase(value);

    expect(explain(CreateCase.errors!, toPointer).map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('is reported without any value', () => {
    CreateCase({ type: 'secret', reference: 'secret\u0000', more: 'secret' });

    expect(JSON.stringify(explain(CreateCase.errors!, toPointer))).not.toContain('secret');
  });

  it('is cut to twenty errors', () => {
    CreateCase(Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`m${at}`, 1])));

    expect(explain(CreateCase.errors!, toPointer)).toHaveLength(20);
  });
});

it('a problem has the form of the contract', () => {
  const body = problemBody(problem(404, 'not-found', 'No case has this id.'), '7f0a52c4-9f0e-4b52-8a40-53a3d0b1c004');

  expect(Problem(body)).toBe(true);
  expect(body).toMatchObject({ type: '/problems/not-found', title: 'Not found', status: 404 });
});

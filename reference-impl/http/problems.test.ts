import { array, assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { CreateCase } from '../../generated/validators.js';
import { explain, toPointer } from './problems.ts';

/** The name that a pointer of one step names: RFC 6901 §6. */
const nameIn = (pointer: string) => decodeURIComponent(pointer.slice(2)).replaceAll('~1', '/').replaceAll('~0', '~');

const texts = array(integer({ min: 0, max: 0x10ffff }).filter((point) => point < 0xd800 || point > 0xdfff)).map(
  (points) => String.fromCodePoint(...points),
);

it('a pointer contains only characters that a fragment allows, and names its property', () => {
  assert(
    property(texts, (name) => {
      const pointer = toPointer('', name);

      // RFC 3986 §3.5: fragment = *( pchar / "/" / "?" )
      expect(pointer).toMatch(/^#([A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-F]{2})*$/);
      expect(nameIn(pointer)).toBe(name);
    }),
  );
});

it('the errors of a validator are cut to twenty', () => {
  CreateCase(Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`m${at}`, 1])));

  expect(explain(CreateCase.errors!, toPointer)).toHaveLength(20);
});

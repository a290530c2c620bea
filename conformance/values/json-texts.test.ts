import { expect, test } from 'vitest';
import { jsonTextOf } from './json-texts.ts';

test('however it is written, JSON means the same', () => {
  const members = { type: 'PF', reference: 'é/"\\🪪 \ufeff\u2028' };
  for (let way = 0; way < 16; way += 1) expect(JSON.parse(jsonTextOf(members, [way, 5, 2]))).toEqual(members);
  expect(jsonTextOf({ a: '/🪪' }, [1])).toBe('{"\\u0061":"\\u002f\\ud83e\\udeaa"}');
  expect(jsonTextOf({ a: '/🪪' }, [2])).toBe('{"\\u0061":"\\u002F\\uD83E\\uDEAA"}');
  expect(jsonTextOf({ a: '/"' }, [15])).toBe('\t\r{\t\r"a"\t\r:\t\r"\\/\\""\t\r}\t\r');
});

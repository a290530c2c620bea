import { expect, test } from 'vitest';
import { unusualIntegersIn } from './whole-numbers.ts';

const found = (body: string) => unusualIntegersIn(Buffer.from(body)).map(({ place, value }) => [place, value]);

test.each([
  ['/score', '95.0', '{"score": 95.0}'],
  ['/score', '0e0', '\ufeff{"score":0e0}'],
  ['/status', '404.0', '{"status":404.0}'],
  ['/artifacts/1/size', '3.4E1', '{"artifacts":[{"size":34},{"size":3.4E1}]}'],
  ['/data/score', '950E-1', '{"data":{"score":950E-1}}'],
  ['/score', '95.0', String.raw`{"sc\u006fre":95.0}`],
])('at %s an integer is written as %s', (place, written, body) => {
  expect(found(body)).toEqual([[place, written]]);
});

test.each([
  ['digits only', '{"score":95,"artifacts":[{"size":34}],"created_at":"2026-01-01T09:30:00.5Z"}'],
  ['a minus', '{"score":-0}'],
  ['a property that the contract does not define', '{"score":95,"confidence":95.0,"details":{"score":95.0}}'],
  ['a text that looks like one', String.raw`{"reference":"{\"score\":95.0}","score":95}`],
  ['no integer, which breaks the schema', '{"score":95.5}'],
  ['no JSON', '{"score":95.0'],
])('nothing is wrong with %s', (_, body) => {
  expect(found(body)).toEqual([]);
});

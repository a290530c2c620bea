import { expect, test } from 'vitest';
import { ambiguousNamesIn } from './names.ts';

const found = (body: string) => ambiguousNamesIn(Buffer.from(body)).map(({ place, value }) => [place, value]);

test.each([
  ['/Status', '"Status" beside "status"', '{"status":"PENDING","Status":"OPEN"}'],
  ['/artifacts/1/SIZE', '"SIZE" beside "size"', '{"artifacts":[{"size":34},{"SIZE":3,"size":34}]}'],
  ['/data/Score', '"Score" beside "score"', '{"data":{"Score":null,"score":95}}'],
  ['', '"type" twice in an object', '\ufeff{"type":"PF","type":"PF"}'],
  ['', '"kind" twice in an object', '{"kind":1,"artifacts":[{"kind":2},{"kind":3, "kind" :3}]}'],
  ['', String.raw`"st\u0061tus" twice in an object`, String.raw`{"status":"A","st\u0061tus":"B"}`],
])('at %s is %s', (place, value, body) => {
  expect(found(body)).toEqual([[place, value]]);
});

test.each([
  ['names that only objects beside each other share', '{"id":"a","artifacts":[{"id":"b"},{"id":"c"}]}'],
  ['a text that looks like names', String.raw`{"reference":"\\\"type\":1,\"type\":2","type":"PF","\"":{"type":1}}`],
  ['a property of another object of the contract', '{"artifacts":[{"kind":1,"Reference":"x"}]}'],
  ['objects that the contract does not define', '{"status":404,"labels":{"id":1,"ID":2},"Labels":1}'],
  ['one property in another letter case, which breaks the schema', '{"Status":404}'],
  ['a list', '[{"type":1,"type":2}]'],
  ['no JSON', '{"type":1,"type":2'],
])('nothing is wrong with %s', (_, body) => {
  expect(found(body)).toEqual([]);
});

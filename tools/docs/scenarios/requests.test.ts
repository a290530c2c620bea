import { expect, test } from 'vitest';
import { create, json, keyed, read, scenario, together, upload } from '../../../conformance/scenarios/vocabulary.ts';
import { requestLines, stepText, validRequest } from './requests.ts';

test('a valid request is shown whole, with the size of what is not text', () => {
  expect(validRequest('create')).toBe(`POST /cases
Authorization: Bearer $IDV_API_KEY
Content-Type: application/json

{"type":"PF","reference":"{new reference}"}`);
  expect(validRequest('upload')).toMatch(/\nID_FRONT\n[^]*\n\(\d+ bytes\)\n--/);
});

test.each([
  ['nothing', create(), 'POST /cases'],
  ['the body', create(json({ reference: 'é'.repeat(256) })), 'POST /cases {"type":"PF","reference":"é…(256×)"}'],
  ['the key', read(0, { as: 'other' }), 'GET /cases/{id}\n    Authorization: Bearer $IDV_OTHER_API_KEY'],
  ['no key', read(0, { as: 'nobody' }), 'GET /cases/{id}\n    (no Authorization)'],
  ['a header', create(keyed('a')), 'POST /cases\n    Idempotency-Key: a'],
  ['no header', create({ headers: { 'Content-Type': [] } }), 'POST /cases\n    (no Content-Type)'],
  ['a part', upload(0, { parts: { kind: 'SELFIE' } }), 'POST /cases/{id}/artifacts kind=SELFIE'],
  ['no part', upload(0, { parts: { file: null } }), 'POST /cases/{id}/artifacts (no file)'],
  ['the order', upload(0, { parts: { fileFirst: true } }), 'POST /cases/{id}/artifacts (the parts in reverse order)'],
  ['a whole body', upload(0, { text: 'x' }), 'POST /cases/{id}/artifacts x'],
  ['an id', read({ id: 'a/b' }), 'GET /cases/a%2Fb'],
  [
    'the response to an event',
    { ...create(), receiver: { status: 503 } } as const,
    'POST /cases (the receiver responds to its event with 503)',
  ],
  [
    'the wait',
    { ...read(), until: 'decided' } as const,
    'GET /cases/{id} (again and again, until the case is decided)',
  ],
])('of a changed request only the change is shown: %s', (_, step, text) => expect(stepText(step)).toBe(text));

test('equal requests are counted, and the others have their roles', () => {
  const { setting, observe } = { setting: [create()], observe: [read()] };
  expect(requestLines(scenario('', together([0, 0, 0], upload()), { setting, observe }))).toEqual([
    'given POST /cases',
    'POST /cases/{id}/artifacts',
    '2 × POST /cases/{id}/artifacts (at the same moment as the request before)',
    'then GET /cases/{id}',
  ]);
});

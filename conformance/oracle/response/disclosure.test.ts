// What a response must not repeat of its request, and what it may: the proof tries many more ways to repeat it.
import { expect, test } from 'vitest';
import type { Part } from '../../wire/multipart.ts';
import {
  artifact,
  caseOf,
  create,
  id,
  invalid,
  problem,
  read,
  type Received,
  type Sent,
  stored,
  Story,
  upload,
  validParts,
  withCase,
} from '../testing.ts';

const value = 'Zq7Wx9Kv4Jb2Hy';
const raw = (body: string, headers: Record<string, string> = {}): Sent => create('', { body, headers });
const saying = (received: Received, detail: string): Received => ({
  ...received,
  body: { ...(received.body as object), detail },
});
const malformed = (detail: string, more: object = {}) => problem(400, 'malformed-request', { detail, ...more });
const atType = (detail: string) => saying(invalid('#/type'), detail);
const [shows, ofInternals] = ['problems.no-submitted-values', 'problems.no-internals'];

test.each<[string, Sent, Received, string?]>([
  ['the begin of a value', create(value.repeat(30)), saying(invalid('#/reference'), value.slice(0, 9)), shows],
  ['a value in base64', raw(`{"a" ${value}}`), malformed(Buffer.from(value).toString('base64')), shows],
  [
    'an id without a digit',
    read('case_QsbYkLmWvJrTzXhNdFgPcA'),
    problem(404, 'not-found', { detail: 'There is no case case_QsbYkLmWvJrTzXhNdFgPcA.' }),
    shows,
  ],
  ['the character at which JSON is malformed', raw('{"type":"PF"~'), malformed("invalid character '~' after a value")],
  ['the name of a property', raw(`{"${value}":1}`), saying(invalid(`#/${value}`), `${value} is unknown`)],
  ['the id of a request', raw('{', { 'X-Request-Id': value }), malformed('', { request_id: value })],
  ['a word', raw('{"type":"Base64","reference":"x"}'), atType('Base64 is no type')],
  ['a short number', raw('{"type":422,"reference":"x"}'), invalid('#/type')],
  ['a key that is not random', raw('{', { 'Idempotency-Key': 'secret-key-4711 x' }), malformed('secret-key-4711 x')],
  [
    'all references of the sandbox',
    create('sandbox:error:429', { key: 'live' }),
    saying(invalid('#/reference'), 'sandbox:error:429 and sandbox:error:503 need another key.'),
  ],
  [
    'an error of the database',
    { path: `/cases/%27${id}` },
    problem(404, 'not-found', { detail: 'SQLSTATE' }),
    ofInternals,
  ],
  [
    'a page of a web server, for an encoded slash',
    { path: `/cases/%2F${id}` },
    { status: 404, bytes: Buffer.from('') },
  ],
])('a problem with %s', (_, sent, received, broken) => {
  expect(new Story().brokenBy(sent, received)).toEqual(broken === undefined ? [] : [broken]);
});

test('a page of HTML shows no stack trace either', () => {
  const bytes = Buffer.from('<pre>Error at get (file:///srv/cases/get.js:12:3)</pre>');
  const page: Received = { status: 404, headers: { 'Content-Type': 'text/html' }, bytes };
  expect(new Story().brokenBy(read(id), page)).toContain(ofInternals);
});

const text = 'written on the front of a card';
const content = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(text)]);
const middle = content.subarray(2, 14);
const [kind, file] = validParts as [Part, Part];
const named = (filename: string, more: Partial<Part> = {}) =>
  upload(id, [kind, { ...file, filename, content, ...more }]);
const name = 'passport-of-4711';
const sent = named(`${name}.jpg`);
const withMore = (more: object, headers: Record<string, string> = {}): Received => ({
  status: 201,
  headers,
  body: artifact('a1', more),
});
const ofFile = (broken: string[]) => broken.filter((each) => each === 'upload-artifact.file-not-returned');

test.each<[string, Received]>([
  ['twelve bytes in base64', withMore({ preview: middle.toString('base64') })],
  ['twelve bytes in hexadecimal with spaces', withMore({ preview: middle.toString('hex').replaceAll(/(..)/g, '$1 ') })],
  ['twelve bytes as numbers', withMore({ preview: { type: 'Buffer', data: [...middle] } })],
  ['twelve bytes as numbers with a sign', withMore({ preview: [...new Int8Array(middle)] })],
  ['its text', withMore({ preview: text })],
  ['its content in a header', withMore({}, { 'X-Begin': content.toString('base64') })],
  ['its name in a header', withMore({}, { 'X-Name': `${name}.jpg` })],
])('a response to a file must not show %s, nor does a later read', (_, received) => {
  expect(ofFile(withCase().brokenBy(sent, received))).toHaveLength(1);
  const story = withCase();
  story.brokenBy(sent, stored('a1'));
  const { body, ...later } = received;
  expect(ofFile(story.brokenBy(read(id), { ...later, status: 200, body: caseOf(id, { more: body }) }))).toHaveLength(1);
});

test.each<[string, Sent, Received]>([
  ['few different bytes', upload(id), withMore({ preview: Buffer.alloc(18, 7).toString('base64') })],
  ['other numbers', sent, withMore({ histogram: Array.from({ length: 30 }, (_, at) => at * 3) })],
  ['its first eight bytes', sent, withMore({ magic: content.toString('hex', 0, 8) })],
  ['a name that is the id of the case', named(`${id}.jpg`), withMore({ case: id })],
  ['a name that is the digest', named(`${artifact('a1').sha256}.jpg`), stored('a1')],
  ['a name that is the reference', named('user-number-4711.jpg'), withMore({ external: 'user-number-4711' })],
  [
    'a name that a header of the request has',
    { ...named('trace-0123456789.jpg'), headers: { ...sent.headers, 'X-Request-Id': 'trace-0123456789' } },
    withMore({}, { 'X-Request-Id': 'trace-0123456789' }),
  ],
  ['a page of a gateway', sent, { status: 502, headers: { 'Content-Type': 'text/html' }, bytes: Buffer.from(name) }],
])('a response to a file may show %s', (_, request, received) => {
  expect(ofFile(withCase('user-number-4711').brokenBy(request, received))).toEqual([]);
});

test('a file may contain the reference of its case, and a media type', () => {
  const reference = 'the reference of a user of a shop';
  const bytes = Buffer.concat([content, Buffer.from(`${reference} application/json;charset=utf-8 application/json`)]);
  const story = withCase(reference);
  story.brokenBy(named('x.jpg', { content: bytes }), stored('a1'));
  const body = { ...caseOf(id, { reference, artifacts: [artifact('a1')] }), external_reference: reference };
  expect(ofFile(story.brokenBy(read(id), { status: 200, body }))).toEqual([]);
});

// Responses that a conformant service, or a server in front of it, may give although they are easily taken for wrong.
import { describe, expect, test } from 'vitest';
import { type FreedomId, freedoms } from '../../generated/freedoms.ts';
import { Oracle } from './oracle.ts';
import { worldOf } from './terms.ts';
import {
  approval,
  artifact,
  caseOf,
  create,
  exchangeOf,
  invalid,
  opened,
  problem,
  read,
  type Received,
  type Sent,
  stored,
  Story,
  upload,
  validParts,
  world,
} from './testing.ts';

const id = 'case_0123456789abcdef';
const shows = (...artifacts: string[]): Received => ({
  status: 200,
  body: caseOf(id, { artifacts: artifacts.map((each) => artifact(each)) }),
});

function withCase(reference = 'user-1'): Story {
  const story = new Story();
  story.brokenBy(create(reference), opened(id, reference));
  return story;
}

const overloaded = (status: number): Received => ({
  status,
  headers: { 'Content-Type': 'text/html', 'Retry-After': '2' },
  body: 'Slow down.',
});

test('a gateway may be overloaded when the sandbox is asked for an error', () => {
  for (const status of [429, 503])
    for (const reference of ['sandbox:error:429', 'sandbox:error:503'])
      expect(new Story().brokenBy(create(reference), overloaded(status))).toEqual([]);
});

const inUse = problem(409, 'idempotency-key-in-use', {}, { 'Retry-After': '1' });
const reused = problem(422, 'idempotency-key-reused');
const withKey = (key = 'key-4711-0815') => ({ headers: { 'Idempotency-Key': key } });

test.each(['//artifacts', '%2f/artifacts', '%2fartifacts', ';v=1/artifacts'])(
  'an upload to a path with %s may store evidence',
  (end) => {
    const story = withCase();
    const sent = upload(id);
    expect(story.brokenBy({ ...sent, path: sent.path!.replace('/artifacts', end) }, stored('a1'))).toEqual([]);
    expect(story.brokenBy(read(id), shows('a1'))).toEqual([]);
  },
);

test('a key may be in use for as long as a request runs whose response was lost', () => {
  for (const lost of [undefined, problem(504, 'x')]) {
    const story = new Story();
    story.brokenBy(create('user-1', withKey()), lost);
    story.wait(60_000);
    expect(story.brokenBy(create('user-1', withKey()), inUse)).toEqual([]);
  }
});

test('a key may be in use by the first copy of a request that was sent twice', () => {
  expect(new Story().brokenBy(create('user-1', { ...withKey(), sentTwice: true }), inUse)).toEqual([]);
});

test('a key of one character may be in use by another client', () => {
  expect(new Story().brokenBy(create('user-1', withKey('a')), inUse)).toEqual([]);
});

test('a key may be compared with the payload of a request that runs and fails', () => {
  const story = new Story();
  expect(story.together([create('', withKey()), invalid('#/reference')], [create('x', withKey()), reused])).toEqual([]);
  expect(story.brokenBy(create('x', withKey()), opened(id, 'x'))).toEqual([]);
});

const twice = (more: Partial<Sent> = {}) => upload(id, undefined, { ...more, sentTwice: true });

test('the first copy of an upload that was sent twice may have decided the case', () => {
  const story = withCase('sandbox:approve');
  expect(story.brokenBy(twice(), problem(409, 'case-closed'))).toEqual([]);
  const decided = caseOf(id, { reference: 'sandbox:approve', artifacts: [artifact('a1')], ...approval });
  expect(story.brokenBy(read(id), { status: 200, body: decided })).toEqual([]);
});

test('the first copy of an upload that was sent twice may have filled the case', () => {
  const story = withCase();
  const ids = Array.from({ length: 19 }, (_, at) => `a${at}`);
  for (const each of ids) expect(story.brokenBy(upload(id), stored(each))).toEqual([]);
  expect(story.brokenBy(twice(), problem(409, 'artifact-limit-reached'))).toEqual([]);
  expect(story.brokenBy(read(id), shows(...ids, 'a19'))).toEqual([]);
});

test('the first copy of an upload may have been stored although the second was rejected', () => {
  const story = withCase();
  expect(story.brokenBy(twice(withKey()), inUse)).toEqual([]);
  expect(story.brokenBy(read(id), shows('a1'))).toEqual([]);
});

test('an upload that declares another type may repeat the response to the same upload beside it', () => {
  const [kind, file] = validParts;
  const mistyped = upload(id, [kind!, { ...file!, type: 'image/png' }], withKey());
  const valid = upload(id, undefined, withKey());

  expect(withCase().together([valid, stored('a1')], [mistyped, stored('a1')])).toEqual([]);
});

test('an upload whose response was lost is listed where it was accepted, not where it was replayed', () => {
  const story = withCase();
  story.brokenBy(upload(id, undefined, withKey()), undefined);
  story.brokenBy(upload(id), stored('a2'));
  expect(story.brokenBy(upload(id, undefined, withKey()), stored('a1'))).toEqual([]);
  expect(story.brokenBy(read(id), shows('a1', 'a2'))).toEqual([]);
});

test('an aborted upload may be rejected by a server in front of the service', () => {
  const cut = upload(id, undefined, { headers: { 'Content-Length': '9000' } });
  for (const status of [400, 408])
    expect(withCase().brokenBy(cut, { status, headers: { 'Content-Type': 'text/html' }, body: '' })).toEqual([]);
});

test('an aborted upload may be stored only if its last boundary had been sent', () => {
  const whole = upload(id);
  const headers = { ...whole.headers, 'Content-Length': '9000' };
  const [early, late] = [withCase(), withCase()];
  expect(early.brokenBy({ ...whole, headers, body: whole.body!.slice(0, -20) }, undefined)).toEqual([]);
  expect(early.brokenBy(read(id), shows('a1'))).toEqual(['upload-artifact.rejected-stores-nothing']);
  expect(late.brokenBy({ ...whole, headers }, undefined)).toEqual([]);
  expect(late.brokenBy(read(id), shows('a1'))).toEqual([]);
});

test('a create with a query that does not decode may open a case', () => {
  const story = new Story();
  expect(story.brokenBy(create('user-1', { path: '/cases?%' }), opened(id))).toEqual([]);
  expect(story.brokenBy(read(id), shows())).toEqual([]);
  expect(story.brokenBy(read('case_of_nobody_0123'), shows())).not.toEqual([]);
});

test('a Location may be another path of the case, with its id in either letter case', () => {
  const created = (location: string) => ({ ...opened(id), headers: { Location: location } });
  const story = new Story();
  expect(story.brokenBy(create(), created('https://cases.example/v1/tenants/1/cases/7'))).toEqual([]);
  expect(story.brokenBy(read('', { path: '/tenants/1/cases/7' }), shows())).toEqual([]);
  expect(new Story().brokenBy(create(), created(`/v1/cases/${id.toUpperCase()}/`))).toEqual([]);
  expect(new Story().brokenBy(create(), created('/v1/cases/case_0000000000000000'))).toEqual(['create-case.location']);
});

describe('requests that libraries and servers interpret differently', () => {
  const body = (text: string): Sent => create('x', { body: text });
  const malformed = problem(400, 'malformed-request');
  const page = (status: number): Received => ({ status, headers: { 'Content-Type': 'text/html' }, body: 'page' });
  const long = { 'X-Trace': 'x'.repeat(9000) };
  const [kind, file] = validParts as [(typeof validParts)[0], (typeof validParts)[0]];
  test.each<[string, Sent, Received]>([
    ['64 levels of JSON', body(`{"type":"PF","reference":${'['.repeat(70)}${']'.repeat(70)}}`), malformed],
    ['a number without a value', body('{"type":"PF","reference":1e999}'), malformed],
    ['a guarded name within a value', body('{"type":"PF","reference":{"__proto__":1}}'), malformed],
    ['a lone surrogate in an unknown property', body('{"type":"PF","reference":"x","a":"\\ud800"}'), malformed],
    ['a name in ISO-8859-1', upload(id, [kind, file, { name: 'ñ', content: '' }]), invalid('#/%C3%83%C2%B1')],
    ['an empty file name', upload(id, [kind, { ...file, filename: '' }]), invalid('#/file')],
    ['long headers without a key', read(id, { key: null, headers: long }), page(431)],
    ['long headers for an unknown path', { path: '/nothing', headers: long }, page(400)],
    ['long headers for a wrong method', { method: 'PUT', headers: long }, page(431)],
    [
      'many bytes of another type',
      { method: 'POST', body: 'x'.repeat(70_000), headers: { 'Content-Type': 'text/plain' } },
      problem(413, 'content-too-large'),
    ],
    ['a response that only a cache may give', read(id, { headers: { 'Cache-Control': 'only-if-cached' } }), page(504)],
    [
      'a coding that the suite does not decode',
      read(id, { headers: { 'Accept-Encoding': '*' } }),
      { status: 200, headers: { 'Content-Encoding': 'zstd' }, body: 'bytes' },
    ],
    ['a path in another letter case', { ...create(), path: '/Cases' }, opened('case_another_00000001')],
    [
      'a list of all references of the sandbox',
      create('sandbox:error:429', { key: 'live' }),
      {
        ...problem(422, 'invalid-request', {
          detail:
            'sandbox:approve, sandbox:deny, sandbox:hold, sandbox:error:429 and sandbox:error:503 need another key.',
          errors: [{ pointer: '#/reference', detail: 'x' }],
        }),
      },
    ],
  ])('%s', (_, sent, received) => {
    expect(withCase().brokenBy(sent, received)).toEqual([]);
  });
});

test('a web server rejects a request before the key is known only for what a freedom about keys names', () => {
  const long = 'x'.repeat(17 * 1024 * 1024);
  const early: [FreedomId, Sent][] = [
    ['path.long', read('x'.repeat(400))],
    ['header.long', read(id, { headers: { 'X-Trace': 'x'.repeat(9000) } })],
    ['header.expect', create('x', { headers: { Expect: '100-continue' } })],
    ['header.upgrade', read(id, { headers: { Upgrade: 'h2c' } })],
    ['header.only-if-cached', read(id, { headers: { 'Cache-Control': 'only-if-cached' } })],
    ['header.not-ascii', read(id, { headers: { 'X-Name': 'ñ' } })],
    ['body.too-long-for-a-proxy', create('x', { body: long })],
    ['body.cut', create('x', { headers: { 'Content-Length': '9000' } })],
  ];
  for (const [freedom, sent] of early) {
    const { early } = new Oracle(worldOf(world)).add(exchangeOf({ ...sent, key: null }, undefined));
    expect(new Set(early.map((each) => each.freedom))).toEqual(new Set([freedom]));
    expect(freedoms[freedom].limits).toContain('authentication.key-required');
  }
});

test('an empty media type and a range are no media types', () => {
  for (const type of ['', '*/*', 'application/*'])
    for (const rejected of [problem(400, 'malformed-request'), problem(415, 'unsupported-media-type')])
      expect(new Story().brokenBy(create('x', { headers: { 'Content-Type': type } }), rejected)).toEqual([]);
});

const spaced = (headers: object = {}) =>
  create('user-1', { key: null, headers: { Authorization: 'Bearer  key_of_tenant_one_123', ...headers } });

test('a create with two spaces before its API key may open a case and use its idempotency key', () => {
  const story = new Story();
  expect(story.brokenBy(spaced(withKey().headers), opened(id))).toEqual([]);
  expect(story.brokenBy(upload(id), stored('a1'))).toEqual([]);
  expect(story.brokenBy(create('user-1', withKey()), inUse)).toEqual([]);
  expect(story.brokenBy(create('user-2', withKey()), reused)).toEqual([]);
  expect(story.brokenBy(create('user-1', withKey()), opened(id))).toEqual([]);
  expect(story.brokenBy(read(id), shows('a1'))).toEqual([]);
});

test('a request with two idempotency keys may use either', () => {
  for (const used of ['key-4711-0815', 'key-1234-5678']) {
    const story = new Story();
    const headers = { 'Idempotency-Key': 'key-4711-0815', 'idempotency-key': 'key-1234-5678' };
    expect(story.brokenBy(create('user-1', { headers }), opened(id))).toEqual([]);
    expect(story.brokenBy(create('user-2', withKey(used)), reused)).toEqual([]);
  }
});

test('an upload to an id in another letter case may use its idempotency key', () => {
  const story = withCase();
  expect(story.brokenBy(upload(id.toUpperCase(), undefined, withKey()), stored('a1'))).toEqual([]);
  expect(story.brokenBy(upload(id, undefined, withKey()), inUse)).toEqual([]);
  expect(story.brokenBy(upload(id, [], withKey()), reused)).toEqual([]);
});

test('a request whose response was lost may use its idempotency key for long, also when its body was forgotten', () => {
  const oracle = new Oracle(worldOf(world));
  const sent = create('user-1', withKey());
  const length = String(Buffer.byteLength(sent.body!));
  const lost = {
    ...exchangeOf({ ...sent, headers: { ...sent.headers, 'Content-Length': length } }, undefined),
    started: 0,
  };
  oracle.release(oracle.add(lost));
  const later = oracle.add({ ...exchangeOf(sent, inUse), started: 60_000 });
  expect(oracle.judge(later).findings).toEqual([]);
});

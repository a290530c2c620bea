// Responses that a conformant service, or a server in front of it, may give although they are easily taken for wrong.
// The proof shows that each rule reports wrong responses; these show that it reports no others.
import { describe, expect, test } from 'vitest';
import { type FreedomId, freedoms } from '../../generated/freedoms.ts';
import { Oracle } from './oracle.ts';
import { worldOf } from './terms.ts';
import {
  approval,
  artifact,
  create,
  exchangeOf,
  id,
  invalid,
  inUse,
  listing,
  opened,
  problem,
  read,
  type Received,
  reused,
  type Sent,
  shown,
  stored,
  Story,
  upload,
  validParts,
  withCase,
  withKey,
  world,
} from './testing.ts';

const unknown = 'case_9999999999999999';
const page = (status: number, headers: Record<string, string> = {}): Received => ({
  status,
  headers: { 'Content-Type': 'text/html', ...headers },
  body: 'page',
});
const bare = (status: number, headers: Record<string, string> = {}): Received => ({
  status,
  headers,
  bytes: Buffer.alloc(0),
});
const notFound = problem(404, 'not-found');
const malformed = problem(400, 'malformed-request');
const unsupported = problem(415, 'unsupported-media-type');
const challenge = { 'WWW-Authenticate': 'Bearer realm="cases"' };
const challenged = problem(401, 'unauthorized', {}, challenge);
const [kind, file] = validParts as [(typeof validParts)[0], (typeof validParts)[0]];
const json = (text: string): Sent => create('x', { body: text });
const form = (...parts: typeof validParts) => upload(id, parts);
const cut = (...parts: typeof validParts): Sent => {
  const whole = form(...parts);
  return { ...whole, body: whole.body!.slice(0, -20) };
};
const aborted: Sent = upload(id, undefined, { headers: { 'Content-Length': '9000' } });
const spaced = { key: null, headers: { Authorization: 'Bearer  key_of_tenant_one_123' } };
const twoKeys = { headers: { 'Idempotency-Key': 'key-1234-5678', 'idempotency-key': 'key-8765-4321' } };
const long = { 'X-Trace': 'x'.repeat(9000) };
const another = { headers: { Authorization: 'Bearer another' } };
const conditional = { headers: { 'If-None-Match': '*' } };
const preflight = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' };
const accepting = (codings: string) => ({ headers: { 'Accept-Encoding': codings } });
const unusual = { headers: { 'X-Trace': 'ñ' } };
const underscore = { headers: { Idempotency_Key: 'key-4711-0815' } };
const ofText = { method: 'POST', headers: { 'Content-Type': 'text/plain' } };
const of = (method: string, path = `/cases/${id}`, more: Partial<Sent> = {}): Sent => ({ method, path, ...more });

/** What is sent, and the responses that are allowed to it. */
type Row = [what: string, Sent, ...allowed: (Received | undefined)[]];

const tables: Record<string, Row[]> = {
  'a path': [
    ['two slashes', read(`/${id}`), shown(), page(308)],
    ['two slashes before an unknown id', read(`/${unknown}`), notFound],
    ['an encoded letter', read(`%63${id.slice(1)}`), shown(), notFound],
    ['an encoded slash at the end', read(`${id}%2F`), shown(), page(403)],
    ['two encoded slashes', read('x%2F%2Fy'), page(308)],
    ['a semicolon', read(`${id};x=1`), shown()],
    ['another letter case', { ...create(), path: '/Cases' }, opened('case_another_00000001')],
    ['a slash at the end', { ...create(), path: '/cases/' }, notFound],
    ['a query that does not decode', read(`${id}?%`), page(400)],
    ['a long id', read('x'.repeat(400)), page(414)],
  ],
  'a key': [
    ['two spaces before it', read(id, spaced), shown()],
    ['two of which one is unknown', read(id, another), shown(), page(400), challenged],
    [
      'an idempotency key with an underscore',
      create('x', underscore),
      opened(unknown, 'x'),
      reused(),
      inUse(),
      malformed,
    ],
    ['two idempotency keys', create('user-1', twoKeys), opened('case_of_two_keys_0001'), page(400)],
    ['an idempotency key of one character', create('user-1', withKey('a')), inUse()],
    ['an idempotency key that was sent twice', create('user-1', { ...withKey(), sentTwice: true }), inUse()],
  ],
  'another method': [
    ['TRACE of a case', of('TRACE'), page(501), page(405)],
    ['TRACE of an unknown case', of('TRACE', `/cases/${unknown}`), page(404)],
    ['PROPFIND of a case', of('PROPFIND'), page(405, { Allow: 'GET' })],
    ['HEAD of a case', of('HEAD'), bare(200), bare(405, { Allow: 'GET' }), bare(503, { 'Retry-After': '1' })],
    ['HEAD of an unknown case', of('HEAD', `/cases/${unknown}`), bare(404)],
    ['HEAD of a path without GET', of('HEAD', '/cases'), bare(405, { Allow: 'POST' })],
    ['HEAD without a key', of('HEAD', undefined, { key: null }), bare(401, challenge)],
    ['HEAD with two keys', of('HEAD', undefined, another), bare(401, challenge)],
    ['HEAD with a condition', of('HEAD', undefined, conditional), bare(304)],
    ['HEAD of a case of another tenant', of('HEAD', undefined, { key: 'other' }), bare(404)],
    ['OPTIONS of a case', of('OPTIONS'), bare(204), bare(405, { Allow: 'GET' }), page(200)],
    ['OPTIONS of an unknown case', of('OPTIONS', `/cases/${unknown}`), bare(404)],
    ['OPTIONS without a key', of('OPTIONS', '/cases', { key: null }), bare(204), bare(401, challenge)],
    [
      'a preflight',
      of('OPTIONS', '/cases', { headers: preflight }),
      bare(204),
      bare(405, { Allow: 'POST' }),
      page(403),
    ],
    ['a preflight without a key', of('OPTIONS', '/cases', { key: null, headers: preflight }), bare(204), page(403)],
    ['OPTIONS with two keys', of('OPTIONS', '/cases', another), bare(401, challenge)],
  ],
  headers: [
    ['long ones without a key', read(id, { key: null, headers: long }), page(431)],
    ['long ones for an unknown path', { path: '/nothing', headers: long }, page(400)],
    ['long ones for a wrong method', { method: 'PUT', headers: long }, page(431)],
    ['an expectation', create('user-1', { headers: { Expect: 'x' } }), { status: 417 }],
    ['a switch to HTTP/2', create('user-1', { headers: { Upgrade: 'h2c' } }), bare(101)],
    ['only-if-cached', read(id, { headers: { 'Cache-Control': 'only-if-cached' } }), page(504)],
    [
      'a coding that the suite does not decode',
      read(id, accepting('br, zstd')),
      page(200, { 'Content-Encoding': 'zstd' }),
    ],
    ['any coding', read(id, accepting('*;q=0.5')), { ...shown(), headers: { 'Content-Encoding': 'gzip' } }],
    [
      'another name of gzip',
      read(id, accepting('GZIP;q=1')),
      { ...shown(), headers: { 'Content-Encoding': 'x-gzip' } },
    ],
    ['identity', read(id, accepting('identity')), { ...shown(), headers: { 'Content-Encoding': 'identity' } }],
    ['bytes that are not ASCII', read(id, unusual), page(400)],
    ['an empty media type', create('x', { headers: { 'Content-Type': '' } }), malformed, unsupported],
    ['a range of media types', create('x', { headers: { 'Content-Type': '*/*' } }), malformed, unsupported],
    ['the coding identity', create('user-1', { headers: { 'Content-Encoding': 'identity' } }), opened(unknown)],
    ['a condition', read(id, conditional), bare(304)],
  ],
  'a body': [
    ['64 levels of JSON', json(`{"type":"PF","reference":${'['.repeat(70)}${']'.repeat(70)}}`), malformed],
    ['a number without a value', json('{"type":"PF","reference":1e999}'), malformed],
    ['a guarded name within a value', json('{"type":"PF","reference":{"__proto__":1}}'), malformed],
    ['a lone surrogate in an unknown property', json('{"type":"PF","reference":"x","a":"\\ud800"}'), malformed],
    ['a repeated property', json('{"type":"PF","type":"PF","reference":"user-1"}'), opened(unknown), invalid('#/type')],
    ['two faults and one pointer', json('{"type":"XX"}'), invalid('#/reference'), invalid('#/type', '#/reference')],
    ['neither body nor type', { method: 'POST' }, malformed],
    ['one that was cut', aborted, page(400), page(408), undefined],
    ['one that was cut, of nobody', { ...aborted, key: null }, page(400)],
    ['many bytes of another type', { ...ofText, body: 'x'.repeat(70_000) }, problem(413, 'content-too-large')],
  ],
  'a form': [
    ['a name in ISO-8859-1', form(kind, file, { name: 'ñ', content: '' }), invalid('#/%C3%83%C2%B1')],
    [
      'a part in which no file was chosen',
      form(kind, file, { name: 'selfie', filename: '', content: '' }),
      invalid('#/selfie'),
      stored('a1'),
    ],
    ['a part that names a charset', form(kind, file, { name: '_charset_', content: 'utf-8' }), malformed, stored('a1')],
    ['an empty file name', form(kind, { ...file, filename: '' }), invalid('#/file'), stored('a1')],
    ['no file name', form(kind, { name: 'file', content: file.content }), invalid('#/file'), stored('a1')],
    ['another order', form(file, kind), stored('a1')],
    ['a type in capital letters', form(kind, { ...file, type: 'IMAGE/JPEG;q=1' }), stored('a1')],
    ['an empty file', form(kind, { ...file, content: '' }), problem(415, 'unsupported-file-type')],
    ['a truncated second kind', cut(kind, file, kind), invalid('#/kind'), malformed],
  ],
};

describe.each(Object.entries(tables))('%s', (_, rows) => {
  test.each(rows)('%s', (_what, sent, ...allowed) => {
    for (const received of allowed) expect(withCase().brokenBy(sent, received)).toEqual([]);
  });
});

test.each<[string, Sent, Received]>([
  ['http.no-cors', of('OPTIONS'), bare(204, { 'Access-Control-Allow-Origin': '*' })],
  ['http.no-cors', read(id, conditional), bare(304, { 'Access-Control-Allow-Origin': '*' })],
  ['http.no-store', read(id, unusual), shown({}, { 'Cache-Control': 'private' })],
  ['http.allow', of('PROPFIND'), page(405)],
])('%s binds responses whose form is open else', (requirement, sent, received) => {
  expect(withCase().brokenBy(sent, received)).toEqual([requirement]);
});

test('a gateway may be overloaded when the sandbox is asked for an error', () => {
  for (const status of [429, 503])
    for (const reference of ['sandbox:error:429', 'sandbox:error:503'])
      expect(new Story().brokenBy(create(reference), page(status, { 'Retry-After': '2' }))).toEqual([]);
});

test.each(['//artifacts', '%2f/artifacts', '%2fartifacts', ';v=1/artifacts'])(
  'an upload to a path with %s may store evidence',
  (end) => {
    const story = withCase();
    const sent = upload(id);
    expect(story.brokenBy({ ...sent, path: sent.path!.replace('/artifacts', end) }, stored('a1'))).toEqual([]);
    expect(story.brokenBy(read(id), listing('a1'))).toEqual([]);
  },
);

describe('a request that was sent twice, or whose response was lost', () => {
  const twice = (more: Partial<Sent> = {}) => upload(id, undefined, { ...more, sentTwice: true });

  test.each([undefined, problem(504, 'x')])('may use its key for as long as it runs', (lost) => {
    const story = new Story();
    story.brokenBy(create('user-1', withKey()), lost);
    story.wait(60_000);
    expect(story.brokenBy(create('user-1', withKey()), inUse())).toEqual([]);
  });

  test('may do so also when its body was forgotten', () => {
    const oracle = new Oracle(worldOf(world));
    const sent = create('user-1', withKey());
    const headers = { ...sent.headers, 'Content-Length': String(Buffer.byteLength(sent.body!)) };
    oracle.release(oracle.add({ ...exchangeOf({ ...sent, headers }, undefined), started: 0 }));
    const later = oracle.add({ ...exchangeOf(sent, inUse()), started: 60_000 });
    expect(oracle.judge(later).findings).toEqual([]);
  });

  test.each([opened(id, 'user-2'), reused()])('may have kept its key or not', (received) => {
    const story = new Story();
    story.brokenBy(create('user-1', withKey()), undefined);
    expect(story.brokenBy(create('user-2', withKey()), received)).toEqual([]);
  });

  test('may have decided the case', () => {
    const story = withCase('sandbox:approve');
    const decided = { reference: 'sandbox:approve', artifacts: [artifact('a1')], ...approval };
    expect(story.brokenBy(twice(), problem(409, 'case-closed'))).toEqual([]);
    expect(story.brokenBy(read(id), shown(decided))).toEqual([]);
  });

  test('may have filled the case', () => {
    const story = withCase();
    const ids = Array.from({ length: 19 }, (_, at) => `a${at}`);
    for (const each of ids) expect(story.brokenBy(upload(id), stored(each))).toEqual([]);
    expect(story.brokenBy(twice(), problem(409, 'artifact-limit-reached'))).toEqual([]);
    expect(story.brokenBy(read(id), listing(...ids, 'a19'))).toEqual([]);
  });

  test('may have been stored although the second copy was rejected', () => {
    const story = withCase();
    expect(story.brokenBy(twice(withKey()), inUse())).toEqual([]);
    expect(story.brokenBy(read(id), listing('a1'))).toEqual([]);
  });

  test('may be listed or not, and then always', () => {
    const story = withCase();
    story.brokenBy(upload(id), undefined);
    expect(story.brokenBy(read(id), listing())).toEqual([]);
    expect(story.brokenBy(read(id), listing('a1'))).toEqual([]);
    expect(story.brokenBy(read(id), listing())).toEqual(['get-case.lists-evidence']);
  });

  test('is listed where it was accepted, not where it was replayed', () => {
    const story = withCase();
    story.brokenBy(upload(id, undefined, withKey()), undefined);
    story.brokenBy(upload(id), stored('a2'));
    expect(story.brokenBy(upload(id, undefined, withKey()), stored('a1'))).toEqual([]);
    expect(story.brokenBy(read(id), listing('a1', 'a2'))).toEqual([]);
  });

  test('may have had an effect after 503 only if a gateway may have sent it', () => {
    const wait = { 'Retry-After': '5' };
    const afterwards = (rejection: Received) => {
      const story = withCase();
      story.brokenBy(upload(id), rejection);
      story.brokenBy(create('user-1', withKey()), rejection);
      return [story.brokenBy(read(id), listing('a1')), story.brokenBy(create('user-2', withKey()), reused())].flat();
    };
    expect(afterwards(page(503, wait))).toEqual([]);
    expect(afterwards(problem(503, 'unavailable', {}, wait))).toEqual([
      'upload-artifact.rejected-stores-nothing',
      'idempotency.only-success-stored',
    ]);
  });

  test('may be stored after it was aborted only if its last boundary had been sent', () => {
    const [early, late] = [withCase(), withCase()];
    expect(early.brokenBy({ ...aborted, body: aborted.body!.slice(0, -20) }, undefined)).toEqual([]);
    expect(early.brokenBy(read(id), listing('a1'))).toEqual(['upload-artifact.rejected-stores-nothing']);
    expect(late.brokenBy(aborted, undefined)).toEqual([]);
    expect(late.brokenBy(read(id), listing('a1'))).toEqual([]);
  });

  test('is shown by a 304 only if nothing has changed', () => {
    const story = withCase();
    const known = { ETag: 'W/"1"' };
    const [unchanged, again] = [{ status: 304 }, read(id, { headers: { 'If-None-Match': '"1"' } })];
    expect(story.brokenBy(read(id), { ...listing(), headers: known })).toEqual([]);
    expect(story.brokenBy(again, unchanged)).toEqual([]);
    expect(story.brokenBy(upload(id), stored('a1'))).toEqual([]);
    expect(story.brokenBy(again, unchanged)).toEqual(['get-case.lists-evidence']);
  });

  test('adds no artifact beside that of its repetition', () => {
    const story = withCase();
    const keyed = upload(id, undefined, withKey());
    expect(story.brokenBy(keyed, undefined)).toEqual([]);
    expect(story.brokenBy(read(id), listing('a1'))).toEqual([]);
    expect(story.brokenBy(upload(id, undefined, withKey('another-4711')), stored('a2'))).toEqual([]);
    expect(story.brokenBy(read(id), listing('a1', 'a2'))).toEqual([]);
    expect(story.brokenBy(keyed, stored('a3'))).toEqual([]);
    expect(story.brokenBy(read(id), listing('a1', 'a2', 'a3'))).toEqual(['idempotency.upload-replays']);
  });

  test('may have kept its key after it was aborted only if its last boundary had been sent', () => {
    const [early, late] = [withCase(), withCase()];
    const keyed = { ...aborted, headers: { ...aborted.headers, ...withKey().headers } };
    early.brokenBy({ ...keyed, body: '' }, undefined);
    expect(early.brokenBy(upload(id, undefined, withKey()), reused())).toEqual(['idempotency.only-success-stored']);
    late.brokenBy(keyed, undefined);
    expect(late.brokenBy(upload(id, undefined, withKey()), reused())).toEqual([]);
  });
});

describe('an idempotency key', () => {
  test('may be compared with the payload of a request that runs and fails', () => {
    const story = new Story();
    const [empty, valid] = [create('', withKey()), create('x', withKey())];
    expect(story.together([empty, invalid('#/reference')], [valid, reused()])).toEqual([]);
    expect(story.brokenBy(valid, opened(id, 'x'))).toEqual([]);
  });

  test('may be that of an upload beside it with another declared type', () => {
    const mistyped = upload(id, [kind, { ...file, type: 'image/png' }], withKey());
    const valid = upload(id, undefined, withKey());
    expect(withCase().together([valid, stored('a1')], [mistyped, stored('a1')])).toEqual([]);
  });

  test('may be used by a create with two spaces before its API key', () => {
    const story = new Story();
    const headers = { ...spaced.headers, ...withKey().headers };
    expect(story.brokenBy(create('user-1', { key: null, headers }), opened(id))).toEqual([]);
    expect(story.brokenBy(upload(id), stored('a1'))).toEqual([]);
    for (const [reference, received] of [
      ['user-1', inUse()],
      ['user-2', reused()],
      ['user-1', opened(id)],
    ] as const)
      expect(story.brokenBy(create(reference, withKey()), received)).toEqual([]);
    expect(story.brokenBy(read(id), listing('a1'))).toEqual([]);
  });

  test.each(['key-1234-5678', 'key-8765-4321'])('may be either of two: %s', (used) => {
    const story = new Story();
    expect(story.brokenBy(create('user-1', twoKeys), opened(id))).toEqual([]);
    expect(story.brokenBy(create('user-2', withKey(used)), reused())).toEqual([]);
  });

  test('may be used by an upload to an id in another letter case', () => {
    const story = withCase();
    expect(story.brokenBy(upload(id.toUpperCase(), undefined, withKey()), stored('a1'))).toEqual([]);
    expect(story.brokenBy(upload(id, undefined, withKey()), inUse())).toEqual([]);
    expect(story.brokenBy(upload(id, [], withKey()), reused())).toEqual([]);
  });

  test('may be in use for a moment after the response, which says how long', () => {
    const keyed = create('user-1', withKey());
    const story = new Story();
    story.brokenBy(keyed, opened(id));
    expect(story.brokenBy(keyed, inUse())).toEqual([]);
    expect(story.brokenBy(keyed, inUse({}))).toEqual(['idempotency.parallel-create-once']);
    story.wait(3500);
    expect(story.brokenBy(keyed, inUse())).toEqual(['idempotency.create-replays']);
  });

  test('of a rejected upload may be in use for a moment', () => {
    const story = withCase();
    expect(story.brokenBy(upload(id, [file], withKey()), invalid('#/kind'))).toEqual([]);
    for (const _ of [1, 2, 3]) {
      expect(story.brokenBy(upload(id, undefined, withKey()), inUse())).toEqual([]);
      story.wait(1100);
    }
    expect(story.brokenBy(upload(id, undefined, withKey()), inUse())).toEqual(['idempotency.only-success-stored']);
  });
});

test('a create with a query that does not decode may open a case', () => {
  const story = new Story();
  expect(story.brokenBy(create('user-1', { path: '/cases?%' }), opened(id))).toEqual([]);
  expect(story.brokenBy(read(id), shown())).toEqual([]);
  expect(story.brokenBy(read(id), problem(404, 'not-found'))).toEqual([]);
  expect(story.brokenBy(read(id), problem(500, 'internal-error'))).toEqual(['http.left-open-responses']);
  expect(story.brokenBy(read(unknown), shown())).not.toEqual([]);
});

test('parallel uploads may be listed in either order, and then always in this one', () => {
  const story = withCase();
  expect(story.together([upload(id), stored('a1')], [upload(id), stored('a2')])).toEqual([]);
  expect(story.brokenBy(read(id), listing('a2', 'a1'))).toEqual([]);
  expect(story.brokenBy(read(id), listing('a1', 'a2'))).toEqual(['get-case.evidence-in-order']);
});

test('a decision may close the case before a read shows it, and is its own matter in a live case', () => {
  const story = withCase('sandbox:approve');
  story.brokenBy(upload(id), stored('a1'));
  expect(story.brokenBy(upload(id), problem(409, 'case-closed'))).toEqual([]);
  const live = new Story();
  live.brokenBy(create('user-1', { key: 'live' }), opened(id));
  expect(live.brokenBy(read(id, { key: 'live' }), shown(approval))).toEqual([]);
});

test('a Location may be another path of the case, which then leads to it and to no other resource', () => {
  const at = (location: string) => ({ ...opened(id), headers: { Location: location } });
  const story = new Story();
  expect(story.brokenBy(create(), at('https://cases.example/v1/tenants/1/cases/7'))).toEqual([]);
  const elsewhere = read('', { path: '/tenants/1/cases/7' });
  expect(story.brokenBy(elsewhere, shown())).toEqual([]);
  expect(story.brokenBy(elsewhere, shown({ id: unknown }))).toEqual(['create-case.location']);
  expect(story.brokenBy(elsewhere, notFound)).toEqual(['create-case.location']);
  expect(new Story().brokenBy(create(), at(`/v1/cases/${id.toUpperCase()}/`))).toEqual([]);
  for (const location of ['/v1/cases', '/case/1', `/v1/cases/${unknown}`])
    expect(new Story().brokenBy(create(), at(location))).toEqual(['create-case.location']);
});

test('a web server rejects a request before the key is known only for what a freedom about keys names', () => {
  const early: [FreedomId, Sent][] = [
    ['path.long', read('x'.repeat(400))],
    ['header.long', read(id, { headers: long })],
    ['header.expect', create('x', { headers: { Expect: 'x' } })],
    ['header.upgrade', read(id, { headers: { Upgrade: 'websocket' } })],
    ['header.only-if-cached', read(id, { headers: { 'Cache-Control': 'only-if-cached' } })],
    ['header.not-ascii', read(id, { headers: { 'X-Name': 'ñ' } })],
    ['body.too-long-for-a-proxy', create('x', { body: 'x'.repeat(17 * 1024 * 1024) })],
    ['body.cut', aborted],
  ];
  for (const [freedom, sent] of early) {
    const { early } = new Oracle(worldOf(world)).add(exchangeOf({ ...sent, key: null }, undefined));
    expect(new Set(early.map((each) => each.freedom))).toEqual(new Set([freedom]));
    expect(freedoms[freedom].limits).toContain('authentication.key-required');
  }
});

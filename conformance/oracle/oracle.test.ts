import { describe, expect, test } from 'vitest';
import {
  approval,
  artifact,
  caseOf,
  create,
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
} from './testing.ts';

const id = 'case_0123456789abcdef';
const other = 'case_fedcba9876543210';
const third = 'case_00000000000000aa';
const own = (received: object): Received => ({ status: 200, body: received });
const notFound = problem(404, 'not-found');
const closed = () => problem(409, 'case-closed');

/** A history with one open case. */
function withCase(reference = 'user-1'): Story {
  const story = new Story();
  expect(story.brokenBy(create(reference), opened(id, reference))).toEqual([]);
  return story;
}

/** A history with one case that the sandbox has approved. */
function withDecided(): Story {
  const story = withCase('sandbox:approve');
  story.brokenBy(upload(id), stored('a1'));
  const shown = caseOf(id, { reference: 'sandbox:approve', artifacts: [artifact('a1')], ...approval });
  expect(story.brokenBy(read(id), own(shown))).toEqual([]);
  return story;
}

describe('one request', () => {
  const json = { 'Content-Type': 'application/json' };
  const body = (value: unknown): Sent => create('x', { body: JSON.stringify(value) });
  const unauthorized = problem(401, 'unauthorized', {}, { 'WWW-Authenticate': 'Bearer realm="x"' });
  test.each<[string, Sent, Received | undefined, string[]]>([
    ['a valid create', create(), opened(id), []],
    ['a valid create that is rejected', create(), problem(400, 'malformed-request'), ['create-case.opens-person-case']],
    ['a rate limit', create(), { status: 429, headers: { 'Retry-After': '1' }, body: {} }, []],
    ['a rate limit without Retry-After', create(), problem(429, 'rate-limited'), ['create-case.opens-person-case']],
    ['a failure', create(), problem(500, 'internal-error'), ['create-case.opens-person-case']],
    ['no key', read(id, { key: null }), unauthorized, []],
    ['no key and another status', read(id, { key: null }), notFound, ['authentication.key-required']],
    ['an unknown path', { path: '/nothing' }, notFound, []],
    ['an unknown path without a key', { path: '/nothing', key: null }, unauthorized, []],
    ['a wrong type', body({ type: 'XX', reference: 'x' }), invalid('#/type'), []],
    [
      'a wrong type and another pointer',
      body({ type: 'XX', reference: 'x' }),
      invalid('#/reference'),
      ['problems.points-at-property'],
    ],
    [
      'a wrong type and another pointer, beside a string that looks like a number with an exponent',
      body({ type: 'XX', reference: 'a\\" 1e2' }),
      invalid('#/reference'),
      ['problems.points-at-property'],
    ],
    ['two faults and one pointer', body({ type: 'XX' }), invalid('#/reference'), []],
    ['a wrong type that is accepted', body({ type: 'XX', reference: 'x' }), opened(id), ['create-case.invalid-body']],
    ['an unknown property', body({ type: 'PF', reference: 'x', 'a/b': 1 }), invalid('#/a~1b'), []],
    [
      'an unknown property, not escaped',
      body({ type: 'PF', reference: 'x', 'a/b': 1 }),
      invalid('#/a/b'),
      ['problems.escapes-pointer'],
    ],
    ['a repeated property', create('x', { body: '{"type":"PF","type":"PF","reference":"x"}' }), invalid('#/type'), []],
    [
      'a repeated property that is accepted',
      create('x', { body: '{"type":"PF","type":"PF","reference":"user-1"}' }),
      opened(id),
      [],
    ],
    ['malformed JSON', create('x', { body: '{' }), problem(400, 'malformed-request'), []],
    ['malformed JSON as 422', create('x', { body: '{' }), invalid('#'), ['create-case.malformed-json']],
    ['a body without a type', { method: 'POST', body: '{}' }, problem(415, 'unsupported-media-type'), []],
    ['neither body nor type', { method: 'POST' }, problem(400, 'malformed-request'), []],
    ['the encoding identity', create('user-1', { headers: { 'Content-Encoding': 'identity' } }), opened(id), []],
    [
      'an encoding that is accepted',
      create('user-1', { headers: { 'Content-Encoding': 'gzip' } }),
      opened(id),
      ['http.content-encoding-415'],
    ],
    ['an expectation', create('user-1', { headers: { Expect: '100-continue' } }), { status: 417 }, []],
    ['a wrong method', { method: 'PUT' }, problem(405, 'method-not-allowed', {}, { Allow: 'GET, POST' }), []],
    ['a 405 without Allow', { method: 'PUT' }, problem(405, 'method-not-allowed'), ['http.allow']],
    ['OPTIONS', { method: 'OPTIONS' }, { status: 204 }, []],
    ['a slash at the end', { path: '/cases/', method: 'POST', headers: json, body: '{}' }, notFound, []],
    ['a reference of the sandbox', create('sandbox:aprove'), invalid('#/reference'), []],
    ['the same with a live key', create('sandbox:approve', { key: 'live' }), invalid('#/reference'), []],
    [
      'the same, accepted',
      create('sandbox:approve', { key: 'live' }),
      opened(id, 'sandbox:approve'),
      ['sandbox.rejected-with-live-key'],
    ],
    ['another reference in the response', create('é'), opened(id, 'e\u0301'), ['create-case.returns-reference']],
    ['another Location', create(), { ...opened(id), headers: { Location: '/case/1' } }, ['create-case.location']],
    [
      'a key in the detail',
      create('x', { headers: { 'Idempotency-Key': 'secret-key-4711 x' } }),
      problem(400, 'malformed-request', { detail: 'secret-key-4711 x is no key' }),
      [],
    ],
    [
      'a case without a status',
      create(),
      { ...opened(id), body: caseOf(id, { status: undefined }) },
      ['create-case.responds-with-case', 'case-lifecycle.created-pending'],
    ],
    ['no response', create(), undefined, []],
  ])('%s', (_, sent, received, broken) => {
    expect(new Story().brokenBy(sent, received)).toEqual(broken);
  });
});

describe('a case', () => {
  test('is found by its own tenant only', () => {
    const story = withCase();
    expect(story.brokenBy(read(id), own(caseOf(id)))).toEqual([]);
    expect(story.brokenBy(read(id, { key: 'other' }), own(caseOf(id)))).toEqual(['tenancy.foreign-case-404']);
    expect(story.brokenBy(read(id, { key: 'live' }), own(caseOf(id)))).toEqual(['tenancy.modes-apart']);
    expect(story.brokenBy(read(other), own(caseOf(other)))).toEqual(['get-case.unknown-404']);
  });

  test('has an id that no other case has', () => {
    const story = withCase();
    expect(story.brokenBy(create('user-2'), opened(id, 'user-2'))).toEqual(['create-case.assigns-identifier']);
    expect(story.brokenBy(create('user-1', { key: 'other' }), opened(id))).toEqual(['tenancy.ids-unique']);
  });

  test('lists every accepted upload in order', () => {
    const story = withCase();
    story.brokenBy(upload(id), stored('a1'));
    story.brokenBy(upload(id), stored('a2'));
    const shows = (...artifacts: string[]) =>
      story.brokenBy(read(id), own(caseOf(id, { artifacts: artifacts.map((each) => artifact(each)) })));
    expect(shows('a1', 'a2')).toEqual([]);
    expect(shows('a2', 'a1')).toContain('get-case.evidence-in-order');
    expect(shows('a1')).toContain('get-case.lists-evidence');
    expect(shows('a1', 'a2', 'a3')).toContain('get-case.lists-evidence');
  });

  test('may list an upload whose response did not arrive, or not', () => {
    const story = withCase();
    story.brokenBy(upload(id), undefined);
    expect(story.brokenBy(read(id), own(caseOf(id)))).toEqual([]);
    expect(story.brokenBy(read(id), own(caseOf(id, { artifacts: [artifact('a1')] })))).toEqual([]);
    expect(story.brokenBy(read(id), own(caseOf(id)))).toEqual(['get-case.lists-evidence']);
  });

  test('may list parallel uploads in either order, and then always in this one', () => {
    const story = withCase();
    expect(story.together([upload(id), stored('a1')], [upload(id), stored('a2')])).toEqual([]);
    expect(story.brokenBy(read(id), own(caseOf(id, { artifacts: [artifact('a2'), artifact('a1')] })))).toEqual([]);
    expect(story.brokenBy(read(id), own(caseOf(id, { artifacts: [artifact('a1'), artifact('a2')] })))).toEqual([
      'get-case.evidence-in-order',
    ]);
  });

  test('keeps what the create and the upload have shown', () => {
    const sent = { reference: 'sandbox:approve' };
    const decided = { ...sent, ...approval, artifacts: [artifact('a1')] };
    const later = '2026-01-01T09:30:01Z';
    for (const [shown, broken] of [
      [{ ...decided }, []],
      [{ ...decided, reference: 'sandbox' }, ['case-lifecycle.facts-unchanged']],
      [{ ...decided, created_at: later }, ['case-lifecycle.facts-unchanged']],
      [{ ...decided, artifacts: [artifact('a1', { created_at: later })] }, ['get-case.lists-evidence']],
      [{ ...sent, artifacts: [artifact('a1', { created_at: later })] }, ['get-case.lists-evidence']],
    ] as const) {
      const story = withCase('sandbox:approve');
      story.brokenBy(upload(id), stored('a1'));
      expect(story.brokenBy(read(id), own(caseOf(id, shown)))).toEqual(broken);
    }
    expect(withCase().brokenBy(read(id), own(caseOf(id, { created_at: later })))).toEqual(['get-case.like-created']);
    // Where reads show the artifact before the decision, the decision changed it.
    const story = withCase('sandbox:approve');
    story.brokenBy(upload(id), stored('a1'));
    expect(story.brokenBy(read(id), own(caseOf(id, { ...sent, artifacts: [artifact('a1')] })))).toEqual([]);
    const changed = own(caseOf(id, { ...decided, artifacts: [artifact('a1', { created_at: later })] }));
    expect(story.brokenBy(read(id), changed)).toEqual(['case-lifecycle.facts-unchanged']);
  });

  test('keeps nothing of a rejected upload', () => {
    const story = withCase();
    expect(story.brokenBy(upload(id, validParts.slice(1)), invalid('#/kind'))).toEqual([]);
    expect(story.brokenBy(read(id), own(caseOf(id, { artifacts: [artifact('a1')] })))).toEqual([
      'upload-artifact.rejected-stores-nothing',
    ]);
  });

  test('has at most twenty artifacts', () => {
    const story = withCase();
    for (let at = 0; at < 20; at += 1) expect(story.brokenBy(upload(id), stored(`a${at}`))).toEqual([]);
    expect(story.brokenBy(upload(id), problem(409, 'artifact-limit-reached'))).toEqual([]);
    expect(story.brokenBy(upload(id), stored('a20'))).toEqual(['limits.twenty-first-artifact']);
  });
});

describe('a decision', () => {
  const decided = { reference: 'sandbox:approve', artifacts: [artifact('a1')], ...approval };

  test('may be seen or not at first, and is final then', () => {
    const story = withCase('sandbox:approve');
    story.brokenBy(upload(id), stored('a1'));
    const pending = caseOf(id, { reference: 'sandbox:approve', artifacts: [artifact('a1')] });
    expect(story.brokenBy(read(id), own(pending))).toEqual([]);
    expect(story.brokenBy(read(id), own(caseOf(id, decided)))).toEqual([]);
    expect(story.brokenBy(read(id), own(pending))).toEqual(['case-lifecycle.decision-final']);
  });

  test('comes within five seconds', () => {
    const story = withCase('sandbox:approve');
    story.brokenBy(upload(id), stored('a1'));
    story.wait(6000);
    const pending = caseOf(id, { reference: 'sandbox:approve', artifacts: [artifact('a1')] });
    expect(story.brokenBy(read(id), own(pending))).toEqual(['sandbox.decides-in-time']);
  });

  test('rejects evidence, and may do so before its decision was read', () => {
    const story = withCase('sandbox:approve');
    story.brokenBy(upload(id), stored('a1'));
    expect(story.brokenBy(upload(id), closed())).toEqual([]);
    expect(withDecided().brokenBy(upload(id), closed())).toEqual([]);
    expect(withDecided().brokenBy(upload(id), stored('a2'))).toEqual(['case-lifecycle.decided-case-rejects-evidence']);
    expect(withCase().brokenBy(upload(id), closed())).toEqual(['case-lifecycle.created-pending']);
  });

  test('is the one that the reference asks for, and only with evidence', () => {
    const story = withCase('sandbox:deny');
    const wrong = own(caseOf(id, { ...decided, reference: 'sandbox:deny', artifacts: [] }));
    expect(story.brokenBy(read(id), wrong)).toEqual(['sandbox.no-decision-without-evidence']);
    story.brokenBy(upload(id), stored('a1'));
    const shown = own(caseOf(id, { ...decided, reference: 'sandbox:deny' }));
    expect(story.brokenBy(read(id), shown)).toEqual(['sandbox.denies']);
  });

  test('of a live case is its own matter', () => {
    const story = new Story();
    story.brokenBy(create('user-1', { key: 'live' }), opened(id));
    expect(story.brokenBy(read(id, { key: 'live' }), own(caseOf(id, approval)))).toEqual([]);
  });
});

describe('an idempotency key', () => {
  const headers = { 'Idempotency-Key': 'key-4711-0815' };
  const reused = () => problem(422, 'idempotency-key-reused');
  const inUse = () => problem(409, 'idempotency-key-in-use', {}, { 'Retry-After': '1' });

  test('replays the first response', () => {
    const story = new Story();
    expect(story.brokenBy(create('user-1', { headers }), opened(id))).toEqual([]);
    const reordered = create('user-1', { headers, body: '{"reference":"user\\u002d1", "type":"PF"}' });
    expect(story.brokenBy(reordered, opened(id))).toEqual([]);
    expect(story.brokenBy(create('user-1', { headers }), opened(other))).toEqual(['idempotency.create-replays']);
    expect(story.brokenBy(create('user-2', { headers }), reused())).toEqual([]);
    expect(story.brokenBy(create('user-2', { headers }), opened(other, 'user-2'))).toEqual([
      'idempotency.create-key-reused',
    ]);
    expect(story.brokenBy(create('user-1', { headers, key: 'other' }), opened(third))).toEqual([]);
  });

  test('replays an upload to a case that was decided since', () => {
    const story = withCase('sandbox:approve');
    story.brokenBy(upload(id, validParts, { headers }), stored('a1'));
    const shown = caseOf(id, { reference: 'sandbox:approve', artifacts: [artifact('a1')], ...approval });
    story.brokenBy(read(id), own(shown));
    expect(story.brokenBy(upload(id, validParts.toReversed(), { headers }), stored('a1'))).toEqual([]);
    expect(story.brokenBy(upload(id, validParts, { headers }), closed())).toEqual(['idempotency.upload-replays']);
    expect(story.brokenBy(read(id), own(shown))).toEqual([]);
  });

  test('is stored with a success only', () => {
    const story = new Story();
    expect(story.brokenBy(create('', { headers }), invalid('#/reference'))).toEqual([]);
    expect(story.brokenBy(create('user-1', { headers }), reused())).toEqual(['idempotency.only-success-stored']);
    expect(story.brokenBy(create('user-1', { headers }), opened(id))).toEqual([]);
  });

  test('of a rejected upload is not in use for long', () => {
    const story = withCase();
    const rejected = upload(id, validParts.slice(1), { headers });
    expect(story.brokenBy(rejected, invalid('#/kind'))).toEqual([]);
    for (const _ of [1, 2, 3]) {
      expect(story.brokenBy(upload(id, validParts, { headers }), inUse())).toEqual([]);
      story.wait(1100);
    }
    expect(story.brokenBy(upload(id, validParts, { headers }), inUse())).toEqual(['idempotency.only-success-stored']);
  });

  test('of another payload, caller or path is another one', () => {
    const key = { headers };
    const story = withCase();
    expect(story.brokenBy(create('user-1', key), opened(other))).toEqual([]);
    const spaced = create('user-1', { headers, body: '{"type":"PF", "reference":"user-1"}' });
    expect(story.brokenBy(spaced, reused())).toEqual(['idempotency.equal-json']);
    expect(story.brokenBy(create('user-1', key), reused())).toEqual(['idempotency.create-replays']);
    expect(story.brokenBy(create('user-1', { headers, key: 'other' }), reused())).toEqual(['idempotency.key-scope']);
    expect(story.brokenBy(create('user-1', { headers, key: 'live' }), reused())).toEqual([
      'idempotency.scoped-to-mode',
    ]);
    expect(story.brokenBy(upload(id, validParts, key), reused())).toEqual(['idempotency.key-scope']);
    expect(story.brokenBy(upload(id, validParts, key), stored('a1'))).toEqual([]);
    const reordered = upload(id, validParts.toReversed(), key);
    expect(story.brokenBy(reordered, reused())).toEqual(['idempotency.upload-fingerprint']);
    expect(story.brokenBy(upload(id, validParts, key), reused())).toEqual(['idempotency.upload-replays']);
  });

  test('of parallel requests opens one case', () => {
    const race = create('user-1', { headers });
    expect(new Story().together([race, opened(id)], [race, opened(id)], [race, inUse()])).toEqual([]);
    const twice = new Story().together([race, opened(id)], [race, opened(other)]);
    expect(twice).toContain('idempotency.parallel-create-once');
  });

  test('may be kept or not after a request without a response', () => {
    for (const received of [opened(id, 'user-2'), reused()]) {
      const story = new Story();
      story.brokenBy(create('user-1', { headers }), undefined);
      expect(story.brokenBy(create('user-2', { headers }), received)).toEqual([]);
    }
  });
});

describe('a form', () => {
  const [kind, file] = validParts as [(typeof validParts)[0], (typeof validParts)[0]];
  const cut = (parts = [kind, file]) => {
    const whole = upload(id, parts);
    return { ...whole, body: Buffer.from(whole.body as Buffer).subarray(0, -20) };
  };
  test.each<[string, Sent, Received, string[]]>([
    ['another order', upload(id, [file, kind]), stored('a1'), []],
    ['a truncated body', cut(), problem(400, 'malformed-request'), []],
    ['a truncated body that is accepted', cut(), stored('a1'), ['upload-artifact.truncated-multipart']],
    ['two kinds, the second truncated', cut([kind, file, kind]), invalid('#/kind'), []],
    ['a truncated second kind as malformed', cut([kind, file, kind]), problem(400, 'malformed-request'), []],
    [
      'a truncated second kind that is accepted',
      cut([kind, file, kind]),
      stored('a1'),
      ['upload-artifact.truncated-multipart'],
    ],
    ['an unknown part', upload(id, [kind, file, { name: 'note', content: '' }]), invalid('#/note'), []],
    [
      'an unknown part that is accepted',
      upload(id, [kind, file, { name: 'note', content: '' }]),
      stored('a1'),
      ['upload-artifact.wrong-parts'],
    ],
    ['two kinds', upload(id, [kind, kind, file]), invalid('#/kind'), []],
    ['a file without a name', upload(id, [kind, { name: 'file', content: file.content }]), invalid('#/file'), []],
    [
      'a file name that is rejected',
      upload(id, [kind, { ...file, filename: '../x' }]),
      invalid('#/file'),
      ['upload-artifact.file-name-ignored'],
    ],
    ['another type', upload(id, [kind, { ...file, type: 'image/png' }]), problem(415, 'unsupported-file-type'), []],
    [
      'another type that is accepted',
      upload(id, [kind, { ...file, type: 'image/png' }]),
      stored('a1'),
      ['upload-artifact.part-type-disagrees'],
    ],
    ['a type in capital letters', upload(id, [kind, { ...file, type: 'IMAGE/JPEG;q=1' }]), stored('a1'), []],
    ['an empty file', upload(id, [kind, { ...file, content: '' }]), problem(415, 'unsupported-file-type'), []],
    [
      'a wrong digest',
      upload(id),
      { status: 201, body: artifact('a1', { size: 5 }) },
      ['upload-artifact.describes-file'],
    ],
    ['an unknown case', upload(other, [kind]), notFound, []],
  ])('%s', (_, sent, received, broken) => {
    expect(withCase().brokenBy(sent, received)).toEqual(broken);
  });
});

test('the path of Location resolves to the case, and to no other resource', () => {
  const at = (path: string) => ({ ...opened(id), headers: { Location: path } });
  const elsewhere = { path: `/customers/1/cases/${id}` };
  const story = new Story();
  expect(story.brokenBy(create(), at(`/v1${elsewhere.path}`))).toEqual([]);
  expect(story.brokenBy(elsewhere, own(caseOf(id)))).toEqual([]);
  expect(story.brokenBy(elsewhere, own(caseOf(other)))).toEqual(['create-case.location']);
  expect(story.brokenBy(elsewhere, notFound)).toEqual(['create-case.location']);
  expect(new Story().brokenBy(create(), at('/v1/cases'))).toEqual(['create-case.location']);
});

test('a wrong method or an unknown one gets Allow, except TRACE', () => {
  const propfind = (method: string, allow: Record<string, string>) =>
    withCase().brokenBy(read(id, { method }), problem(405, 'method-not-allowed', {}, allow));
  expect(propfind('PROPFIND', { Allow: 'GET' })).toEqual([]);
  expect(propfind('PROPFIND', { Allow: 'POST' })).toEqual(['http.allow']);
  expect(propfind('PROPFIND', {})).toEqual(['http.allow']);
  expect(propfind('TRACE', {})).toEqual([]);
});

test('a Range changes nothing', () => {
  const ranged = read(id, { headers: { Range: 'bytes=0-9' } });
  expect(withCase().brokenBy(ranged, own(caseOf(id)))).toEqual([]);
  const cut = { ...own(caseOf(id)), headers: { 'Content-Range': 'bytes 0-9/200' } };
  expect(withCase().brokenBy(ranged, cut)).toEqual(['http.range-ignored']);
  expect(withCase().brokenBy(ranged, problem(416, 'range'))).toContain('http.range-ignored');
  expect(withCase().brokenBy(ranged, { status: 206, body: caseOf(id) })).toContain('http.range-ignored');
  const half = { ...notFound, bytes: Buffer.from('title":"T"}') };
  const unknown = read('case_fedcba9876543210', { headers: { Range: 'bytes=-11' } });
  expect(withCase().brokenBy(unknown, notFound)).toEqual([]);
  expect(withCase().brokenBy(unknown, half)).toContain('http.range-ignored');
});

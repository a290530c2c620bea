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
  Story,
  stored,
  upload,
} from './testing.ts';

const id = 'case_0123456789abcdef';
const content = Buffer.from('ffd8ffe0a1b2c3d4e5f60718293a4b5c', 'hex');
const parts = [
  { name: 'kind', content: 'ID_FRONT' },
  { name: 'file', filename: 'passport-4711-0815.jpg', type: 'image/jpeg', content },
];

function withCase(reference?: string): Story {
  const story = new Story();
  story.brokenBy(create(reference), opened(id, reference));
  return story;
}

describe('a read of a case', () => {
  test.each([
    ['a file name', 'passport-4711-0815', ['upload-artifact.file-not-returned']],
    ['twelve bytes of a file', 'FFD8FFE0A1B2C3D4E5F60718'.toLowerCase(), ['upload-artifact.file-not-returned']],
    ['eleven bytes of a file', 'ffd8ffe0a1b2c3d4e5f607', []],
  ])('shows %s', (_, note, broken) => {
    const story = withCase();
    story.brokenBy(upload(id, parts), stored('a1'));
    const shown = { status: 200, body: caseOf(id, { artifacts: [artifact('a1', { note })] }) };
    expect(story.brokenBy(read(id), shown)).toEqual(broken);
  });

  test('shows a decision before its evidence', () => {
    const story = withCase('sandbox:approve');
    const shown = { status: 200, body: caseOf(id, { reference: 'sandbox:approve', artifacts: [], ...approval }) };
    const whole = caseOf(id, { reference: 'sandbox:approve', artifacts: [artifact('a1')], ...approval });
    expect(
      story.together([upload(id), stored('a1')], [read(id), shown], [read(id), { status: 200, body: whole }]),
    ).toEqual(['sandbox.no-decision-without-evidence']);
  });

  test('shows an artifact of a form that was cut off', () => {
    const whole = upload(id, parts);
    for (const [body, broken] of [
      [Buffer.from(whole.body as Buffer).subarray(0, -12), ['upload-artifact.rejected-stores-nothing']],
      // It is complete, although the connection was closed before the announced length.
      [whole.body as Buffer, []],
    ] as const) {
      const story = withCase();
      story.brokenBy({ ...whole, body, headers: { ...whole.headers, 'Content-Length': '9999' } }, undefined);
      const shown = { status: 200, body: caseOf(id, { artifacts: [artifact('a1')] }) };
      expect(story.brokenBy(read(id), shown)).toEqual(broken);
    }
  });
});

test('a rejected upload does not leave its key in use', () => {
  const headers = { 'Idempotency-Key': 'a-key-of-an-upload' };
  const inUse = () => problem(409, 'idempotency-key-in-use', {}, { 'Retry-After': '1' });
  const story = withCase();
  const isRejected = upload(id, parts.slice(1), { headers });
  expect(story.brokenBy(isRejected, invalid('#/kind'))).toEqual([]);
  for (const _ of [1, 2, 3]) {
    expect(story.brokenBy(upload(id, parts, { headers }), inUse())).toEqual([]);
    story.wait(1100);
  }
  expect(story.brokenBy(upload(id, parts, { headers }), inUse())).toEqual(['idempotency.only-success-stored']);
});

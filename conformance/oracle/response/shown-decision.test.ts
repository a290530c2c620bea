import { describe, expect, test } from 'vitest';
import {
  approval,
  artifact,
  caseOf,
  create,
  opened,
  problem,
  read,
  type Received,
  stored,
  Story,
  upload,
  validParts,
} from '../testing.ts';

const id = 'case_0123456789abcdef';
const other = 'case_fedcba9876543210';
const own = (received: object): Received => ({ status: 200, body: received });
const shown = (more: object = {}, reference = 'sandbox:approve', of = id) =>
  own(caseOf(of, { reference, artifacts: [artifact('a1')], ...approval, ...more }));

/** A case with the reference, and an artifact. */
function withEvidence(reference: string, story = new Story(), of = id): Story {
  story.brokenBy(create(reference), opened(of, reference));
  story.brokenBy(upload(of), { status: 201, body: artifact('a1') });
  return story;
}

describe('a read that shows half of a decision breaks one requirement', () => {
  test.each<[string, object]>([
    ['the status first', { score: 0, reasons: [], decided_at: null }],
    ['the score first', { status: 'PENDING', reasons: [], decided_at: null }],
    ['the time last', { decided_at: null }],
    ['one of two reasons', { reasons: ['OCR_OK'] }],
  ])('%s', (_, half) => {
    const story = withEvidence('sandbox:approve');
    expect(story.inTurn([read(id), shown(half)], [read(id), shown()])).toEqual(['case-lifecycle.decision-atomic']);
  });

  test('after the whole one it is another decision', () => {
    const story = withEvidence('sandbox:approve');
    expect(story.brokenBy(read(id), shown())).toEqual([]);
    expect(story.brokenBy(read(id), shown({ reasons: ['OCR_OK'] }))).toEqual(['case-lifecycle.decision-final']);
  });
});

test('a case that has rejected evidence because it is decided shows the decision to the next read', () => {
  const story = withEvidence('sandbox:approve');
  expect(story.brokenBy(upload(id), problem(409, 'case-closed'))).toEqual([]);
  const pending = caseOf(id, { reference: 'sandbox:approve', artifacts: [artifact('a1')] });
  expect(story.brokenBy(read(id), own(pending))).toEqual(['case-lifecycle.decided-case-rejects-evidence']);
});

test('a second decision after uploads at the same time is one of these', () => {
  const story = new Story();
  story.brokenBy(create('sandbox:approve'), opened(id, 'sandbox:approve'));
  story.together([upload(id), stored('a1')], [upload(id), problem(409, 'case-closed')]);
  expect(story.brokenBy(read(id), shown())).toEqual([]);
  const later = shown({ decided_at: '2026-01-01T09:30:09Z' });
  expect(story.brokenBy(read(id), later)).toEqual(['case-lifecycle.decided-once-under-load']);
});

test('a decision that every upload at the same time was too late for has no evidence', () => {
  const story = new Story();
  story.brokenBy(create('sandbox:approve'), opened(id, 'sandbox:approve'));
  const closed = problem(409, 'case-closed');
  story.together([upload(id), closed], [upload(id), closed]);
  expect(story.brokenBy(read(id), shown({ artifacts: [] }))).toEqual(['case-lifecycle.decided-once-under-load']);
});

describe('a wrong decision breaks what sets its case apart from those that are decided as asked', () => {
  const denial = { status: 'DENIED', score: 20, reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] };

  test('its suffix', () => {
    const reference = 'sandbox:approve#1';
    const alone = withEvidence(reference);
    expect(alone.brokenBy(read(id), shown(denial, reference))).toEqual(['sandbox.approves']);
    const story = withEvidence(reference, withEvidence('sandbox:approve', new Story(), other));
    expect(story.brokenBy(read(other), shown({}, 'sandbox:approve', other))).toEqual([]);
    expect(story.brokenBy(read(id), shown(denial, reference))).toEqual(['sandbox.suffix-ignored']);
  });

  test('its evidence', () => {
    const story = withEvidence('sandbox:approve', new Story(), other);
    expect(story.brokenBy(read(other), shown({}, 'sandbox:approve', other))).toEqual([]);
    story.brokenBy(create('sandbox:approve'), opened(id, 'sandbox:approve'));
    const parts = [{ name: 'kind', content: 'SELFIE' }, validParts[1]!];
    story.brokenBy(upload(id, parts), { status: 201, body: artifact('a1', { kind: 'SELFIE' }) });
    const wrong = shown({ ...denial, artifacts: [artifact('a1', { kind: 'SELFIE' })] });
    expect(story.brokenBy(read(id), wrong)).toEqual(['sandbox.any-evidence-decides']);
  });
});

test('a held case has the status PENDING and no other', () => {
  const story = withEvidence('sandbox:hold');
  const inReview = shown({ status: 'IN_REVIEW' }, 'sandbox:hold');
  expect(story.brokenBy(read(id), inReview)).toEqual(['get-case.status', 'sandbox.stays-pending']);
  expect(story.brokenBy(read(id), shown({}, 'sandbox:hold'))).toEqual(['sandbox.stays-pending']);
});

test('a decision is not visible before the artifact that caused it', () => {
  const story = new Story();
  story.brokenBy(create('sandbox:approve'), opened(id, 'sandbox:approve'));
  const early: [ReturnType<typeof read>, Received] = [read(id), shown({ artifacts: [] })];
  const found = story.together([upload(id), stored('a1')], early, [read(id), shown()]);
  expect(found).toEqual(['sandbox.no-decision-without-evidence']);
});

describe('what a create recorded never changes', () => {
  test.each<[string, object]>([
    ['the reference', { reference: 'sandbox:approve' }],
    ['the time of the create', { created_at: '2026-01-01T09:30:01Z' }],
  ])('%s', (_, change) => {
    const reference = 'sandbox:approve#1';
    const story = new Story();
    story.brokenBy(create(reference), opened(id, reference));
    expect(story.brokenBy(read(id), own(caseOf(id, { reference })))).toEqual([]);
    story.brokenBy(upload(id), stored('a1'));
    expect(story.brokenBy(read(id), shown(change, reference))).toEqual(['case-lifecycle.facts-unchanged']);
  });

  test('an artifact, which reads of pending cases show like its upload', () => {
    const story = withEvidence('user-1', new Story(), other);
    const pending = caseOf(other, { artifacts: [artifact('a1')] });
    expect(story.brokenBy(read(other), own(pending))).toEqual([]);
    withEvidence('sandbox:approve', story);
    const later = shown({ artifacts: [artifact('a1', { created_at: '2026-01-01T09:30:05Z' })] });
    expect(story.brokenBy(read(id), later)).toEqual(['case-lifecycle.facts-unchanged']);
  });
});

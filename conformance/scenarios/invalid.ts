import { type Change, json, text } from './vocabulary.ts';

/** Requests that are invalid in one way, whatever their body is about. */
export const invalidWithoutKey: Record<string, Change> = {
  'another media type': { text: 'x', headers: { 'Content-Type': 'text/plain' } },
  'a malformed media type': { text: 'x', headers: { 'Content-Type': ';' } },
  'no media type': { headers: { 'Content-Type': [] } },
  'a content encoding': { headers: { 'Content-Encoding': 'gzip' } },
  'without body and media type': { text: '', headers: { 'Content-Type': [] } },
};
export const invalid: Record<string, Change> = {
  ...invalidWithoutKey,
  'an illegal idempotency key': { headers: { 'Idempotency-Key': 'x'.repeat(256) } },
};
export const invalidUploads: Record<string, Change> = {
  'an unknown kind': { parts: { kind: 'UNKNOWN' } },
  'no file': { parts: { file: null } },
  'no kind': { parts: { kind: null } },
  'a malformed body': { parts: { truncated: true } },
  'two files': { parts: { more: [{ name: 'file', filename: 'second.jpg', content: 'x' }] } },
  'two kinds': { parts: { more: [{ name: 'kind', content: 'ID_FRONT' }] } },
  'an unknown part': { parts: { more: [{ name: 'note', content: 'x' }] } },
  'a file of an unknown type': { parts: { file: 'plain text' } },
  'an empty file': { parts: { file: '' } },
  'a type that does not match': { parts: { type: 'image/png' } },
  'a kind that is not UTF-8': { parts: { kind: 'I\xff' } },
};
export const invalidCreates: Record<string, Change> = {
  'no type': json({ type: undefined }),
  'no reference': json({ reference: undefined }),
  'an unknown type': json({ type: 'XX' }),
  'a type that is not a string': json({ type: 42 }),
  'a reference that is not a string': json({ reference: 42 }),
  'an array': text('[]'),
  'an empty reference': json({ reference: '' }),
  'a long reference': json({ reference: 'x'.repeat(257) }),
  'a control character': json({ reference: 'a\0b' }),
  'a lone surrogate': text('{"type":"PF","reference":"a\\ud83eb"}'),
  'a large number': text('{"type":"PF","reference":1e400}'),
  'bytes that are not UTF-8': { bytes: '{"type":"PF","reference":"a\xffb"}' },
  'malformed JSON': text('{"type":"PF","reference":"x"'),
  'a property without a name': text('{"type":"PF","reference":"x","":"x"}'),
};

/** By operation, what makes its request too long. */
export const tooLong = {
  'a create': { 'a body that is too long': json({ reference: 'x'.repeat(66_000) }) },
  'an upload': { 'a file that is too long': { fileSize: 12 * 1024 * 1024 } },
} satisfies Record<string, Record<string, Change>>;

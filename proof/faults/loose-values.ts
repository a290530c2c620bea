// Services that take a value for another one, or refuse one that is allowed.
import type { Directive } from '../../reference-impl/ports.ts';
import { changingBody, type Fault } from './fault.ts';
import { arranging, judgingCreates, judgingUploads, nameOf, parsingMembers, refusingCreates } from './seams.ts';

const typeFor = (change: (type: unknown) => unknown): Fault['parts'] =>
  parsingMembers((body) => ('type' in body ? { ...body, type: change(body['type']) } : body));
const isDirective = (reference: unknown) => /^\s*sandbox:/i.test(String(reference));
const storingReference = (change: (reference: string) => string): Fault['parts'] =>
  parsingMembers(({ reference, ...body }) => ({
    ...body,
    ...(reference !== undefined && {
      reference: typeof reference === 'string' && !isDirective(reference) ? change(reference) : reference,
    }),
  }));
const judgingReference = (standIn: (reference: string) => string): Fault['parts'] =>
  judgingCreates((body) =>
    typeof body['reference'] === 'string' ? { ...body, reference: standIn(body['reference']) } : body,
  );
const kindFor = (standIn: (kind: unknown) => unknown): Fault['parts'] =>
  judgingUploads((parts) => ('kind' in parts ? { ...parts, kind: standIn(parts['kind']) } : parts));

/** References that are taken for a directive that they are not. */
const taking =
  (reference: string, directive: Directive): Fault['parts'] =>
  ({ directiveOf }) => ({
    directiveOf: (given) => (given.split('#')[0] === reference ? directive : directiveOf(given)),
  });
const denying = (code: string) => taking(`sandbox:deny:${code}`, { effect: 'deny-with', code });

/** Defects in what a value may be. */
export const looseValues: Fault[] = [
  {
    name: 'takes a type with a line end behind it',
    breaks: {
      'create-case.type-known': { code: 'accepted', row: 'type: with a line end' },
      'create-case.invalid-type': { code: 'wrong-status', row: 'type: with a line end' },
    },
    parts: typeFor((type) => (type === 'PF\n' ? 'PF' : type)),
  },
  {
    name: 'finds a type among the words of its language',
    breaks: {
      'create-case.type-known': { code: 'accepted', row: 'type: a word of the language' },
      'create-case.invalid-type': { code: 'wrong-status', row: 'type: a word of the language' },
    },
    parts: typeFor((type) => (type === 'constructor' ? 'PF' : type)),
  },
  {
    name: 'takes the place of a type in a list for it',
    breaks: {
      'create-case.type-is-string': { code: 'accepted', row: 'type: zero' },
      'create-case.invalid-type': { code: 'wrong-status', row: 'type: zero' },
    },
    parts: typeFor((type) => (type === 0 || type === 1 ? ['PF', 'PM'][type] : type)),
  },
  {
    name: 'takes a kind with a line end behind it',
    breaks: { 'upload-artifact.unknown-kind': { code: 'wrong-status', row: 'ID_FRONT\u000a' } },
    parts: kindFor((kind) => (kind === 'ID_FRONT\n' ? 'ID_FRONT' : kind)),
  },
  {
    name: 'takes the place of a kind in a list for it',
    breaks: { 'upload-artifact.unknown-kind': { code: 'wrong-status', row: '0' } },
    parts: kindFor((kind) => (/^[0-9]$/.test(String(kind)) ? 'SELFIE' : kind)),
  },
  {
    name: 'finds a kind among the words of its language',
    breaks: { 'upload-artifact.unknown-kind': { code: 'wrong-status', row: 'constructor' } },
    parts: kindFor((kind) => (kind === 'constructor' ? 'SELFIE' : kind)),
  },
  {
    name: 'joins the spaces within a reference',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'spaces side by side' } },
    parts: storingReference((text) => text.replaceAll(/(?<=[a-z]) +(?=[a-z])/g, ' ')),
  },
  {
    name: 'trims signs without width from a reference',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'signs without width at both ends' } },
    parts: storingReference((text) => text.replaceAll(/^[\u200b-\u200d]+|[\u200b-\u200d]+$/g, '')),
  },
  {
    name: 'takes the sign of a replacement for broken text',
    breaks: { 'create-case.returns-reference': { code: 'not-accepted', row: 'the sign of a replacement' } },
    parts: refusingCreates(({ reference }) => reference.includes('\ufffd')),
  },
  {
    name: 'refuses a reference that is blank in Unicode',
    breaks: { 'create-case.shortest-reference': { code: 'not-accepted', row: 'one space that does not break' } },
    parts: refusingCreates(({ reference }) => reference !== ' ' && reference.trim() === ''),
  },
  {
    name: 'does not count what follows a directive',
    breaks: { 'create-case.too-long-reference': { code: 'wrong-status', row: 'a long suffix' } },
    parts: judgingReference((text) => (isDirective(text) ? text.slice(0, 200) : text)),
  },
  {
    name: 'accepts some C1 controls in a reference',
    breaks: { 'create-case.control-character': { code: 'wrong-status', row: 'U+0091' } },
    parts: judgingReference((text) => text.replaceAll(/[\x90-\x9e]/g, 'x')),
  },
  {
    name: 'ignores unknown parts that are empty',
    breaks: { 'upload-artifact.unknown-part': { code: 'wrong-status', row: 'an empty text part' } },
    parts: arranging((parts) =>
      parts.filter((part) => part.bytes.length > 0 || ['file', 'kind'].includes(nameOf(part))),
    ),
  },
  {
    name: 'ignores parts with an empty name',
    breaks: { 'upload-artifact.unknown-part': { code: 'wrong-status', row: 'a part with an empty name' } },
    parts: arranging((parts) => parts.filter((part) => nameOf(part) !== '')),
  },
  {
    name: 'accepts every picture of the web under the label of another',
    breaks: { 'upload-artifact.part-type-disagrees': { code: 'wrong-status', row: 'a JPEG as image/webp' } },
    parts: ({ typeAgrees }) => ({ typeAgrees: (said, type) => typeAgrees(said, type) || said === 'image/webp' }),
  },
  {
    name: 'compares the beginning of an error',
    breaks: { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:error:5030' } },
    parts: taking('sandbox:error:5030', { effect: 'error', status: 503 }),
  },
  {
    name: 'reads an error as a number',
    breaks: { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:error:0429' } },
    parts: taking('sandbox:error:0429', { effect: 'error', status: 429 }),
  },
  {
    name: 'reads an error as a number of its language',
    breaks: { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:error:4_29' } },
    parts: taking('sandbox:error:4_29', { effect: 'error', status: 429 }),
  },
  {
    name: 'compares the beginning of a denial',
    breaks: { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:denyX' } },
    parts: taking('sandbox:denyX', { effect: 'deny' }),
  },
  {
    name: 'trims the end of a directive',
    breaks: { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:hold ' } },
    parts: taking('sandbox:hold ', { effect: 'hold' }),
  },
  {
    name: 'compares the beginning of a code',
    breaks: { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:FACE_MATCH_FAILED' } },
    parts: denying('FACE_MATCH_FAILED'),
  },
  {
    name: 'takes a code with FAIL in it for a denial',
    breaks: { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:FACE_FAIL_OK' } },
    parts: denying('FACE_FAIL_OK'),
  },
  {
    name: 'takes all letters for those of a code',
    breaks: { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:ÑANDU_FAIL' } },
    parts: denying('ÑANDU_FAIL'),
  },
  {
    name: 'takes all digits for those of a code',
    breaks: { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:A\u0663_FAIL' } },
    parts: denying('A\u0663_FAIL'),
  },
  {
    name: 'trims a code',
    breaks: { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:FACE_MATCH_FAIL ' } },
    parts: denying('FACE_MATCH_FAIL '),
  },
  {
    name: 'shows a created_at that moves by a microsecond',
    breaks: { 'get-case.like-created': 'wrong-case' },
    parts: changingBody('getCase', (body) => ({
      ...body,
      created_at: String(body['created_at']).replace(/\.(\d{3})Z$/, '.$1001Z'),
    })),
  },
];

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
const looseType = (label: string) =>
  ({
    'create-case.type-known': label,
    'create-case.invalid-type': label,
  }) satisfies Fault['breaks'];
const looseKind = (label: string) => ({ 'upload-artifact.unknown-kind': label }) satisfies Fault['breaks'];
const returned = (label: string) => ({ 'create-case.returns-reference': label }) satisfies Fault['breaks'];

/** References that are taken for a directive that they are not. */
const taking = (name: string, reference: string, directive: Directive): Fault => ({
  name,
  breaks: {
    [reference.startsWith('sandbox:deny:') ? 'sandbox.deny-code-checked' : 'sandbox.unknown-directive-refused']:
      `(${reference}), but saw status`,
  },
  parts: ({ directiveOf }) => ({
    directiveOf: (given) => (given.split('#')[0] === reference ? directive : directiveOf(given)),
  }),
});
const denying = (name: string, code: string) => taking(name, `sandbox:deny:${code}`, { effect: 'deny-with', code });

/** Defects in what a value may be. */
export const looseValues: Fault[] = [
  {
    name: 'takes a type with a line end behind it',
    breaks: looseType('with a line end'),
    parts: typeFor((type) => (type === 'PF\n' ? 'PF' : type)),
  },
  {
    name: 'finds a type among the words of its language',
    breaks: looseType('a word of the language'),
    parts: typeFor((type) => (type === 'constructor' ? 'PF' : type)),
  },
  {
    name: 'takes the place of a type in a list for it',
    breaks: { 'create-case.type-is-string': '(type: zero)', 'create-case.invalid-type': '(type: zero)' },
    parts: typeFor((type) => (type === 0 || type === 1 ? ['PF', 'PM'][type] : type)),
  },
  {
    name: 'takes a kind with a line end behind it',
    breaks: looseKind('(ID_FRONT\n)'),
    parts: kindFor((kind) => (kind === 'ID_FRONT\n' ? 'ID_FRONT' : kind)),
  },
  {
    name: 'takes the place of a kind in a list for it',
    breaks: looseKind('(0), but saw'),
    parts: kindFor((kind) => (/^[0-9]$/.test(String(kind)) ? 'SELFIE' : kind)),
  },
  {
    name: 'finds a kind among the words of its language',
    breaks: looseKind('(constructor), but saw'),
    parts: kindFor((kind) => (kind === 'constructor' ? 'SELFIE' : kind)),
  },
  {
    name: 'joins the spaces within a reference',
    breaks: returned('(spaces side by side)'),
    parts: storingReference((text) => text.replaceAll(/(?<=[a-z]) +(?=[a-z])/g, ' ')),
  },
  {
    name: 'trims signs without width from a reference',
    breaks: returned('(signs without width at both ends)'),
    parts: storingReference((text) => text.replaceAll(/^[\u200b-\u200d]+|[\u200b-\u200d]+$/g, '')),
  },
  {
    name: 'takes the sign of a replacement for broken text',
    breaks: returned('(the sign of a replacement)'),
    parts: refusingCreates(({ reference }) => reference.includes('\ufffd')),
  },
  {
    name: 'refuses a reference that is blank in Unicode',
    breaks: { 'create-case.shortest-reference': '(one space that does not break)' },
    parts: refusingCreates(({ reference }) => reference !== ' ' && reference.trim() === ''),
  },
  {
    name: 'does not count what follows a directive',
    breaks: { 'create-case.too-long-reference': '(a long suffix)' },
    parts: judgingReference((text) => (isDirective(text) ? text.slice(0, 200) : text)),
  },
  {
    name: 'accepts some C1 controls in a reference',
    breaks: { 'create-case.control-character': '(U+0091)' },
    parts: judgingReference((text) => text.replaceAll(/[\x90-\x9e]/g, 'x')),
  },
  {
    name: 'ignores unknown parts that are empty',
    breaks: { 'upload-artifact.unknown-part': '(an empty text part)' },
    parts: arranging((parts) =>
      parts.filter((part) => part.bytes.length > 0 || ['file', 'kind'].includes(nameOf(part))),
    ),
  },
  {
    name: 'ignores parts with an empty name',
    breaks: { 'upload-artifact.unknown-part': 'status 400 or 422' },
    parts: arranging((parts) => parts.filter((part) => nameOf(part) !== '')),
  },
  {
    name: 'accepts every picture of the web under the label of another',
    breaks: { 'upload-artifact.part-type-disagrees': '(a JPEG as image/webp)' },
    parts: ({ typeAgrees }) => ({ typeAgrees: (said, type) => typeAgrees(said, type) || said === 'image/webp' }),
  },
  taking('compares the beginning of an error', 'sandbox:error:5030', { effect: 'error', status: 503 }),
  taking('reads an error as a number', 'sandbox:error:0429', { effect: 'error', status: 429 }),
  taking('reads an error as a number of its language', 'sandbox:error:4_29', { effect: 'error', status: 429 }),
  taking('compares the beginning of a denial', 'sandbox:denyX', { effect: 'deny' }),
  taking('trims the end of a directive', 'sandbox:hold ', { effect: 'hold' }),
  denying('compares the beginning of a code', 'FACE_MATCH_FAILED'),
  denying('takes a code with FAIL in it for a denial', 'FACE_FAIL_OK'),
  denying('takes all letters for those of a code', 'ÑANDU_FAIL'),
  denying('takes all digits for those of a code', 'A\u0663_FAIL'),
  denying('trims a code', 'FACE_MATCH_FAIL '),
  {
    name: 'shows a created_at that moves by a microsecond',
    breaks: { 'get-case.like-created': 'created_at' },
    parts: changingBody('getCase', (body) => ({
      ...body,
      created_at: String(body['created_at']).replace(/\.(\d{3})Z$/, '.$1001Z'),
    })),
  },
];

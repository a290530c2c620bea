import { randomBytes, randomInt } from 'node:crypto';
import type { Case } from '../../reference-impl/domain/contract.ts';
import { invalid, Rejected } from '../../reference-impl/http/problems.ts';
import { changing, changingBody, type Fault } from './fault.ts';
import {
  judgingCreates,
  parsing,
  parsingMembers,
  refusingCreates,
  refusingIn,
  refusingInvalid,
  storing,
} from './seams.ts';

const codePoints = (text: unknown) => [...String(text)].length;
const newId = (make: (count: number) => string): Fault['parts'] => {
  let count = 0;
  return () => ({ newCaseId: () => make((count += 1)) });
};
// What the sandbox decides by is left alone.
const isDirective = (reference: unknown) => /^\s*sandbox:/i.test(String(reference));
export const storingReference = (change: (reference: string) => string): Fault['parts'] =>
  parsingMembers((body) =>
    typeof body['reference'] === 'string' && !isDirective(body['reference'])
      ? { ...body, reference: change(body['reference']) }
      : body,
  );
const typeFor = (change: (type: unknown) => unknown): Fault['parts'] =>
  parsingMembers((body) => ('type' in body ? { ...body, type: change(body['type']) } : body));
const judgingReference = (standIn: (reference: string) => string): Fault['parts'] =>
  judgingCreates((body) =>
    typeof body['reference'] === 'string' ? { ...body, reference: standIn(body['reference']) } : body,
  );
const coercing = (from: string | null): Fault['parts'] =>
  parsingMembers((body) => {
    const { reference } = body;
    const kind = reference === null ? null : Array.isArray(reference) ? 'array' : typeof reference;
    return kind === from ? { ...body, reference: JSON.stringify(reference) } : body;
  });
const looseType = {
  'create-case.type-known': 'accepted',
  'create-case.invalid-type': 'wrong-status',
} satisfies Fault['breaks'];
const noStringType = {
  'create-case.type-is-string': 'accepted',
  'create-case.invalid-type': 'wrong-status',
} satisfies Fault['breaks'];
const looseReference = {
  'create-case.reference-is-string': 'accepted',
  'create-case.invalid-reference': 'wrong-status',
} satisfies Fault['breaks'];
const failingAtNull = parsing((value) => {
  if (value === null) throw new TypeError('null has no members');
  return value;
});
const oneCaseForAReference = storing(({ openCase }) => {
  const known = new Map<string, Case>();
  return {
    async openCase(caller, opened, once, first) {
      const name = [caller.tenant, caller.mode, opened.reference].join();
      const earlier = known.get(name);
      known.set(name, earlier ?? opened);
      const response = { status: 201, headers: { Location: `/cases/${earlier?.id}` }, body: earlier };
      return earlier && !once && !isDirective(opened.reference)
        ? { replay: response as never }
        : openCase(caller, opened, once, first);
    },
  };
});
const idsOfTime: Fault['parts'] = () => {
  let last = 0;
  return { newCaseId: () => `case_of_ours_${(last = Math.max(last + 1, Date.now()))}` };
};
const repairing =
  (encoding: 'utf8' | 'latin1'): Fault['parts'] =>
  () => ({ decodeUtf8: (bytes) => Buffer.from(bytes).toString(encoding) });

/** References in which the signs are judged as letters. */
const acceptingInReferences = (signs: RegExp): Fault['parts'] =>
  judgingReference((text) => text.replaceAll(signs, 'x'));

/** Defects of the create. */
export const createCase: Fault[] = [
  {
    name: 'refuses every person outside the sandbox',
    breaks: { 'create-case.opens-person-case': 'not-accepted' },
    parts: refusingCreates(({ type, reference }) => type === 'PF' && !isDirective(reference)),
  },
  {
    name: 'refuses every entity outside the sandbox',
    breaks: { 'create-case.opens-entity-case': 'not-accepted' },
    parts: refusingCreates(({ type, reference }) => type === 'PM' && !isDirective(reference), '#/type'),
  },
  {
    name: 'wraps the created case of a person',
    breaks: { 'create-case.opens-person-case': 'missing-id' },
    parts: changingBody('createCase', (body) => (body['type'] === 'PF' ? { data: body } : body)),
  },
  {
    name: 'wraps the created case of an entity',
    breaks: { 'create-case.opens-entity-case': 'missing-id' },
    parts: changingBody('createCase', (body) => (body['type'] === 'PM' ? { data: body } : body)),
  },
  {
    name: 'gives every entity the same id',
    breaks: {
      'create-case.assigns-identifier': 'repeated-id',
      'create-case.location': 'wrong-location',
      'limits.twenty-first-artifact': { code: 'wrong-status', status: 201 },
    },
    parts: (original) => {
      const first = new Map<string, string>();
      return {
        // That case gets the evidence of all.
        accept: (to, artifact, parts) =>
          original.accept(to, artifact, {
            ...parts,
            limits: { ...parts.limits, artifacts: to.type === 'PF' ? 20 : 1000 },
          }),
        async createCase(call, parts) {
          const response = await original.createCase(call, parts);
          if ('problem' in response || response.body.type === 'PF' || isDirective(response.body.reference))
            return response;
          const world = `${call.caller.tenant} ${call.caller.mode}`;
          first.set(world, first.get(world) ?? response.body.id);
          return { ...response, body: { ...response.body, id: first.get(world)! } };
        },
        async getCase(call, parts) {
          const response = await original.getCase(call, parts);
          if ('problem' in response) return response;
          return { ...response, body: { ...response.body, artifacts: response.body.artifacts.slice(0, 20) } };
        },
      };
    },
  },
  {
    name: 'takes a create without a type for one of a person',
    breaks: {
      'create-case.type-required': 'accepted',
      'create-case.missing-member': { code: 'wrong-status', row: 'no type' },
    },
    parts: parsingMembers((body) => ('type' in body || !('reference' in body) ? body : { type: 'PF', ...body })),
  },
  {
    name: 'makes up a missing reference',
    breaks: {
      'create-case.reference-required': 'accepted',
      'create-case.missing-member': { code: 'wrong-status', row: 'no reference' },
    },
    parts: parsingMembers((body) =>
      'reference' in body || !('type' in body) ? body : { ...body, reference: 'unnamed' },
    ),
  },
  {
    name: 'takes every unknown type for a person',
    breaks: { ...looseType },
    parts: typeFor((type) => (typeof type === 'string' && type !== 'PM' ? 'PF' : type)),
  },
  {
    name: 'accepts a type in lower case',
    breaks: looseType,
    parts: typeFor((type) => (typeof type === 'string' ? type.toUpperCase() : type)),
  },
  {
    name: 'trims the type',
    breaks: looseType,
    parts: typeFor((type) => (typeof type === 'string' ? type.trim() : type)),
  },
  {
    name: 'reads two letters of the type',
    breaks: looseType,
    parts: typeFor((type) => (typeof type === 'string' ? type.slice(0, 2) : type)),
  },
  {
    name: 'takes an empty type for a person',
    breaks: looseType,
    parts: typeFor((type) => (type === '' ? 'PF' : type)),
  },
  { name: 'takes a null type for a person', breaks: noStringType, parts: typeFor((type) => type ?? 'PF') },
  {
    name: 'takes the only member of a list for the type',
    breaks: noStringType,
    parts: typeFor((type) => (Array.isArray(type) ? type[0] : type)),
  },
  {
    name: 'reads a type by its number',
    breaks: { ...noStringType },
    parts: typeFor((type) => (typeof type === 'number' ? ['PF', 'PM'][type % 2] : type)),
  },
  { name: 'turns a number into a reference', breaks: looseReference, parts: coercing('number') },
  { name: 'turns null into a reference', breaks: looseReference, parts: coercing(null) },
  { name: 'turns true into a reference', breaks: looseReference, parts: coercing('boolean') },
  { name: 'turns a list into a reference', breaks: looseReference, parts: coercing('array') },
  {
    name: 'turns an object into a reference',
    breaks: { ...looseReference },
    parts: coercing('object'),
  },
  {
    name: 'opens a case for the first object in a list',
    breaks: {
      'create-case.body-is-object': { code: 'accepted', row: 'an array with an object' },
      'create-case.no-object': { code: 'wrong-status', row: 'an array with an object' },
    },
    parts: parsing((value) => (Array.isArray(value) && value.length > 0 ? (value[0] as unknown) : value)),
  },
  {
    name: 'opens a case for a bare string',
    breaks: {
      'create-case.body-is-object': { code: 'accepted', row: 'a string' },
      'create-case.no-object': { code: 'wrong-status', row: 'a string' },
    },
    parts: parsing((value) => (typeof value === 'string' ? { type: 'PF', reference: value } : value)),
  },
  {
    name: 'opens a case for null',
    breaks: {
      'create-case.body-is-object': { code: 'accepted', row: 'null' },
      'create-case.no-object': { code: 'wrong-status', row: 'null' },
    },
    parts: parsing((value) => value ?? { type: 'PF', reference: 'unnamed' }),
  },
  {
    name: 'answers 200 to a create',
    breaks: { 'create-case.answers-201': { code: 'wrong-status', status: 200 } },
    parts: changing('createCase', () => ({ status: 200 })),
  },
  {
    name: 'answers 202 to the create of an entity',
    breaks: { 'create-case.answers-201': { code: 'wrong-status', status: 202 } },
    parts: changing('createCase', ({ status, body }) => ({ status: (body as Case).type === 'PM' ? 202 : status })),
  },
  {
    name: 'answers a create without a Location',
    breaks: { 'create-case.location': 'missing-header' },
    parts: changing('createCase', () => ({ headers: {} })),
  },
  {
    name: 'points the Location to a path of its own',
    breaks: { 'create-case.location': { code: 'not-accepted', status: 404 } },
    parts: () => ({ locationOf: ({ id }) => `/case/${id}` }),
  },
  {
    name: 'points the Location to all cases',
    breaks: { 'create-case.location': { code: 'not-accepted', status: 405 } },
    parts: () => ({ locationOf: () => '/cases' }),
  },
  {
    name: 'points the Location to the artifacts',
    breaks: { 'create-case.location': { code: 'not-accepted', status: 405 } },
    parts: () => ({ locationOf: ({ id }) => `/cases/${id}/artifacts` }),
  },
  {
    name: 'gives the bare id as Location',
    breaks: { 'create-case.location': { code: 'not-accepted', status: 404 } },
    parts: () => ({ locationOf: ({ id }) => id }),
  },
  {
    name: 'points the Location to the first case',
    breaks: { 'create-case.location': 'wrong-location' },
    parts: () => {
      let first: string | undefined;
      return { locationOf: ({ id }) => `/cases/${(first ??= id)}` };
    },
  },
  {
    name: 'answers a create without decided_at',
    breaks: {
      'create-case.answers-case': { code: 'missing-property', pointer: '/decided_at' },
      'get-case.like-created': 'wrong-case',
      'case-lifecycle.pending-no-decision-time': 'wrong-decision-time',
    },
    parts: changingBody('createCase', ({ decided_at: _, ...body }) => body),
  },
  {
    name: 'answers the create of an entity with its id alone',
    breaks: {
      'create-case.answers-case': { code: 'missing-property', pointer: '/status' },
      'create-case.returns-type': 'wrong-type',
      'case-lifecycle.created-pending': { code: 'wrong-case-status', actual: 'nothing' },
      'case-lifecycle.pending-score-zero': { code: 'wrong-score', actual: 'nothing' },
      'case-lifecycle.pending-no-reasons': { code: 'wrong-reasons', actual: 'nothing' },
      'case-lifecycle.pending-no-decision-time': { code: 'wrong-decision-time', actual: 'nothing' },
    },
    parts: changingBody('createCase', (body) => (body['type'] === 'PM' ? { id: body['id'] } : body)),
  },
  {
    name: 'answers a create with the time of creation in milliseconds',
    breaks: {
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/created_at' },
      'get-case.like-created': 'wrong-case',
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'created_at of a create' },
    },
    parts: changingBody('createCase', (body) => ({ ...body, created_at: Date.parse(String(body['created_at'])) })),
  },
  {
    name: 'answers the create of an entity as of a person',
    breaks: { 'create-case.returns-type': 'wrong-type' },
    parts: changingBody('createCase', (body) => ({ ...body, type: 'PF' })),
  },
  {
    name: 'answers the create of a person as of an entity',
    breaks: {
      'create-case.returns-type': { code: 'wrong-type', actual: '"PM"' },
      'get-case.like-created': 'wrong-case',
    },
    parts: changingBody('createCase', (body) => ({ ...body, type: 'PM' })),
  },
  {
    name: 'keeps an entity as a person',
    breaks: { 'create-case.returns-type': 'wrong-type', 'tenancy.same-reference-apart': 'wrong-type' },
    parts: changingBody('getCase', (body) => ({ ...body, type: 'PF' })),
  },
  {
    name: 'composes the letters of a reference (NFC)',
    breaks: {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'composed and decomposed letters' },
      'create-case.too-long-reference': { code: 'wrong-status', row: 'letters with a combining accent' },
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference in another Unicode form' },
    },
    parts: storingReference((text) => text.normalize('NFC')),
  },
  {
    name: 'answers a create with the composed reference that it keeps as it was sent',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'composed and decomposed letters' } },
    parts: changingBody('createCase', (body) => ({ ...body, reference: String(body['reference']).normalize('NFC') })),
  },
  {
    name: 'decomposes the letters of a reference (NFD)',
    breaks: {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'composed and decomposed letters' },
      'create-case.longest-reference': { code: 'not-accepted', row: '256 letters of two bytes' },
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference in another Unicode form' },
    },
    parts: storingReference((text) => text.normalize('NFD')),
  },
  {
    name: 'replaces compatibility forms in a reference (NFKC), composed letters left alone',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'compatibility forms' } },
    parts: storingReference((text) => text.replaceAll(/[ﬁⅧ]/g, (letter) => letter.normalize('NFKC'))),
  },
  {
    name: 'trims the reference',
    breaks: {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'spaces at both ends' },
      'create-case.too-long-reference': { code: 'wrong-status', row: '256 letters and a space' },
      'create-case.control-character': { code: 'wrong-status', row: 'a line end at the end' },
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference with a space' },
    },
    parts: storingReference((text) => text.trim() || text),
  },
  {
    name: 'cuts the spaces behind a reference',
    breaks: {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'spaces at both ends' },
      'create-case.too-long-reference': { code: 'wrong-status', row: '256 letters and a space' },
      'create-case.control-character': { code: 'wrong-status', row: 'a line end at the end' },
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference with a space' },
    },
    parts: storingReference((text) => text.trimEnd() || text),
  },
  {
    name: 'joins the spaces in a reference',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'spaces at both ends' } },
    parts: storingReference((text) => text.replaceAll(/ +/g, ' ')),
  },
  {
    name: 'drops what turns the direction of writing from a reference',
    breaks: {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'every space and every sign without width' },
    },
    parts: storingReference((text) => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')),
  },
  {
    name: 'drops a byte-order mark from a reference',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'byte-order marks' } },
    parts: storingReference((text) => text.replaceAll('\ufeff', '')),
  },
  {
    name: 'trims all but plain spaces from a reference',
    breaks: {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'wide spaces at both ends' },
      'create-case.shortest-reference': { code: 'not-accepted', row: 'one space that does not break' },
    },
    parts: storingReference((text) => text.replaceAll(/^[\u00a0\u3000]+|[\u2003\u3000]+$/g, '')),
  },
  {
    name: 'folds the case of a reference',
    breaks: {
      'create-case.returns-reference': 'wrong-reference',
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference in upper case' },
    },
    parts: storingReference((text) => text.toLowerCase()),
  },
  {
    name: 'keeps a reference in Latin letters only',
    breaks: {
      'create-case.returns-reference': 'wrong-reference',
      'create-case.longest-reference': 'wrong-reference',
      'create-case.shortest-reference': { code: 'wrong-reference', row: 'one astral letter' },
    },
    parts: storingReference((text) =>
      [...text].map((letter) => (letter.codePointAt(0)! < 0x250 ? letter : '?')).join(''),
    ),
  },
  {
    name: 'keeps letters of three bytes at most',
    breaks: {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'letters outside the Basic Multilingual Plane' },
      'create-case.longest-reference': 'wrong-reference',
      'create-case.shortest-reference': { code: 'wrong-reference', row: 'one astral letter' },
      'get-case.like-created': 'wrong-case',
    },
    parts: changingBody('getCase', (body) => ({
      ...body,
      reference: String(body['reference']).replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
    })),
  },
  {
    name: 'escapes a reference for HTML',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'signs with a meaning elsewhere' } },
    parts: changingBody('getCase', (body) => ({
      ...body,
      reference: String(body['reference']).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    })),
  },
  {
    name: 'reads a reference as form data',
    breaks: { 'create-case.returns-reference': { code: 'not-accepted', row: 'signs with a meaning elsewhere' } },
    parts: storingReference((text) => (text.includes('%41') ? decodeURIComponent(text.replaceAll('+', ' ')) : text)),
  },
  {
    name: 'strips marks of direction from a reference',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'writing from right to left' } },
    parts: storingReference((text) => text.replaceAll(/[\u200e\u200f]/g, '')),
  },
  {
    name: 'reads a reference of digits as a number',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'a number' } },
    parts: storingReference((text) =>
      text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text,
    ),
  },
  {
    name: 'replaces noncharacters in a reference',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'a noncharacter and a private one' } },
    parts: storingReference((text) => text.replaceAll('\ufffe', '\ufffd')),
  },
  {
    name: 'reads a reference in lower case although it was answered as sent',
    breaks: { 'create-case.returns-reference': 'wrong-reference', 'get-case.like-created': 'wrong-case' },
    parts: changingBody('getCase', (body) => ({ ...body, reference: String(body['reference']).toLowerCase() })),
  },
  {
    name: 'answers a create without artifacts as null',
    breaks: {
      'create-case.no-evidence-yet': { code: 'wrong-artifacts', actual: 'null' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/artifacts' },
      'get-case.like-created': 'wrong-case',
    },
    parts: changingBody('createCase', (body) => ({ ...body, artifacts: null })),
  },
  {
    name: 'gives ids of 12 characters',
    breaks: {
      'create-case.id-form': 'wrong-id-form',
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/id' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/id' },
    },
    parts: newId(
      () =>
        `c_${randomInt(2 ** 40)
          .toString(36)
          .padStart(10, '0')}`,
    ),
  },
  {
    name: 'gives ids of 65 characters',
    breaks: {
      'create-case.id-form': 'wrong-id-form',
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/id' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/id' },
    },
    parts: newId(() => `c${randomBytes(32).toString('hex')}`),
  },
  {
    name: 'gives ids with a colon',
    breaks: {
      'create-case.id-form': 'wrong-id-form',
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/id' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/id' },
    },
    parts: newId(() => `case:${randomBytes(32).toString('hex').slice(32)}`),
  },
  {
    name: 'gives ids of digits',
    breaks: {
      'create-case.id-not-all-digits': 'wrong-id-form',
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/id' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/id' },
    },
    parts: newId(() => `${randomInt(10 ** 12)}`.padStart(20, '7')),
  },
  {
    name: 'counts ids up',
    breaks: { 'create-case.id-not-sequential': 'predictable-id' },
    parts: newId((count) => `case_${String(count).padStart(20, '0')}`),
  },
  {
    name: 'counts ids up in steps of 37',
    breaks: { 'create-case.id-not-sequential': 'predictable-id' },
    parts: newId((count) => `case-number-${100_000 + 37 * count}`),
  },
  {
    name: 'counts ids up in hexadecimal digits of a UUID',
    breaks: { 'create-case.id-not-sequential': 'predictable-id' },
    parts: newId((count) => `5b0c2f4e-0000-4000-8000-${count.toString(16).padStart(12, '0')}`),
  },
  {
    name: 'counts ids up in letters and digits',
    breaks: { 'create-case.id-not-sequential': 'predictable-id' },
    parts: newId((count) => `case_of_ours_${(46_000 + count).toString(36)}`),
  },
  {
    name: 'counts ids up in front of a fixed end',
    breaks: { 'create-case.id-not-sequential': 'predictable-id' },
    parts: newId((count) => `${1000 + count}-case-of-production`),
  },
  {
    name: 'counts ids down',
    breaks: { 'create-case.id-not-sequential': 'predictable-id' },
    parts: newId((count) => `case_${2 ** 40 - count}`),
  },
  {
    name: 'takes the time in milliseconds as id',
    breaks: { 'create-case.id-not-sequential': 'predictable-id' },
    parts: idsOfTime,
  },
  {
    name: 'accepts references of two code points and more',
    breaks: { 'create-case.shortest-reference': { code: 'not-accepted', row: 'one letter' } },
    parts: refusingCreates(({ reference }) => codePoints(reference) < 2),
  },
  {
    name: 'accepts references of two UTF-16 units and more',
    breaks: { 'create-case.shortest-reference': { code: 'not-accepted', row: 'one letter' } },
    parts: refusingCreates(({ reference }) => reference.length < 2),
  },
  {
    name: 'refuses a blank reference',
    breaks: { 'create-case.shortest-reference': { code: 'not-accepted', row: 'one space' } },
    parts: refusingCreates(({ reference }) => reference.trim() === ''),
  },
  {
    name: 'accepts references of 255 code points',
    breaks: { 'create-case.longest-reference': 'not-accepted' },
    parts: refusingCreates(({ reference }) => codePoints(reference) > 255),
  },
  {
    name: 'limits references to 256 UTF-16 units',
    breaks: {
      'create-case.longest-reference': { code: 'not-accepted', row: '256 letters, most of two UTF-16 units' },
      'create-case.returns-reference': { code: 'not-accepted', row: 'every space and every sign without width' },
    },
    parts: refusingCreates(({ reference }) => reference.length > 256),
  },
  {
    name: 'limits references to 256 bytes',
    breaks: {
      'create-case.longest-reference': { code: 'not-accepted', row: '256 letters of two bytes' },
      'create-case.returns-reference': { code: 'not-accepted', row: 'every space and every sign without width' },
    },
    parts: refusingCreates(({ reference }) => Buffer.byteLength(reference) > 256),
  },
  {
    name: 'keeps 256 UTF-16 units of a reference',
    breaks: {
      'create-case.longest-reference': { code: 'wrong-reference', row: '256 letters, most of two UTF-16 units' },
      'create-case.returns-reference': { code: 'wrong-reference', row: 'every space and every sign without width' },
    },
    parts: changingBody('getCase', (body) => ({ ...body, reference: String(body['reference']).slice(0, 256) })),
  },
  {
    name: 'keeps 255 code points of a reference',
    breaks: { 'create-case.longest-reference': 'wrong-reference' },
    parts: storingReference((text) => (codePoints(text) === 256 ? [...text].slice(0, 255).join('') : text)),
  },
  {
    name: 'accepts an empty reference',
    breaks: { 'create-case.empty-reference': { code: 'wrong-status', status: 201 } },
    parts: judgingReference((text) => text || 'x'),
  },
  {
    name: 'accepts a reference of 257 code points',
    breaks: { 'create-case.too-long-reference': { code: 'wrong-status', row: '257 letters' } },
    parts: judgingReference((text) => (codePoints(text) === 257 ? [...text].slice(1).join('') : text)),
  },
  {
    name: 'accepts references of any length',
    breaks: { 'create-case.too-long-reference': { code: 'wrong-status', row: '257 letters' } },
    parts: judgingReference((text) => text.slice(0, 200)),
  },
  {
    name: 'cuts long references',
    breaks: { 'create-case.too-long-reference': { code: 'wrong-status', row: '257 letters' } },
    parts: storingReference((text) => [...text].slice(0, 256).join('')),
  },
  {
    name: 'limits references to 256 graphemes',
    breaks: { 'create-case.too-long-reference': { code: 'wrong-status', row: 'letters with a combining accent' } },
    parts: judgingReference((text) =>
      text.includes('\u0301') ? [...new Intl.Segmenter().segment(text)].map(() => 'x').join('') : text,
    ),
  },
  {
    name: 'composes a reference before it counts',
    breaks: { 'create-case.too-long-reference': { code: 'wrong-status', row: 'letters with a combining accent' } },
    parts: judgingReference((text) => text.normalize('NFC')),
  },
  {
    name: 'counts a reference without the spaces at its end',
    breaks: { 'create-case.too-long-reference': { code: 'wrong-status', row: '256 letters and a space' } },
    parts: judgingReference((text) => text.replace(/ +$/, '') || text),
  },
  {
    name: 'refuses a long reference with 413',
    breaks: { 'create-case.too-long-reference': { code: 'wrong-status', status: 413 } },
    parts: refusingInvalid(({ keyword }) => keyword === 'maxLength', { status: 413, problem: 'content-too-large' }),
  },
  {
    name: 'accepts C0 controls in a reference',
    breaks: { 'create-case.control-character': { code: 'wrong-status', status: 201 } },
    parts: acceptingInReferences(/[\0-\x08\x0e-\x1f]/g),
  },
  {
    name: 'accepts tabs in a reference',
    breaks: { 'create-case.control-character': { code: 'wrong-status', status: 201 } },
    parts: acceptingInReferences(/\t/g),
  },
  {
    name: 'accepts line feeds in a reference',
    breaks: { 'create-case.control-character': { code: 'wrong-status', status: 201 } },
    parts: acceptingInReferences(/\n/g),
  },
  {
    name: 'accepts carriage returns in a reference',
    breaks: { 'create-case.control-character': { code: 'wrong-status', status: 201 } },
    parts: acceptingInReferences(/\r/g),
  },
  {
    name: 'accepts DEL in a reference',
    breaks: { 'create-case.control-character': { code: 'wrong-status', status: 201 } },
    parts: acceptingInReferences(/\x7f/g),
  },
  {
    name: 'accepts C1 controls in a reference',
    breaks: { 'create-case.control-character': { code: 'wrong-status', status: 201 } },
    parts: acceptingInReferences(/[\x80-\x9f]/g),
  },
  {
    name: 'strips control characters from a reference',
    breaks: { 'create-case.control-character': { code: 'wrong-status', status: 201 } },
    parts: storingReference((text) => text.replaceAll(/[\0-\x1f\x7f-\x9f]/g, '')),
  },
  {
    name: 'accepts a line end behind a reference',
    breaks: { 'create-case.control-character': { code: 'wrong-status', row: 'a line end at the end' } },
    parts: judgingReference((text) => text.replace(/\n$/, '')),
  },
  {
    name: 'trims control characters around a reference',
    breaks: { 'create-case.control-character': { code: 'wrong-status', row: 'a line end at the end' } },
    parts: storingReference((text) => text.replaceAll(/^[\t\n\r]+|[\t\n\r]+$/g, '')),
  },
  {
    name: 'opens one case for a reference',
    breaks: { 'create-case.repeated-reference': 'shared-case' },
    parts: oneCaseForAReference,
  },
  {
    name: 'refuses a repeated reference',
    breaks: { 'create-case.repeated-reference': 'not-accepted' },
    parts: storing(({ openCase }) => {
      const seen = new Set<string>();
      return {
        async openCase(caller, opened, once, response) {
          const name = [caller.tenant, caller.mode, opened.reference].join();
          if (seen.has(name) && !once && !isDirective(opened.reference))
            throw new Rejected(invalid([{ pointer: '#/reference', detail: 'is taken' }]));
          seen.add(name);
          return openCase(caller, opened, once, response);
        },
      };
    }),
  },
  {
    name: 'replaces a lone surrogate',
    breaks: {
      'create-case.lone-surrogate': { code: 'wrong-status', status: 201 },
      'create-case.returns-reference': { code: 'not-accepted', row: 'a backslash before u' },
    },
    parts: (original) => ({
      parseJson: (text) => original.parseJson(text.replaceAll(/\\ud83e(?!\\u)|(?<!\\ud83e)\\uddaa/g, '\ufffd')),
    }),
  },
  {
    name: 'fails at a lone surrogate',
    breaks: { 'create-case.lone-surrogate': { code: 'wrong-status', status: 500 } },
    parts: (original) => ({
      parseJson: (text) => (/\\ud83e"|\\uddaa/.test(text) ? encodeURIComponent('\ud83e') : original.parseJson(text)),
    }),
  },
  {
    name: 'replaces bytes that are not UTF-8',
    breaks: { 'create-case.invalid-utf8': { code: 'wrong-status', status: 201 } },
    parts: repairing('utf8'),
  },
  {
    name: 'reads bytes that are not UTF-8 as Latin-1',
    breaks: { 'create-case.invalid-utf8': { code: 'wrong-status', status: 201 } },
    parts: (original) => ({
      decodeUtf8: (bytes) => {
        const text = Buffer.from(bytes).toString('latin1');
        return /\xe9(?![\x80-\xbf])/.test(text) ? text : original.decodeUtf8(bytes);
      },
    }),
  },
  {
    name: 'accepts overlong UTF-8',
    breaks: { 'create-case.invalid-utf8': { code: 'wrong-status', row: 'an overlong form' } },
    parts: (original) => ({
      decodeUtf8: (bytes) =>
        original.decodeUtf8(Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\xc0\xaf', '/'), 'latin1')),
    }),
  },
  {
    name: 'accepts a comma too much',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'a comma too much' } },
    parts: (original) => ({ parseJson: (text) => original.parseJson(text.replace(/,\s*\}$/, '}')) }),
  },
  {
    name: 'reads the first of two objects',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'two objects' } },
    parts: (original) => ({ parseJson: (text) => original.parseJson(text.replace(/\}\s*\{\}$/, '}')) }),
  },
  {
    name: 'closes an object that ends early',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'an object that ends early' } },
    parts: (original) => ({ parseJson: (text) => original.parseJson(/^\{.*"$/.test(text) ? `${text}}` : text) }),
  },
  {
    name: 'reads JSON with single quotes',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'single quotes' } },
    parts: (original) => ({
      parseJson: (text) => original.parseJson(text.startsWith("{'") ? text.replaceAll("'", '"') : text),
    }),
  },
  {
    name: 'reads form data for JSON',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'no JSON at all' } },
    parts: (original) => ({
      parseJson: (text) =>
        text.startsWith('type=') ? Object.fromEntries(new URLSearchParams(text)) : original.parseJson(text),
    }),
  },
  {
    name: 'answers 422 to JSON that does not parse',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', status: 422 } },
    parts: refusingIn('parseJson', { status: 422 }),
  },
  {
    name: 'answers 400 to a type that is not allowed',
    breaks: { 'create-case.invalid-type': { code: 'wrong-status', status: 400 } },
    parts: refusingInvalid(({ instancePath, keyword }) => instancePath === '/type' && keyword === 'enum', {
      status: 400,
    }),
  },
  {
    name: 'names a problem of its own for a type that is not allowed',
    breaks: { 'create-case.invalid-type': { code: 'wrong-problem-type', actual: '/problems/validation' } },
    parts: refusingInvalid(({ instancePath, keyword }) => instancePath === '/type' && keyword === 'enum', {
      problem: 'validation',
    }),
  },
  {
    name: 'answers 400 to a reference that is no string',
    breaks: { 'create-case.invalid-reference': { code: 'wrong-status', status: 400 } },
    parts: refusingInvalid(({ instancePath, keyword }) => instancePath === '/reference' && keyword === 'type', {
      status: 400,
    }),
  },
  {
    name: 'answers 400 to an empty reference',
    breaks: { 'create-case.empty-reference': { code: 'wrong-status', status: 400 } },
    parts: refusingInvalid(({ keyword }) => keyword === 'minLength', { status: 400 }),
  },
  {
    name: 'answers 400 to a missing member',
    breaks: {
      'create-case.missing-member': { code: 'wrong-status', status: 400 },
      'create-case.unknown-member': { code: 'wrong-status', row: 'names in another letter case alone' },
    },
    parts: refusingInvalid(
      ({ keyword, params }) =>
        keyword === 'required' && ['type', 'reference'].includes(String(params['missingProperty'])),
      { status: 400 },
    ),
  },
  {
    name: 'ignores unknown members',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', status: 201 } },
    parts: judgingCreates(({ type, reference }) => ({
      ...(type !== undefined && { type }),
      ...(reference !== undefined && { reference }),
    })),
  },
  {
    name: 'answers a create of the sandbox without its suffix',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', actual: '"sandbox:hold"' } },
    parts: changingBody('createCase', (body) => ({
      ...body,
      reference: String(body['reference']).replace(/^(sandbox:\w+)#.*/s, '$1'),
    })),
  },
  {
    name: 'refuses a letter that arrives in two pieces',
    breaks: { 'create-case.returns-reference': { code: 'not-accepted', row: 'a letter in two pieces' } },
    parts: ({ piecesOf, decodeUtf8, limits: { jsonBytes } }) => ({
      async *piecesOf(request, limit, what) {
        for await (const piece of piecesOf(request, limit, what)) {
          if (limit === jsonBytes && Number(request.headers['content-length']) < 10_000) decodeUtf8(piece);
          yield piece;
        }
      },
    }),
  },
  {
    name: 'lets a create set the status',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', row: 'status' } },
    parts: judgingCreates(({ status: _, ...body }) => body),
  },
  {
    name: 'reads members in any letter case',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', row: 'Type' } },
    parts: judgingCreates(({ Type: _, ...body }) => body),
  },
  {
    name: 'answers 400 to an unknown member',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', status: 400 } },
    parts: refusingInvalid(
      ({ keyword, params }) =>
        keyword === 'additionalProperties' &&
        !['note', 'selfie', 'KIND', 'kind[]', 'file[]', 'constructor', '__proto__'].includes(
          String(params['additionalProperty']),
        ),
      { status: 400 },
    ),
  },
  {
    name: 'answers 400 to JSON that is no object',
    breaks: { 'create-case.no-object': { code: 'wrong-status', status: 400 } },
    parts: refusingInvalid(({ instancePath, keyword }) => instancePath === '' && keyword === 'type', { status: 400 }),
  },
  {
    name: 'fails at null',
    breaks: { 'create-case.no-object': { code: 'wrong-status', status: 500 } },
    parts: failingAtNull,
  },
];

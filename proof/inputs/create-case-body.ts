import type { InputFaults } from './input-fault.ts';
import { create, invalid, json, properties, text, type, types, value, without } from './requests.ts';

/** References that are no strings become their JSON. */
const coercing = (is: (reference: unknown) => boolean) =>
  properties((body) =>
    'reference' in body && is(body['reference']) ? { ...body, reference: JSON.stringify(body['reference']) } : body,
  );

/** Creates with an unknown property of this name. */
const named = (is: RegExp) => create((body) => Object.keys(body).some((name) => is.test(name)));

const faults: InputFaults = {
  'drops the property that a framework reads': { reads: without((name) => name === 'authenticity_token') },
  'ignores unknown properties': { reads: without((name) => !['type', 'reference'].includes(name)) },
  'ignores the property __proto__': { reads: without((name) => name === '__proto__') },
  'trims property names': {
    reads: properties((body) => Object.fromEntries(Object.entries(body).map(([name, sent]) => [name.trim(), sent]))),
  },
  'cuts property names at a NUL': { reads: json((body) => body.replaceAll(/\\u0000[^":]*(?=":)/g, '')) },
  'rejects JSON with a property name that begins with NUL as malformed': {
    rejects: text((body) => /"\\u0000[^"]*":/.test(body)),
    as: '400 malformed-request',
  },
  'allows a create to set the status': { reads: without((name) => name === 'status') },
  'accepts property names in any letter case': { reads: without((name) => name === 'Type') },
  'responds with 500 to a property name with a character of two UTF-16 units': {
    rejects: named(/[\u{10000}-\u{10ffff}]/u),
    as: '500',
  },
  'ignores properties with known names in another letter case': {
    reads: properties((body) =>
      'Type' in body && 'Reference' in body ? { type: body['Type'], reference: body['Reference'] } : body,
    ),
  },
  'ignores unknown properties that are null': {
    accepts: create(({ type: _, reference: __, ...more }) => Object.values(more).some((sent) => sent === null)),
  },
  'ignores unknown properties that are empty': {
    reads: without((_, sent) => Array.isArray(sent) && sent.length === 0),
  },
  'ignores a property without a name': { reads: without((name) => name === '') },
  'ignores unknown properties that begin with an underscore': {
    accepts: create(({ type: _, reference: __, ...more }) => Object.keys(more).some((name) => name.startsWith('_'))),
  },
  'ignores unknown properties that begin with a dollar sign': { reads: without((name) => name.startsWith('$')) },
  'ignores unknown properties of an entity': {
    reads: properties(({ nickname, ...body }) =>
      body['type'] === 'PM' || nickname === undefined ? body : { ...body, nickname },
    ),
  },
  'responds with 400 to a type that is not allowed': {
    rejects: invalid(({ instancePath, keyword }) => instancePath === '/type' && keyword === 'enum'),
    as: '400 invalid-request',
  },
  'sends an undefined problem type for a type that is not allowed': {
    rejects: invalid(({ instancePath, keyword }) => instancePath === '/type' && keyword === 'enum'),
    as: '422 validation',
  },
  'responds with 400 to a reference that is not a string': {
    rejects: invalid(({ instancePath, keyword }) => instancePath === '/reference' && keyword === 'type'),
    as: '400 invalid-request',
  },
  'responds with 400 to a missing property': {
    rejects: invalid(
      ({ keyword, params }) =>
        keyword === 'required' && ['type', 'reference'].includes(String(params['missingProperty'])),
    ),
    as: '400 invalid-request',
  },
  'responds with 400 to an unknown property': {
    rejects: invalid(
      ({ keyword, params }) =>
        keyword === 'additionalProperties' &&
        !['note', 'selfie', 'KIND', 'kind[]', 'file[]', 'constructor', '__proto__'].includes(
          String(params['additionalProperty']),
        ),
    ),
    as: '400 invalid-request',
  },
  'reads missing properties from the query': {
    reads: (input) => {
      const sent = Object.fromEntries(new URLSearchParams(input.target.split('?')[1]));
      return properties((body) => ({ ...sent, ...body }))(input);
    },
  },
  'responds with 400 to JSON that is not an object': {
    rejects: invalid(({ instancePath, keyword }) => instancePath === '' && keyword === 'type'),
    as: '400 invalid-request',
  },
  'fails at null': { rejects: text((body) => body === 'null'), as: '500' },
  'treats a create without a type as a create of a person': {
    reads: properties((body) => ('type' in body || !('reference' in body) ? body : { type: 'PF', ...body })),
  },
  'invents a missing reference': {
    reads: properties((body) => ('reference' in body || !('type' in body) ? body : { ...body, reference: 'unnamed' })),
  },
  'opens a case for the first object in an array': {
    reads: value((body) => (Array.isArray(body) && body.length > 0 ? (body[0] as unknown) : body)),
  },
  'opens a case for a bare string': {
    reads: value((body) => (typeof body === 'string' ? { type: 'PF', reference: body } : body)),
  },
  'parses JSON inside a JSON string': {
    reads: value((body) => (typeof body === 'string' && body.startsWith('{') ? (JSON.parse(body) as unknown) : body)),
  },
  'opens a case for null': { reads: value((body) => body ?? { type: 'PF', reference: 'unnamed' }) },
  'accepts a type in lower case': { accepts: type((type) => /^p[fm]$/.test(String(type))) },
  'accepts a type with a line end after it': { accepts: type((type) => /^P[FM]\n$/.test(String(type))) },
  'treats an empty type as a person': { accepts: type((type) => type === '') },
  'treats a null type as a person': { accepts: type((type) => type === null) },
  'accepts a type in an array of one element': {
    accepts: type((type) => Array.isArray(type) && type.length === 1 && /^P[FM]$/.test(String(type[0]))),
  },
  'treats every unknown type as a person': {
    reads: types((type) => (typeof type === 'string' && type !== 'PM' ? 'PF' : type)),
  },
  'trims the type': { reads: types((type) => (typeof type === 'string' ? type.trim() : type)) },
  'compares only the first two letters of the type': {
    reads: types((type) => (typeof type === 'string' ? type.slice(0, 2) : type)),
  },
  'finds a type among inherited property names': { reads: types((type) => (type === 'constructor' ? 'PF' : type)) },
  'accepts the index of a type as a string': { reads: types((type) => (type === '0' ? 'PF' : type)) },
  'cuts a type at a NUL': { reads: types((type) => (typeof type === 'string' ? type.replace(/\0.*/, '') : type)) },
  'accepts the number of a type': {
    reads: types((type) => (typeof type === 'number' ? ['PF', 'PM'][type % 2] : type)),
  },
  'accepts the index of a type': { reads: types((type) => (type === 0 || type === 1 ? ['PF', 'PM'][type] : type)) },
  'turns a number into a reference': { reads: coercing((sent) => typeof sent === 'number') },
  'turns null into a reference': { reads: coercing((sent) => sent === null) },
  'turns true into a reference': { reads: coercing((sent) => typeof sent === 'boolean') },
  'turns an array into a reference': { reads: coercing(Array.isArray) },
  'turns an object into a reference': {
    reads: coercing((sent) => typeof sent === 'object' && sent !== null && !Array.isArray(sent)),
  },
  'turns a fraction into a reference': { reads: coercing((sent) => sent === 1.5) },
};

export default faults;

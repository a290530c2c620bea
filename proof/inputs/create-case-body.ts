import { create, invalid, json, properties, text, type, types, value, without } from './requests.ts';
import { accepts, faultsOf, type InputFaults, rejects } from './support/fault.ts';

/** References that are no strings become their JSON. */
const coercing = (is: (reference: unknown) => boolean) =>
  properties((body) =>
    'reference' in body && is(body['reference']) ? { ...body, reference: JSON.stringify(body['reference']) } : body,
  );

/** Creates with an unknown property of this name. */
const named = (is: RegExp) => create((body) => Object.keys(body).some((name) => is.test(name)));

const faults: InputFaults = {
  ...faultsOf(without, {
    'drops the property that a framework reads': (name) => name === 'authenticity_token',
    'ignores unknown properties': (name) => !['type', 'reference'].includes(name),
    'ignores the property __proto__': (name) => name === '__proto__',
    'allows a create to set the status': (name) => name === 'status',
    'accepts property names in any letter case': (name) => name === 'Type',
    'ignores unknown properties that are empty': (_, sent) => Array.isArray(sent) && sent.length === 0,
    'ignores a property without a name': (name) => name === '',
    'ignores unknown properties that begin with a dollar sign': (name) => name.startsWith('$'),
  }),
  ...faultsOf(properties, {
    'trims property names': (body) =>
      Object.fromEntries(Object.entries(body).map(([name, sent]) => [name.trim(), sent])),
    'ignores properties with known names in another letter case': (body) =>
      'Type' in body && 'Reference' in body ? { type: body['Type'], reference: body['Reference'] } : body,
    'ignores unknown properties of an entity': ({ nickname, ...body }) =>
      body['type'] === 'PM' || nickname === undefined ? body : { ...body, nickname },
    'treats a create without a type as a create of a person': (body) =>
      'type' in body || !('reference' in body) ? body : { type: 'PF', ...body },
    'invents a missing reference': (body) =>
      'reference' in body || !('type' in body) ? body : { ...body, reference: 'unnamed' },
  }),
  'cuts property names at a NUL': json((body) => body.replaceAll(/\\u0000[^":]*(?=":)/g, '')),
  'rejects JSON with a property name that begins with NUL as malformed': rejects('400 malformed-request')(
    text((body) => /"\\u0000[^"]*":/.test(body)),
  ),
  'responds with 500 to a property name with a character of two UTF-16 units': rejects('500')(
    named(/[\u{10000}-\u{10ffff}]/u),
  ),
  ...faultsOf(accepts, {
    'ignores unknown properties that are null': create(({ type: _, reference: __, ...more }) =>
      Object.values(more).some((sent) => sent === null),
    ),
    'ignores unknown properties that begin with an underscore': create(({ type: _, reference: __, ...more }) =>
      Object.keys(more).some((name) => name.startsWith('_')),
    ),
    'accepts a type in lower case': type((type) => /^p[fm]$/.test(String(type))),
    'accepts a type with a line end after it': type((type) => /^P[FM]\n$/.test(String(type))),
    'treats an empty type as a person': type((type) => type === ''),
    'treats a null type as a person': type((type) => type === null),
    'accepts a type in an array of one element': type(
      (type) => Array.isArray(type) && type.length === 1 && /^P[FM]$/.test(String(type[0])),
    ),
  }),
  ...faultsOf(rejects('400 invalid-request'), {
    'responds with 400 to a type that is not allowed': invalid(
      ({ instancePath, keyword }) => instancePath === '/type' && keyword === 'enum',
    ),
    'responds with 400 to a reference that is not a string': invalid(
      ({ instancePath, keyword }) => instancePath === '/reference' && keyword === 'type',
    ),
    'responds with 400 to a missing property': invalid(
      ({ keyword, params }) =>
        keyword === 'required' && ['type', 'reference'].includes(String(params['missingProperty'])),
    ),
    'responds with 400 to an unknown property': invalid(
      ({ keyword, params }) =>
        keyword === 'additionalProperties' &&
        !['note', 'selfie', 'KIND', 'kind[]', 'file[]', 'constructor', '__proto__'].includes(
          String(params['additionalProperty']),
        ),
    ),
    'responds with 400 to JSON that is not an object': invalid(
      ({ instancePath, keyword }) => instancePath === '' && keyword === 'type',
    ),
  }),
  'sends an undefined problem type for a type that is not allowed': rejects('422 validation')(
    invalid(({ instancePath, keyword }) => instancePath === '/type' && keyword === 'enum'),
  ),
  'reads missing properties from the query': {
    reads: (input) => {
      const sent = Object.fromEntries(new URLSearchParams(input.target.split('?')[1]));
      return properties((body) => ({ ...sent, ...body })).reads(input);
    },
  },
  'reads the properties in an object that wraps them': json((body) => body.replace(/^\{"case":(\{.*\})\}$/, '$1')),
  'fails at null': rejects('500')(text((body) => body === 'null')),
  ...faultsOf(value, {
    'opens a case for the first object in an array': (body) =>
      Array.isArray(body) && body.length > 0 ? (body[0] as unknown) : body,
    'opens a case for a bare string': (body) => (typeof body === 'string' ? { type: 'PF', reference: body } : body),
    'parses JSON inside a JSON string': (body) =>
      typeof body === 'string' && body.startsWith('{') ? (JSON.parse(body) as unknown) : body,
    'opens a case for null': (body) => body ?? { type: 'PF', reference: 'unnamed' },
  }),
  ...faultsOf(types, {
    'treats every unknown type as a person': (type) => (typeof type === 'string' && type !== 'PM' ? 'PF' : type),
    'trims the type': (type) => (typeof type === 'string' ? type.trim() : type),
    'compares only the first two letters of the type': (type) => (typeof type === 'string' ? type.slice(0, 2) : type),
    'finds a type among inherited property names': (type) => (type === 'constructor' ? 'PF' : type),
    'accepts the index of a type as a string': (type) => (type === '0' ? 'PF' : type),
    'cuts a type at a NUL': (type) => (typeof type === 'string' ? type.replace(/\0.*/, '') : type),
    'accepts the number of a type': (type) => (typeof type === 'number' ? ['PF', 'PM'][type % 2] : type),
    'accepts the index of a type': (type) => (type === 0 || type === 1 ? ['PF', 'PM'][type] : type),
  }),
  ...faultsOf(coercing, {
    'turns a number into a reference': (sent) => typeof sent === 'number',
    'turns null into a reference': (sent) => sent === null,
    'turns true into a reference': (sent) => typeof sent === 'boolean',
    'turns an array into a reference': Array.isArray,
    'turns an object into a reference': (sent) => typeof sent === 'object' && sent !== null && !Array.isArray(sent),
    'turns a fraction into a reference': (sent) => sent === 1.5,
  }),
};

export default faults;

import { type Defect, type Fault, failing, type FaultTable } from '../support/fault.ts';
import { parsingProperties, parsing, judgingCreates, rejectingIn, rejectingInvalid } from '../support/parts.ts';
import { known, queryOf, rewriting } from '../support/requests.ts';
import { pointingAt, escaped } from '../support/problems.ts';

const typeFor = (change: (type: unknown) => unknown): Defect =>
  parsingProperties((body) => ('type' in body ? { ...body, type: change(body['type']) } : body));

const coercing = (from: string | null): Defect =>
  parsingProperties((body) => {
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
  if (value === null) throw new TypeError('null has no properties');
  return value;
});

const repairing =
  (encoding: 'utf8' | 'latin1'): Defect =>
  () => ({ decodeUtf8: (bytes) => Buffer.from(bytes).toString(encoding) });

/** JSON that is changed as text before it is parsed. */
const rewritingJson =
  (change: (text: string) => string): Defect =>
  ({ parseJson }) => ({ parseJson: (text) => parseJson(change(text)) });

/** Unknown properties that the service ignores. */
const ignoring = (ignored: (name: string, value: unknown) => boolean): Defect =>
  judgingCreates((body) => Object.fromEntries(Object.entries(body).filter((property) => !ignored(...property))));

const propertyFromQuery: Defect = ({ readJson }) => ({
  readJson: (request, parts) =>
    readJson(request, { ...parts, ...parsingProperties((body) => ({ ...known(queryOf(request)), ...body }))(parts) }),
});

/** Defects that the checks in `conformance/checks/create-case/body.ts` must find. */
export const createCaseBodyFaults: FaultTable = {
  'drops the property that a framework reads': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: 'authenticity_token', status: 201 } },
    parsingProperties(({ authenticity_token: _, ...rest }) => rest),
  ],
  'treats a create without a type as a create of a person': [
    {
      'create-case.type-required': 'accepted',
      'create-case.missing-member': { code: 'wrong-status', row: 'no type' },
    },
    parsingProperties((body) => ('type' in body || !('reference' in body) ? body : { type: 'PF', ...body })),
  ],
  'invents a missing reference': [
    {
      'create-case.reference-required': 'accepted',
      'create-case.missing-member': { code: 'wrong-status', row: 'no reference' },
    },
    parsingProperties((body) => ('reference' in body || !('type' in body) ? body : { ...body, reference: 'unnamed' })),
  ],
  ...failing(looseType, {
    'treats every unknown type as a person': typeFor((type) =>
      typeof type === 'string' && type !== 'PM' ? 'PF' : type,
    ),
    'accepts a type in lower case': typeFor((type) => (typeof type === 'string' ? type.toUpperCase() : type)),
    'trims the type': typeFor((type) => (typeof type === 'string' ? type.trim() : type)),
    'compares only the first two letters of the type': typeFor((type) =>
      typeof type === 'string' ? type.slice(0, 2) : type,
    ),
    'treats an empty type as a person': typeFor((type) => (type === '' ? 'PF' : type)),
  }),
  'accepts a type with a line end after it': [
    {
      'create-case.type-known': { code: 'accepted', row: 'type: with a line end' },
      'create-case.invalid-type': { code: 'wrong-status', row: 'type: with a line end' },
    },
    typeFor((type) => (type === 'PF\n' ? 'PF' : type)),
  ],
  'finds a type among inherited property names': [
    {
      'create-case.type-known': { code: 'accepted', row: 'type: a property name inherited from Object.prototype' },
      'create-case.invalid-type': {
        code: 'wrong-status',
        row: 'type: a property name inherited from Object.prototype',
      },
    },
    typeFor((type) => (type === 'constructor' ? 'PF' : type)),
  ],
  'accepts the index of a type as a string': [
    {
      'create-case.type-known': { code: 'accepted', row: 'type: an index as a string' },
      'create-case.invalid-type': { code: 'wrong-status', row: 'type: an index as a string' },
    },
    parsingProperties((body) => (body['type'] === '0' ? { ...body, type: 'PF' } : body)),
  ],
  ...failing(noStringType, {
    'treats a null type as a person': typeFor((type) => type ?? 'PF'),
    'accepts a type in an array of one element': typeFor((type) => (Array.isArray(type) ? type[0] : type)),
    'accepts the number of a type': typeFor((type) => (typeof type === 'number' ? ['PF', 'PM'][type % 2] : type)),
  }),
  'accepts the index of a type': [
    {
      'create-case.type-is-string': { code: 'accepted', row: 'type: zero' },
      'create-case.invalid-type': { code: 'wrong-status', row: 'type: zero' },
    },
    typeFor((type) => (type === 0 || type === 1 ? ['PF', 'PM'][type] : type)),
  ],
  ...failing(looseReference, {
    'turns a number into a reference': coercing('number'),
    'turns null into a reference': coercing(null),
    'turns true into a reference': coercing('boolean'),
    'turns an array into a reference': coercing('array'),
    'turns an object into a reference': coercing('object'),
  }),
  'turns a fraction into a reference': [
    {
      'create-case.reference-is-string': { code: 'accepted', row: 'reference: a fraction' },
      'create-case.invalid-reference': { code: 'wrong-status', row: 'reference: a fraction' },
    },
    parsingProperties(({ reference, ...rest }) => ({ ...rest, reference: reference === 1.5 ? '1.5' : reference })),
  ],
  'opens a case for the first object in an array': [
    {
      'create-case.body-is-object': { code: 'accepted', row: 'an array with an object' },
      'create-case.no-object': { code: 'wrong-status', row: 'an array with an object' },
    },
    parsing((value) => (Array.isArray(value) && value.length > 0 ? (value[0] as unknown) : value)),
  ],
  ...failing(
    {
      'create-case.body-is-object': { code: 'accepted', row: 'a string' },
      'create-case.no-object': { code: 'wrong-status', row: 'a string' },
    },
    {
      'opens a case for a bare string': parsing((value) =>
        typeof value === 'string' ? { type: 'PF', reference: value } : value,
      ),
      'parses JSON inside a JSON string': ({ parseJson }) => ({
        parseJson(text) {
          const value = parseJson(text);
          return typeof value === 'string' && value.startsWith('{') ? parseJson(value) : value;
        },
      }),
    },
  ),
  'opens a case for null': [
    {
      'create-case.body-is-object': { code: 'accepted', row: 'null' },
      'create-case.no-object': { code: 'wrong-status', row: 'null' },
    },
    parsing((value) => value ?? { type: 'PF', reference: 'unnamed' }),
  ],
  ...failing(
    { 'create-case.invalid-utf8': { code: 'wrong-status', status: 201 } },
    {
      'replaces bytes that are not UTF-8': repairing('utf8'),
      'reads bytes that are not UTF-8 as Latin-1': (original) => ({
        decodeUtf8: (bytes) => {
          const text = Buffer.from(bytes).toString('latin1');
          return /\xe9(?![\x80-\xbf])/.test(text) ? text : original.decodeUtf8(bytes);
        },
      }),
    },
  ),
  'accepts overlong UTF-8': [
    { 'create-case.invalid-utf8': { code: 'wrong-status', row: 'an overlong sequence' } },
    (original) => ({
      decodeUtf8: (bytes) =>
        original.decodeUtf8(Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\xc0\xaf', '/'), 'latin1')),
    }),
  ],
  'replaces surrogates that are encoded in UTF-8': [
    { 'create-case.invalid-utf8': { code: 'wrong-status', row: 'a surrogate', status: 201 } },
    ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) =>
        /\xed[\xa0-\xbf]/.test(Buffer.from(bytes).toString('latin1'))
          ? Buffer.from(bytes).toString('utf8')
          : decodeUtf8(bytes),
    }),
  ],
  'accepts JSON in UTF-16': [
    { 'create-case.invalid-utf8': { code: 'wrong-status', row: 'UTF-16', status: 201 } },
    ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) =>
        bytes[0] === 0xff && bytes[1] === 0xfe ? new TextDecoder('utf-16le').decode(bytes) : decodeUtf8(bytes),
    }),
  ],
  'accepts a trailing comma': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'a trailing comma' } },
    (original) => ({ parseJson: (text) => original.parseJson(text.replace(/,\s*\}$/, '}')) }),
  ],
  'reads the first of two objects': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'two objects' } },
    (original) => ({ parseJson: (text) => original.parseJson(text.replace(/\}\s*\{\}$/, '}')) }),
  ],
  'accepts a brace too many': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'a brace too many' } },
    rewritingJson((text) => text.replace(/^(\{[^{]*\})\s*\}$/, '$1')),
  ],
  'accepts a semicolon behind JSON': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'followed by a semicolon' } },
    rewritingJson((text) => text.replace(/;$/, '')),
  ],
  'accepts JSON behind a guard against scripts': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'a guard against scripts before it' } },
    rewritingJson((text) => text.replace(/^\)\]\}'\n/, '')),
  ],
  'accepts an object without its closing brace': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'an object without its end' } },
    (original) => ({ parseJson: (text) => original.parseJson(/^\{.*"$/.test(text) ? `${text}}` : text) }),
  ],
  'accepts JSON with single quotes': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'single quotes' } },
    (original) => ({
      parseJson: (text) => original.parseJson(text.startsWith("{'") ? text.replaceAll("'", '"') : text),
    }),
  ],
  'accepts form data in place of JSON': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'not JSON' } },
    (original) => ({
      parseJson: (text) =>
        text.startsWith('type=') ? Object.fromEntries(new URLSearchParams(text)) : original.parseJson(text),
    }),
  ],
  'responds with 422 to JSON that does not parse': [
    { 'create-case.malformed-json': { code: 'wrong-status', status: 422 } },
    rejectingIn('parseJson', { status: 422 }),
  ],
  'reads an empty body as an empty object': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'an empty body' } },
    rewritingJson((text) => text || '{}'),
  ],
  'accepts JSON with comments': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'a comment', status: 201 } },
    rewritingJson((text) => text.replaceAll(/\/\*.*?\*\//g, '')),
  ],
  'accepts a tab that is not escaped': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'a tab that is not escaped', status: 422 } },
    rewritingJson((text) => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (string) => string.replaceAll('\t', String.raw`\t`))),
  ],
  'accepts any letter after a backslash': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'an escape that JSON does not know' } },
    rewriting(/\\q/, 'q'),
  ],
  'trims characters around JSON that are not white space in JSON': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'a form feed before it' } },
    ({ parseJson }) => ({ parseJson: (text) => parseJson(text.trim()) }),
  ],
  'ignores everything after a NUL in JSON': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'followed by a NUL' } },
    rewriting(/\0.*$/, ''),
  ],
  'accepts NaN as a number': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'the number NaN' } },
    rewriting(/:NaN/, ':null'),
  ],
  'accepts numbers that begin with zero': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'the number 01' } },
    rewriting(/":0(?=\d)/, '":'),
  ],
  'accepts numbers that end with a dot': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'the number 1.', status: 422 } },
    rewriting(/":1\.\}/, '":1}'),
  ],
  'accepts numbers that begin with a dot': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'the number .5' } },
    rewriting(/":\.5/, '":0.5'),
  ],
  'accepts numbers that begin with a plus': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'the number +1' } },
    rewriting(/":\+1/, '":1'),
  ],
  'accepts hexadecimal numbers': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'the number 0x1' } },
    rewriting(/":0x1/, '":1'),
  ],
  'accepts infinite numbers': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'the number -Infinity' } },
    rewriting(/":-Infinity/, '":-1e999'),
  ],
  'accepts JSON with a comment at its end': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'a comment at its end', status: 201 } },
    rewriting(/\} \/\/.*$/, '}'),
  ],
  'accepts names without quotes': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'names without quotes', status: 201 } },
    rewritingJson((text) => text.replaceAll(/(?<=[{,])(type|reference)(?=:)/g, '"$1"')),
  ],
  'reads JSON as YAML': [
    { 'create-case.malformed-json': { code: 'wrong-status', row: 'strings without quotes', status: 201 } },
    rewritingJson((text) => text.replaceAll(/(?<=":)(PF|x)\b/g, '"$1"')),
  ],
  'responds with 400 to a type that is not allowed': [
    { 'create-case.invalid-type': { code: 'wrong-status', status: 400 } },
    rejectingInvalid(({ instancePath, keyword }) => instancePath === '/type' && keyword === 'enum', {
      status: 400,
    }),
  ],
  'sends an undefined problem type for a type that is not allowed': [
    { 'create-case.invalid-type': { code: 'wrong-problem-type', actual: '/problems/validation' } },
    rejectingInvalid(({ instancePath, keyword }) => instancePath === '/type' && keyword === 'enum', {
      problem: 'validation',
    }),
  ],
  'responds with 400 to a reference that is not a string': [
    { 'create-case.invalid-reference': { code: 'wrong-status', status: 400 } },
    rejectingInvalid(({ instancePath, keyword }) => instancePath === '/reference' && keyword === 'type', {
      status: 400,
    }),
  ],
  'responds with 400 to a missing property': [
    {
      'create-case.missing-member': { code: 'wrong-status', status: 400 },
      'create-case.unknown-member': { code: 'wrong-status', row: 'only names in another letter case' },
    },
    rejectingInvalid(
      ({ keyword, params }) =>
        keyword === 'required' && ['type', 'reference'].includes(String(params['missingProperty'])),
      { status: 400 },
    ),
  ],
  'reads missing properties from the query': [
    { 'create-case.missing-member': { code: 'accepted', row: 'the type in the query' } },
    propertyFromQuery,
  ],
  'ignores unknown properties': [
    {
      'create-case.unknown-member': { code: 'wrong-status', status: 201 },
    },
    judgingCreates(({ type, reference }) => ({
      ...(type !== undefined && { type }),
      ...(reference !== undefined && { reference }),
    })),
  ],
  'ignores the property __proto__': [
    { 'create-case.unknown-member': { code: 'wrong-status', status: 201 } },
    ignoring((name) => name === '__proto__'),
  ],
  'trims property names': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: 'type ', status: 201 } },
    judgingCreates((body) => Object.fromEntries(Object.entries(body).map(([name, value]) => [name.trim(), value]))),
  ],
  'cuts property names at a NUL': [
    {
      'create-case.unknown-member': { code: 'wrong-status', status: 201 },
      'problems.escapes-pointer': { code: 'wrong-pointer', row: 'a name with a NUL in it' },
    },
    rewriting(/\\u0000[^":]*(?=":)/g, ''),
  ],
  'rejects JSON with a property name that begins with NUL as malformed': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: 'a name that begins with NUL', status: 400 } },
    ({ parseJson }) => ({ parseJson: (text) => parseJson(/"\\u0000[^"]*":/.test(text) ? '' : text) }),
  ],
  'cuts a type at a NUL': [
    {
      'create-case.type-known': { code: 'accepted', row: 'type: followed by a NUL' },
      'create-case.invalid-type': { code: 'wrong-status', row: 'type: followed by a NUL' },
    },
    typeFor((type) => (typeof type === 'string' ? type.replace(/\0.*/, '') : type)),
  ],
  'allows a create to set the status': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: 'status' } },
    judgingCreates(({ status: _, ...body }) => body),
  ],
  'accepts property names in any letter case': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: 'Type' } },
    judgingCreates(({ Type: _, ...body }) => body),
  ],
  'responds with 400 to an unknown property': [
    {
      'upload-artifact.unknown-part': 'wrong-status',
      'create-case.unknown-member': { code: 'wrong-status', status: 400 },
    },
    rejectingInvalid(
      ({ keyword, params }) =>
        keyword === 'additionalProperties' &&
        !['note', 'selfie', 'KIND', 'kind[]', 'file[]', 'constructor', '__proto__'].includes(
          String(params['additionalProperty']),
        ),
      { status: 400 },
    ),
  ],
  'responds with 500 to a property name with a character of two UTF-16 units': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: 'generated values' } },
    pointingAt((name) => escaped(name).split('').map(encodeURIComponent).join('')),
  ],
  'fails at a property name that is not valid Unicode': [
    { 'create-case.lone-surrogate': { code: 'wrong-status', row: 'a surrogate in a name', status: 500 } },
    ({ parseJson }) => ({
      parseJson(text) {
        if (text.includes(String.raw`"a\ud83eb":`)) throw new URIError('URI malformed');
        return parseJson(text);
      },
    }),
  ],
  'ignores properties with known names in another letter case': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: 'only names in another letter case' } },
    parsingProperties((body) =>
      'Type' in body && 'Reference' in body ? { type: body['Type'], reference: body['Reference'] } : body,
    ),
  ],
  'ignores unknown properties that are null': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: 'middle_name' } },
    ignoring((_, value) => value === null),
  ],
  'ignores unknown properties that are empty': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: 'tags' } },
    ignoring((_, value) => Array.isArray(value) && value.length === 0),
  ],
  'ignores a property without a name': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: '' } },
    ignoring((name) => name === ''),
  ],
  'ignores unknown properties that begin with an underscore': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: '_internal' } },
    ignoring((name) => /^_[a-z]/.test(name)),
  ],
  'ignores unknown properties that begin with a dollar sign': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: '$schema' } },
    ignoring((name) => name.startsWith('$')),
  ],
  'ignores unknown properties of an entity': [
    { 'create-case.unknown-member': { code: 'wrong-status', row: 'a nickname of an entity' } },
    judgingCreates(({ nickname, ...body }) =>
      body['type'] === 'PM' || nickname === undefined ? body : { ...body, nickname },
    ),
  ],
  'responds with 400 to JSON that is not an object': [
    { 'create-case.no-object': { code: 'wrong-status', status: 400 } },
    rejectingInvalid(({ instancePath, keyword }) => instancePath === '' && keyword === 'type', { status: 400 }),
  ],
  'fails at null': [{ 'create-case.no-object': { code: 'wrong-status', status: 500 } }, failingAtNull],
};

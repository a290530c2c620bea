import type { Defect, FaultTable } from '../support/fault.ts';
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

const faults: FaultTable = {
  'create-case.invalid-body': {
    'drops the property that a framework reads': parsingProperties(({ authenticity_token: _, ...rest }) => rest),
    'ignores unknown properties': judgingCreates(({ type, reference }) => ({
      ...(type !== undefined && { type }),
      ...(reference !== undefined && { reference }),
    })),
    'ignores the property __proto__': ignoring((name) => name === '__proto__'),
    'trims property names': judgingCreates((body) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name.trim(), value])),
    ),
    'cuts property names at a NUL': rewriting(/\\u0000[^":]*(?=":)/g, ''),
    'rejects JSON with a property name that begins with NUL as malformed': ({ parseJson }) => ({
      parseJson: (text) => parseJson(/"\\u0000[^"]*":/.test(text) ? '' : text),
    }),
    'allows a create to set the status': judgingCreates(({ status: _, ...body }) => body),
    'accepts property names in any letter case': judgingCreates(({ Type: _, ...body }) => body),
    'responds with 500 to a property name with a character of two UTF-16 units': pointingAt((name) =>
      escaped(name).split('').map(encodeURIComponent).join(''),
    ),
    'ignores properties with known names in another letter case': parsingProperties((body) =>
      'Type' in body && 'Reference' in body ? { type: body['Type'], reference: body['Reference'] } : body,
    ),
    'ignores unknown properties that are empty': ignoring((_, value) => Array.isArray(value) && value.length === 0),
    'ignores a property without a name': ignoring((name) => name === ''),
    'ignores unknown properties that begin with a dollar sign': ignoring((name) => name.startsWith('$')),
    'ignores unknown properties of an entity': judgingCreates(({ nickname, ...body }) =>
      body['type'] === 'PM' || nickname === undefined ? body : { ...body, nickname },
    ),
    'responds with 400 to a type that is not allowed': rejectingInvalid(
      ({ instancePath, keyword }) => instancePath === '/type' && keyword === 'enum',
      {
        status: 400,
      },
    ),
    'sends an undefined problem type for a type that is not allowed': rejectingInvalid(
      ({ instancePath, keyword }) => instancePath === '/type' && keyword === 'enum',
      {
        problem: 'validation',
      },
    ),
    'responds with 400 to a reference that is not a string': rejectingInvalid(
      ({ instancePath, keyword }) => instancePath === '/reference' && keyword === 'type',
      {
        status: 400,
      },
    ),
    'responds with 400 to a missing property': rejectingInvalid(
      ({ keyword, params }) =>
        keyword === 'required' && ['type', 'reference'].includes(String(params['missingProperty'])),
      { status: 400 },
    ),
    'reads missing properties from the query': propertyFromQuery,
    'responds with 400 to JSON that is not an object': rejectingInvalid(
      ({ instancePath, keyword }) => instancePath === '' && keyword === 'type',
      { status: 400 },
    ),
    'fails at null': failingAtNull,
  },
  'create-case.type-required': {
    'treats a create without a type as a create of a person': parsingProperties((body) =>
      'type' in body || !('reference' in body) ? body : { type: 'PF', ...body },
    ),
  },
  'create-case.reference-required': {
    'invents a missing reference': parsingProperties((body) =>
      'reference' in body || !('type' in body) ? body : { ...body, reference: 'unnamed' },
    ),
  },
  'create-case.type-known': {
    'treats every unknown type as a person': typeFor((type) =>
      typeof type === 'string' && type !== 'PM' ? 'PF' : type,
    ),
    'trims the type': typeFor((type) => (typeof type === 'string' ? type.trim() : type)),
    'compares only the first two letters of the type': typeFor((type) =>
      typeof type === 'string' ? type.slice(0, 2) : type,
    ),
    'finds a type among inherited property names': typeFor((type) => (type === 'constructor' ? 'PF' : type)),
    'accepts the index of a type as a string': parsingProperties((body) =>
      body['type'] === '0' ? { ...body, type: 'PF' } : body,
    ),
    'cuts a type at a NUL': typeFor((type) => (typeof type === 'string' ? type.replace(/\0.*/, '') : type)),
  },
  'create-case.type-is-string': {
    'accepts the number of a type': typeFor((type) => (typeof type === 'number' ? ['PF', 'PM'][type % 2] : type)),
    'accepts the index of a type': typeFor((type) => (type === 0 || type === 1 ? ['PF', 'PM'][type] : type)),
  },
  'create-case.reference-is-string': {
    'turns a number into a reference': coercing('number'),
    'turns null into a reference': coercing(null),
    'turns true into a reference': coercing('boolean'),
    'turns an array into a reference': coercing('array'),
    'turns an object into a reference': coercing('object'),
    'turns a fraction into a reference': parsingProperties(({ reference, ...rest }) => ({
      ...rest,
      reference: reference === 1.5 ? '1.5' : reference,
    })),
  },
  'create-case.body-is-object': {
    'opens a case for the first object in an array': parsing((value) =>
      Array.isArray(value) && value.length > 0 ? (value[0] as unknown) : value,
    ),
    'opens a case for a bare string': parsing((value) =>
      typeof value === 'string' ? { type: 'PF', reference: value } : value,
    ),
    'parses JSON inside a JSON string': ({ parseJson }) => ({
      parseJson(text) {
        const value = parseJson(text);
        return typeof value === 'string' && value.startsWith('{') ? parseJson(value) : value;
      },
    }),
    'opens a case for null': parsing((value) => value ?? { type: 'PF', reference: 'unnamed' }),
  },
  'create-case.unreadable-body': {
    'replaces bytes that are not UTF-8': repairing('utf8'),
    'reads bytes that are not UTF-8 as Latin-1': (original) => ({
      decodeUtf8: (bytes) => {
        const text = Buffer.from(bytes).toString('latin1');
        return /\xe9(?![\x80-\xbf])/.test(text) ? text : original.decodeUtf8(bytes);
      },
    }),
    'accepts overlong UTF-8': (original) => ({
      decodeUtf8: (bytes) =>
        original.decodeUtf8(Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\xc0\xaf', '/'), 'latin1')),
    }),
    'replaces surrogates that are encoded in UTF-8': ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) =>
        /\xed[\xa0-\xbf]/.test(Buffer.from(bytes).toString('latin1'))
          ? Buffer.from(bytes).toString('utf8')
          : decodeUtf8(bytes),
    }),
    'accepts JSON in UTF-16': ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) =>
        bytes[0] === 0xff && bytes[1] === 0xfe ? new TextDecoder('utf-16le').decode(bytes) : decodeUtf8(bytes),
    }),
    'fails at a property name that is not valid Unicode': ({ parseJson }) => ({
      parseJson(text) {
        if (text.includes(String.raw`"a\ud83eb":`)) throw new URIError('URI malformed');
        return parseJson(text);
      },
    }),
  },
  'create-case.malformed-json': {
    'reads the first of two objects': (original) => ({
      parseJson: (text) => original.parseJson(text.replace(/\}\s*\{\}$/, '}')),
    }),
    'accepts JSON behind a guard against scripts': rewritingJson((text) => text.replace(/^\)\]\}'\n/, '')),
    'accepts an object without its closing brace': (original) => ({
      parseJson: (text) => original.parseJson(/^\{.*"$/.test(text) ? `${text}}` : text),
    }),
    'accepts form data in place of JSON': (original) => ({
      parseJson: (text) =>
        text.startsWith('type=') ? Object.fromEntries(new URLSearchParams(text)) : original.parseJson(text),
    }),
    'responds with 422 to JSON that does not parse': rejectingIn('parseJson', { status: 422 }),
    'reads an empty body as an empty object': rewritingJson((text) => text || '{}'),
    'accepts JSON with comments': rewritingJson((text) => text.replaceAll(/\/\*.*?\*\//g, '')),
    'accepts a tab that is not escaped': rewritingJson((text) =>
      text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (string) => string.replaceAll('\t', String.raw`\t`)),
    ),
    'accepts any letter after a backslash': rewriting(/\\q/, 'q'),
    'trims characters around JSON that are not white space in JSON': ({ parseJson }) => ({
      parseJson: (text) => parseJson(text.trim()),
    }),
    'ignores everything after a NUL in JSON': rewriting(/\0.*$/, ''),
    'accepts NaN as a number': rewriting(/:NaN/, ':null'),
    'accepts numbers that begin with zero': rewriting(/":0(?=\d)/, '":'),
    'accepts numbers that end with a dot': rewriting(/":1\.\}/, '":1}'),
    'accepts numbers that begin with a dot': rewriting(/":\.5/, '":0.5'),
    'accepts numbers that begin with a plus': rewriting(/":\+1/, '":1'),
    'accepts hexadecimal numbers': rewriting(/":0x1/, '":1'),
    'accepts infinite numbers': rewriting(/":-Infinity/, '":-1e999'),
    'accepts JSON with a comment at its end': rewriting(/\} \/\/.*$/, '}'),
    'accepts names without quotes': rewritingJson((text) => text.replaceAll(/(?<=[{,])(type|reference)(?=:)/g, '"$1"')),
    'reads JSON as YAML': rewritingJson((text) => text.replaceAll(/(?<=":)(PF|x)\b/g, '"$1"')),
  },
  'upload-artifact.wrong-parts': {
    'responds with 400 to an unknown property': rejectingInvalid(
      ({ keyword, params }) =>
        keyword === 'additionalProperties' &&
        !['note', 'selfie', 'KIND', 'kind[]', 'file[]', 'constructor', '__proto__'].includes(
          String(params['additionalProperty']),
        ),
      { status: 400 },
    ),
  },
};

export default faults;

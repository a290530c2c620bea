// Requests to which the contract allows several responses, each with the freedom that lists them.
import type { FreedomId } from '../../generated/freedoms.ts';
import type { TestableId } from '../../generated/requirements.ts';
import { multipart } from '../wire/multipart.ts';
import { jpeg } from '../values/evidence-files.ts';
import { conditions, headerRows } from '../values/headers.ts';
import { malformedQueries } from '../values/queries.ts';
import {
  bytes,
  type Change,
  create,
  each,
  json,
  type Of,
  read,
  type Scenario,
  scenario,
  text,
  upload,
} from './vocabulary.ts';

const controlOf = { create: [create()], read: [create(), read()], upload: [create(), upload()] };

/** A create, a read or an upload for each change, with which a freedom is used. */
const creates = (open: FreedomId, changes: Record<string, Change>): Scenario[] =>
  Object.entries(changes).map(([label, change]) =>
    scenario(label, [create(change)], { control: controlOf.create, outcome: { open } }),
  );
const reads = (open: FreedomId, changes: Record<string, Change>, of: Of = 'control'): Scenario[] =>
  Object.entries(changes).map(([label, change]) =>
    scenario(label, [read(of, change)], { control: controlOf.read, outcome: { open } }),
  );
const uploads = (open: FreedomId, changes: Record<string, Change>): Scenario[] =>
  Object.entries(changes).map(([label, change]) =>
    scenario(label, [upload(0, change)], {
      control: controlOf.upload,
      setting: [create()],
      outcome: { open },
      reportedAs: ['upload-artifact.describes-file', 'upload-artifact.returns-recognised-type'],
    }),
  );

const header = (name: string, ...values: string[]): Change => ({ headers: { [name]: values } });
const type = (value: string) => header('Content-Type', value);
const withoutBody: Change = { text: '', headers: { 'Content-Type': [] } };
const method = (name: string, more: Change = {}): Change => ({ ...withoutBody, method: name, ...more });
const nobody: Change = { as: 'nobody' };

const methods = [
  ...reads('method.head', { 'HEAD of a case': { method: 'HEAD' } }),
  ...creates('method.options', { 'OPTIONS of all cases': method('OPTIONS') }),
  ...reads('method.options', { 'OPTIONS of a case': { method: 'OPTIONS' } }),
  ...reads('method.wrong-on-unknown-case', { 'a wrong method on an unknown case': { method: 'DELETE' } }, 'unknown'),
  ...creates('method.unknown', { 'TRACE of all cases': method('TRACE') }),
  ...reads('method.unknown', { 'an unknown method': { method: 'PROPFIND' }, 'TRACE of a case': { method: 'TRACE' } }),
  ...uploads('method.unknown', { 'TRACE of the artifacts': method('TRACE') }),
  ...reads('method.unknown-without-key', { 'TRACE of a case without a key': { ...nobody, method: 'TRACE' } }),
  ...reads('method.unmatched-without-key', {
    'a wrong method without a key': { ...nobody, method: 'PUT' },
    'an unknown path without a key': { ...nobody, path: '/no-such-path' },
  }),
];

const unknownId = '/cases/case-that-was-never-opened';

const paths = [
  ...creates('path.empty-id', { 'a create whose path ends with a slash': { path: '/cases/' } }),
  ...reads('path.slash-at-end', { 'a read whose path ends with a slash': { path: '/cases/{id}/' } }),
  ...creates('path.letter-case', { 'a create at /Cases': { path: '/Cases' } }),
  ...creates('path.double-slash', { 'a create with two slashes': { path: '//cases' } }),
  ...reads('path.double-slash', { 'two slashes before an id': { path: '/cases//{id}' } }),
  ...uploads('path.double-slash', { 'two slashes in the path of an upload': { path: '/cases/{id}//artifacts' } }),
  ...reads('path.encoded-character', { 'an id with an encoded character': { path: '/cases/{encoded id}' } }),
  ...reads('path.encoded-slash', { 'an id with an encoded slash at its end': { path: '/cases/{id}%2F' } }),
  ...reads('path.semicolon', { 'an id with a parameter': { path: '/cases/{id};version=1' } }),
  ...reads('path.encoded-delimiter', {
    'an id with a NUL': { path: `${unknownId}%00` },
    'an id that is not UTF-8': { path: `/cases/${'%ff%fe%c3%28'.repeat(4)}` },
    'an id with an encoded slash': { path: `${unknownId}%2Fx` },
    'an id with an encoded backslash': { path: `${unknownId}%5Cx` },
    'an id that is a percent sign': { path: '/cases/%25' },
  }),
  ...reads('path.long', { 'an id of 3000 characters': { path: `/cases/${'x'.repeat(3000)}` } }),
  ...reads('query.malformed', { 'a read without a key, with a malformed query': { ...nobody, query: '%' } }),
];

const odd = { ...malformedQueries, '?a=%FF&%': 'a=%FF&%' };
const queries = [
  ...creates('query.malformed', namedBy('a create', odd)),
  ...reads('query.malformed', namedBy('a read', odd)),
  ...uploads('query.malformed', namedBy('an upload', odd)),
];

function namedBy(operation: string, values: Record<string, string>): Record<string, Change> {
  return Object.fromEntries(Object.entries(values).map(([label, query]) => [`${operation}: ${label}`, { query }]));
}

const [valid, invalid] = ['Bearer {key}', 'Bearer key-that-was-never-issued'];
const emptyKey = header('Idempotency-Key', '');

const keys = [
  ...reads('key.malformed-authorization', {
    'an Authorization without a token': { ...nobody, headers: { Authorization: 'Bearer' } },
    'an API key with non-ASCII characters': {
      ...nobody,
      headers: { Authorization: `Bearer ${Buffer.from('clave-ñandú').toString('latin1')}` },
    },
  }),
  ...reads('key.repeated-authorization', {
    'two Authorization, the first with a valid key': { ...nobody, ...header('Authorization', valid, invalid) },
    'two Authorization, the second with a valid key': { ...nobody, ...header('Authorization', invalid, valid) },
  }),
  ...reads('key.two-spaces', { 'two spaces after Bearer': { authorization: 'Bearer  {key}' } }),
  ...creates('key.empty-idempotency-key', { 'an empty idempotency key': emptyKey }),
  // A service that ignores the key must not reject another payload with it.
  scenario('an empty idempotency key again', [create(emptyKey), create(emptyKey)], {
    control: controlOf.create,
    outcome: { open: 'key.empty-idempotency-key' },
  }),
  ...creates('key.repeated-idempotency-key', {
    'two idempotency keys': header('Idempotency-Key', '{unique}-1', '{unique}-2'),
    'an idempotency key with an underscore in the name of its header': header('Idempotency_Key', '{unique}'),
  }),
];

// Not only ASCII: so `create-case.returns-reference` detects a service that read the wrong charset.
const accented = (change: Change): Change => ({ ...json({ reference: 'ñ {unique}' }), ...change });

const headers = [
  ...reads(
    'read.condition',
    each(headerRows(conditions), (headers) => ({ headers })),
  ),
  ...reads('read.body', { 'a read with a body': { text: '{}' } }),
  ...reads('read.encoding', { 'a read with Content-Encoding: gzip': header('Content-Encoding', 'gzip') }),
  ...creates('header.charset', {
    'the charset ISO-8859-1': accented(type('application/json; charset=iso-8859-1')),
    'an unknown charset': accented(type('application/json; charset=x-unknown')),
  }),
  ...creates('header.weight', { 'a weight of the media type': accented(type('application/json; q=0.5')) }),
  ...creates('header.malformed-parameter', {
    'an empty parameter of the media type': accented(type('application/json;')),
  }),
  ...creates('header.identity-encoding', {
    'the encoding identity': header('Content-Encoding', 'identity'),
    'the encoding identity twice': header('Content-Encoding', 'identity', 'identity'),
  }),
  ...creates('header.expect', { 'a create with an unknown Expect': header('Expect', 'x-unknown') }),
  ...uploads('header.expect', { 'an upload with an unknown Expect': header('Expect', 'x-unknown') }),
  ...creates('body.missing', { 'a POST without body and Content-Type': withoutBody }),
  scenario('responses in gzip', [create(header('Accept-Encoding', 'gzip'))], { control: controlOf.create }),
  // The oracle judges every rejection of the run, and so this compressed one.
  scenario('a rejection in gzip', [read('unknown', header('Accept-Encoding', 'gzip'))], {
    control: controlOf.read,
    outcome: 'rejected',
  }),
];

const deepest = 30_000;
const body = '{"type":"PF","reference":"{unique}"}';
const nested = '['.repeat(deepest) + ']'.repeat(deepest);

/** JSON that libraries parse differently. */
const bodies = [
  ...creates('json.empty-body', { 'an empty JSON body': text('') }),
  ...creates('json.repeated-name', { 'a repeated property': text(body.replace('{', '{"type":"PF",')) }),
  ...creates('json.byte-order-mark', { 'a byte-order mark': text(`\ufeff${body}`) }),
  ...creates('json.deep-nesting', { 'very deep nesting': text(`{"type":"PF","reference":${nested}}`) }),
  ...creates('json.guarded-name', { 'an empty name': text(body.replace('{', '{"":1,')) }),
  ...creates('sandbox.long-reason-code', {
    'a reason that is too long': json({ reference: `sandbox:deny:${'A'.repeat(130)}_FAIL#{unique}` }),
  }).map((each): Scenario => ({ ...each, needs: 'sandbox' })),
];

const evidence = { name: 'file', filename: 'evidence.jpg', type: 'image/jpeg', content: jpeg() };
const form = (...more: { name: string | undefined; filename?: string; content: string }[]) =>
  Buffer.concat(multipart([{ name: 'kind', content: 'ID_FRONT' }, evidence, ...more]).body);
const plain = form().toString('latin1');
const { contentType } = multipart([]);
const [boundary] = /boundary=.*/.exec(contentType)!;
const ownBoundary = boundary.slice('boundary='.length);
const lastBoundary = `${ownBoundary}--`;
const typed = (value: string): Change => ({ bytes: plain, ...type(value) });
const written = (from: string, to: string): Change => ({ bytes: plain.replace(from, to) });
const withPart = (part: { name: string }, content = 'x') => bytes(form({ ...part, content }));
const behindFile = (more: string) => written(`\r\n--${lastBoundary}`, `${more}\r\n--${lastBoundary}`);
const kindIs = (type: string, kind = 'ID_FRONT') =>
  written('\r\n\r\nID_FRONT', `\r\nContent-Type: ${type}\r\n\r\n${kind}`);
const misleading = 'another-boundary';
/** With each boundary a valid form, and another file. */
const twoForms = [plain.replaceAll(ownBoundary, misleading).replace('JFIF', 'JFIX'), plain].join('\r\n');

/** Multipart bodies that differ from those of other scenarios. */
const forms = [
  ...uploads('multipart.no-boundary', { 'no boundary': typed('multipart/form-data') }),
  ...uploads('multipart.nameless-part', {
    'a part without a name': written('; name="kind"', ''),
    'a file without the name of its part': written(' name="file";', ''),
    'another part without a name': bytes(form({ name: undefined, content: 'x' })),
  }),
  ...uploads('multipart.nameless-part', { 'another part with an empty name': withPart({ name: '' }) }),
  ...uploads('multipart.no-file-chosen', {
    'another part in which no file was chosen': bytes(form({ ...evidence, name: 'selfie', filename: '', content: '' })),
  }),
  ...uploads('multipart.charset-part', {
    'a part that names a charset': withPart({ name: '_charset_' }, 'utf-8'),
    'a part that names no charset': withPart({ name: '_charset_' }, 'x'.repeat(40)),
  }),
  ...uploads('multipart.space-in-name', {
    'a kind with a name behind a space': written('name="kind"', 'name=" kind"'),
    'a file with a name before a space': written('name="file"', 'name="file "'),
    'another part with the name of the kind and a space': withPart({ name: 'kind ' }, 'SELFIE'),
  }),
  ...uploads(
    'multipart.guarded-name',
    each({ 'a part that is a constructor': 'constructor', 'a part toString': 'toString' }, (name) =>
      withPart({ name }),
    ),
  ),
  // A boundary counts only at the beginning of a line (RFC 2046 §5.1.1).
  ...uploads('multipart.boundary-inside', {
    'a boundary within a line': behindFile(`x--${ownBoundary}\r\nx--${lastBoundary}\r`),
    'a boundary without its hyphens': behindFile(`x\r\n${ownBoundary}\r\n`),
    'a boundary in the name of a file': written('evidence.jpg', `${ownBoundary}.jpg`),
  }),
  ...uploads('multipart.ends-after-boundary', {
    'a form that ends after an inner boundary': written(`--${lastBoundary}`, `--${ownBoundary}`),
    'a form that ends between its last hyphens': written(`${lastBoundary}\r\n`, `${ownBoundary}-`),
    'a form that ends before its last hyphens': written(`${lastBoundary}\r\n`, ownBoundary),
  }),
  ...uploads('multipart.kind-type', {
    'a kind with the type of any bytes': kindIs('application/octet-stream'),
    'a kind with the type of JSON': kindIs('application/json'),
    'a kind that is JSON': kindIs('application/json', '"ID_FRONT"'),
    'a kind in UTF-16': kindIs('text/plain; charset=utf-16le'),
    'a kind in an unknown charset': kindIs('text/plain; charset=x-unknown'),
  }),
  ...uploads('header.space-in-type', {
    'a space behind the boundary': typed(`${contentType} ; charset=utf-8; profile="x y"`),
  }),
  ...uploads(
    'multipart.misleading-parameter',
    each(
      {
        'a boundary after a parameter that contains another': `note="boundary=${misleading}"; ${boundary}`,
        'a boundary before a parameter that contains another': `${boundary}; note="boundary=${misleading}"`,
        'a boundary after a parameter that ends with its name': `x-boundary=${misleading}; ${boundary}`,
      },
      (parameters) => ({ bytes: twoForms, ...type(`multipart/form-data; ${parameters}`) }),
    ),
  ),
  ...uploads('multipart.encoded-part', {
    'a transfer encoding of a part': written(
      '\r\nContent-Type',
      '\r\nContent-Transfer-Encoding: x-unknown\r\nContent-Type',
    ),
  }),
  ...uploads('file.text-plain', { 'a JPEG as text/plain': written('image/jpeg', 'text/plain; charset=utf-8') }),
  ...uploads('file.image-jpg', { 'image/jpg for a JPEG': written('image/jpeg', 'image/jpg') }),
  ...uploads('header.malformed-parameter', {
    'an empty parameter of the form': typed(`${contentType};`),
    'a boundary twice': typed(`${contentType}; ${boundary}`),
  }),
  ...uploads('header.charset', {
    'another charset of the form': typed(`multipart/form-data; charset=x-unknown; ${boundary}`),
  }),
  ...uploads('file.no-name', {
    'a file without a file name': written('; filename="evidence.jpg"', ''),
    'a file with an empty file name': written('filename="evidence.jpg"', 'filename=""'),
    'the file name ..': written('evidence.jpg', '..'),
  }),
  ...uploads('file.long-name', { 'a file name of 10,000 bytes': written('evidence.jpg', `${'x'.repeat(9996)}.jpg`) }),
  ...uploads('file.name-not-utf8', { 'a file name in Shift_JIS': written('evidence.jpg', '\x83e\x83X\x83g.jpg') }),
  ...uploads('multipart.missing-after-truncation', {
    'an empty body': { bytes: '' },
    'a form without parts': { bytes: `--${lastBoundary}\r\n` },
    'a form that is a line end': { bytes: '\r\n' },
    'a form that is a text': { bytes: 'kind=ID_FRONT' },
  }),
  ...uploads('file.malformed-type', {
    'an empty type of the file': written('image/jpeg', ''),
    'a type of the file without its first half': written('image/jpeg', 'jpeg'),
    'a type of the file whose parameter has no value': written('image/jpeg', 'image/jpeg; charset'),
    'an empty type of the kind': written('name="kind"', 'name="kind"\r\nContent-Type:'),
  }),
  ...uploads('multipart.grammar', {
    'spaces after a boundary': written('\r\n', ' \r\n'),
    'a part without Content-Disposition': { bytes: plain.replace(/^.*\r\n/, '$&X-Note: 1\r\n\r\nx\r\n$&') },
    'a file name in filename*': written('filename="evidence.jpg"', "filename*=UTF-8''evidence.jpg"),
    'a file name that ends in a backslash': written('evidence.jpg', 'evidence\\'),
    'a part with a name that is not UTF-8': written(
      `--${lastBoundary}`,
      `--${ownBoundary}\r\nContent-Disposition: form-data; name="\xff"\r\n\r\nx\r\n--${lastBoundary}`,
    ),
    'a boundary behind a boundary': written(`--${ownBoundary}\r\n`, `--${ownBoundary}\r\n--${ownBoundary}\r\n`),
    'two types of the file': written('Content-Type', 'Content-Type: image/jpeg\r\nContent-Type'),
    'a file that is declared as a form': written('image/jpeg', 'multipart/mixed'),
    'a file that is declared as a message': written('image/jpeg', 'message/rfc822'),
    'a malformed file name in the form of RFC 5987': written('filename="', `filename*=UTF-9''%zz%; filename="`),
  }),
  ...uploads('multipart.kind-with-file-name', {
    'a kind with a file name': written('name="kind"', 'name="kind"; filename="kind.txt"'),
  }),
];

export const leftOpen = {
  'http.left-open-responses': [...methods, ...paths, ...queries, ...keys, ...headers, ...bodies, ...forms],
} satisfies Partial<Record<TestableId, Scenario[]>>;

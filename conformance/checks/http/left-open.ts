import type { HttpResponse } from '../../engine/exchange.ts';
import { expectThat, isAccepted } from '../../engine/expect.ts';
import { NoResponse } from '../../engine/http.ts';
import { multipart } from '../../engine/multipart.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { unknownCaseId, unknownKey } from '../support/fixtures/unknown.ts';
import { partsOf } from '../support/fixtures/upload.ts';
import { conditions, headerRows } from '../../values/headers.ts';
import { forEachCellInOrder } from '../support/rows/cells.ts';
import { judgeNoise } from '../support/rows/noise.ts';
import { type Change, operation, type Send } from '../support/rows/operations.ts';
import { allTables, forEachRow, forEachRowInOrder, lazily } from '../support/rows/rows.ts';
import { rules } from '../support/rows/rules.ts';

/** A request, and every status that the contract allows for it (D80). */
type Row = [allowed: ('2xx' | number)[], send: () => Promise<HttpResponse>];

/** Each request for which the contract allows several statuses gets one of them. */
async function judgeLeftOpen(context: Context): Promise<void> {
  const { tenant } = context;
  await tenant.requireCreates();
  const read = lazily(() => operation(context, 'a read'));

  const rows = { ...paths(context), ...reads(context, read), ...headers(context), ...bodies(context) };
  const noise = rules['http.left-open-answers'];
  await allTables(
    () => forEachRow(rows, judge),
    // In order, because they add evidence to the same case.
    () => forEachRowInOrder(uploads(lazily(() => operation(context, 'an upload'))), judge),
    () => judgeNoise(context, noise),
    () =>
      forEachCellInOrder(context, noise.malformed, async (send, query) =>
        judge([['2xx', 400], () => send({ query: `?${query}` })]),
      ),
    () => forEachRow(requestsRejectedByServers(context), (send) => expectRejected(read, send)),
  );
  // Last, because these can then use connections on which a key was sent.
  await forEachRow(withoutKey(context, read), judge);
}

async function expectRejected(read: () => Promise<Send>, send: () => Promise<HttpResponse>): Promise<void> {
  await read();
  const response = await send().catch(ignoreNoResponse);
  const status = response?.status ?? 400;
  expectThat(
    'wrong-status',
    status >= 400 && status < 500,
    'any 4xx, or a closed connection',
    `status ${status}`,
    response,
  );
}

async function judge([allowed, send]: Row): Promise<void> {
  const response = await send();
  const found = isAccepted(response) ? '2xx' : response.status;
  expectThat(
    'wrong-status',
    allowed.includes(found),
    `status ${allowed.join(' or ')}`,
    `status ${response.status}`,
    response,
  );
}

/** Methods and paths. */
function paths({ tenant, anonymous }: Context): Record<string, Row> {
  const json = { 'Content-Type': 'application/json' };
  const create = (path: string) => () =>
    tenant.send({ method: 'POST', path, headers: json, body: Buffer.from(JSON.stringify(tenant.newCase())) });
  return {
    'OPTIONS of all cases': [['2xx', 405], () => tenant.send({ method: 'OPTIONS', path: '/cases' })],
    'a wrong method on an unknown case': [
      [404, 405],
      () => tenant.send({ method: 'DELETE', path: `/cases/${unknownCaseId}` }),
    ],
    'an unknown path without a key': [[401, 404, 405], () => anonymous.send({ method: 'GET', path: '/no-such-path' })],
    // A service may route the path like that of a case, with an empty id; then POST is a wrong method.
    'a create whose path ends with a slash': [['2xx', 404, 405], create('/cases/')],
    'a create at /Cases': [['2xx', 404], create('/Cases')],
    'a create with two slashes': [['2xx', ...redirects, 400, 404, 405], create('//cases')],
    'a create with invalid percent-encoding in the query': [['2xx', 400], create('/cases?a=%FF&%')],
    'TRACE of all cases': [[400, 405, 501], () => tenant.send({ method: 'TRACE', path: '/cases' })],
  };
}

/** Requests for a case that can be read. */
function reads({ anonymous, tenant }: Context, read: () => Promise<Send>): Record<string, Row> {
  const sending = (change: Change) => async () => (await read())(change);
  const encoded = (id: string) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
  const wordless = { headers: { Authorization: 'Bearer' } };
  const [valid, invalid] = [`Bearer ${tenant.credential!.value}`, `Bearer ${unknownKey.value}`];
  const repeated = (...values: string[]) => sending({ by: anonymous, headers: { Authorization: values } });
  return {
    'HEAD of a case': [['2xx', 405], sending({ method: 'HEAD' })],
    'OPTIONS of a case': [['2xx', 405], sending({ method: 'OPTIONS' })],
    'an unknown method': [[400, 405, 501], sending({ method: 'PROPFIND' })],
    'TRACE of a case': [[400, 405, 501], sending({ method: 'TRACE' })],
    'two slashes before an id': [['2xx', ...redirects, 400, 404, 405], sending({ caseId: (id) => `/${id}` })],
    'a read with invalid percent-encoding in the query': [['2xx', 400], sending({ query: '?a=%FF&%' })],
    'two spaces after Bearer': [
      ['2xx', 400, 401],
      sending({ key: { header: 'Authorization', template: 'Bearer  {key}' } }),
    ],
    'a read whose path ends with a slash': [['2xx', 404], sending({ caseId: (id) => `${id}/` })],
    'an id with an encoded character': [['2xx', 404], sending({ caseId: encoded })],
    ...Object.fromEntries(
      Object.entries(headerRows(conditions)).map(([label, headers]): [string, Row] => [
        `a read with ${label}`,
        [['2xx', 304], sending({ headers })],
      ]),
    ),
    'a read with a body': [['2xx', 400, 413, 415], sending({ body: Buffer.from('{}') })],
    'a read with Content-Encoding: gzip': [['2xx', 415], sending({ headers: { 'Content-Encoding': 'gzip' } })],
    'an Authorization without a token': [[400, 401], sending({ by: anonymous, ...wordless })],
    'two Authorization, the first with a valid key': [['2xx', 400, 401], repeated(valid, invalid)],
    'two Authorization, the second with a valid key': [['2xx', 400, 401], repeated(invalid, valid)],
  };
}

/** Requests for a case without a key. */
function withoutKey({ anonymous }: Context, read: () => Promise<Send>): Record<string, Row> {
  const sending = (change: Change) => async () => (await read())({ by: anonymous, ...change });
  return {
    'TRACE of a case without a key': [[400, 401, 404, 405, 501], sending({ method: 'TRACE' })],
    'a read without a key, with invalid percent-encoding in the query': [[400, 401], sending({ query: '?%' })],
    'a wrong method without a key': [[401, 404, 405], sending({ method: 'PUT' })],
  };
}

/** Unusual headers of otherwise valid requests. */
function headers({ tenant, run }: Context): Record<string, Row> {
  // Not only ASCII: so `create-case.returns-reference` detects a service that read the wrong charset.
  const create = (given: Record<string, string | string[]>) =>
    tenant.create(tenant.newCase('PF', `ñ ${run.reference()}`), { headers: given });
  const emptyKey = { 'Idempotency-Key': '' };
  return {
    'the charset ISO-8859-1': [
      ['2xx', 400, 415],
      () => create({ 'Content-Type': 'application/json; charset=iso-8859-1' }),
    ],
    'an empty parameter of the media type': [['2xx', 400, 415], () => create({ 'Content-Type': 'application/json;' })],
    'an unknown charset': [['2xx', 400, 415], () => create({ 'Content-Type': 'application/json; charset=x-unknown' })],
    'the encoding identity': [['2xx', 415], () => create({ 'Content-Encoding': 'identity' })],
    'a create with Expect: 100-continue': [['2xx', 417], () => create({ Expect: '100-continue' })],
    'an empty idempotency key': [['2xx', 400], () => create(emptyKey)],
    // A service that ignores the key must not reject another payload with it.
    'an empty idempotency key again': [
      ['2xx', 400],
      async () => {
        await create(emptyKey);
        return create(emptyKey);
      },
    ],
    'two idempotency keys': [['2xx', 400], () => create({ 'Idempotency-Key': [run.reference(), run.reference()] })],
    // The checks that judge every rejection of the run also judge this compressed one.
    'responses in gzip': [
      ['2xx'],
      async () => {
        await tenant.read(unknownCaseId, { headers: { 'Accept-Encoding': 'gzip' } });
        return create({ 'Accept-Encoding': 'gzip' });
      },
    ],
    'a POST without body and Content-Type': [[400, 415, 422], () => tenant.send({ method: 'POST', path: '/cases' })],
  };
}

const redirects = [301, 302, 307, 308];
const withoutBody = { body: [], headers: { 'Content-Type': [] } };
const deepest = 30_000;

/** JSON that libraries parse differently. */
function bodies({ tenant, run, claimsSandbox }: Context): Record<string, Row> {
  const create = (text: string) => tenant.createRaw(Buffer.from(text));
  const valid = JSON.stringify(tenant.newCase());
  const nested = '['.repeat(deepest) + ']'.repeat(deepest);
  const longCode = () => tenant.create(tenant.newCase('PF', `sandbox:deny:${'A'.repeat(130)}_FAIL#${run.reference()}`));
  return {
    'a repeated property': [['2xx', 400, 422], () => create(valid.replace('{', '{"type":"PF",'))],
    'a byte-order mark': [['2xx', 400, 422], () => create(`\ufeff${valid}`)],
    'very deep nesting': [[400, 413, 422], () => create(`{"type":"PF","reference":${nested}}`)],
    // Another check judges whether unknown properties are rejected.
    'an empty name': [['2xx', 400, 422], () => create(valid.replace('{', '{"":1,'))],
    ...(claimsSandbox && { 'a reason that is too long': [['2xx', 422], longCode] satisfies Row }),
  };
}

/** Multipart bodies that differ from those of this suite. */
function uploads(upload: () => Promise<Send>): Record<string, Row> {
  const { contentType, body } = multipart(partsOf());
  const [boundary] = /boundary=.*/.exec(contentType)!;
  const plain = Buffer.concat(body).toString('latin1');
  const withNameless = Buffer.concat(multipart([...partsOf(), { name: undefined, content: 'x' }]).body).toString(
    'latin1',
  );
  const typed = (type: string, content: string) => async () =>
    (await upload())({ headers: { 'Content-Type': type }, body: Buffer.from(content, 'latin1') });
  const written = (from: string, to: string) => typed(contentType, plain.replace(from, to));
  return {
    'no boundary': [[400, 415], typed('multipart/form-data', plain)],
    'a part without a name': [[400, 422], written('; name="kind"', '')],
    'another part without a name': [[400, 422], typed(contentType, withNameless)],
    'a transfer encoding of a part': [
      ['2xx', 400, 415, 422],
      written('\r\nContent-Type', '\r\nContent-Transfer-Encoding: binary\r\nContent-Type'),
    ],
    'image/jpg for a JPEG': [['2xx', 415, 422], written('image/jpeg', 'image/jpg')],
    'an empty parameter of the form': [['2xx', 400, 415], typed(`${contentType};`, plain)],
    'invalid percent-encoding in the query': [['2xx', 400], async () => (await upload())({ query: '?a=%FF&%' })],
    'two slashes in the path of an upload': [
      ['2xx', ...redirects, 400, 404, 405],
      async () => (await upload())({ caseId: (id) => `${id}/` }),
    ],
    'TRACE of the artifacts': [[400, 405, 501], async () => (await upload())({ method: 'TRACE', ...withoutBody })],
    'another charset of the form': [
      ['2xx', 400, 415],
      typed(`multipart/form-data; charset=iso-8859-1; ${boundary}`, plain),
    ],
    'a file without a file name': [['2xx', 422], written('; filename="evidence.jpg"', '')],
    'a file with an empty file name': [['2xx', 422], written('filename="evidence.jpg"', 'filename=""')],
    'the file name ..': [['2xx', 422], written('evidence.jpg', '..')],
    'a file name of 10,000 bytes': [
      ['2xx', 400, 413, 415, 422, 431],
      written('evidence.jpg', `${'x'.repeat(9996)}.jpg`),
    ],
    'an empty body': [[400, 422], typed(contentType, '')],
    'spaces after a boundary': [['2xx', 400, 422], written('\r\n', ' \r\n')],
    'an upload with Expect: 100-continue': [
      ['2xx', 417],
      async () => (await upload())({ headers: { Expect: '100-continue' } }),
    ],
    'a kind with a file name': [['2xx', 422], written('name="kind"', 'name="kind"; filename="kind.txt"')],
    // Bytes that are not UTF-8 violate the grammar (D82).
    'a file name in ISO-8859-1': [['2xx', 400, 415, 422], written('evidence.jpg', 'pasaporte_peña.jpg')],
  };
}

/** Requests that some servers reject before the service sees them. */
function requestsRejectedByServers(context: Context): Record<string, () => Promise<HttpResponse>> {
  const { tenant } = context;
  const key = 'clave-ñandú';
  return {
    'an API key with non-ASCII characters': () =>
      context.withCredential({ value: Buffer.from(key).toString('latin1'), shell: key }).read(unknownCaseId),
    'an id with a NUL': () => tenant.read(`${unknownCaseId}%00`),
    'an id that is not UTF-8': () => tenant.read('%ff%fe%c3%28%ff%fe%c3%28%ff%fe%c3%28%ff%fe%c3%28'),
    'an id with an encoded slash': () => tenant.read(`${unknownCaseId}%2Fx`),
    'an id with an encoded backslash': () => tenant.read(`${unknownCaseId}%5Cx`),
    'an id that is a percent sign': () => tenant.read('%25'),
    'an id of 3000 characters': () => tenant.read('x'.repeat(3000)),
  };
}

function ignoreNoResponse(error: unknown): undefined {
  if (!(error instanceof NoResponse)) throw error;
}

export const leftOpenChecks = {
  'http.left-open-answers': check({ long: true }, judgeLeftOpen),
} satisfies Checks<'http'>;

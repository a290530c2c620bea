import { gzipSync } from 'node:zlib';
import { type HttpResponse, mediaType } from '../../engine/exchange.ts';
import { expectAccepted, expectProblem, expectSame, expectStatus, expectThat, show } from '../../engine/expect.ts';
import type { RequestOptions } from '../support/api-client.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { unknownCaseId } from '../support/fixtures/unknown.ts';
import { forEachOperation, withBody } from '../support/operations.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, inRow, rowsOf } from '../support/rows.ts';
import { forEachSuccess } from '../support/survey/survey.ts';

const expectUnsupported = (response: HttpResponse) => expectProblem(response, 415, '/problems/unsupported-media-type');

/** Sends each request that has a body with every one of the media types, each made from the valid one. */
function forEachMediaType(
  context: Context,
  typesOf: (name: (typeof withBody)[number]) => Record<string, (valid: string) => string | []>,
  judge: (response: HttpResponse) => void,
): Promise<void> {
  return forEachOperation(
    context,
    (send, name) =>
      forEachRowInOrder(typesOf(name), async (change) =>
        judge(await send(({ headers }) => ({ headers: { 'Content-Type': change(headers['Content-Type']!) } }))),
      ),
    withBody,
  );
}

const boundary = 'boundary=idv-conformance-boundary';
const json = 'application/json';
const form = `multipart/form-data; ${boundary}`;
/** Media types that no operation takes; neither takes that of the other. */
const wrongTypes = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/octet-stream', 'text/json'],
  ...['application/jsonx', 'application/vnd.api+json', `multipart/mixed; ${boundary}`],
  `multipart/form-datax; ${boundary}`,
];
const wrongTypesOf = { 'a create': [...wrongTypes, form], 'an upload': [...wrongTypes, json] };

const malformedTypes = [';', 'json', 'application/', '/json', 'application json', '; charset=utf-8'];

const alternating = (name: string) =>
  name.replaceAll(/[a-z]/g, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter));
const ofName = (change: (name: string) => string) => (type: string) => type.replace(/^[^;]+/, change);

/** Codings of a body; each makes a request invalid, whether or not the body has it. */
const codings: Record<string, string | string[]> = {
  ...rowsOf('gzip', 'br', 'deflate', 'X-Own', 'identity, gzip'),
  'identity and gzip in two headers': ['identity', 'gzip'],
};

const acceptable = rowsOf(
  ...['text/html', 'application/xml', 'application/json', 'image/*;q=0.5', 'application/json;q=0'],
  ...['application/problem+json', 'nonsense'],
);

/** The response does not depend on the Accept of the request. */
async function ignoresAccept(send: (options: { headers?: Record<string, string> }) => Promise<HttpResponse>) {
  const shape = (response: HttpResponse) => [response.status, mediaType(response.header('Content-Type'))];
  // Other checks judge whether the first response is like later ones.
  await send({});
  const control = shape(await send({}));
  await forEachRowInOrder(acceptable, async (accept) => {
    const response = await send({ headers: { Accept: accept } });
    expectSame('changed-by-request-header', 'the status and media type', shape(response), control, response);
  });
}

/** Media types and codings of requests and responses. */
export const mediaTypeChecks = {
  'http.json-answers': (context) =>
    forEachSuccess(context, (response) => {
      const type = response.header('Content-Type');
      expectThat(
        'wrong-media-type',
        mediaType(type) === 'application/json',
        'the media type application/json',
        show(type),
        response,
      );
    }),

  'http.accept-ignored': async (context) => {
    await forEachOperation(context, ignoresAccept);
    await inRow('a refusal', async () => {
      const send = (options: RequestOptions) => context.tenant.read(unknownCaseId, options);
      await rejectedPrecondition('get-case.unknown-404', () => send({}));
      await ignoresAccept(send);
    });
  },

  'http.media-type-any-case': (context) => {
    const inCapitals = (name: string) => name.toUpperCase();
    const types = { 'in capital letters': ofName(inCapitals), 'in letters of both cases': ofName(alternating) };
    return forEachMediaType(context, () => types, expectAccepted);
  },

  'http.media-type-parameters-ignored': (context) => {
    const parameters = ['; charset=utf-8', ';Charset="UTF-8"', '; version=1', ' ; charset=utf-8; profile="x y"'];
    const types = Object.fromEntries(parameters.map((text) => [text, (type: string) => type + text]));
    return forEachMediaType(context, () => types, expectAccepted);
  },

  'http.missing-content-type-415': (context) =>
    forEachMediaType(context, () => ({ 'no media type': () => [] }), expectUnsupported),

  'http.wrong-content-type-415': (context) =>
    forEachMediaType(
      context,
      (name) => Object.fromEntries(wrongTypesOf[name].map((type) => [type, () => type])),
      expectUnsupported,
    ),

  'http.malformed-content-type': (context) =>
    forEachMediaType(
      context,
      () => Object.fromEntries(malformedTypes.map((type) => [`the type ${type}`, () => type])),
      (response) => expectStatus(response, 400, 415),
    ),

  'http.content-encoding-415': (context) =>
    forEachOperation(
      context,
      (send) =>
        forEachRow(codings, async (coding) => {
          const encoded = (body: Uint8Array[]) => (coding === 'gzip' ? [gzipSync(Buffer.concat(body))] : body);
          const change = (valid: { body: Uint8Array[] }) => ({
            ...{ headers: { 'Content-Encoding': coding }, body: encoded(valid.body) },
          });
          expectUnsupported(await send(change));
        }),
      withBody,
    ),
} satisfies Partial<Checks<'http'>>;

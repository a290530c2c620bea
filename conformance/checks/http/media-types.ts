import { gzipSync } from 'node:zlib';
import { type HttpResponse, mediaType } from '../../engine/exchange.ts';
import { expectAccepted, expectProblem, expectSame, expectStatus } from '../../engine/expect.ts';
import type { RequestOptions } from '../support/api-client.ts';
import { check, type Checks } from '../support/check.ts';
import { unknownCaseId } from '../support/fixtures/unknown.ts';
import { forEachCell, forEachCellInOrder } from '../support/rows/cells.ts';
import { type Change, forEachOperation } from '../support/rows/operations.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRowInOrder, inRow } from '../support/rows/rows.ts';
import { rules } from '../support/rows/rules.ts';
import { expectMediaType } from '../support/media-type.ts';
import { forEverySuccess } from '../support/survey/survey.ts';

const expectUnsupported = (response: HttpResponse) => expectProblem(response, 415, '/problems/unsupported-media-type');

const withType = (type: string | []): Change => ({ headers: { 'Content-Type': type } });

/** The response does not depend on the Accept of the request. */
async function ignoresAccept(
  send: (options: { headers?: Record<string, string> }) => Promise<HttpResponse>,
  accepts: Record<string, string>,
) {
  const shape = (response: HttpResponse) => [response.status, mediaType(response.header('Content-Type'))];
  // The first response is not compared: other checks judge whether later ones differ from it.
  await send({});
  const control = shape(await send({}));
  await forEachRowInOrder(accepts, async (accept) => {
    const response = await send({ headers: { Accept: accept } });
    expectSame('changed-by-request-header', 'the status and media type', shape(response), control, response);
  });
}

/** Media types and codings of requests and responses. */
export const mediaTypeChecks = {
  'http.json-answers': (context) =>
    forEverySuccess(context, (response) => expectMediaType(response, 'application/json')),

  'http.accept-ignored': check({ long: true }, async (context) => {
    const { types } = rules['http.accept-ignored'];
    await forEachOperation(context, (send, name) => ignoresAccept(send, types.values(name)), types.operations);
    await inRow('a rejection', async () => {
      const send = (options: RequestOptions) => context.tenant.read(unknownCaseId, options);
      await rejectedPrecondition('get-case.unknown-404', () => send({}));
      await ignoresAccept(send, types.values('a read'));
    });
  }),

  'http.media-type-any-case': (context) =>
    forEachCellInOrder(context, rules['http.media-type-any-case'].cases, async (send, change) =>
      expectAccepted(await send(({ headers }) => withType(change(headers['Content-Type']!)))),
    ),

  'http.media-type-parameters-ignored': (context) =>
    forEachCellInOrder(context, rules['http.media-type-parameters-ignored'].parameters, async (send, parameter) =>
      expectAccepted(await send(({ headers }) => withType(headers['Content-Type']! + parameter))),
    ),

  'http.missing-content-type-415': (context) =>
    forEachCell(context, rules['http.missing-content-type-415'].types, async (send, type) =>
      expectUnsupported(await send(withType(type))),
    ),

  'http.wrong-content-type-415': (context) =>
    forEachCell(context, rules['http.wrong-content-type-415'].types, async (send, type) =>
      expectUnsupported(await send(withType(type))),
    ),

  'http.malformed-content-type': (context) =>
    forEachCell(context, rules['http.malformed-content-type'].types, async (send, type) =>
      expectStatus(await send(withType(type)), 400, 415),
    ),

  'http.content-encoding-415': (context) =>
    forEachCell(context, rules['http.content-encoding-415'].codings, async (send, coding) => {
      const encoded = (body: Uint8Array[]) => (coding === 'gzip' ? [gzipSync(Buffer.concat(body))] : body);
      const change = (valid: { body: Uint8Array[] }) => ({
        headers: { 'Content-Encoding': coding },
        body: encoded(valid.body),
      });
      expectUnsupported(await send(change));
    }),
} satisfies Checks<'http'>;

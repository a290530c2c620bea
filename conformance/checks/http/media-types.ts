import { gzipSync } from 'node:zlib';
import { type HttpResponse, mediaType } from '../../engine/exchange.ts';
import { expectAccepted, expectProblem, expectSame, expectThat, show } from '../../engine/expect.ts';
import { multipart } from '../../engine/multipart.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { unknownCaseId } from '../support/fixtures/unknown.ts';
import { partsOf } from '../support/fixtures/upload.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import { forEachSuccess } from '../support/survey/survey.ts';

/** A valid create and a valid upload; `of` changes the media type that they are sent with. */
async function createAndUpload({ tenant }: Context) {
  const id = await tenant.openCaseWithEvidence();
  const { contentType, body } = multipart(partsOf());
  return {
    create: (of: (type: string) => string) =>
      tenant.createRaw(Buffer.from(JSON.stringify(tenant.newCase())), {
        headers: { 'Content-Type': of('application/json') },
      }),
    upload: (of: (type: string) => string) =>
      tenant.uploadRaw(id, body, { headers: { 'Content-Type': of(contentType) } }),
  };
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

  'http.accept-ignored': async ({ tenant }) => {
    const id = await tenant.openCaseWithEvidence();
    await tenant.readCase(id);

    const requests: Record<string, (options: { headers?: Record<string, string> }) => Promise<HttpResponse>> = {
      'a create': (options) => tenant.create(tenant.newCase(), options),
      'an upload': (options) => tenant.upload(id, {}, options),
      'a read': (options) => tenant.read(id, options),
      'a refusal': (options) => tenant.read(unknownCaseId, options),
    };
    await rejectedPrecondition('get-case.unknown-404', () => requests['a refusal']!({}));
    const shape = (response: HttpResponse) => [response.status, mediaType(response.header('Content-Type'))];
    await forEachRow(requests, async (send) => {
      const control = shape(await send({}));
      for (const accept of [
        'text/html',
        'application/xml',
        'application/json',
        'image/*;q=0.5',
        'application/json;q=0',
        'application/problem+json',
        'nonsense',
      ]) {
        const response = await send({ headers: { Accept: accept } });
        expectSame(
          'changed-by-request-header',
          `with Accept: ${accept} the status and media type`,
          shape(response),
          control,
          response,
        );
      }
    });
  },

  'http.media-type-any-case': async (context) => {
    const { create, upload } = await createAndUpload(context);

    const alternating = (name: string) =>
      name.replaceAll(/[a-z]/g, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter));
    for (const change of [alternating, (name: string) => name.toUpperCase()]) {
      const named = (type: string) => type.replace(/^[^;]+/, change);
      expectAccepted(await create(named));
      expectAccepted(await upload(named));
    }
  },

  'http.media-type-parameters-ignored': async (context) => {
    const { create, upload } = await createAndUpload(context);

    for (const parameters of [
      '; charset=utf-8',
      ';Charset="UTF-8"',
      '; version=1',
      ' ; charset=utf-8; profile="x y"',
    ]) {
      expectAccepted(await create((type) => type + parameters));
      expectAccepted(await upload((type) => type + parameters));
    }
  },

  'http.missing-content-type-415': async ({ tenant }) => {
    const id = await tenant.openCaseWithEvidence();

    const uploaded = await tenant.uploadRaw(id, multipart(partsOf()).body);
    expectProblem(uploaded, 415, '/problems/unsupported-media-type');
    const body = Buffer.from(JSON.stringify(tenant.newCase()));
    const created = await tenant.send({ method: 'POST', path: '/cases', body });
    expectProblem(created, 415, '/problems/unsupported-media-type');
  },

  'http.wrong-content-type-415': async (context) => {
    const { create, upload } = await createAndUpload(context);
    const unsupported = (response: HttpResponse) => expectProblem(response, 415, '/problems/unsupported-media-type');

    const others = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/octet-stream'];
    const near = ['multipart/form-data; boundary=x', 'application/jsonx', 'text/json', 'application/vnd.api+json'];
    await forEachRow(byName([...others, ...near]), async (type) => unsupported(await create(() => type)));
    const boundary = 'boundary=idv-conformance-boundary';
    const parts = [
      `multipart/mixed; ${boundary}`,
      `multipart/form-datax; ${boundary}`,
      'application/json',
      'text/plain',
      'application/octet-stream',
    ];
    await forEachRow(byName(parts), async (type) => unsupported(await upload(() => type)));
  },

  'http.content-encoding-415': async ({ tenant }) => {
    const id = await tenant.openCaseWithEvidence();

    const json = gzipSync(Buffer.from(JSON.stringify(tenant.newCase())));
    const created = await tenant.createRaw(json, { headers: { 'Content-Encoding': 'gzip' } });
    expectProblem(created, 415, '/problems/unsupported-media-type');
    for (const encoding of ['br', 'X-Own', ['identity', 'gzip']]) {
      const plain = await tenant.create(tenant.newCase(), { headers: { 'Content-Encoding': encoding } });
      expectProblem(plain, 415, '/problems/unsupported-media-type');
    }
    const { contentType, body } = multipart(partsOf());
    const headers = { 'Content-Type': contentType, 'Content-Encoding': 'gzip' };
    expectProblem(
      await tenant.uploadRaw(id, gzipSync(Buffer.concat(body)), { headers }),
      415,
      '/problems/unsupported-media-type',
    );
    for (const encoding of ['deflate', 'identity, gzip']) {
      const other = { 'Content-Type': contentType, 'Content-Encoding': encoding };
      expectProblem(await tenant.uploadRaw(id, body, { headers: other }), 415, '/problems/unsupported-media-type');
    }
  },
} satisfies Partial<Checks<'http'>>;

const byName = (names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

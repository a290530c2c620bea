import { expectHeader, expectThat, show } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { unknownCaseId } from '../support/fixtures/unknown.ts';
import { forEachRow } from '../support/rows/rows.ts';
import { forEveryResponse } from '../support/survey/survey.ts';

const byteOrderMark = Buffer.from('\ufeff');

/** Headers of every response, and how its body begins. */
export const responseHeaderChecks = {
  'http.no-store': (context) =>
    forEveryResponse(context, (response) =>
      expectHeader(
        response,
        'Cache-Control',
        (value) => directives(value).includes('no-store'),
        'the directive no-store',
      ),
    ),

  'http.nosniff': (context) =>
    forEveryResponse(context, (response) => {
      // Apache leaves out of a 304 what the stored response has already.
      if (response.status === 304) return;
      expectHeader(
        response,
        'X-Content-Type-Options',
        // A proxy may add the header again; the first value counts.
        (value) => directives(value)[0] === 'nosniff',
        'the value nosniff',
      );
    }),

  'http.no-byte-order-mark': (context) =>
    forEveryResponse(context, (response) =>
      expectThat(
        'invalid-json',
        !response.body.subarray(0, byteOrderMark.length).equals(byteOrderMark),
        'a body without a byte-order mark',
        'a byte-order mark before the body',
        response,
      ),
    ),

  'http.no-cors': async ({ tenant, anonymous, run }) => {
    const { id } = await tenant.openCase();
    const from = (origin: string) => ({ headers: { Origin: origin } });
    const shop = from('https://shop.example');

    const preflight = (origin: string) => ({
      method: 'OPTIONS',
      path: '/cases',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization',
      },
    });
    // Often trusted: the machine of the developer, a sandboxed page, and the service itself.
    const others = {
      'http://localhost:3000': 'http://localhost:3000',
      null: 'null',
      'its own host': new URL(run.manifest.baseUrl).origin,
    };
    const responses = {
      'a create': () => tenant.create(tenant.newCase(), shop),
      'a read': () => tenant.read(id, shop),
      'a rejection': () => tenant.read(unknownCaseId, shop),
      'an upload': () => tenant.upload(id, {}, shop),
      'an early rejection': () => anonymous.read(id, shop),
      'a preflight': () => anonymous.send(preflight('https://shop.example')),
      'a preflight with a key': () => tenant.send(preflight('https://shop.example')),
      ...Object.fromEntries(
        Object.entries(others).map(([name, origin]) => [`a read from ${name}`, () => tenant.read(id, from(origin))]),
      ),
      ...Object.fromEntries(
        Object.entries(others).map(([name, origin]) => [
          `a preflight from ${name}`,
          () => anonymous.send(preflight(origin)),
        ]),
      ),
    };
    await forEachRow(responses, async (send) => {
      const response = await send();
      const value = response.header('Access-Control-Allow-Origin');
      expectThat('unexpected-header', value === undefined, 'no Access-Control-Allow-Origin', show(value), response);
    });
  },
} satisfies Checks<'http'>;

const directives = (value: string) => value.split(',').map((directive) => directive.trim().toLowerCase());

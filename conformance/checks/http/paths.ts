import type { HttpResponse } from '../../engine/exchange.ts';
import { expectProblem, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { rejectedOrClosed } from '../support/fixtures/sizes.ts';
import { unknownCaseId } from '../support/fixtures/unknown.ts';
import { invalidUploads, longUpload } from '../support/fixtures/wrong-requests.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';

/** Unknown paths, and unknown cases in a known path. */
export const pathChecks = {
  'http.unknown-path-404': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    const artifact = await tenant.addArtifact(id);
    await tenant.readCase(id);

    const paths = [
      '/no-such-path',
      '/case',
      '/cases.json',
      `/cases/${id}/artifact`,
      `/cases/${id}/artifacts/${artifact.id}`,
      `/cases/${id}/status`,
      `/v1/cases/${id}`,
    ];
    await forEachRow(
      Object.fromEntries(
        paths.map((path) => [path.replace(id, '{case_id}').replace(artifact.id, '{artifact_id}'), path]),
      ),
      async (path) => expectProblem(await tenant.send({ method: 'GET', path }), 404, '/problems/not-found'),
    );
    for (const method of ['POST', 'PUT', 'DELETE'])
      expectProblem(await tenant.send({ method, path: '/no-such-path' }), 404, '/problems/not-found');
    // A service may ignore a trailing slash, or treat the path as unknown (D80); a redirect is neither.
    const slashed: Record<string, [send: () => Promise<HttpResponse>, asWithout: number]> = {
      'GET /cases/': [() => tenant.send({ method: 'GET', path: '/cases/' }), 405],
      'POST /cases/': [() => tenant.send({ ...jsonRequest(tenant.newCase()), path: '/cases/' }), 201],
      'GET /cases/{case_id}/': [() => tenant.read(`${id}/`), 200],
    };
    await forEachRow(slashed, async ([send, asWithout]) => expectStatus(await send(), 404, asWithout));
  },

  'http.case-before-other-refusals': async ({ tenant }) => {
    await tenant.openCaseWithEvidence();
    const unknown = unknownCaseId;
    await rejectedPrecondition('upload-artifact.case-must-exist', () => tenant.upload(unknown));

    const notFound = (response: HttpResponse) => expectProblem(response, 404, '/problems/not-found');
    await forEachRow(invalidUploads(tenant, unknown), async (send) => notFound(await send()));
    await forEachRow({ 'a long body': longUpload }, (send) => rejectedOrClosed(() => send(tenant, unknown), notFound));
  },
} satisfies Partial<Checks<'http'>>;

const jsonRequest = (body: object) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

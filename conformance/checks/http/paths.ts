import type { HttpResponse } from '../../engine/exchange.ts';
import { expectProblem, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { rejectedOrClosed } from '../support/fixtures/sizes.ts';
import { unknownCaseId } from '../support/fixtures/unknown.ts';
import { longRequests } from '../support/fixtures/invalid-requests.ts';
import { operation } from '../support/rows/operations.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, inRow, namedRows } from '../support/rows/rows.ts';
import { rules } from '../support/rows/rules.ts';
import { malformedIds } from '../../values/ids.ts';
import { methods, unknownPaths } from '../../values/paths.ts';
import { rowsOf } from '../../values/rows-of.ts';

const expectNotFound = (response: HttpResponse) => expectProblem(response, 404, '/problems/not-found');

/** Unknown paths, and unknown cases in a known path. */
export const pathChecks = {
  'http.unknown-path-404': async ({ tenant }) => {
    const { id } = await tenant.openCase();

    const get = (path: string) => tenant.send({ method: 'GET', path });
    await forEachRow(rowsOf(...unknownPaths), async (path) => expectNotFound(await get(path.replace('{case_id}', id))));
    await inRow('/cases/{case_id}/artifacts/{artifact_id}', async () => {
      const artifact = await tenant.addArtifact(id);
      expectNotFound(await get(`/cases/${id}/artifacts/${artifact.id}`));
    });
    await forEachRow(rowsOf(...methods.filter((method) => method !== 'GET')), async (method) =>
      expectNotFound(await tenant.send({ method, path: '/no-such-path' })),
    );
    // A service may ignore a trailing slash, or treat the path as unknown (D80); a redirect is neither.
    const slashed: Record<string, [send: () => Promise<HttpResponse>, asWithout: number]> = {
      'GET /cases/': [() => get('/cases/'), 405],
      'POST /cases/': [() => tenant.send({ ...jsonRequest(tenant.newCase()), path: '/cases/' }), 201],
      'GET /cases/{case_id}/': [() => get(`/cases/${id}/`), 200],
      'GET /cases/{case_id}/artifacts/': [() => get(`/cases/${id}/artifacts/`), 405],
    };
    await forEachRow(slashed, async ([send, asWithout]) => expectStatus(await send(), 404, asWithout));
  },

  'http.case-before-other-refusals': async (context) => {
    const upload = await operation(context, 'an upload');
    const caseId = () => unknownCaseId;
    await rejectedPrecondition('upload-artifact.case-must-exist', () => upload({ caseId }));

    const { rejections } = rules['http.case-before-other-refusals'];
    await forEachRow(rejections.values('an upload'), async ([, change]) =>
      expectNotFound(await upload({ caseId, ...change })),
    );
    await forEachRow(namedRows('the id', malformedIds), async (id) =>
      expectNotFound(await upload({ caseId: () => encodeURIComponent(id) })),
    );
    await inRow('a long body', () =>
      rejectedOrClosed(() => upload({ caseId, ...longRequests['an upload'] }), expectNotFound),
    );
  },
} satisfies Checks<'http'>;

const jsonRequest = (body: object) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

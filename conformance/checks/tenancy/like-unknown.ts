import { isDeepStrictEqual } from 'node:util';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame, objectOf } from '../../engine/expect.ts';
import { check, type Checks } from '../support/check.ts';
import { unknownLike, unknownUuid } from '../support/fixtures/unknown.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows/rows.ts';
import { expectNotFound } from './steps.ts';

const headerNamesIn = ({ exchange }: HttpResponse) => exchange.response!.headers.map(([name]) => name.toLowerCase());

// These depend on the connection, not on the case.
const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'];

/** The names of headers that only one of the two responses has. */
function differingHeaderNames(foreign: HttpResponse, unknown: HttpResponse): string[] {
  const [one, other] = [foreign, unknown].map((response) =>
    headerNamesIn(response).filter((name) => !connectionHeaders.includes(name)),
  ) as [string[], string[]];
  return [
    ...one.filter((name) => !other.includes(name)).map((name) => `${name} for the foreign case`),
    ...other.filter((name) => !one.includes(name)).map((name) => `${name} for the unknown case`),
  ];
}

/**
 * The response for the case of another tenant equals those for two unknown ids, except for properties that differ between
 * the latter, such as `instance`.
 */
async function expectSameResponses(
  foreignId: string,
  foreign: (id: string) => Promise<HttpResponse>,
  unknown: (id: string) => Promise<HttpResponse>,
): Promise<void> {
  const response = await foreign(foreignId);
  // A service may handle an id of another form in another place.
  const others = [await unknown(unknownLike(foreignId)), await unknown(unknownUuid)] as const;
  const [first, second] = [objectOf(others[0]), objectOf(others[1])];
  const stable = (body: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(body).filter(([name]) => isDeepStrictEqual(first[name], second[name]) || !(name in first)),
    );
  expectSame('wrong-case-status', 'the status', response.status, others[0].status, response);
  expectSame('different-body', 'the body', stable(objectOf(response)), stable(first), response);
  // Headers for tracing or rate limits are not on every response, so a header counts only if it differs every time.
  let differing = differingHeaderNames(response, others[0]);
  for (let round = 1; round <= 8 && differing.length > 0; round += 1) {
    const again = differingHeaderNames(await foreign(foreignId), await unknown(unknownLike(foreignId)));
    differing = differing.filter((name) => again.includes(name));
  }
  expectSame('different-headers', 'headers that only one of the two responses has:', differing, [], response);
}

/** A case of another tenant looks like an unknown one. */
export const likeUnknownChecks = {
  'tenancy.foreign-read-like-unknown': check({ needs: ['otherTenant'] }, async ({ tenant, otherTenant }) => {
    const { id } = await tenant.openCase();
    await tenant.readCase(id);

    await expectSameResponses(
      id,
      (foreign) => rejectedPrecondition('tenancy.foreign-read-404', () => otherTenant.read(foreign)),
      (unknown) => rejectedPrecondition('get-case.unknown-404', () => otherTenant.read(unknown)),
    );
  }),

  'tenancy.foreign-upload-like-unknown': check({ needs: ['otherTenant'] }, async ({ tenant, otherTenant }) => {
    const id = await tenant.openCaseForUploads();

    await expectSameResponses(
      id,
      (foreign) => rejectedPrecondition('tenancy.foreign-upload-404', () => otherTenant.upload(foreign)),
      (unknown) => rejectedPrecondition('upload-artifact.case-must-exist', () => otherTenant.upload(unknown)),
    );
  }),

  'tenancy.foreign-other-method-like-unknown': check({ needs: ['otherTenant'] }, async ({ tenant, otherTenant }) => {
    const { id } = await tenant.openCase();
    await tenant.readCase(id);
    await precondition('tenancy.foreign-read-404', async () => expectNotFound(await otherTenant.read(id)));

    // 404 and 405 are both allowed (D80), but they must not differ between a foreign and an unknown case.
    const requests = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST'].map((method) => ({ method, behind: '' }));
    const rows = [...requests, ...['GET', 'OPTIONS', 'DELETE'].map((method) => ({ method, behind: '/artifacts' }))];
    const named = rows.map((row) => [`${row.method} /cases/{case_id}${row.behind}`, row] as const);
    await forEachRow(Object.fromEntries(named), async ({ method, behind }) => {
      const foreign = await otherTenant.send({ method, path: `/cases/${id}${behind}` });
      const unknown = await otherTenant.send({ method, path: `/cases/${unknownLike(id)}${behind}` });
      expectSame(
        'status-discloses-case',
        'the same status as for an unknown case,',
        foreign.status,
        unknown.status,
        foreign,
      );
    });
  }),
} satisfies Checks<'tenancy'>;

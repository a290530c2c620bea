import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectSame, expectStatus, expectThat, objectOf } from '../../engine/expect.ts';
import { type Artifact, artifactProperties, type Case, knownCase, pick } from '../support/case.ts';
import type { Context } from '../support/context.ts';
import { jpeg } from '../support/fixtures/evidence-files.ts';
import { precondition } from '../support/preconditions.ts';
import type { Tenant } from '../support/tenant.ts';

export const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });

/** Creates with the key. The control is a create without one, which opens another case. */
export async function createWithKey(
  tenant: Tenant,
  key: string,
  body: { type: 'PF' | 'PM'; reference: string },
): Promise<HttpResponse> {
  const { id } = await tenant.openCase(body.type);
  const created = await precondition('idempotency.key-forms', async () => {
    const response = await tenant.create(body, withKey(key));
    expectAccepted(response);
    return response;
  });
  await precondition('create-case.assigns-identifier', async () =>
    expectThat('repeated-id', tenant.idOf(created) !== id, 'a new case', 'the same case', created),
  );
  return created;
}

/** Uploads with the key to a case that has accepted evidence without one. */
export async function uploadWithKey(tenant: Tenant, caseId: string, key: string, upload = {}): Promise<HttpResponse> {
  return precondition('idempotency.key-forms', async () => {
    const response = await tenant.upload(caseId, upload, withKey(key));
    expectAccepted(response);
    return response;
  });
}

/** A case with evidence that was uploaded without an idempotency key. */
export const caseWithEvidence = ({ tenant }: Context): Promise<string> =>
  tenant.openCaseWithEvidence({ file: jpeg('without a key') });

/** An upload with a key. The control is an upload without a key, which creates another artifact. */
export async function firstUpload(context: Context): Promise<{ id: string; key: string; first: HttpResponse }> {
  const { tenant, run } = context;
  const { id } = await tenant.openCase();
  const other = await tenant.addArtifact(id, { file: jpeg('without a key') });
  const key = run.reference();
  const first = await uploadWithKey(tenant, id, key);
  await precondition('upload-artifact.ids-differ', async () =>
    expectThat('repeated-id', objectOf(first)['id'] !== other.id, 'a new artifact', 'the same artifact', first),
  );
  return { id, key, first };
}

export function expectReplay(response: HttpResponse, first: HttpResponse): void {
  expectStatus(response, first.status);
  expectSame(
    'different-replay',
    'the same body as in the first response,',
    contractProperties(objectOf(response)),
    contractProperties(objectOf(first)),
    response,
  );
}

// A service may add properties, such as a trace id, that differ between two responses.
const contractProperties = (body: Record<string, unknown>) =>
  'status' in body ? knownCase(body as Case) : pick(body as Artifact, ...artifactProperties);

/** The control for repeated creates: an identical one is replayed. */
export const requireCreateReplay = (context: Context) =>
  precondition('idempotency.create-replays', () =>
    context.once('a create replayed', async ({ tenant, run }) => {
      const [key, body] = [run.reference(), tenant.newCase()];
      const first = await createWithKey(tenant, key, body);
      for (let repetition = 1; repetition <= 2; repetition += 1) {
        const again = await tenant.create(body, withKey(key));
        expectReplay(again, first);
        expectSame('wrong-location', 'the Location', again.header('Location'), first.header('Location'), again);
      }
    }),
  );

/** The control for repeated uploads: an identical one is replayed. */
export const requireUploadReplay = (context: Context) =>
  precondition('idempotency.upload-replays', () =>
    context.once('an upload replayed', async (shared) => {
      const { id, key, first } = await firstUpload(shared);
      for (let repetition = 1; repetition <= 2; repetition += 1)
        expectReplay(await shared.tenant.upload(id, {}, withKey(key)), first);
    }),
  );

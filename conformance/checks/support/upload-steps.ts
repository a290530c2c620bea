import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectProblem, objectOf } from '../../engine/expect.ts';
import { NoResponse, wait } from '../../engine/http.ts';
import { multipart, type Part } from '../../engine/multipart.ts';
import type { Context } from './context.ts';
import { unknownCaseId } from './fixtures/unknown.ts';
import type { Upload } from './fixtures/upload.ts';
import { acceptedPrecondition } from './preconditions.ts';
import { forEachRow, forEachRowInOrder } from './rows/rows.ts';
import type { Tenant } from './tenant.ts';

/** The file part with the evidence of the manifest, if there is one. */
export const evidencePart = ({ tenant }: Context) => tenant.parts()[1]!;

/** The response to an upload without one part, after the control. Sent once per run. */
export const uploadWithout = (context: Context, missing: 'kind' | 'file'): Promise<HttpResponse> =>
  context.once(`an upload without ${missing}`, async ({ tenant }) => {
    const id = await tenant.openCaseForUploads();
    return tenant.uploadParts(
      id,
      tenant.parts().filter(({ name }) => name !== missing),
    );
  });

/** After the control, judges the rejection of each list of parts. */
export async function rejectsParts(
  context: Context,
  rows: Record<string, Part[]>,
  judge: (response: HttpResponse) => void,
): Promise<void> {
  const id = await context.tenant.openCaseForUploads();

  await forEachRow(rows, async (parts) => judge(await context.tenant.uploadParts(id, parts)));
}

/** After the control, each upload is rejected with the problem. */
export async function rejectsUploads(
  context: Context,
  rows: Record<string, Upload>,
  status: number,
  type: string,
): Promise<void> {
  const id = await context.tenant.openCaseForUploads();

  await forEachRow(rows, async (upload) => expectProblem(await context.tenant.upload(id, upload), status, type));
}

type Judge = (artifact: Record<string, unknown>, response: HttpResponse, upload: Upload) => void;

/** After the control, each upload is accepted; judges its artifact. */
export async function acceptsUploads(
  context: Context,
  rows: Record<string, Upload>,
  judge: Judge = () => {},
): Promise<void> {
  const id = await context.tenant.openCaseForUploads();

  await forEachRowInOrder(rows, async (upload) => {
    const response = await context.tenant.upload(id, upload);
    expectAccepted(response);
    judge(objectOf(response), response, upload);
  });
}

/** Judges the artifact of each upload; another requirement judges that it is accepted. */
export async function recordsUploads(
  context: Context,
  by: RequirementId,
  rows: Record<string, Upload>,
  judge: Judge,
): Promise<void> {
  const id = await context.tenant.openCaseForUploads();

  await forEachRowInOrder(rows, async (upload) => {
    const response = await acceptedPrecondition(by, () => context.tenant.upload(id, upload));
    judge(objectOf(response), response, upload);
  });
}

export const expectInvalidRequest = (response: HttpResponse) =>
  expectProblem(response, 422, '/problems/invalid-request');

export function uploadRows<T extends string>(values: T[], upload: (value: T) => Upload): Record<string, Upload> {
  return Object.fromEntries(values.map((value) => [value || 'empty', upload(value)]));
}

/** Sends half of an upload and closes the connection. */
export async function abortUpload(tenant: Tenant, caseId: string, key?: string): Promise<void> {
  const { contentType, body } = multipart(tenant.parts());
  const whole = Buffer.concat(body);
  const headers = {
    'Content-Type': contentType,
    'Content-Length': String(whole.length),
    ...(key !== undefined && { 'Idempotency-Key': key }),
  };
  const half = whole.subarray(0, whole.length / 2);
  try {
    await tenant.uploadRaw(caseId, half, { headers, racing: true, until: () => untilRead(tenant) });
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
  }
}

/**
 * Resolves when the candidate has probably read what was sent before: when it has responded on a connection that was
 * opened later. A candidate that handles one request after the other never does.
 */
export async function untilRead(tenant: Tenant): Promise<void> {
  // Without it, the longer wait would keep the process from ending.
  const over = new AbortController();
  const signal = AbortSignal.any([tenant.session.run.signal, over.signal]);
  const hasRead = async () => {
    await wait(400, signal);
    await tenant.read(unknownCaseId, { racing: true });
  };
  await Promise.race([hasRead(), wait(1400, signal)]).catch(() => {});
  over.abort();
}

import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectProblem, objectOf } from '../../engine/expect.ts';
import { type Part } from '../../engine/multipart.ts';
import { jpeg, pdf, png } from './fixtures/evidence-files.ts';
import type { Kind } from './case.ts';
import { precondition, type Context, forEachRow, forEachRowInOrder } from './context.ts';
import { partsOf, type Upload } from './tenant.ts';

export const kinds: Kind[] = [
  'ID_FRONT',
  'ID_BACK',
  'PASSPORT',
  'SELFIE',
  'PROOF_OF_ADDRESS',
  'TAX_CERTIFICATE',
  'INCORPORATION_DEED',
  'POWER_OF_ATTORNEY',
  'REGISTRY_EXTRACT',
  'OWNERSHIP_REGISTER',
];

export const files = {
  'image/jpeg': { file: jpeg(), filename: 'evidence.jpg', type: 'image/jpeg' },
  'image/png': { file: png(), filename: 'evidence.png', type: 'image/png' },
  'application/pdf': { file: pdf(), filename: 'evidence.pdf', type: 'application/pdf' },
};

export const [kindPart, filePart] = partsOf({}) as [Part, Part];

/** The part with the evidence that this candidate takes. */
export const evidencePart = ({ tenant }: Context) => tenant.parts()[1]!;

/** A case that has taken evidence: the control of every refused upload. */
export async function caseWithEvidence({ tenant }: Context): Promise<string> {
  const { id } = await tenant.openCase();
  await tenant.addEvidence(id);
  return id;
}

/** After the control, each list of parts is refused as asked. */
export async function refusesParts(
  context: Context,
  rows: Record<string, Part[]>,
  judge: (response: HttpResponse) => void,
): Promise<void> {
  const id = await caseWithEvidence(context);

  await forEachRow(rows, async (parts) => judge(await context.tenant.uploadParts(id, parts)));
}

/** After the control, each upload is refused with the problem. */
export async function refusesUploads(
  context: Context,
  rows: Record<string, Upload>,
  status: number,
  type: string,
): Promise<void> {
  const id = await caseWithEvidence(context);

  await forEachRow(rows, async (upload) => expectProblem(await context.tenant.upload(id, upload), status, type));
}

type Judge = (artifact: Record<string, unknown>, response: HttpResponse, upload: Upload) => void;

/** After the control, each upload is accepted, and its artifact looks as asked. */
export async function acceptsUploads(
  context: Context,
  rows: Record<string, Upload>,
  judge: Judge = () => {},
): Promise<void> {
  const id = await caseWithEvidence(context);

  await forEachRowInOrder(rows, async (upload) => {
    const response = await context.tenant.upload(id, upload);
    expectAccepted(response);
    judge(objectOf(response), response, upload);
  });
}

/** Each upload that is accepted, as the other requirement asks, has an artifact that looks as asked. */
export async function judgesArtifacts(
  context: Context,
  by: RequirementId,
  rows: Record<string, Upload>,
  judge: Judge,
): Promise<void> {
  const id = await caseWithEvidence(context);

  await forEachRowInOrder(rows, async (upload) => {
    const response = await accepted(by, () => context.tenant.upload(id, upload));
    judge(objectOf(response), response, upload);
  });
}

/** A request that must be accepted before its answer is judged; whether it is, its own requirement's check judges. */
export function accepted(by: RequirementId, send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  return precondition(by, async () => {
    const response = await send();
    expectAccepted(response);
    return response;
  });
}

export const invalid = (response: HttpResponse) => expectProblem(response, 422, '/problems/invalid-request');

export function rowsOf<T extends string>(values: T[], upload: (value: T) => Upload): Record<string, Upload> {
  return Object.fromEntries(values.map((value) => [value || 'empty', upload(value)]));
}

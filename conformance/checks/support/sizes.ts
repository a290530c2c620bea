import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectProblem } from '../../engine/expect.ts';
import { NoResponse } from '../../engine/http.ts';
import { multipart, type Part } from '../../engine/multipart.ts';
import { fileOfSize, jpeg, type MakeFile, pdf, png } from './evidence-files.ts';
import type { Context } from './context.ts';
import { partsOf, type Tenant, type Upload } from './tenant.ts';

export const largestFile = 10_485_760;
export const largestJson = 65_536;
export const mostArtifacts = 20;

/** A valid create of exactly this many bytes: white space before the object, or behind it. */
export function jsonOfSize(
  { tenant }: Context,
  bytes: number,
  { type, reference, behind = false }: { type?: 'PF' | 'PM'; reference?: string; behind?: boolean } = {},
): Buffer {
  const text = Buffer.from(JSON.stringify(tenant.newCase(type, reference)));
  const space = Buffer.alloc(bytes - text.length, ' ');
  return Buffer.concat(behind ? [text, space] : [space, text]);
}

/** Too long by one byte, by what a reader of the object does not come to, and in bytes but not in characters. */
export const longBodies = (context: Context) => [
  jsonOfSize(context, largestJson + 1),
  jsonOfSize(context, 200_000, { type: 'PM', behind: true }),
  jsonOfSize(context, largestJson + 1, { reference: '🪪'.repeat(200) }),
];

/** How a large file goes: what it is, and what is around it. */
interface Large {
  make?: MakeFile;
  upload?: Omit<Upload, 'file'>;
  boundary?: string;
  chunked?: boolean;
  key?: string;
}

export async function uploadOfSize(
  tenant: Tenant,
  caseId: string,
  bytes: number,
  { make = jpeg, upload = {}, boundary, chunked = false, key }: Large = {},
): Promise<HttpResponse> {
  const [kind, file] = partsOf(upload) as [Part, Part];
  const { contentType, body } = multipart([kind, { ...file, content: '' }], { ...(boundary && { boundary }) });
  // The file goes between its part's headers and the closing boundary, in pieces that all uploads share.
  const pieces = [...body.slice(0, 4), ...fileOfSize(bytes, make), ...body.slice(5)];
  const headers = { 'Content-Type': contentType, ...(key !== undefined && { 'Idempotency-Key': key }) };
  return tenant.uploadRaw(caseId, pieces, { headers, chunked });
}

/** Each way to send a large file, by what may have a lower limit of its own. */
export const largeFiles: Record<string, Large> = {
  // More than 512 bytes around the file, and no part with that many in its headers: some parsers take no more (D65).
  'a JPEG with a long name and boundary': {
    upload: { filename: `${'x'.repeat(196)}.jpg` },
    boundary: 'idv-conformance-boundary'.padEnd(70, '-'),
  },
  'a selfie as PNG': { make: png, upload: { kind: 'SELFIE', type: 'image/png' } },
  'a PDF without announced length': {
    make: pdf,
    upload: { kind: 'PROOF_OF_ADDRESS', type: 'application/pdf' },
    chunked: true,
  },
};

/** What must be refused was refused, or its connection closed while the body was sent (D74); never stored. */
export async function rejectedOrClosed(
  send: () => Promise<HttpResponse>,
  judge: (response: HttpResponse) => void,
): Promise<void> {
  try {
    judge(await answered(send));
  } catch (error) {
    if (!wasClosed(error)) throw error;
  }
}

const wasClosed = (error: unknown) => error instanceof NoResponse && /closed/.test(error.failure.actual);

/** A server that answers before it has read everything may lose its answer as it closes: three tries, to see one. */
async function answered(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await send();
    } catch (error) {
      if (attempt === 3 || !wasClosed(error)) throw error;
    }
}

export const tooLarge = (response: HttpResponse) => expectProblem(response, 413, '/problems/content-too-large');

/** A file one byte too long, with its length announced and without, to a case that keeps a small one: sent once for all. */
export const uploadsOverTheLimit = (context: Context) =>
  context.once('uploads over the limit', async ({ tenant }) => {
    // The form that every service takes.
    const key = crypto.randomUUID();
    const { id: caseId } = await tenant.openCase();
    const empty = await tenant.readCase(caseId);
    const kept: string[] = [];
    const send = async (large: Large) => {
      const small = { ...large.upload, file: large.make!() };
      kept.push((await tenant.addArtifact(caseId, small, 'upload-artifact.accepts-file-types')).id);
      const upload = () => uploadOfSize(tenant, caseId, largestFile + 1, large);
      const [end] = await Promise.allSettled([answered(upload)]);
      return () => (end.status === 'fulfilled' ? Promise.resolve(end.value) : Promise.reject(end.reason as Error));
    };
    const announced = await send({ make: pdf, upload: { kind: 'PROOF_OF_ADDRESS', type: 'application/pdf' }, key });
    const selfie = { kind: 'SELFIE', type: 'image/png' };
    const unannounced = await send({ make: png, upload: selfie, chunked: true });
    return { caseId, key, empty, kept, announced, unannounced, read: await tenant.readOrBlock(caseId) };
  });

const evidenceOf: [Upload, RequirementId][] = [
  [{}, 'upload-artifact.accepts-evidence'],
  [{ kind: 'SELFIE' }, 'upload-artifact.any-kind-on-any-type'],
  [{ file: png(), type: 'image/png' }, 'upload-artifact.accepts-file-types'],
];

/** A case that is full, the control of what comes behind, and how it refuses one artifact more: filled once for all. */
export const fullCase = (context: Context) =>
  context.once('a full case', async ({ tenant }) => {
    const { id } = await tenant.openCase('PM');
    // All count, also those of another kind or type, and those that came before.
    for (let at = 0; at < mostArtifacts; at += 1) {
      const [upload, by] = evidenceOf[at % evidenceOf.length]!;
      await tenant.addEvidence(id, upload, at < evidenceOf.length ? by : 'limits.twenty-artifacts');
    }
    const [end] = await Promise.allSettled([tenant.upload(id)]);
    const twentyFirst = () =>
      end.status === 'fulfilled' ? Promise.resolve(end.value) : Promise.reject(end.reason as Error);
    return { id, twentyFirst };
  });

// The four tasks of `idv-conformance client`: what all of these clients have in common. Only the function that sends differs.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const variable = (name: string): string => process.env[name]!;

export const baseUrl = variable('IDV_BASE_URL');
export const authorization = { Authorization: `Bearer ${variable('IDV_API_KEY')}` };

export interface Request {
  method: 'GET' | 'POST';
  path: string;
  /** for a POST, made once for all attempts */
  key?: string;
  json?: { type: 'PF' | 'PM'; reference: string };
  /** the path of the file of an upload */
  file?: string;
}

/** Returns the JSON of a response with a status of success; throws otherwise. */
export type Send = (request: Request) => Promise<Shown>;

/** A case, or an artifact, which has no status. */
export interface Shown {
  id: string;
  status?: 'PENDING' | 'APPROVED' | 'DENIED';
}

export const headersOf = ({ key }: Request): Record<string, string> => ({
  ...authorization,
  ...(key !== undefined && { 'Idempotency-Key': key }),
});

/** The form of an upload; undefined for other requests. */
export function formOf({ file }: Request): FormData | undefined {
  if (file === undefined) return undefined;
  const form = new FormData();
  form.set('kind', 'PASSPORT');
  form.set('file', new Blob([readFileSync(file)]), 'evidence');
  return form;
}

/** The body as bytes, and the headers with its type. */
export async function bytesOf(
  request: Request,
): Promise<{ headers: Record<string, string>; body: Buffer | undefined }> {
  const headers = headersOf(request);
  if (request.json)
    return {
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: Buffer.from(JSON.stringify(request.json)),
    };
  const form = formOf(request);
  if (!form) return { headers, body: undefined };
  const encoded = new Response(form);
  const type = encoded.headers.get('Content-Type')!;
  return { headers: { ...headers, 'Content-Type': type }, body: Buffer.from(await encoded.arrayBuffer()) };
}

/** What `fetch` needs to send the request. */
export function initOf(request: Request): RequestInit {
  const { method, json } = request;
  const form = formOf(request);
  if (json)
    return {
      method,
      headers: { ...headersOf(request), 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    };
  return { method, headers: headersOf(request), ...(form && { body: form }) };
}

/** The milliseconds of `Retry-After`, if it is there. */
export function toldToWait(headers: Headers | undefined): number | undefined {
  const value = headers?.get('Retry-After');
  return value == null ? undefined : Number(value) * 1000;
}

/** True if the same request may succeed later: of the three problems with 409, only one passes. */
export function isTemporary(status: number, body: string): boolean {
  if (status === 409) return body.includes('/problems/idempotency-key-in-use');
  return [408, 429, 500, 502, 503, 504].includes(status);
}

export async function perform(send: Send): Promise<void> {
  try {
    const type = variable('IDV_TASK') === 'company' ? 'PM' : 'PF';
    const json = { type, reference: `order ${crypto.randomUUID()}` } as const;
    const { id } = await send({ method: 'POST', path: '/cases', key: crypto.randomUUID(), json });
    const file = variable('IDV_TASK_FILE');
    await send({ method: 'POST', path: `/cases/${id}/artifacts`, key: crypto.randomUUID(), file });
    for (let wait = 2050; ; wait *= 1.5) {
      const { status } = await send({ method: 'GET', path: `/cases/${id}` });
      if (status !== 'PENDING') return console.log(status);
      await pause(wait);
    }
  } catch (error) {
    console.error(String(error));
    process.exitCode = 1;
  }
}

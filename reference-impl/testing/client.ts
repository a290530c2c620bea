import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import request, { type Test } from 'supertest';
import type { Problem } from '../domain/contract.ts';

export const keys = {
  one: 'sandbox_demo_key_of_tenant_one',
  two: 'sandbox_demo_key_of_tenant_two',
  live: 'live_demo_key_of_tenant_one',
};

export interface Options {
  /** undefined sends none; default: the sandbox key of tenant one */
  key?: string | undefined;
  headers?: Record<string, string>;
}

export interface ReceivedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown> & Partial<Problem> & { id?: string };
}

export interface EvidenceFile {
  kind?: string;
  file?: Buffer;
}

export type Client = ReturnType<typeof client>;

export const jpeg = (text = 'evidence') => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(text)]);

/** The operations of the service at an address, for ordinary requests; others: raw.ts. */
export function client(url: string) {
  const server = request(url);
  return {
    url,
    get: (path: string, options?: Options) => send(server.get(path), options),
    create: (body: object = { type: 'PF', reference: 'user-1' }, options?: Options) =>
      send(server.post('/cases').send(body), options),
    read: (id: string, options?: Options) => send(server.get(`/cases/${id}`), options),
    upload(id: string, { kind = 'ID_FRONT', file = jpeg() }: EvidenceFile = {}, options?: Options) {
      const upload = server.post(`/cases/${id}/artifacts`).field('kind', kind);
      return send(upload.attach('file', file, { filename: 'a.jpg', contentType: 'image/jpeg' }), options);
    },
    /** Opens a case and returns its id. */
    async open(reference = 'user-1', options?: Options): Promise<string> {
      const { body } = await this.create({ type: 'PF', reference }, options);
      return body.id!;
    },
  };
}

/** The same operations, each repeated while the service asks to wait: a busy machine may be a reason. */
export const patient = (cases: Client): Client => ({
  ...cases,
  create: (...given) => untilAvailable(() => cases.create(...given)),
  read: (...given) => untilAvailable(() => cases.read(...given)),
  upload: (...given) => untilAvailable(() => cases.upload(...given)),
});

const mostWaits = 10;

async function untilAvailable(sendOnce: () => Promise<ReceivedResponse>): Promise<ReceivedResponse> {
  for (let waits = 0; ; waits += 1) {
    const response = await sendOnce();
    if (response.status !== 503 || waits === mostWaits) return response;
    await setTimeout(Number(response.headers['retry-after']) * 1000);
  }
}

/** Sends the request at once; by itself, supertest waits until the request is awaited. */
async function send(test: Test, { headers = {}, ...options }: Options = {}): Promise<ReceivedResponse> {
  const key = 'key' in options ? options.key : keys.one;
  if (key !== undefined) test.auth(key, { type: 'bearer' });
  const response = await test.set(headers);
  return { status: response.status, headers: response.headers, body: response.body };
}

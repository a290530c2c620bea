// What clients do in the tests that kill processes, and what must still be true afterwards.
import { hash } from 'node:crypto';
import http from 'node:http';
import { json } from 'node:stream/consumers';
import { expect } from 'vitest';
import { Case } from '../../generated/validators.js';
import type { Artifact } from '../domain/contract.ts';
import { type Client, jpeg } from './client.ts';
import { listen } from './listen.ts';

/** What must be true after every crash that follows; `announced` counts the acknowledged events by their case. */
export type Guarantee = (cases: Client, announced: Map<string, number>) => Promise<void>;

/** Something that a client does; it calls `guarantee` as soon as it has the response that promises something. */
export type Action = (cases: Client, name: string, guarantee: (added: Guarantee) => void) => Promise<void>;

const evidenceOf = (name: string) => ({ file: jpeg(`evidence ${name} `.repeat(3000)) });
const keyOf = (name: string) => ({ headers: { 'Idempotency-Key': name } });
const created = <T extends { status: number }>(response: T): T => {
  expect(response.status).toBe(201);
  return response;
};

const create: Action = async (cases, name, guarantee) => {
  const { body } = created(await cases.create({ type: 'PF', reference: name }));
  guarantee(async (later) => expect((await later.read(body.id!)).body).toEqual(body));
};

const upload: Action = async (cases, name, guarantee) => {
  const { body } = created(await cases.create({ type: 'PF', reference: name }));
  const { body: artifact } = created(await cases.upload(body.id!, evidenceOf(name)));
  guarantee(async (later) => expect((await later.read(body.id!)).body).toEqual({ ...body, artifacts: [artifact] }));
};

const decide: Action = async (cases, name, guarantee) => {
  const { body } = created(await cases.create({ type: 'PM', reference: `sandbox:approve#${name}` }));
  const { body: artifact } = created(await cases.upload(body.id!, evidenceOf(name)));
  guarantee(async (later) =>
    expect((await later.read(body.id!)).body).toMatchObject({
      status: 'APPROVED',
      artifacts: [artifact],
      decided_at: artifact['created_at'],
    }),
  );
  guarantee(async (_, announced) => {
    await expect.poll(() => announced.get(body.id!), { timeout: 30_000 }).toBe(1);
  });
};

/** The first guarantee needs no response: a key never remains in use, and creates only one case. */
const createOnce: Action = async (cases, name, guarantee) => {
  const repeat = (later: Client) => later.create({ type: 'PF', reference: name }, keyOf(name));
  guarantee(async (later) => void created(await repeat(later)));
  const { body, headers } = created(await repeat(cases));
  guarantee(async (later) =>
    expect(await repeat(later)).toMatchObject({ status: 201, body, headers: { location: headers.location } }),
  );
};

const uploadOnce: Action = async (cases, name, guarantee) => {
  const { body } = created(await cases.create({ type: 'PF', reference: name }));
  const repeat = (later: Client) => later.upload(body.id!, evidenceOf(name), keyOf(name));
  const { body: artifact } = created(await repeat(cases));
  guarantee(async (later) => expect(await repeat(later)).toMatchObject({ status: 201, body: artifact }));
};

export const actions = [create, upload, decide, createOnce, uploadOnce];

/** Verifies all guarantees, 20 at a time. */
export async function expectAll(guarantees: Guarantee[], cases: Client, announced: Map<string, number>): Promise<void> {
  const left = guarantees.values();
  const verify = async () => {
    for (const guarantee of left) await guarantee(cases, announced);
  };
  await Promise.all(Array.from({ length: 20 }, verify));
}

/** Receives events; while it acknowledges none, all of them are being sent or due. */
export async function startReceiver() {
  const announced = new Map<string, number>();
  const receiver = { url: '', announced, acknowledges: false, close: () => {} };
  const acknowledge = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { data } = (await json(request)) as { data: { id: string } };
    announced.set(data.id, (announced.get(data.id) ?? 0) + 1);
    response.writeHead(204).end();
  };
  const server = http.createServer(
    (request, response) => void (receiver.acknowledges && acknowledge(request, response)),
  );
  receiver.url = await listen(server);
  receiver.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return receiver;
}

/**
 * Verifies the stored data: every case is whole and was opened once, and the bytes of every artifact are there.
 *
 * @returns all artifacts
 */
export async function expectConsistent(
  bodies: unknown[],
  bytesOf: (artifact: string) => Promise<Buffer>,
): Promise<Artifact[]> {
  const cases = bodies.filter((body) => Case(body));
  expect(cases).toHaveLength(bodies.length);
  expect(new Set(cases.map(({ reference }) => reference)).size).toBe(cases.length);
  for (const { reference, status, artifacts } of cases)
    expect(status).toBe(reference.startsWith('sandbox:approve') && artifacts.length > 0 ? 'APPROVED' : 'PENDING');
  const recorded = cases.flatMap(({ artifacts }) => artifacts);
  for (const { id, size, sha256 } of recorded) {
    const bytes = await bytesOf(id);
    expect({ size: bytes.length, sha256: hash('sha256', bytes) }).toEqual({ size, sha256 });
  }
  return recorded;
}

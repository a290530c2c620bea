// What the tests that kill processes have in common.
import { hash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect } from 'vitest';
import { Case } from '../../generated/validators.js';
import type { Artifact } from '../domain/contract.ts';
import { type Client, file, form, jpeg, kind } from './service.ts';

/** What must hold after every crash that follows; `announced` counts the acknowledged events by their case. */
export type Claim = (cases: Client, announced: Map<string, number>) => Promise<void>;

/** Something that a client does; `claim` is called with what its answers promise, at once when they are there. */
export type Deed = (cases: Client, name: string, claim: (claim: Claim) => void) => Promise<void>;

const uploadOf = (name: string) => form([kind(), file(jpeg(`evidence ${name} `.repeat(3000)))]);
const keyOf = (name: string) => ({ headers: { 'Idempotency-Key': name } });
const done = <T extends { status: number }>(answer: T): T => {
  expect(answer.status).toBe(201);
  return answer;
};

const create: Deed = async (cases, name, claim) => {
  const { json } = done(await cases.create({ type: 'PF', reference: name }));
  claim(async (later) => expect((await later.read(json.id!)).json).toEqual(json));
};

const upload: Deed = async (cases, name, claim) => {
  const { json } = done(await cases.create({ type: 'PF', reference: name }));
  const { json: artifact } = done(await cases.upload(json.id!, uploadOf(name)));
  claim(async (later) => expect((await later.read(json.id!)).json).toEqual({ ...json, artifacts: [artifact] }));
};

const decide: Deed = async (cases, name, claim) => {
  const { json } = done(await cases.create({ type: 'PM', reference: `sandbox:approve#${name}` }));
  const { json: artifact } = done(await cases.upload(json.id!, uploadOf(name)));
  claim(async (later) =>
    expect((await later.read(json.id!)).json).toMatchObject({
      status: 'APPROVED',
      artifacts: [artifact],
      decided_at: artifact['created_at'],
    }),
  );
  claim(async (_, announced) => {
    await expect.poll(() => announced.get(json.id!), { timeout: 30_000 }).toBe(1);
  });
};

/** A claim follows an answer; that a key is never left in use, and stands for one case, holds without any. */
const createOnce: Deed = async (cases, name, claim) => {
  const again = (later: Client) => later.create({ type: 'PF', reference: name }, keyOf(name));
  claim(async (later) => void done(await again(later)));
  const { json, headers } = done(await again(cases));
  claim(async (later) =>
    expect(await again(later)).toMatchObject({ status: 201, json, headers: { location: headers.location } }),
  );
};

const uploadOnce: Deed = async (cases, name, claim) => {
  const { json } = done(await cases.create({ type: 'PF', reference: name }));
  const again = (later: Client) => later.upload(json.id!, uploadOf(name), keyOf(name));
  const { json: artifact } = done(await again(cases));
  claim(async (later) => expect(await again(later)).toMatchObject({ status: 201, json: artifact }));
};

/** Everything that a client does. */
export const deeds = [create, upload, decide, createOnce, uploadOnce];

/** Looks whether all claims hold, some at a time. */
export async function holdAll(claims: Claim[], cases: Client, announced: Map<string, number>): Promise<void> {
  const left = claims.values();
  const look = async () => {
    for (const claim of left) await claim(cases, announced);
  };
  await Promise.all(Array.from({ length: 20 }, look));
}

/** Takes events; as long as it acknowledges none, all of them are under way or due. */
export async function startReceiver() {
  const announced = new Map<string, number>();
  const receiver = { url: '', announced, acknowledges: false, close: () => {} };
  const take = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { data } = (await json(request)) as { data: { id: string } };
    announced.set(data.id, (announced.get(data.id) ?? 0) + 1);
    response.writeHead(204).end();
  };
  const server = http.createServer((request, response) => void (receiver.acknowledges && take(request, response)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return receiver;
}

/** Looks at what is kept itself: every case whole, each opened once, every record with its bytes. */
export async function lookAt(bodies: unknown[], bytesOf: (artifact: string) => Promise<Buffer>): Promise<Artifact[]> {
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

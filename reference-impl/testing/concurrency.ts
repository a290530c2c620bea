import { describe, expect, it } from 'vitest';
import { type Client, jpeg, type ReceivedResponse } from './client.ts';

/** How many responses there are of each status code and type. */
const tally = (responses: ReceivedResponse[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(responses, ({ status, body }) => [status, body['type']].join(' '))).map(
      ([name, same]) => [name, same!.length],
    ),
  );

/**
 * Tests of parallel requests, whichever process handles each of them.
 *
 * @param at the services that share their data
 * @param kept returns the ids of the evidence that is kept
 */
export function describeConcurrency(at: () => Client[], kept: () => Promise<string[]>): void {
  const inParallel = (act: (service: Client, at: number) => Promise<ReceivedResponse>) => {
    const services = at();
    return Promise.all(Array.from({ length: 50 }, (_, turn) => act(services[turn % services.length]!, turn)));
  };
  const first = () => at()[0]!;

  const artifactsOf = async (id: string) => (await first().read(id)).body['artifacts'] as { id: string }[];
  const more = { headers: { 'Idempotency-Key': 'the-same' } };

  describe('of fifty parallel requests', () => {
    it('with one key one opens a case, and the others are given it', async () => {
      const responses = await inParallel((service) => service.create({ type: 'PM', reference: 'one' }, more));

      expect(tally(responses)).toEqual({ '201 PM': 50 });
      expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    });

    it('with one key and two payloads those of one payload share a case, and the others are rejected', async () => {
      const key = { headers: { 'Idempotency-Key': 'two-payloads' } };
      const responses = await inParallel((service, turn) =>
        service.create({ type: turn % 2 ? 'PF' : 'PM', reference: 'one' }, key),
      );

      expect(Object.values(tally(responses))).toEqual([25, 25]);
      expect(tally(responses)).toHaveProperty('422 /problems/idempotency-key-reused', 25);
      expect(new Set(responses.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1);
    });

    it('with one key one upload is kept, and no other bytes are', async () => {
      const before = await kept();
      const id = await first().open();
      const responses = await inParallel((service) => service.upload(id, undefined, more));

      expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(201));
      const [artifact] = await artifactsOf(id);
      expect(responses.map(({ body }) => body.id)).toEqual(Array(50).fill(artifact!.id));
      expect((await kept()).filter((name) => !before.includes(name))).toEqual([artifact!.id]);
    });

    it('twenty uploads find room', async () => {
      const before = await kept();
      const id = await first().open();
      const responses = await inParallel((service, turn) => service.upload(id, { file: jpeg(`file ${turn}`) }));

      const accepted = responses.filter(({ status }) => status === 201).map(({ body }) => body.id!);
      expect(accepted).toHaveLength(20);
      expect(tally(responses)).toHaveProperty('409 /problems/artifact-limit-reached', 30);
      expect((await artifactsOf(id)).map((artifact) => artifact.id).toSorted()).toEqual(accepted.toSorted());
      expect((await kept()).filter((name) => !before.includes(name)).toSorted()).toEqual(accepted.toSorted());
    });

    it('one upload decides, and what is read meanwhile is the case before or after', async () => {
      const id = await first().open('sandbox:deny:DOC_EXPIRED_FAIL');
      const { body: pending } = await first().read(id);
      const [responses, reads] = await Promise.all([
        inParallel((service) => service.upload(id)),
        inParallel((service) => service.read(id)),
      ]);

      const { body: decided } = await first().read(id);
      expect(tally(responses)).toHaveProperty('409 /problems/case-closed', 49);
      const accepted = responses.filter(({ status }) => status === 201).map(({ body }) => body);
      expect(decided).toMatchObject({ status: 'DENIED', reasons: ['DOC_EXPIRED_FAIL'], artifacts: accepted });
      expect(accepted).toHaveLength(1);
      for (const { body } of reads) expect([pending, decided]).toContainEqual(body);
    });
  });
}

import { type HttpResponse, isWholeNumber } from '../../engine/exchange.ts';
import {
  expectAccepted,
  expectHeader,
  expectProblem,
  expectSame,
  expectThat,
  isAccepted,
  objectOf,
  show,
} from '../../engine/expect.ts';
import { Violation } from '../../engine/verdict.ts';
import { caseIn, listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { jpeg } from '../support/fixtures/evidence-files.ts';
import { createWithKey, firstUpload, withKey } from './steps.ts';

/** Every response is the same success or says that the key is in use; at least one is a success. Returns its id. */
function expectOneSuccess(responses: HttpResponse[]): unknown {
  const accepted = responses.filter(isAccepted);
  for (const response of responses)
    if (!isAccepted(response)) {
      expectProblem(response, 409, '/problems/idempotency-key-in-use');
      expectHeader(response, 'Retry-After', isWholeNumber, 'whole seconds');
    }
  expectThat(
    'none-accepted',
    accepted.length > 0,
    'at least one accepted request (2xx)',
    responses.map(({ status }) => status).join(', '),
    responses[0],
  );
  const [id, ...others] = accepted.map((response) => objectOf(response)['id']);
  const at = others.findIndex((other) => other !== id);
  if (at < 0) return id;
  throw new Violation({
    code: 'different-replay',
    expected: `the id ${show(id)}, as in another response to the same request`,
    actual: show(others[at]),
    exchange: accepted[at + 1]!.exchange,
    compared: accepted[0]!.exchange,
  });
}

/** Sends two payloads with one key at the same time, each `many` times: the candidate accepts only one of the two. */
export async function raceTwoPayloads<T>(
  context: Context,
  payloads: readonly [T, T],
  many: number,
  send: (payload: T) => Promise<HttpResponse>,
): Promise<void> {
  const sent = Array.from({ length: many }, () => payloads).flat();
  const responses = await context.raceAtEnd(() => Promise.all(sent.map(send)));
  const accepted = responses.flatMap((response, at) => (isAccepted(response) ? [{ response, payload: at % 2 }] : []));
  const other = accepted.find(({ payload }) => payload !== accepted[0]!.payload);
  expectThat(
    'both-payloads-accepted',
    other === undefined,
    'at most one accepted payload under a key',
    'both payloads accepted',
    other?.response,
  );
}

/**
 * How many milliseconds each request of a round is delayed. Some are sent together, to find a service that looks a key up
 * and stores it in two steps. The others are spread over 40 ms, to find a service that releases a key before it has
 * stored the response.
 */
const delaysOf = (round: number, atOnce: number): number[] => [
  ...Array.from({ length: atOnce }, () => 0),
  ...Array.from({ length: 10 }, (_, at) => 4 * at + 2 * round),
];

const twoRounds = (context: Context, round: (at: number) => Promise<void>): Promise<void> =>
  context.raceAtEnd(async () => {
    await round(1);
    await round(2);
  });

/** Parallel requests with the same key. */
export const parallelChecks = {
  'idempotency.parallel-create-once': check({ long: true }, async (context) => {
    const { tenant, run } = context;
    await createWithKey(tenant, run.reference(), tenant.newCase());
    await twoRounds(context, async (round) => {
      const [key, body] = [run.reference(), tenant.newCase()];

      const responses = await Promise.all(
        delaysOf(round, 10).map((behindRace) => tenant.create(body, { ...withKey(key), racing: true, behindRace })),
      );

      const id = expectOneSuccess(responses);
      const after = await tenant.create(body, withKey(key));
      expectAccepted(after);
      expectSame('wrong-id', 'the id', objectOf(after)['id'], id, after);
    });
  }),

  'idempotency.parallel-upload-once': check({ long: true }, async (context) => {
    const { tenant, run } = context;
    await twoRounds(context, async (round) => {
      const { id } = await firstUpload(context);
      const before = listedIn(await tenant.readCase(id)).map((artifact) => artifact.id);
      const key = run.reference();

      const responses = await Promise.all(
        delaysOf(round, 5).map((behindRace) =>
          tenant.upload(id, { file: jpeg('in parallel') }, { ...withKey(key), racing: true, behindRace }),
        ),
      );

      const artifact = expectOneSuccess(responses);
      const read = await tenant.readOrBlock(id);
      const added = listedIn(caseIn(read))
        .map((listed) => listed.id)
        .filter((listed) => !before.includes(listed));
      expectSame('wrong-artifacts', 'the added artifacts', added, [artifact], read);
    });
  }),
} satisfies Checks<'idempotency'>;

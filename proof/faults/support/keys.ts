import type { AnyProblem, Success } from '../../../reference-impl/domain/contract.ts';
import { problem, Rejected } from '../../../reference-impl/domain/rejections.ts';
import type { IdempotencyKey } from '../../../reference-impl/ports.ts';
import type { Defect } from './fault.ts';
import { storing } from './store.ts';

export type Operations = 'creates' | 'uploads' | 'both';

/**
 * How a request with a key is processed.
 *
 * @param carryOut calls the store with this key, or without one
 * @param response to the request if it is carried out
 */
type Process = (
  once: IdempotencyKey,
  carryOut: (key: IdempotencyKey | undefined) => Promise<unknown>,
  response: Success,
) => Promise<unknown>;

/** Creates and uploads with idempotency keys that are processed in another way. */
export const withKeys = (operations: Operations, processing: () => Process): Defect =>
  storing(({ openCase, acceptArtifact }) => {
    const process = processing();
    return {
      ...(operations !== 'uploads' && {
        openCase(caller, opened, once, response) {
          if (!once) return openCase(caller, opened, once, response);
          return process(once, (key) => openCase(caller, opened, key, response), response) as ReturnType<
            typeof openCase<typeof response>
          >;
        },
      }),
      ...(operations !== 'creates' && {
        acceptArtifact(caller, id, accept, once, response, ...rest) {
          if (!once) return acceptArtifact(caller, id, accept, once, response, ...rest);
          return process(
            once,
            (key) => acceptArtifact(caller, id, accept, key, response, ...rest),
            response,
          ) as ReturnType<typeof acceptArtifact<typeof response>>;
        },
      }),
    };
  });

export const keyInUse = (more: Pick<AnyProblem, 'retryAfter' | 'headers'> = { retryAfter: 1 }): Rejected =>
  new Rejected(problem(409, 'idempotency-key-in-use', 'The first request is still running.', more));

import { problem, Rejected } from '../../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { type Defect } from './fault.ts';
import type { Caller } from '../../../reference-impl/ports.ts';
import type { IncomingMessage } from 'node:http';

export const notFound = problem(404, 'not-found', 'There is nothing at this path.');

/** Changes the responses to requests that match no operation. */
export const changingFallback =
  (change: (response: ReturnType<Parts['fallback']>, method: string, path: string) => object): Defect =>
  ({ fallback }) => ({
    fallback: (method, path) => change(fallback(method, path), method, path) as ReturnType<Parts['fallback']>,
  });

/** The parts, made with the request at hand: it is known from the moment when its key is looked at. */
export const seeing =
  (
    partsOf: (
      original: Parts,
      requestOf: (caller: Caller) => IncomingMessage,
      latest: () => IncomingMessage,
    ) => Partial<Parts>,
  ): Defect =>
  (original) => {
    const requests = new WeakMap<Caller, IncomingMessage>();
    let latest: IncomingMessage;
    const parts = partsOf(
      original,
      (caller) => requests.get(caller)!,
      () => latest,
    );
    return {
      ...parts,
      authenticate(request) {
        const caller = original.authenticate(request);
        latest = request;
        if (typeof caller === 'string') return caller;
        const own = { ...caller };
        requests.set(own, request);
        return own;
      },
    };
  };

/** Rejects a request with a valid key if its headers match. */
export const rejecting =
  (rejection: (request: IncomingMessage) => Rejected | undefined): Defect =>
  ({ authenticate }) => ({
    authenticate(request) {
      const caller = authenticate(request);
      const rejected = typeof caller === 'string' ? undefined : rejection(request);
      if (rejected) throw rejected;
      return caller;
    },
  });

export const typeOf = ({ headers }: IncomingMessage) => headers['content-type'] ?? '';

export const unsupported = () =>
  new Rejected(problem(415, 'unsupported-media-type', 'Send the media type of this operation.'));

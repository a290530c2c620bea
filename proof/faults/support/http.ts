import type { Parts } from '../../../reference-impl/parts.ts';
import { type Defect } from './fault.ts';
import type { Caller } from '../../../reference-impl/ports.ts';
import type { IncomingMessage } from 'node:http';

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

import type { FaultTable } from '../support/fault.ts';
import { seeing } from '../support/http.ts';
import { keyedToo } from '../support/requests.ts';
import type { Success } from '../../../reference-impl/domain/contract.ts';

/** Replays the response to an earlier request with the same request id. */
const oncePerRequestId = (header: string) =>
  seeing((original, requestOf) => {
    const known = new Map<string, Success>();
    const idOf = (caller: Parameters<typeof requestOf>[0]) => requestOf(caller).headers[header]?.toString();
    return {
      async createCase(call, parts) {
        const id = idOf(call.caller);
        const response = (id === undefined ? undefined : known.get(id)) ?? (await original.createCase(call, parts));
        if (id !== undefined) known.set(id, response as Success);
        return response as Awaited<ReturnType<typeof original.createCase>>;
      },
    };
  });

const faults: FaultTable = {
  'idempotency.create-replays': {
    'opens only one case for each request id': oncePerRequestId('x-request-id'),
    'makes the request id a part of the idempotency key': keyedToo(({ headers }) =>
      headers['x-request-id']?.toString(),
    ),
    'stores idempotency keys by the whole URL': keyedToo(({ url }) => url?.split('?')[1]),
  },
};

export default faults;

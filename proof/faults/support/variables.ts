import { setTimeout as wait } from 'node:timers/promises';
import type { AnyResponse } from '../../../reference-impl/domain/contract.ts';
import { problem, Rejected } from '../../../reference-impl/domain/rejections.ts';
import type { Caller, Rejection } from '../../../reference-impl/ports.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Defect } from './fault.ts';

type Posting = 'createCase' | 'uploadArtifact';
type Handle = (call: never, parts: Parts) => Promise<AnyResponse>;

/** Keeps the tenant of the latest request in a variable, and uses it when the body has been read. */
export const tenantInVariable =
  (operation: Posting): Defect =>
  (original) => {
    let latest: Caller | Rejection;
    type Reading = { caller: Caller; read: () => Promise<unknown> };
    const handle = original[operation] as (call: Reading, parts: Parts) => Promise<AnyResponse>;
    return {
      authenticate: (request) => (latest = original.authenticate(request)),
      async [operation](call: Reading, parts: Parts) {
        const body = await call.read();
        const caller = typeof latest === 'string' ? call.caller : latest;
        return handle({ ...call, caller, read: async () => body }, parts);
      },
    };
  };

/** Sends the event to the endpoint of the tenant whose request arrived latest. */
export const tenantOfEventInVariable: Defect = ({ authenticate, eventOf }) => {
  let latest: Caller | Rejection;
  return {
    authenticate: (request) => (latest = authenticate(request)),
    eventOf: (changed, caller, parts) => eventOf(changed, typeof latest === 'string' ? caller : latest, parts),
  };
};

/** Keeps the idempotency key of the latest request in a variable. */
export const idempotencyKeyInVariable: Defect = ({ authenticate }) => {
  let latest: string | undefined;
  return {
    authenticate(request) {
      latest = request.headers['idempotency-key']?.toString();
      return authenticate(request);
    },
    idempotencyKeyOf: (request) => (request.headers['idempotency-key'] === undefined ? undefined : latest),
  };
};

/** Keeps in a variable whether the key of the latest request is known, and looks at it when the body has been read. */
export const rejectedKeyInVariable: Defect = ({ authenticate, readJson }) => {
  let rejection: Rejection | undefined;
  return {
    authenticate(request) {
      const caller = authenticate(request);
      rejection = typeof caller === 'string' ? caller : undefined;
      return caller;
    },
    async readJson(request, parts) {
      const body = await readJson(request, parts);
      if (rejection) throw new Rejected(problem(401, 'unauthorized', 'The API key is not valid.'));
      return body;
    },
  };
};

/** Keeps something of the outcome of each request in a variable, and responds with it a moment later. */
const outcomeInVariable =
  (note: (response: AnyResponse) => void, noted: (response: AnyResponse) => AnyResponse): Defect =>
  ({ createCase, uploadArtifact, getCase }) => {
    const late =
      (handle: Handle) =>
      async (...call: Parameters<Handle>): Promise<AnyResponse> => {
        const response = await handle(...call).catch((error: unknown) => {
          if (error instanceof Rejected) return error.response;
          throw error;
        });
        note(response);
        await wait(10);
        return noted(response);
      };
    return {
      createCase: late(createCase),
      uploadArtifact: late(uploadArtifact),
      getCase: late(getCase),
    } as Partial<Parts>;
  };

/** Responds to a rejected request with the latest problem. */
export const problemInVariable: Defect = (original) => {
  let latest: AnyResponse;
  return outcomeInVariable(
    (response) => 'problem' in response && (latest = response),
    (response) => ('problem' in response ? latest : response),
  )(original);
};

/** Declares the media type that the latest response has. */
export const mediaTypeInVariable: Defect = (original) => {
  let latest: string | undefined;
  const typeOf = (response: AnyResponse) => ('problem' in response ? 'application/problem+json' : 'application/json');
  return {
    ...outcomeInVariable(
      (response) => (latest = typeOf(response)),
      (response) => response,
    )(original),
    render(response, ...rest) {
      const rendered = original.render(response, ...rest);
      const type = latest ?? typeOf(response);
      return { ...rendered, headers: { ...rendered.headers, 'Content-Type': type } };
    },
  };
};

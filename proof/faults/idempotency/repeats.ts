import type { IncomingMessage } from 'node:http';
import type { Case, CreateCase, Success } from '../../../reference-impl/domain/contract.ts';
import { problem, Rejected } from '../../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Upload } from '../../../reference-impl/ports.ts';
import { isDecided } from '../support/cases.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { seeing } from '../support/http.ts';
import { storing } from '../support/parts.ts';
import { rejectingFirst } from '../support/responses.ts';
import { emptyFile } from '../support/uploads.ts';

const keyOf = ({ headers }: IncomingMessage) => headers['idempotency-key']?.toString();

/** Keys that are released by some events: from then on they are new. */
const releasing =
  (when: (original: Parts, release: (key: string | undefined) => void) => Partial<Parts>): Defect =>
  (original) => {
    const released = new Map<string, number>();
    const release = (key: string | undefined) => void released.set(key ?? '', (released.get(key ?? '') ?? 0) + 1);
    return {
      idempotencyScope: (caller, path, key) =>
        `${original.idempotencyScope(caller, path, key)} ${released.get(key) ?? 0}`,
      ...when(original, release),
    };
  };

/** Rejected bodies have a side effect. */
const onRejection =
  (name: 'readJson' | 'readUpload', act: (request: IncomingMessage) => unknown) =>
  (original: Parts): Partial<Parts> => ({
    [name]: async (request: IncomingMessage, parts: Parts) => {
      try {
        return await (original[name] as (...call: unknown[]) => Promise<unknown>)(request, parts);
      } catch (error) {
        const instead = error instanceof Rejected ? act(request) : undefined;
        if (instead !== undefined) return instead;
        throw error;
      }
    },
  });

/** Treats a malformed body as the first body that was sent with its key. */
const firstInstead =
  <Body extends CreateCase | Upload>(name: 'readJson' | 'readUpload', kept: (body: Body) => Body): Defect =>
  (original) => {
    const bodies = new Map<string, Body>();
    const read = original[name] as unknown as (request: IncomingMessage, parts: Parts) => Promise<Body>;
    const remembering = {
      ...original,
      [name]: async (request: IncomingMessage, parts: Parts) => {
        const body = await read(request, parts);
        const key = keyOf(request);
        if (key !== undefined && !bodies.has(key)) bodies.set(key, kept(body));
        return body;
      },
    };
    return onRejection(name, (request) => bodies.get(keyOf(request) ?? ''))(remembering);
  };

/** Replays the first response to reads with the same key. */
const replayingReads: Defect = ({ authenticate, getCase }) => {
  const keys = new WeakMap<object, string>();
  const kept = new Map<string, ReturnType<Parts['getCase']>>();
  return {
    authenticate(request) {
      const found = authenticate(request);
      const key = request.headers['idempotency-key']?.toString();
      if (typeof found !== 'object' || request.method !== 'GET' || key === undefined) return found;
      const caller = { ...found };
      keys.set(caller, key);
      return caller;
    },
    getCase(call, parts) {
      const key = keys.get(call.caller);
      if (key === undefined) return getCase(call, parts);
      const id = JSON.stringify([call.caller, call.path.case_id, key]);
      if (!kept.has(id)) kept.set(id, getCase(call, parts));
      return kept.get(id)!;
    },
  };
};

const malformed = problem(400, 'malformed-request', 'An Idempotency-Key has 1 to 255 visible ASCII characters.');
const isIllegal = (request: IncomingMessage) => !/^[!-~]{0,255}$/.test(keyOf(request) ?? '');

const faults: FaultTable = {
  'idempotency.only-success-stored': {
    'releases the key of a create when an invalid one follows': releasing((original, release) =>
      onRejection('readJson', (request) => release(keyOf(request)))(original),
    ),
    'releases the key of an upload when an invalid one follows': releasing((original, release) =>
      onRejection('readUpload', (request) => release(keyOf(request)))(original),
    ),
    'releases the key of a create when the sandbox responds with an error': releasing((original, release) =>
      seeing(({ createCase }, requestOf) => ({
        async createCase(call, parts) {
          const response = await createCase(call, parts);
          if (response.status === 429 || response.status === 503) release(keyOf(requestOf(call.caller)));
          return response;
        },
      }))(original),
    ),
  },
  'idempotency.other-payload-rejected': {
    'replays the first response to an invalid create with its key': firstInstead<CreateCase>(
      'readJson',
      (body) => body,
    ),
    'replays the first response to an invalid upload with its key': firstInstead<Upload>(
      'readUpload',
      ({ kind, file: { sha256 } }) => ({ kind, file: { ...emptyFile, sha256 } }),
    ),
    'replays the first response to any upload with its key once the case is decided': storing(
      ({ acceptArtifact, findCase }) => {
        const first = new Map<string, Success>();
        return {
          async acceptArtifact(caller, caseId, accept, once, response, ...rest) {
            const outcome = await acceptArtifact(caller, caseId, accept, once, response, ...rest);
            if (once && outcome === 'done') first.set(once.id, response);
            const isLate = outcome === 'idempotency-key-reused' && isDecided((await findCase(caller, caseId))!);
            return isLate ? { replay: first.get(once!.id) as typeof response } : outcome;
          },
        };
      },
    ),
  },
  'idempotency.ignored-elsewhere': {
    'checks the idempotency key of a read': rejectingFirst(
      (request) => request.method === 'GET' && !request.url!.includes('no-') && isIllegal(request),
      malformed,
    ),
    'checks the idempotency key of a wrong method': rejectingFirst(
      (request) => request.method === 'DELETE' && isIllegal(request),
      malformed,
    ),
    'checks the idempotency key of an unknown path': rejectingFirst(
      (request) => request.url === '/no-such-path' && isIllegal(request),
      malformed,
    ),
    'replays reads': replayingReads,
    'responds to a read with the case that was created with its key': seeing((original, requestOf) => {
      const opened = new Map<string, Case>();
      return {
        async createCase(call, parts) {
          const response = await original.createCase(call, parts);
          const key = keyOf(requestOf(call.caller));
          if (key !== undefined && response.status === 201) opened.set(key, response.body);
          return response;
        },
        async getCase(call, parts) {
          const response = await original.getCase(call, parts);
          const kept = opened.get(keyOf(requestOf(call.caller)) ?? '');
          return kept && response.status === 200 ? { ...response, body: kept } : response;
        },
      };
    }),
  },
};

export default faults;

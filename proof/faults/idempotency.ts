import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Artifact, Success } from '../../reference-impl/domain/contract.ts';
import { problem, Rejected } from '../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import type { Caller, IdempotencyKey } from '../../reference-impl/ports.ts';
import { atRest } from './support/at-rest.ts';
import type { Defect, FaultTable } from './support/fault.ts';
import { keyInUse, type Operations, withKeys } from './support/keys.ts';
import { storing } from './support/store.ts';

const idOf = (request: IncomingMessage, key: string | undefined) =>
  JSON.stringify([request.headers.authorization, request.url, key]);

/** Reads a body while its key is in use, which ends with the body. */
function inUseIfAborted<Body>(read: (request: IncomingMessage, parts: Parts) => Promise<Body>): typeof read {
  const busy = new Set<string>();
  return async (request, parts) => {
    const key = parts.idempotencyKeyOf(request);
    const id = idOf(request, key);
    if (key !== undefined && busy.has(id)) throw keyInUse();
    busy.add(id);
    try {
      return await read(request, parts);
    } finally {
      if (request.complete || !request.destroyed) busy.delete(id);
    }
  };
}

/** The key of a create stays in use if nothing of its body has arrived. */
const keptWithoutBody: Defect = ({ readJson }) => {
  const latest = new Map<string, IncomingMessage>();
  return {
    readJson(request, parts) {
      const key = parts.idempotencyKeyOf(request);
      if (key === undefined) return readJson(request, parts);
      const earlier = latest.get(idOf(request, key));
      if (earlier && !earlier.complete && !earlier.readableDidRead) throw keyInUse();
      latest.set(idOf(request, key), request);
      return readJson(request, parts);
    },
  };
};

/** Stores idempotency keys outside the store, so lookup and storage are two steps (a race). */
const keptBeside = (operations: Operations, pause = 5) =>
  withKeys(operations, () => {
    const kept = new Map<string, { fingerprint: string; answer: Success }>();
    return async (once, carryOut, response) => {
      const earlier = kept.get(once.id);
      if (earlier)
        return earlier.fingerprint === once.fingerprint ? { replay: earlier.answer } : 'idempotency-key-reused';
      await wait(pause);
      const outcome = await carryOut(undefined);
      if (outcome === 'done') kept.set(once.id, { fingerprint: once.fingerprint, answer: response });
      return outcome;
    };
  });

/** A key counts as in use only for requests with the same payload. */
const lockedByPayload = (operations: Operations) =>
  withKeys(operations, () => {
    const known = new Map<string, string>();
    return async (once, carryOut) => {
      const id = known.get(once.id);
      if (id !== undefined) return carryOut({ ...once, id });
      const own = `${once.id} ${once.fingerprint}`;
      await wait(50);
      const outcome = await carryOut({ ...once, id: own });
      if (!known.has(once.id)) known.set(once.id, own);
      return outcome;
    };
  });

/** Keys that stay in use for a moment: other requests with them are rejected. */
const inUse = (rejection: () => Rejected) =>
  withKeys('both', () => {
    const running = new Set<string>();
    return async (once, carryOut) => {
      if (running.has(once.id)) throw rejection();
      running.add(once.id);
      await wait(5);
      return carryOut(once).finally(() => running.delete(once.id));
    };
  });

/**
 * Keys with parallel requests: `take` returns the key with which the store is called. `met` says that another request with
 * the key was running; `earlier`, that parallel requests with the key had ended before this one began.
 */
const meeting = (
  operations: Operations,
  take: (once: IdempotencyKey, met: boolean, earlier: boolean) => IdempotencyKey | undefined,
) =>
  withKeys(operations, () => {
    const running = new Map<string, number>();
    const met = new Set<string>();
    const count = (id: string, by: number) => running.set(id, (running.get(id) ?? 0) + by).get(id)!;
    return async (once, carryOut) => {
      const earlier = met.has(once.id) && count(once.id, 0) === 0;
      if (count(once.id, 1) > 1) met.add(once.id);
      try {
        await wait(earlier ? 0 : 150);
        return await carryOut(take(once, met.has(once.id), earlier));
      } finally {
        count(once.id, -1);
      }
    };
  });

/**
 * Keys that are in use for 5 ms, and whose responses are stored some time later: the same request in between is carried
 * out again.
 */
const freeingEarly = (operations: Operations, milliseconds: number) =>
  withKeys(operations, () => {
    const running = new Set<string>();
    const stored = new Map<string, string>();
    return async (once, carryOut) => {
      if (stored.has(once.id)) return carryOut(once);
      if (running.has(once.id)) throw keyInUse();
      running.add(once.id);
      await wait(5);
      running.delete(once.id);
      await wait(milliseconds);
      const isAgain = stored.get(once.id) === once.fingerprint;
      stored.set(once.id, once.fingerprint);
      return carryOut(isAgain ? undefined : once);
    };
  });

/** When the service is at rest, it loses the keys that it has known for a while. */
const forgettingAtRest = (operations: Operations): Defect =>
  atRest((isAtRest) =>
    withKeys(operations, () => {
      const since = new Map<string, number>();
      return (once, carryOut) => {
        const known = since.get(once.id) ?? Date.now();
        since.set(once.id, known);
        const isLost = isAtRest() && Date.now() - known > 500;
        return carryOut(isLost ? { ...once, id: `${once.id} anew` } : once);
      };
    }),
  );

/** A key that is in use for one tenant, mode or path is in use for the others too: the part of its scope at this place. */
const lockedFor = (operations: Operations, place: 0 | 1 | 2) =>
  withKeys(operations, () => {
    const users = new Map<string, string>();
    return async (once, carryOut) => {
      const scope = JSON.parse(once.id) as string[];
      const user = scope[place]!;
      const key = scope.at(-1)!;
      if ((users.get(key) ?? user) !== user) throw keyInUse();
      users.set(key, user);
      await wait(150);
      users.delete(key);
      return carryOut(once);
    };
  });

const running = 'The first request is still running.';

/** Parts with which it is known of what was read whether the first piece of its body was short. */
function knowingShort(known: WeakSet<object>) {
  return async <Body extends object>(
    read: (request: IncomingMessage, parts: Parts) => Promise<Body>,
    request: IncomingMessage,
    parts: Parts,
  ): Promise<Body> => {
    const lengths: number[] = [];
    const body = await read(request, {
      ...parts,
      async *piecesOf(...call) {
        for await (const piece of parts.piecesOf(...call)) {
          lengths.push(piece.length);
          yield piece;
        }
      },
    });
    // A whole body may be short too.
    if (lengths.length > 1 && lengths[0]! < 20) known.add(body);
    return body;
  };
}

/** An upload whose client leaves before the response is carried out, and its key is not stored. */
const forgottenWithClient: Defect = ({ authenticate, uploadArtifact }) => {
  const requests = new WeakMap<Caller, IncomingMessage>();
  return {
    authenticate(request) {
      const found = authenticate(request);
      if (typeof found === 'string') return found;
      const caller = { ...found };
      requests.set(caller, request);
      return caller;
    },
    uploadArtifact(call, parts) {
      const { socket } = requests.get(call.caller)!;
      const hasLeft = () => socket.destroyed || socket.readableEnded;
      const read = async () => {
        const { body, once } = await call.read();
        // A busy process sees late that the client has left.
        for (let tries = 0; once && tries < 10 && !hasLeft(); tries += 1) await wait(20);
        return { body, once: hasLeft() ? undefined : once };
      };
      return uploadArtifact({ ...call, read }, parts);
    },
  };
};

const faults: FaultTable = {
  'idempotency.equal-json': {
    'treats a create with a short first piece as another payload': ({ readJson, fingerprintOfCase }) => {
      const known = new WeakSet();
      const read = knowingShort(known);
      return {
        readJson: (request, parts) => read(readJson, request, parts),
        fingerprintOfCase: (body) => `${fingerprintOfCase(body)} ${known.has(body)}`,
      };
    },
  },
  'idempotency.upload-fingerprint': {
    'treats an upload with a short first piece as another payload': ({ readUpload, fingerprintOfUpload }) => {
      const known = new WeakSet();
      const read = knowingShort(known);
      return {
        readUpload: (request, parts) => read(readUpload, request, parts),
        fingerprintOfUpload: (upload) => `${fingerprintOfUpload(upload)} ${known.has(upload)}`,
      };
    },
  },
  'idempotency.create-key-reused': {
    'looks up and stores the keys of creates in two steps': keptBeside('creates'),
    'looks up and stores keys in two steps with almost no time between them': keptBeside('both', 2),
    'opens a case for each of two parallel payloads under one key': lockedByPayload('creates'),
  },
  'idempotency.upload-key-reused': {
    'looks up and stores the keys of uploads in two steps': keptBeside('uploads'),
    'accepts each of two parallel uploads under one key': lockedByPayload('uploads'),
  },
  'idempotency.in-use-waits': {
    'rejects a key in use': inUse(() => keyInUse()),
  },
  'idempotency.parallel-create-once': {
    'rejects all parallel requests under one key': meeting('both', (once, met) => {
      if (met) throw keyInUse();
      return once;
    }),
    'keeps a key in use after parallel requests': meeting('creates', (once, _, earlier) => {
      if (earlier) throw keyInUse();
      return once;
    }),
    'deletes a key after parallel requests': meeting('creates', (once, _, earlier) => (earlier ? undefined : once)),
    'sends no Retry-After for a key in use': inUse(() => new Rejected(problem(409, 'idempotency-key-in-use', running))),
    'asks for an hour of wait while a key is in use': inUse(() => keyInUse({ retryAfter: 3600 })),
    'asks for no wait while a key is in use': inUse(() => keyInUse({ retryAfter: 0 })),
    'omits retry_after while a key is in use': inUse(() => keyInUse({ headers: { 'Retry-After': '1' } })),
    'sends a date in Retry-After for a key in use': inUse(() =>
      keyInUse({ headers: { 'Retry-After': new Date(Date.now() + 1000).toUTCString() } }),
    ),
    'responds with 425 while a key is in use': inUse(
      () => new Rejected({ ...keyInUse().response, status: 425 as never }),
    ),
    'rejects a key in use as a reused key': inUse(
      () => new Rejected(problem(422, 'idempotency-key-reused', 'This key was used for another payload.')),
    ),
    'fails when two requests store the same key': inUse(
      () => new Rejected(problem(500, 'internal-error', 'The service failed.')),
    ),
    'frees the key of a create 8 ms before it stores the response': freeingEarly('creates', 8),
    'frees the key of a create 20 ms before it stores the response': freeingEarly('creates', 20),
  },
  'idempotency.parallel-upload-once': {
    'stores each of several simultaneous large files': withKeys('uploads', () => {
      const stored = new Set<string>();
      return async (once, carryOut, { body }) => {
        if ((body as Artifact).size < 100_000) return carryOut(once);
        if (stored.has(once.id)) return carryOut(undefined);
        stored.add(once.id);
        await wait(20);
        return carryOut(once).finally(() => stored.delete(once.id));
      };
    }),
    'frees the key of an upload 8 ms before it stores the response': freeingEarly('uploads', 8),
    'frees the key of an upload 20 ms before it stores the response': freeingEarly('uploads', 20),
  },
  'idempotency.create-replays': {
    'loses the keys of creates when no request is in progress': forgettingAtRest('creates'),
  },
  'idempotency.upload-replays': {
    'loses the keys of uploads when no request is in progress': forgettingAtRest('uploads'),
    'forgets the key of an upload whose client did not wait for the response': forgottenWithClient,
  },
  'idempotency.key-forms': {
    // Some of its scenarios send a key again when many others have been sent.
    'keeps the keys of the last hundred creates': withKeys('creates', () => {
      const latest = new Map<string, string>();
      let count = 0;
      return (once, carryOut) => {
        const id = latest.get(once.id) ?? `${once.id} ${(count += 1)}`;
        latest.set(once.id, id);
        if (latest.size > 100) latest.delete(latest.keys().next().value!);
        return carryOut({ ...once, id });
      };
    }),
  },
  'idempotency.only-success-stored': {
    'keeps the key of an aborted upload in use': ({ readUpload }) => ({ readUpload: inUseIfAborted(readUpload) }),
    'keeps the key of an aborted create in use': ({ readJson }) => ({ readJson: inUseIfAborted(readJson) }),
    'keeps the key of a create without its body in use': keptWithoutBody,
  },
  'idempotency.key-scope': {
    'blocks a key for every tenant while one tenant uses it': lockedFor('creates', 0),
    'blocks a key for every case while one case uses it': lockedFor('uploads', 2),
  },
  'idempotency.scoped-to-mode': {
    'blocks a key for both modes while one mode uses it': lockedFor('creates', 1),
  },
  'limits.twenty-artifacts': {
    // Its scenario has a repeated upload before the case is full.
    'stores evidence before it checks the key': storing(({ acceptArtifact }) => ({
      async acceptArtifact(caller, id, accept, once, ...rest) {
        if (!once) return acceptArtifact(caller, id, accept, once, ...rest);
        const known = await acceptArtifact(caller, id, (to) => to, once, ...rest);
        if (known === 'done' || typeof known === 'object') await acceptArtifact(caller, id, accept, undefined, ...rest);
        return known;
      },
    })),
  },
};

export default faults;

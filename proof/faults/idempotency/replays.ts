import type { Defect, FaultTable } from '../support/fault.ts';
import type { Caller, IdempotencyKey } from '../../../reference-impl/ports.ts';
import { storing } from '../support/parts.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Case, Artifact } from '../../../reference-impl/domain/contract.ts';
import { atRest } from '../support/state.ts';
import {
  changingKeys,
  isUpload,
  replayingCreates,
  isReplay,
  replayingUploads,
  keyInUse,
  scoping,
} from '../support/idempotency.ts';

/** Keys that are looked up as others. */
const renaming = (which: { creates?: boolean; uploads?: boolean }, rename: (id: string) => string): Defect => {
  const renamed = (once: IdempotencyKey | undefined) => once && { ...once, id: rename(once.id) };
  return storing(({ openCase, acceptArtifact }) => ({
    ...(which.creates && {
      openCase: (caller, opened, once, response) => openCase(caller, opened, renamed(once), response),
    }),
    ...(which.uploads && {
      acceptArtifact: (caller, caseId, accept, once, response) =>
        acceptArtifact(caller, caseId, accept, renamed(once), response),
    }),
  }));
};

/** Keys of some callers are never found again. */
const forgettingKeysOf = (isForgotten: (caller: Caller) => boolean): Defect => {
  let count = 0;
  return scoping((caller, path, key) => [
    caller.tenant,
    caller.mode,
    path,
    key,
    isForgotten(caller) ? (count += 1) : undefined,
  ]);
};

/** Rejections before the body is read, each time the key is sent again. */
const storingRejections =
  (
    response: (first: Rejected) => Rejected,
    concerns: (rejected: Rejected, url: string) => boolean = () => true,
  ): Defect =>
  (original) => {
    const stored = new Map<string, Rejected>();
    const remembering = async <T>(
      request: Parameters<Parts['readJson']>[0],
      parts: Parts,
      read: () => Promise<T>,
    ): Promise<T> => {
      const key = parts.idempotencyKeyOf(request);
      const id = JSON.stringify([request.headers.authorization, request.url, key]);
      const first = stored.get(id);
      if (first) throw response(first);
      return read().catch((error: unknown) => {
        if (key !== undefined && error instanceof Rejected && concerns(error, request.url!)) stored.set(id, error);
        throw error;
      });
    };
    return {
      readJson: (request, parts) => remembering(request, parts, () => original.readJson(request, parts)),
      readUpload: (request, parts) => remembering(request, parts, () => original.readUpload(request, parts)),
    };
  };

const asItWas = (first: Rejected) => first;

/** Rejects uploads to a case in a certain state before it looks up their key. */
const rejectingFirst = (
  concerns: (found: Case) => boolean,
  rejection: 'case-closed' | 'artifact-limit-reached',
): Defect =>
  storing(({ acceptArtifact, findCase }) => ({
    async acceptArtifact(caller, caseId, ...rest) {
      const found = await findCase(caller, caseId);
      return found && concerns(found) ? rejection : acceptArtifact(caller, caseId, ...rest);
    },
  }));

/** Two processes handle the requests with one key in turn, and each stores its own keys. */
const keysOfTwo = (which: { creates?: boolean; uploads?: boolean }): Defect =>
  storing(({ openCase, acceptArtifact }) => {
    const sent = new Map<string, number>();
    const ownOf = (once: IdempotencyKey | undefined) => {
      if (!once) return once;
      const turn = sent.get(once.id) ?? 0;
      sent.set(once.id, turn + 1);
      return { ...once, id: `${once.id} of process ${turn % 2}` };
    };
    return {
      ...(which.creates && {
        openCase: (caller, opened, once, response) => openCase(caller, opened, ownOf(once), response),
      }),
      ...(which.uploads && {
        acceptArtifact: (caller, caseId, accept, once, response) =>
          acceptArtifact(caller, caseId, accept, ownOf(once), response),
      }),
    };
  });

/** Changes the reference in replays of creates. */
const replayingReferences = (change: (reference: string) => string): Defect =>
  storing(({ openCase }) => ({
    async openCase(...call) {
      const outcome = await openCase(...call);
      if (typeof outcome === 'string') return outcome;
      const body = outcome.replay.body as { reference: string };
      return { replay: { ...outcome.replay, body: { ...body, reference: change(body.reference) } } };
    },
  }));

/** When the service is at rest, it loses the keys that it has known for a while. */
const forgettingAtRest = (which: Parameters<typeof renaming>[0]): Defect =>
  atRest((isAtRest) => {
    const since = new Map<string, number>();
    return renaming(which, (id) => {
      const known = since.get(id) ?? Date.now();
      since.set(id, known);
      return isAtRest() && Date.now() - known > 500 ? `${id} anew` : id;
    });
  });

const faults: FaultTable = {
  'idempotency.create-replays': {
    'stores no response to a request with a live key': forgettingKeysOf(({ mode }) => mode === 'live'),
    'stores no response to a request of the second tenant': forgettingKeysOf(({ tenant }) => tenant === 'two'),
    'loses the keys of creates when no request is in progress': forgettingAtRest({ creates: true }),
    'shows only the id in the replay of a create': replayingCreates(({ body }) => ({
      body: { id: (body as Case).id },
    })),
    'shows another created_at in the replay of a create': replayingCreates(({ body }) => ({
      body: { ...(body as Case), created_at: '2020-01-01T00:00:00Z' },
    })),
    'trims the reference in a replay': replayingReferences((text) => text.trim()),
    'cuts the reference in a replay': replayingReferences((text) => [...text].slice(0, 200).join('')),
    'binds a key to a rejected payload': storing(({ openCase }) => {
      const taken = new Map<string, string>();
      return {
        async openCase(caller, opened, once, response) {
          const by = once && taken.get(once.id);
          if (by !== undefined && by !== once!.fingerprint) return 'idempotency-key-reused';
          const outcome = await openCase(caller, opened, once, response);
          if (outcome === 'idempotency-key-reused') taken.set(once!.id, once!.fingerprint);
          return outcome;
        },
      };
    }),
    'ignores idempotency keys': changingKeys(() => undefined),
    'ignores idempotency keys after it checked their form': changingKeys((_, original) => void original()),
    'ignores the idempotency keys of creates': changingKeys((_, original, url) =>
      isUpload(url) ? original() : void original(),
    ),
    'keeps the keys of creates in each of two processes': keysOfTwo({ creates: true }),
    'replays only creates of persons': storing(({ openCase }) => ({
      openCase: (caller, opened, once, response) =>
        openCase(caller, opened, opened.type === 'PF' ? once : undefined, response),
    })),
    // replays
    'responds with 200 to a repeated create': replayingCreates(() => ({ status: 200 })),
    'responds with 409 to a repeated create': storing(({ openCase }) => ({
      async openCase(...call) {
        const outcome = await openCase(...call);
        if (isReplay(outcome)) throw new Rejected(problem(409, 'idempotency-key-in-use', 'This key was used.'));
        return outcome;
      },
    })),
    'omits Location from the replay of a create': replayingCreates(({ headers: _, ...rest }) => ({
      ...rest,
      headers: {},
    })),
    'replays a create with evidence that was added later': replayingCreates(({ body }, stored) => ({
      body: { ...(body as Case), artifacts: stored!.artifacts },
    })),
    'replays a create with a decision that was made later': replayingCreates(({ body }, stored) => ({
      body: { ...stored, artifacts: (body as Case).artifacts },
    })),
    'opens a new case for a repeated create if its case has evidence': storing(({ openCase, findCase }) => ({
      async openCase(caller, opened, once, response) {
        const outcome = await openCase(caller, opened, once, response);
        const earlier = isReplay(outcome) ? await findCase(caller, (outcome.replay.body as Case).id) : undefined;
        return earlier && earlier.artifacts.length > 0 ? openCase(caller, opened, undefined, response) : outcome;
      },
    })),
    'replays a create with later evidence while the case is pending': replayingCreates(({ body }, stored) => ({
      body: stored!.status === 'PENDING' ? { ...(body as Case), artifacts: stored!.artifacts } : body,
    })),
    'omits Location from the replay of a create whose case has evidence': replayingCreates(({ headers }, stored) => ({
      headers: stored!.artifacts.length > 0 ? {} : headers!,
    })),
  },
  'idempotency.upload-replays': {
    'loses the keys of uploads when no request is in progress': forgettingAtRest({ uploads: true }),
    'loses the key of an upload when it rejects another kind with it': (original) => {
      const rejected = new Set<string>();
      const renamed = (once: IdempotencyKey | undefined) =>
        once && rejected.has(once.id) ? { ...once, id: `${once.id} anew` } : once;
      return storing(({ acceptArtifact }) => ({
        async acceptArtifact(caller, caseId, accept, once, response) {
          const outcome = await acceptArtifact(caller, caseId, accept, renamed(once), response);
          const kind = (response.body as Artifact).kind;
          if (outcome === 'idempotency-key-reused' && kind === 'ID_BACK') rejected.add(once!.id);
          return outcome;
        },
      }))(original);
    },
    'rejects the repetition of the upload that filled its case': storing(({ acceptArtifact, findCase }) => ({
      async acceptArtifact(caller, id, accept, ...rest) {
        const outcome = await acceptArtifact(caller, id, accept, ...rest);
        const { artifacts = [] } = (await findCase(caller, id)) ?? {};
        const isLast = isReplay(outcome) && (outcome.replay.body as Artifact).id === artifacts[19]?.id;
        return isLast ? 'artifact-limit-reached' : outcome;
      },
    })),
    'stores the last three keys of a case': storing(({ acceptArtifact }) => {
      const used = new Map<string, string[]>();
      return {
        acceptArtifact(caller, id, accept, once, ...rest) {
          if (!once) return acceptArtifact(caller, id, accept, once, ...rest);
          const keys = used.get(id) ?? [];
          used.set(id, keys);
          const isForgotten = keys.includes(once.id) && !keys.slice(-3).includes(once.id);
          if (!keys.includes(once.id)) keys.push(once.id);
          return acceptArtifact(caller, id, accept, isForgotten ? undefined : once, ...rest);
        },
      };
    }),
    'stores no keys of uploads to entities': storing(({ acceptArtifact, findCase }) => ({
      async acceptArtifact(caller, id, accept, once, ...rest) {
        const isOfEntity = (await findCase(caller, id))?.type === 'PM';
        return acceptArtifact(caller, id, accept, isOfEntity ? undefined : once, ...rest);
      },
    })),
    'ignores the idempotency keys of uploads': changingKeys((_, original, url) =>
      isUpload(url) ? void original() : original(),
    ),
    'keeps the keys of uploads in each of two processes': keysOfTwo({ uploads: true }),
    'responds with 200 to a repeated upload': replayingUploads(() => ({ status: 200 })),
    'shows the whole case in the replay of an upload': replayingUploads((_, stored) => ({ body: stored })),
    'gives another id to the replay of an upload': (original) =>
      replayingUploads(({ body }) => ({ body: { ...(body as Artifact), id: original.newArtifactId() } }))(original),
    'rejects a repeated upload when the case is decided': rejectingFirst(
      ({ status }) => status !== 'PENDING',
      'case-closed',
    ),
    'shows the decided case in the replay of an upload': replayingUploads(({ body }, stored) => ({
      body: stored!.status === 'PENDING' ? body : stored,
    })),
    'rejects a repeated upload when the case is denied': rejectingFirst(
      ({ status }) => status === 'DENIED',
      'case-closed',
    ),
    'rejects a repeated upload when the case is full': rejectingFirst(
      ({ artifacts }) => artifacts.length >= 20,
      'artifact-limit-reached',
    ),
    'responds with 200 to a repeated upload when the case is full': replayingUploads((_, stored) => ({
      status: stored!.artifacts.length >= 20 ? 200 : 201,
    })),
  },
  'limits.twenty-artifacts': {
    'stores a repeated upload again, but sends the first response': storing(({ acceptArtifact }) => ({
      async acceptArtifact(caller, caseId, accept, once, response) {
        const outcome = await acceptArtifact(caller, caseId, accept, once, response);
        if (isReplay(outcome)) await acceptArtifact(caller, caseId, accept, undefined, response);
        return outcome;
      },
    })),
  },
  'idempotency.key-forms': {
    'keeps the keys of the last hundred creates': (original) => {
      const latest: { id: string; kept: string }[] = [];
      let count = 0;
      return renaming({ creates: true }, (id) => {
        const known = latest.find((each) => each.id === id);
        if (known) return known.kept;
        const kept = `${id} ${(count += 1)}`;
        latest.push({ id, kept });
        if (latest.length > 100) latest.shift();
        return kept;
      })(original);
    },
  },
  'idempotency.only-success-stored': {
    // stored responses
    'stores rejections under their key': storingRejections(asItWas),
    'stores rejections of uploads under their key': storingRejections(asItWas, (_, url) => isUpload(url)),
    'stores rejections of creates under their key': storingRejections(asItWas, (_, url) => !isUpload(url)),
    'stores rejections of malformed bodies under their key': storingRejections(
      asItWas,
      ({ response }) => response.status === 400,
    ),
    'stores rejections of malformed uploads under their key': storingRejections(
      asItWas,
      ({ response }, url) => response.status === 400 && isUpload(url),
    ),
    'stores rejections of long files under their key': storingRejections(
      asItWas,
      ({ response }, url) => response.status === 413 && isUpload(url),
    ),
    'stores rejections of long creates under their key': storingRejections(
      asItWas,
      ({ response }, url) => response.status === 413 && !isUpload(url),
    ),
    'keeps the key of an aborted upload in use': (original) => {
      const running = new Set<string>();
      return {
        async readUpload(request, parts) {
          const key = parts.idempotencyKeyOf(request);
          const id = JSON.stringify([request.headers.authorization, request.url, key]);
          if (key !== undefined && running.has(id)) throw keyInUse();
          running.add(id);
          try {
            return await original.readUpload(request, parts);
          } finally {
            if (request.complete || !request.destroyed) running.delete(id);
          }
        },
      };
    },
    'stores rejections of files under their key': storingRejections(asItWas, ({ response }) => response.status === 415),
    'treats a key as used by a rejected request': storingRejections(
      () =>
        new Rejected(problem(422, 'idempotency-key-reused', 'This key was used for another payload; use a new one.')),
    ),
    'keeps the key of a rejected request in use': storingRejections(
      () =>
        new Rejected(
          problem(409, 'idempotency-key-in-use', 'The first request is still running.', {
            headers: { 'Retry-After': '1' },
          }),
        ),
      // The suite waits five seconds for each key.
      ({ response }) => response.status === 415,
    ),
  },
};

export default faults;

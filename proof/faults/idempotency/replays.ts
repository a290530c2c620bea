import { type Defect, type Fault, failing, type FaultTable } from '../support/fault.ts';
import type { IdempotencyKey } from '../../../reference-impl/ports.ts';
import { storing } from '../support/parts.ts';
import { Rejected, problem } from '../../../reference-impl/http/problems.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Case, Artifact } from '../../../reference-impl/domain/contract.ts';
import { atRest } from '../support/state.ts';
import {
  takingKeys,
  isUpload,
  replayingCreates,
  isReplay,
  replayingUploads,
  keyInUse,
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

/** Rejections before the body is read, each time the key is sent again. */
const storingRefusals =
  (
    response: (first: Rejected) => Rejected,
    concerns: (refused: Rejected, url: string) => boolean = () => true,
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

/** Uploads to a case in a certain state, refused before their key is looked up. */
const refusingFirst = (concerns: (found: Case) => boolean, refusal: 'case-closed' | 'artifact-limit-reached'): Defect =>
  storing(({ acceptArtifact, findCase }) => ({
    async acceptArtifact(caller, caseId, ...rest) {
      const found = await findCase(caller, caseId);
      return found && concerns(found) ? refusal : acceptArtifact(caller, caseId, ...rest);
    },
  }));

const createsIgnored = {
  'idempotency.create-replays': 'different-replay',
  'idempotency.create-key-reused': { code: 'wrong-status', status: 201 },
  'idempotency.parallel-create-once': 'different-replay',
} satisfies Fault['breaks'];

const uploadsIgnored = {
  'idempotency.upload-replays': 'different-replay',
  'idempotency.upload-stored-once': 'wrong-artifact-count',
  'idempotency.upload-key-reused-other-file': { code: 'wrong-status', status: 201 },
  'idempotency.upload-key-reused-other-kind': { code: 'wrong-status', status: 201 },
  'idempotency.parallel-upload-once': 'different-replay',
} satisfies Fault['breaks'];

/** Requests with one key go to two processes in turn, each of which keeps its own keys. */
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

/** Replays of creates whose reference has changed. */
const replayingReferences = (change: (reference: string) => string): Defect =>
  storing(({ openCase }) => ({
    async openCase(...call) {
      const outcome = await openCase(...call);
      if (typeof outcome === 'string') return outcome;
      const body = outcome.replay.body as { reference: string };
      return { replay: { ...outcome.replay, body: { ...body, reference: change(body.reference) } } };
    },
  }));

/** Defects that the checks in `conformance/checks/idempotency/replays.ts` must find. */
export const idempotencyReplaysFaults: FaultTable = {
  'forgets the keys of creates when it is at rest': [
    // Under load it is at rest before the noise ends.
    { 'idempotency.create-replays': { code: ['different-replay', 'changed-by-spelling', 'changed-by-query'] } },
    atRest((isAtRest) => renaming({ creates: true }, (id) => (isAtRest() ? `${id} anew` : id))),
  ],
  ...failing(
    { 'idempotency.create-replays': 'different-replay' },
    {
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
      'shows only the id to the repetition of a create': replayingCreates(({ body }) => ({
        body: { id: (body as Case).id },
      })),
      'shows the time of the repetition of a create': replayingCreates(({ body }) => ({
        body: { ...(body as Case), created_at: '2020-01-01T00:00:00Z' },
      })),
      'replays a reference without the spaces at its ends': replayingReferences((text) => text.trim()),
      'replays the beginning of a reference': replayingReferences((text) => [...text].slice(0, 200).join('')),
    },
  ),
  'binds a key to the payload that was rejected': [
    {
      'idempotency.create-replays': { code: 'wrong-status', status: 422 },
      'idempotency.kept-after-rejection': { code: 'wrong-status', status: 422 },
    },
    storing(({ openCase }) => {
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
  ],
  'ignores idempotency keys': [
    {
      ...createsIgnored,
      ...uploadsIgnored,
      'idempotency.illegal-key-400': { code: 'wrong-status', status: 201 },
    },
    takingKeys(() => undefined),
  ],
  'ignores idempotency keys after it judged their form': [
    { ...createsIgnored, ...uploadsIgnored },
    takingKeys((_, original) => void original()),
  ],
  ...failing(createsIgnored, {
    'ignores the idempotency keys of creates': takingKeys((_, original, url) =>
      isUpload(url) ? original() : void original(),
    ),
    'keeps the keys of creates in each of two processes': keysOfTwo({ creates: true }),
  }),
  'replays creates of persons only': [
    {
      'idempotency.create-replays': 'different-replay',
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'another type' },
    },
    storing(({ openCase }) => ({
      openCase: (caller, opened, once, response) =>
        openCase(caller, opened, opened.type === 'PF' ? once : undefined, response),
    })),
  ],
  // what is replayed
  'responds with 200 to the repetition of a create': [
    { 'idempotency.create-replays': { code: 'wrong-status', status: 200 } },
    replayingCreates(() => ({ status: 200 })),
  ],
  'responds with 409 to the repetition of a create': [
    {
      'idempotency.create-replays': { code: 'wrong-status', status: 409 },
      'idempotency.parallel-create-once': 'missing-header',
    },
    storing(({ openCase }) => ({
      async openCase(...call) {
        const outcome = await openCase(...call);
        if (isReplay(outcome)) throw new Rejected(problem(409, 'idempotency-key-in-use', 'This key was used.'));
        return outcome;
      },
    })),
  ],
  'omits Location from the repetition of a create': [
    { 'idempotency.create-replays': 'wrong-location' },
    replayingCreates(({ headers: _, ...rest }) => ({ ...rest, headers: {} })),
  ],
  'forgets the keys of uploads when it is at rest': [
    // Whichever repetition comes first when it is at rest.
    { 'idempotency.upload-replays': { code: ['different-replay', 'changed-by-spelling'] } },
    atRest((isAtRest) => renaming({ uploads: true }, (id) => (isAtRest() ? `${id} anew` : id))),
  ],
  'forgets the key of an upload that it rejected another kind for': [
    { 'idempotency.upload-replays': 'different-replay', 'idempotency.kept-after-rejection': 'different-replay' },
    (original) => {
      const refused = new Set<string>();
      const renamed = (once: IdempotencyKey | undefined) =>
        once && refused.has(once.id) ? { ...once, id: `${once.id} anew` } : once;
      return storing(({ acceptArtifact }) => ({
        async acceptArtifact(caller, caseId, accept, once, response) {
          const outcome = await acceptArtifact(caller, caseId, accept, renamed(once), response);
          const kind = (response.body as Artifact).kind;
          if (outcome === 'idempotency-key-reused' && kind === 'ID_BACK') refused.add(once!.id);
          return outcome;
        },
      }))(original);
    },
  ],
  ...failing(uploadsIgnored, {
    'ignores the idempotency keys of uploads': takingKeys((_, original, url) =>
      isUpload(url) ? void original() : original(),
    ),
    'keeps the keys of uploads in each of two processes': keysOfTwo({ uploads: true }),
  }),
  'responds with 200 to the repetition of an upload': [
    { 'idempotency.upload-replays': { code: 'wrong-status', status: 200 } },
    replayingUploads(() => ({ status: 200 })),
  ],
  ...failing(
    {
      'idempotency.upload-replays': 'different-replay',
      'idempotency.parallel-upload-once': 'different-replay',
    },
    {
      'shows the whole case to the repetition of an upload': replayingUploads((_, stored) => ({ body: stored })),
      'gives the repetition of an upload an id of its own': (original) =>
        replayingUploads(({ body }) => ({ body: { ...(body as Artifact), id: original.newArtifactId() } }))(original),
    },
  ),
  'stores a repeated upload, but responds as to the first': [
    {
      'upload-artifact.refused-stores-nothing': 'wrong-artifacts',
      'idempotency.upload-stored-once': 'wrong-artifact-count',
      'idempotency.parallel-upload-once': 'wrong-artifacts',
    },
    storing(({ acceptArtifact }) => ({
      async acceptArtifact(caller, caseId, accept, once, response) {
        const outcome = await acceptArtifact(caller, caseId, accept, once, response);
        if (isReplay(outcome)) await acceptArtifact(caller, caseId, accept, undefined, response);
        return outcome;
      },
    })),
  ],
  ...failing(
    { 'idempotency.only-success-stored': 'not-accepted', 'idempotency.kept-after-rejection': 'wrong-status' },
    {
      // what is stored
      'stores rejections under their key': storingRefusals(asItWas),
      'stores rejections of uploads under their key': storingRefusals(asItWas, (_, url) => isUpload(url)),
      'stores rejections of creates under their key': storingRefusals(asItWas, (_, url) => !isUpload(url)),
    },
  ),
  'stores rejections of malformed bodies under their key': [
    {
      'idempotency.only-success-stored': { code: 'not-accepted', status: 400 },
      'idempotency.other-payload-rejected': 'wrong-status',
      'idempotency.kept-after-rejection': 'wrong-status',
    },
    storingRefusals(asItWas, ({ response }) => response.status === 400),
  ],
  'stores rejections of malformed uploads under their key': [
    {
      'idempotency.only-success-stored': { code: 'not-accepted', status: 400 },
      'idempotency.kept-after-rejection': 'wrong-status',
    },
    storingRefusals(asItWas, ({ response }, url) => response.status === 400 && isUpload(url)),
  ],
  'stores rejections of files under their key': [
    {
      'idempotency.kept-after-rejection': 'wrong-status',
      'idempotency.other-payload-rejected': 'wrong-status',
      'idempotency.only-success-stored': { code: 'not-accepted', status: 415 },
    },
    storingRefusals(asItWas, ({ response }) => response.status === 415),
  ],
  'stores rejections of long files under their key': [
    { 'idempotency.only-success-stored': { code: 'not-accepted', status: 413 } },
    storingRefusals(asItWas, ({ response }, url) => response.status === 413 && isUpload(url)),
  ],
  'stores rejections of long creates under their key': [
    {
      'idempotency.only-success-stored': {
        code: 'not-accepted',
        row: 'a create after one that is too long',
        status: 413,
      },
    },
    storingRefusals(asItWas, ({ response }, url) => response.status === 413 && !isUpload(url)),
  ],
  'treats a key as used by a rejected request': [
    {
      'idempotency.kept-after-rejection': 'wrong-status',
      'idempotency.only-success-stored': { code: 'not-accepted', status: 422 },
    },
    storingRefusals(
      () =>
        new Rejected(problem(422, 'idempotency-key-reused', 'This key was used for another payload; use a new one.')),
    ),
  ],
  'leaves the key of a rejected request in use': [
    {
      'idempotency.kept-after-rejection': 'wrong-status',
      'idempotency.other-payload-rejected': 'wrong-status',
      'idempotency.only-success-stored': { code: 'not-accepted', status: 409 },
    },
    storingRefusals(
      () =>
        new Rejected(
          problem(409, 'idempotency-key-in-use', 'The first request is still running.', {
            headers: { 'Retry-After': '1' },
          }),
        ),
    ),
  ],
  'leaves the key of an upload in use that was cut': [
    { 'idempotency.only-success-stored': { code: 'not-accepted', row: 'an upload: after an upload that was cut' } },
    (original) => {
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
  ],
  ...failing(
    { 'idempotency.first-answer-kept': 'different-replay' },
    {
      'repeats a create with the evidence that was added since': replayingCreates(({ body }, stored) => ({
        body: { ...(body as Case), artifacts: stored!.artifacts },
      })),
      'repeats a create with the decision that was made since': replayingCreates(({ body }, stored) => ({
        body: { ...stored, artifacts: (body as Case).artifacts },
      })),
      'opens another case for a key whose case has evidence': storing(({ openCase, findCase }) => ({
        async openCase(caller, opened, once, response) {
          const outcome = await openCase(caller, opened, once, response);
          const earlier = isReplay(outcome) ? await findCase(caller, (outcome.replay.body as Case).id) : undefined;
          return earlier && earlier.artifacts.length > 0 ? openCase(caller, opened, undefined, response) : outcome;
        },
      })),
    },
  ),
  'repeats a create with the evidence of a case that is still pending': [
    { 'idempotency.first-answer-kept': { code: 'different-replay', row: 'after evidence' } },
    replayingCreates(({ body }, stored) => ({
      body: stored!.status === 'PENDING' ? { ...(body as Case), artifacts: stored!.artifacts } : body,
    })),
  ],
  'omits Location from the repetition of a create whose case has evidence': [
    { 'idempotency.first-answer-kept': 'wrong-location' },
    replayingCreates(({ headers }, stored) => ({ headers: stored!.artifacts.length > 0 ? {} : headers! })),
  ],
  'rejects the repetition of an upload when the case is decided': [
    { 'idempotency.replay-after-decision': { code: 'wrong-status', status: 409 } },
    refusingFirst(({ status }) => status !== 'PENDING', 'case-closed'),
  ],
  'shows the decided case to the repetition of an upload': [
    { 'idempotency.replay-after-decision': 'different-replay' },
    replayingUploads(({ body }, stored) => ({ body: stored!.status === 'PENDING' ? body : stored })),
  ],
  'rejects the repetition of an upload when the case is full': [
    { 'idempotency.replay-after-limit': { code: 'wrong-status', status: 409 } },
    refusingFirst(({ artifacts }) => artifacts.length >= 20, 'artifact-limit-reached'),
  ],
  'responds with 200 to the repetition of an upload when the case is full': [
    { 'idempotency.replay-after-limit': { code: 'wrong-status', status: 200 } },
    replayingUploads((_, stored) => ({ status: stored!.artifacts.length >= 20 ? 200 : 201 })),
  ],
};

import { type Defect, rendering, type FaultTable } from '../support/fault.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { ownerOf, otherTenant, leaking, distinguishing, caching } from '../support/tenancy.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import { replayingAcross, knowing, slash, idIn } from '../support/disclosure.ts';
import { changingFallback } from '../support/http.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import { setTimeout } from 'node:timers/promises';

/** Checks something else before the tenant of the case; an upload to an unknown case gets the correct response. */
const readForOthers =
  (first: (status: number) => boolean): Defect =>
  (original) => ({
    async uploadArtifact(call, parts: Parts) {
      if (await ownerOf(call.path.case_id, call.caller, otherTenant, parts))
        await call.read().catch((error: unknown) => {
          if (error instanceof Rejected && first(error.response.status)) throw error;
        });
      return original.uploadArtifact(call, parts);
    },
  });

const gone = () => new Rejected(problem(404, 'not-found', 'No case has this id.', { headers: { Gone: 'yes' } }));

const faults: FaultTable = {
  'tenancy.foreign-case-404': {
    'shows a case of any tenant if the path ends with a slash': knowing((original, cases) => {
      const showing = changingFallback((response, method, path) => {
        const found = method === 'GET' && slash.test(path) ? cases.get(idIn(path)) : undefined;
        return found ? { status: 200, body: found.opened } : response;
      });
      return showing(original);
    }),
    'shows a decided case to every tenant': leaking('getCase', otherTenant, ({ status }) => status !== 'PENDING'),
    'responds with 410 with the body of a 404 to a read of a case of another tenant': (original) => ({
      ...distinguishing('getCase', gone)(original),
      ...rendering(({ headers: { Gone: isGone, ...headers } }) => (isGone ? { status: 410, headers } : {}))(original),
    }),
    'caches cases by id without the tenant': caching(
      (_, id) => id,
      () => true,
    ),
    'caches decided cases by id without the tenant': caching(
      (_, id) => id,
      ({ status }) => status !== 'PENDING',
    ),
    'responds with 409 to an upload to a full case of another tenant': leaking(
      'uploadArtifact',
      otherTenant,
      ({ artifacts }) => artifacts.length === 20,
    ),
    'responds with 409 to an upload to a decided case of another tenant': leaking(
      'uploadArtifact',
      otherTenant,
      ({ status }) => status !== 'PENDING',
    ),
    'replays an upload before it checks the tenant of the case': replayingAcross((_, path, key) => `${path} ${key}`),
    'checks the media type of an upload to a case of another tenant': readForOthers((status) => status === 415),
    'checks the length of an upload to a case of another tenant': readForOthers((status) => status === 413),
    'parses the parts of an upload to a case of another tenant': readForOthers((status) => status === 400),
    'validates an upload before it checks the tenant of the case': (original) => ({
      async uploadArtifact(call, parts) {
        if (!(await ownerOf(call.path.case_id, call.caller, otherTenant, parts)))
          return original.uploadArtifact(call, parts);
        await call.read();
        return original.uploadArtifact(call, parts);
      },
    }),
  },
  'tenancy.foreign-upload-stores-nothing': {
    'stores evidence of another tenant, but responds with 404': (original) => ({
      async uploadArtifact(call, parts) {
        const owner = await ownerOf(call.path.case_id, call.caller, otherTenant, parts);
        if (owner) await original.uploadArtifact({ ...call, caller: owner }, parts).catch(() => {});
        return original.uploadArtifact(call, parts);
      },
    }),
    'stores evidence of another tenant some time after it responded with 404': (original) => ({
      async uploadArtifact(call, parts) {
        const owner = await ownerOf(call.path.case_id, call.caller, otherTenant, parts);
        if (!owner) return original.uploadArtifact(call, parts);
        const read = await call.read().catch(() => undefined);
        if (read)
          void setTimeout(300)
            .then(() => original.uploadArtifact({ ...call, caller: owner, read: async () => read }, parts))
            // The service may be gone by then.
            .catch(() => {});
        return problem(404, 'not-found', 'No case has this id.');
      },
    }),
    'decides a case at the rejected evidence of another tenant': (original) => ({
      async uploadArtifact(call, parts) {
        const owner = await ownerOf(call.path.case_id, call.caller, otherTenant, parts);
        const decided = (to: Case) => {
          const decision = to.status === 'PENDING' && parts.decide(to);
          return decision ? { ...to, ...decision, decided_at: parts.now().toISOString() } : 'case-closed';
        };
        if (owner)
          await parts.store.acceptArtifact(owner, call.path.case_id, decided, undefined, { status: 201, body: {} });
        return original.uploadArtifact(call, parts);
      },
    }),
  },
};

export default faults;

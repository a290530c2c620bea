import { type Defect, rendering, failing, type FaultTable } from '../support/fault.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { ownerOf, otherTenant, leaking, distinguishing, caching } from '../support/tenancy.ts';
import { Rejected, problem } from '../../../reference-impl/http/problems.ts';
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

const caseForbidden = () =>
  new Rejected({ status: 403 as never, problem: 'not-found', detail: 'This case is not yours.' });

const gone = () => new Rejected(problem(404, 'not-found', 'No case has this id.', { headers: { Gone: 'yes' } }));

/** Defects that the checks in `conformance/checks/tenancy/foreign-case.ts` must find. */
export const tenancyForeignCaseFaults: FaultTable = {
  'shows a case of any tenant if the path ends with a slash': [
    { 'tenancy.foreign-read-404': 'case-disclosed' },
    knowing((original, cases) => {
      const showing = changingFallback((response, method, path) => {
        const found = method === 'GET' && slash.test(path) ? cases.get(idIn(path)) : undefined;
        return found ? { status: 200, body: found.opened } : response;
      });
      return showing(original);
    }),
  ],
  ...failing(
    { 'tenancy.foreign-read-404': 'accepted', 'tenancy.same-reference-apart': 'case-disclosed' },
    {
      'shows a case to every tenant': leaking('getCase', otherTenant),
      'shows the cases of the second tenant to the first': leaking(
        'getCase',
        (owner, asking) => owner.tenant === 'two' && asking.tenant === 'one',
      ),
      'shows the cases of the first tenant to the second': leaking(
        'getCase',
        (owner, asking) => owner.tenant === 'one' && asking.tenant === 'two',
      ),
    },
  ),
  'shows a decided case to every tenant': [
    { 'tenancy.foreign-read-404': 'accepted' },
    leaking('getCase', otherTenant, ({ status }) => status !== 'PENDING'),
  ],
  'responds with 403 to a read of a case of another tenant': [
    {
      'tenancy.foreign-read-404': { code: 'wrong-status', status: 403 },
      'tenancy.foreign-read-like-unknown': { code: 'wrong-case-status', actual: '403' },
    },
    distinguishing('getCase', caseForbidden),
  ],
  'responds with 410 with the body of a 404 to a read of a case of another tenant': [
    {
      'tenancy.foreign-read-404': { code: 'wrong-status', status: 410 },
      'tenancy.foreign-read-like-unknown': 'wrong-case-status',
      'problems.status-matches': { code: 'wrong-problem-status', status: 410 },
    },
    (original) => ({
      ...distinguishing('getCase', gone)(original),
      ...rendering(({ headers: { Gone: isGone, ...headers } }) => (isGone ? { status: 410, headers } : {}))(original),
    }),
  ],
  'caches cases by id without the tenant': [
    {
      'tenancy.foreign-read-404': 'accepted',
      'tenancy.same-reference-apart': 'case-disclosed',
      'tenancy.modes-apart-on-read': 'accepted',
    },
    caching(
      (_, id) => id,
      () => true,
    ),
  ],
  'caches decided cases by id without the tenant': [
    {
      'tenancy.foreign-read-404': 'accepted',
      'tenancy.modes-apart-on-read': { code: 'accepted', row: 'a decided case' },
    },
    caching(
      (_, id) => id,
      ({ status }) => status !== 'PENDING',
    ),
  ],
  ...failing(
    { 'tenancy.foreign-upload-404': { code: 'wrong-status', status: 409 } },
    {
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
    },
  ),
  'replays an upload before it checks the tenant of the case': [
    {
      'tenancy.foreign-upload-404': { code: 'accepted', row: 'again with its idempotency key' },
      'tenancy.modes-apart-on-upload': { code: 'accepted', row: 'a sandbox case: again with its idempotency key' },
    },
    replayingAcross((_, path, key) => `${path} ${key}`),
  ],
  'checks the media type of an upload to a case of another tenant': [
    { 'tenancy.foreign-upload-404': { code: 'wrong-status', row: 'another media type', status: 415 } },
    readForOthers((status) => status === 415),
  ],
  'checks the length of an upload to a case of another tenant': [
    { 'tenancy.foreign-upload-404': { code: 'wrong-status', row: 'a long body', status: 413 } },
    readForOthers((status) => status === 413),
  ],
  'parses the parts of an upload to a case of another tenant': [
    { 'tenancy.foreign-upload-404': { code: 'wrong-status', row: 'a malformed body', status: 400 } },
    readForOthers((status) => status === 400),
  ],
  ...failing(
    {
      'tenancy.foreign-upload-404': 'accepted',
      'tenancy.foreign-upload-stores-nothing': { code: 'wrong-case', actual: 'SELFIE' },
    },
    {
      'stores evidence of every tenant in every case': leaking('uploadArtifact', otherTenant),
      'stores evidence of the first tenant in cases of the second': leaking(
        'uploadArtifact',
        (owner, asking) => owner.tenant === 'two' && asking.tenant === 'one',
      ),
    },
  ),
  'responds with 403 to an upload to a case of another tenant': [
    {
      'tenancy.foreign-upload-404': { code: 'wrong-status', status: 403 },
      'tenancy.foreign-upload-like-unknown': { code: 'wrong-case-status', actual: '403' },
    },
    distinguishing('uploadArtifact', caseForbidden),
  ],
  'validates an upload before it checks the tenant of the case': [
    { 'tenancy.foreign-upload-404': { code: 'wrong-status', status: 422 } },
    (original) => ({
      async uploadArtifact(call, parts) {
        if (!(await ownerOf(call.path.case_id, call.caller, otherTenant, parts)))
          return original.uploadArtifact(call, parts);
        await call.read();
        return original.uploadArtifact(call, parts);
      },
    }),
  ],
  ...failing(
    { 'tenancy.foreign-upload-stores-nothing': { code: 'wrong-case', actual: 'SELFIE' } },
    {
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
    },
  ),
  'decides a case at the rejected evidence of another tenant': [
    { 'tenancy.foreign-upload-stores-nothing': { code: 'wrong-case', actual: 'APPROVED' } },
    (original) => ({
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
  ],
};

import { Rejected, problem } from '../../../reference-impl/http/problems.ts';
import { knowing, idIn } from '../support/disclosure.ts';
import { distinguishing } from '../support/tenancy.ts';
import type { FaultTable } from '../support/fault.ts';

const versioned = () =>
  new Rejected(problem(404, 'not-found', 'No case has this id.', { headers: { 'X-Case-Version': '1' } }));

const notYours = () => new Rejected(problem(404, 'not-found', 'This case is not yours.'));

/** Defects that the checks in `conformance/checks/tenancy/like-unknown.ts` must find. */
export const tenancyLikeUnknownFaults: FaultTable = {
  'adds a header to the 404 of a read of another tenant': [
    { 'tenancy.foreign-read-like-unknown': { code: 'different-headers', actual: 'x-case-version' } },
    distinguishing('getCase', versioned),
  ],
  'reveals to a read that the case belongs to another tenant': [
    { 'tenancy.foreign-read-like-unknown': { code: 'different-body', actual: 'This case is not yours.' } },
    distinguishing('getCase', notYours),
  ],
  'adds a property to the problem of a read of another tenant': [
    { 'tenancy.foreign-read-like-unknown': { code: 'different-body', actual: '"code":"FOREIGN"' } },
    (original) => ({
      ...distinguishing(
        'getCase',
        () => new Rejected({ ...problem(404, 'not-found', 'No case has this id.'), foreign: true } as never),
      )(original),
      problemBody: (response, id) => ({
        ...original.problemBody(response, id),
        ...('foreign' in response && { code: 'FOREIGN' }),
      }),
    }),
  ],
  'adds a header to the 404 of an upload of another tenant': [
    { 'tenancy.foreign-upload-like-unknown': { code: 'different-headers', actual: 'x-case-version' } },
    distinguishing('uploadArtifact', versioned),
  ],
  'reveals to an upload that the case belongs to another tenant': [
    { 'tenancy.foreign-upload-like-unknown': 'different-body' },
    distinguishing('uploadArtifact', notYours),
  ],
  'responds to HEAD for a case of any tenant': [
    {
      'tenancy.foreign-other-method-like-unknown': { code: 'status-discloses-case', row: 'HEAD /cases/{case_id}' },
    },
    knowing(({ authenticate }, cases) => ({
      authenticate(request) {
        const caller = authenticate(request);
        const owner = request.method === 'HEAD' ? cases.get(idIn(request.url!))?.owner : undefined;
        return typeof caller === 'string' ? caller : (owner ?? caller);
      },
    })),
  ],
  'responds to OPTIONS with 404 for an unknown case only': [
    {
      'tenancy.foreign-other-method-like-unknown': { code: 'status-discloses-case', row: 'OPTIONS /cases/{case_id}' },
    },
    knowing(({ fallback }, cases) => ({
      fallback: (method, path) =>
        method === 'OPTIONS' && path.startsWith('/cases/') && !cases.has(idIn(path))
          ? problem(404, 'not-found', 'No case has this id.')
          : fallback(method, path),
    })),
  ],
  'responds to a wrong method with 404 for an unknown case and with 405 for a case of another tenant': [
    { 'tenancy.foreign-other-method-like-unknown': 'status-discloses-case' },
    knowing(({ fallback }, cases) => ({
      fallback: (method, path) =>
        method === 'DELETE' && path.startsWith('/cases/') && !cases.has(idIn(path))
          ? problem(404, 'not-found', 'No case has this id.')
          : fallback(method, path),
    })),
  ],
};

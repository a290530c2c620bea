import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import { knowing, idIn } from '../support/disclosure.ts';
import { seeing } from '../support/http.ts';
import { distinguishing } from '../support/tenancy.ts';
import type { FaultTable } from '../support/fault.ts';

const versioned = () =>
  new Rejected(problem(404, 'not-found', 'No case has this id.', { headers: { 'X-Case-Version': '1' } }));

const notYours = () => new Rejected(problem(404, 'not-found', 'This case is not yours.'));

const faults: FaultTable = {
  'tenancy.foreign-like-unknown': {
    'reveals to a read that the case belongs to another tenant': distinguishing('getCase', notYours),
    'adds a property to the problem of a read of another tenant': (original) => ({
      ...distinguishing(
        'getCase',
        () => new Rejected({ ...problem(404, 'not-found', 'No case has this id.'), foreign: true } as never),
      )(original),
      problemBody: (response, id) => ({
        ...original.problemBody(response, id),
        ...('foreign' in response && { code: 'FOREIGN' }),
      }),
    }),
    'reveals to an upload that the case belongs to another tenant': distinguishing('uploadArtifact', notYours),
    'adds a header to the response to HEAD for a case of another tenant': seeing((original, requestOf) => {
      const { getCase } = distinguishing('getCase', versioned)(original);
      return {
        getCase: (call, parts) => (requestOf(call.caller).method === 'HEAD' ? getCase! : original.getCase)(call, parts),
      };
    }),
    'responds to HEAD for a case of any tenant': knowing(({ authenticate }, cases) => ({
      authenticate(request) {
        const caller = authenticate(request);
        const owner = request.method === 'HEAD' ? cases.get(idIn(request.url!))?.owner : undefined;
        return typeof caller === 'string' ? caller : (owner ?? caller);
      },
    })),
    'responds to OPTIONS with 404 for an unknown case only': knowing(({ fallback }, cases) => ({
      fallback: (method, path) =>
        method === 'OPTIONS' && path.startsWith('/cases/') && !cases.has(idIn(path))
          ? problem(404, 'not-found', 'No case has this id.')
          : fallback(method, path),
    })),
    'responds to a wrong method with 404 for an unknown case and with 405 for a case of another tenant': knowing(
      ({ fallback }, cases) => ({
        fallback: (method, path) =>
          method === 'DELETE' && path.startsWith('/cases/') && !cases.has(idIn(path))
            ? problem(404, 'not-found', 'No case has this id.')
            : fallback(method, path),
      }),
    ),
  },
};

export default faults;

import type { Artifact, Case } from '../../reference-impl/domain/contract.ts';
import { demoKeys } from '../../reference-impl/demo-keys.ts';
import type { Caller } from '../../reference-impl/ports.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import { bearerOf, like, operationOf, otherwise } from './authentication.ts';
import type { Fault } from './fault.ts';
import { allowing, falling, refusing } from './http.ts';
import { recording, together } from './seams.ts';
import { caching, leaking, otherTenant, telling } from './tenancy.ts';

/** An upload is answered once more to whoever else repeats it with its key: `nameOf` names it among all. */
const replaying =
  (nameOf: (caller: Caller, path: string, key: string) => string): Fault['parts'] =>
  (original) => {
    const names = new Map<string, string>();
    const answers = new Map<string, { scope: string; answer: Awaited<ReturnType<Parts['uploadArtifact']>> }>();
    return {
      idempotencyScope(caller, path, key) {
        const scope = original.idempotencyScope(caller, path, key);
        names.set(scope, nameOf(caller, path, key));
        return scope;
      },
      async uploadArtifact(call, parts) {
        let reading: ReturnType<typeof call.read> | undefined;
        const read = () => (reading ??= call.read());
        const { once } = await read().catch(() => ({ once: undefined }));
        if (!once) return original.uploadArtifact({ ...call, read }, parts);
        const name = names.get(once.id)!;
        const kept = answers.get(name);
        if (kept && kept.scope !== once.id) return kept.answer;
        const response = await original.uploadArtifact({ ...call, read }, parts);
        if (response.status === 201) answers.set(name, { scope: once.id, answer: response });
        return response;
      },
    };
  };

/** Cases that are told by their id alone, whoever asks. */
const knowing =
  (partsOf: (original: Parts, cases: Map<string, { owner: Caller; opened: Case }>) => Partial<Parts>): Fault['parts'] =>
  (original) => {
    const cases = new Map<string, { owner: Caller; opened: Case }>();
    const { store } = original;
    return {
      store: {
        ...store,
        openCase(owner, opened, ...rest) {
          cases.set(opened.id, { owner, opened });
          return store.openCase(owner, opened, ...rest);
        },
      },
      ...partsOf(original, cases),
    };
  };

const idIn = (path: string) => path.split(/[/?]/)[2] ?? '';
const slash = /^(\/cases(?:\/[^/]+)?)\/$/;
const versioned = () =>
  new Rejected(problem(404, 'not-found', 'No case has this id.', { headers: { 'X-Case-Version': '1' } }));

const returningContent = (encoding: 'base64' | 'hex'): Fault['parts'] =>
  together(
    recording((_, bytes) => ({ content: bytes.toString(encoding) }) as object),
    ({ newArtifact }) => ({
      newArtifact: (upload, parts) => ({
        ...newArtifact(upload, parts),
        content: (upload.file as { content?: string }).content?.slice(0, 2000),
      }),
    }),
  );

const namingCaseIn =
  (type: 'case-closed' | 'artifact-limit-reached'): Fault['parts'] =>
  (original) => ({
    async uploadArtifact(call, parts) {
      const response = await original.uploadArtifact(call, parts);
      const detail = `${call.path.case_id} takes no more evidence.`;
      return 'problem' in response && response.problem === type ? { ...response, detail } : response;
    },
  });

/** Defects that let a caller see, or tell, what is not the caller's, and answers that show more than they may. */
export const leaks: Fault[] = [
  {
    name: 'compares the first twelve characters of a key on an upload',
    breaks: { 'authentication.whole-key-compared': { code: 'wrong-status', actual: 'status 20' } },
    parts: (original) => {
      const { authenticate } = like((sent, key) => sent.slice(0, 12) === key.slice(0, 12))(original) as Parts;
      return {
        authenticate: (request) =>
          operationOf(request) === 'upload' ? authenticate(request) : original.authenticate(request),
      };
    },
  },
  {
    name: 'compares live keys in lower case',
    breaks: {
      'authentication.whole-key-compared': { code: 'wrong-status', row: 'upper and lower case exchanged', status: 404 },
    },
    parts: otherwise((request) =>
      demoKeys.find(({ key, mode }) => mode === 'live' && key.toLowerCase() === bearerOf(request)?.toLowerCase()),
    ),
  },
  {
    name: 'takes the first word behind the scheme for the key',
    breaks: { 'authentication.whole-key-compared': { code: 'wrong-status', row: 'a word after the key', status: 200 } },
    parts: otherwise(({ headers }) => {
      const word = /^bearer (\S+)/i.exec(headers.authorization ?? '')?.[1];
      return demoKeys.find(({ key }) => key === word);
    }),
  },
  {
    name: 'answers HEAD without a key',
    breaks: { 'authentication.before-case': 'status-discloses-case' },
    parts: otherwise(({ method, headers }) =>
      method === 'HEAD' && headers.authorization === undefined ? demoKeys[0] : undefined,
    ),
  },
  {
    name: 'answers HEAD of a case of any tenant',
    breaks: {
      'tenancy.foreign-other-method-like-unknown': { code: 'status-discloses-case', row: 'HEAD /cases/{case_id}' },
    },
    parts: knowing(({ authenticate }, cases) => ({
      authenticate(request) {
        const caller = authenticate(request);
        const owner = request.method === 'HEAD' ? cases.get(idIn(request.url!))?.owner : undefined;
        return typeof caller === 'string' ? caller : (owner ?? caller);
      },
    })),
  },
  {
    name: 'answers HEAD with 500',
    breaks: {
      'http.wrong-method-405': { code: 'wrong-status', row: 'HEAD /cases/{case_id}', status: 500 },
      'http.left-open-answers': { code: 'wrong-status', row: 'HEAD of a case' },
    },
    parts: refusing(({ method }) => {
      if (method === 'HEAD') throw new Error('no such method');
      return undefined;
    }),
  },
  {
    name: 'answers 404 to a wrong method for an unknown case and 405 for one of another tenant',
    breaks: { 'tenancy.foreign-other-method-like-unknown': 'status-discloses-case' },
    parts: knowing(({ fallback }, cases) => ({
      fallback: (method, path) =>
        method === 'DELETE' && path.startsWith('/cases/') && !cases.has(idIn(path))
          ? problem(404, 'not-found', 'No case has this id.')
          : fallback(method, path),
    })),
  },
  {
    name: 'adds a header to the 404 of a read of another tenant',
    breaks: { 'tenancy.foreign-read-like-unknown': { code: 'different-headers', actual: 'x-case-version' } },
    parts: telling('getCase', versioned),
  },
  {
    name: 'adds a header to the 404 of an upload of another tenant',
    breaks: { 'tenancy.foreign-upload-like-unknown': { code: 'different-headers', actual: 'x-case-version' } },
    parts: telling('uploadArtifact', versioned),
  },
  {
    name: 'answers 409 to an upload to a full case of another tenant',
    breaks: { 'tenancy.foreign-upload-404': { code: 'wrong-status', status: 409 } },
    parts: leaking('uploadArtifact', otherTenant, ({ artifacts }) => artifacts.length === 20),
  },
  {
    name: 'answers a repeated upload before it looks whose case it is',
    breaks: {
      'tenancy.foreign-upload-404': { code: 'accepted', row: 'again with its idempotency key' },
      'tenancy.modes-apart-on-upload': { code: 'accepted', row: 'again with its idempotency key' },
    },
    parts: replaying((_, path, key) => `${path} ${key}`),
  },
  {
    name: 'answers a repeated upload of a tenant before it looks at the mode of its key',
    breaks: { 'tenancy.modes-apart-on-upload': { code: 'accepted', row: 'again with its idempotency key' } },
    parts: replaying(({ tenant }, path, key) => `${tenant} ${path} ${key}`),
  },
  {
    name: 'keeps decided cases in memory by tenant and id without mode',
    breaks: { 'tenancy.modes-apart-on-read': { code: 'accepted', row: 'a decided case' } },
    parts: caching(
      ({ tenant }, id) => tenant + id,
      ({ status }) => status !== 'PENDING',
    ),
  },
  {
    name: 'shows a case of any tenant behind a slash',
    breaks: { 'tenancy.foreign-read-404': 'case-disclosed' },
    parts: knowing((original, cases) => {
      const showing = falling((response, method, path) => {
        const found = method === 'GET' && slash.test(path) ? cases.get(idIn(path)) : undefined;
        return found ? { status: 200, body: found.opened } : response;
      });
      return showing(original);
    }),
  },
  {
    name: 'lists cases behind a slash',
    breaks: { 'http.unknown-path-404': { code: 'wrong-status', row: 'GET /cases/', status: 200 } },
    parts: refusing(({ method, url }) =>
      method === 'GET' && url === '/cases/' ? new Rejected({ status: 200, body: [] } as never) : undefined,
    ),
  },
  {
    name: 'redirects a path with a slash at its end',
    breaks: {
      'http.unknown-path-404': { code: 'wrong-status', status: 307 },
      'http.left-open-answers': { code: 'wrong-status', row: 'a create with a slash at its end' },
    },
    parts: falling((response, _, path) => {
      const location = slash.exec(path)?.[1];
      return location === undefined ? response : { status: 307, headers: { Location: location }, body: null };
    }),
  },
  {
    name: 'lists the cases of a reference',
    breaks: { 'http.wrong-method-405': { code: 'wrong-status', row: 'GET /cases?reference={reference}' } },
    parts: refusing(({ method, url }) =>
      method === 'GET' && url!.startsWith('/cases?reference=')
        ? new Rejected({ status: 200, body: [] } as never)
        : undefined,
    ),
  },
  {
    name: 'gives evidence back by its id',
    breaks: {
      'http.unknown-path-404': { code: 'wrong-status', row: '/cases/{case_id}/artifacts/{artifact_id}', status: 200 },
    },
    parts: (original) => {
      const artifacts = new Map<string, Artifact>();
      const giving = falling((response, method, path) => {
        const found = method === 'GET' && artifacts.get(path.split('/')[4] ?? '');
        return found ? { status: 200, body: found } : response;
      });
      return {
        ...giving(original),
        newArtifact(upload, parts) {
          const artifact = original.newArtifact(upload, parts);
          artifacts.set(artifact.id, artifact);
          return artifact;
        },
      };
    },
  },
  {
    name: 'lets pages of localhost read a case',
    breaks: { 'http.no-cors': { code: 'unexpected-header', row: 'a read from http://localhost:3000' } },
    parts: allowing('getCase', ({ headers: { origin } }) =>
      origin?.startsWith('http://localhost') ? origin : undefined,
    ),
  },
  {
    name: 'lets a sandboxed page read a case',
    breaks: { 'http.no-cors': { code: 'unexpected-header', row: 'a read from null' } },
    parts: allowing('getCase', ({ headers: { origin } }) => (origin === 'null' ? origin : undefined)),
  },
  {
    name: 'lets pages of its own host read a case',
    breaks: { 'http.no-cors': { code: 'unexpected-header', row: 'a read from its own host' } },
    parts: allowing('getCase', ({ headers: { origin, host } }) => (origin === `http://${host}` ? origin : undefined)),
  },
  {
    name: 'gives the content of a file back in base64',
    breaks: { 'upload-artifact.content-not-returned': 'file-content-disclosed' },
    parts: returningContent('base64'),
  },
  {
    name: 'gives the content of a file back in hex',
    breaks: { 'upload-artifact.content-not-returned': 'file-content-disclosed' },
    parts: returningContent('hex'),
  },
  {
    name: 'repeats a rejected key in its challenge',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the API key' } },
    parts: ({ authenticate, challenge }) => {
      let sent = '';
      return {
        authenticate(request) {
          sent = bearerOf(request) ?? '';
          return authenticate(request);
        },
        challenge: (rejection) =>
          rejection === 'rejected'
            ? `${challenge(rejection)}, error_description="unknown: ${sent}"`
            : challenge(rejection),
      };
    },
  },
  {
    name: 'names the path in the answer to a wrong method',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the id of a case that is deleted' } },
    parts: falling((response, method, path) =>
      response.status === 405 ? { ...response, detail: `${method} is not allowed for ${path}.` } : response,
    ),
  },
  {
    name: 'names the case in the problem case-closed',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the id of a decided case' } },
    parts: namingCaseIn('case-closed'),
  },
  {
    name: 'names the case in the problem artifact-limit-reached',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the id of a full case' } },
    parts: namingCaseIn('artifact-limit-reached'),
  },
];

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { homedir } from 'node:os';
import type { ProblemResponse, ProblemError, ProblemStatus } from '../../reference-impl/domain/contract.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { invalid, Rejected } from '../../reference-impl/http/problems.ts';
import { type Fault, rendering, renderingProblems } from './fault.ts';

type Faulty = Fault['parts'];
type Answered = ProblemResponse<ProblemStatus>;
type Members = Record<string, unknown>;

/** Problems that are written in another way; `answer` tells which refusal it is. */
const writing =
  (change: (problem: Members, response: Answered, id: string) => Members): Faulty =>
  (original) => ({
    problemBody: (response, id) =>
      change({ ...original.problemBody(response, id) }, response, id) as ReturnType<Parts['problemBody']>,
  });
const writingFor = (concerns: (response: Answered) => boolean, change: (problem: Members) => Members): Faulty =>
  writing((problem, response) => (concerns(response) ? change(problem) : problem));
const withoutMember = (problem: Members, name: string): Members =>
  Object.fromEntries(Object.entries(problem).filter(([known]) => known !== name));

/** Problems of another media type. */
const typed = (type: string, concerns: (problem: Members) => boolean = () => true): Faulty =>
  rendering(({ status, headers, body }) =>
    status >= 400 && concerns(JSON.parse(body) as Members) ? { headers: { ...headers, 'Content-Type': type } } : {},
  );
const isAbout =
  (...types: string[]) =>
  ({ type }: Members) =>
    types.some((known) => type === `/problems/${known}`);

/** Entries of errors that are written in another way. */
const listing = (
  change: (entry: ProblemError, at: number) => object | null,
  concerns: (problem: Members) => boolean = () => true,
): Faulty =>
  renderingProblems((problem) =>
    Array.isArray(problem['errors']) && concerns(problem)
      ? { ...problem, errors: (problem['errors'] as ProblemError[]).map(change).filter((entry) => entry !== null) }
      : problem,
  );

/** What a validator found, told in another way; the third is the place of the error, the fourth what it is. */
const explaining =
  (pointerOf: (original: string, place: string, keyword: string, name: string | undefined) => string): Faulty =>
  (original) => ({
    explain: (errors, pointer) =>
      original.explain(errors, pointer).map((entry, at) => {
        const { instancePath, keyword, params } = errors[at]!;
        return {
          ...entry,
          pointer: pointerOf(
            entry.pointer,
            instancePath,
            keyword,
            (params['missingProperty'] ?? params['additionalProperty']) as string | undefined,
          ),
        };
      }),
  });
export const pointing =
  (toPointer: (path: string, name: string | undefined, original: Parts['toPointer']) => string): Faulty =>
  (original) => ({ toPointer: (path, name) => toPointer(path, name, original.toPointer) });
export const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const at = (name: string | undefined) => (name === undefined ? '' : `/${name}`);

/** Refusals of a part whose detail holds something of what was sent. */
const telling = (
  what: (request: IncomingMessage) => string | undefined,
  concerns: (response: Answered) => boolean = () => true,
): Faulty => {
  const tell = (request: IncomingMessage, error: unknown): never => {
    const said = what(request);
    if (!(error instanceof Rejected) || said === undefined || !concerns(error.response)) throw error;
    throw new Rejected({ ...error.response, detail: `${error.response.detail} Not: ${said}` });
  };
  return (original) => ({
    readJson: (request, parts) => original.readJson(request, parts).catch((error: unknown) => tell(request, error)),
    readUpload: (request, parts) => original.readUpload(request, parts).catch((error: unknown) => tell(request, error)),
    idempotencyKeyOf(request) {
      try {
        return original.idempotencyKeyOf(request);
      } catch (error) {
        return tell(request, error);
      }
    },
  });
};

/** Values that are not valid and that the list of errors shows. */
const showingValues =
  (concerns: (place: string, value: unknown) => boolean): Faulty =>
  (original) => {
    const showing = (name: 'isCreateCase' | 'isUploadArtifact'): Partial<Parts> => {
      const judge = original[name] as Parts['isCreateCase'];
      const fits = ((value: unknown) => {
        const holds = judge(value);
        fits.errors = (judge.errors ?? []).map((error) => {
          const member = (value as Members | null)?.[
            error.instancePath.slice(1) || String(error.params['additionalProperty'])
          ];
          return concerns(error.instancePath, member)
            ? { ...error, message: `${error.message}, not ${JSON.stringify(member)}` }
            : error;
        });
        return holds;
      }) as Parts['isCreateCase'];
      return { [name]: fits };
    };
    return {
      ...showing('isCreateCase'),
      ...showing('isUploadArtifact'),
      explain: (errors, pointer) =>
        original
          .explain(errors, pointer)
          .map((entry, index) => ({ ...entry, detail: errors[index]!.message ?? entry.detail })),
    };
  };

/** Malformed JSON that is answered in words of another. */
const malformed =
  (words: (text: string) => string): Faulty =>
  (original) => ({
    parseJson(text) {
      try {
        return original.parseJson(text);
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
        throw new Rejected({ ...error.response, detail: words(text) });
      }
    },
  });

/** Requests of unknown cases whose problem holds the id. */
const tellingIds =
  (name: 'getCase' | 'uploadArtifact'): Faulty =>
  (original) => ({
    [name]: async (call: Parameters<Parts['uploadArtifact']>[0], parts: Parts) => {
      const response = await (original[name] as Parts['uploadArtifact'])(call, parts);
      return 'problem' in response && response.status === 404
        ? { ...response, detail: `No case has the id ${call.path.case_id}.` }
        : response;
    },
  });

const isInvalid = ({ problem }: Answered) => problem === 'invalid-request';

/** Defects that the family problems is aimed at. */
export const problems: Fault[] = [
  // media type
  {
    name: 'answers problems as plain JSON',
    breaks: { 'problems.media-type': { code: 'wrong-media-type', actual: 'application/json' } },
    parts: typed('application/json'),
  },
  {
    name: 'answers problems as XML by name',
    breaks: { 'problems.media-type': { code: 'wrong-media-type', actual: 'application/problem+xml' } },
    parts: typed('application/problem+xml'),
  },
  {
    name: 'answers a 401 as plain JSON',
    breaks: { 'problems.media-type': { code: 'wrong-media-type', row: 'a create without a key' } },
    parts: typed('application/json', isAbout('unauthorized')),
  },
  {
    name: 'answers a full case as plain JSON',
    breaks: { 'problems.media-type': { code: 'wrong-media-type', row: 'evidence for a full case' } },
    parts: typed('application/json', isAbout('artifact-limit-reached')),
  },
  {
    name: 'answers a decided case as plain JSON',
    breaks: { 'problems.media-type': { code: 'wrong-media-type', row: 'evidence for a decided case' } },
    parts: typed('application/json', isAbout('case-closed')),
  },
  {
    name: 'answers a reused key as plain JSON',
    breaks: { 'problems.media-type': { code: 'wrong-media-type', row: 'a key for another payload' } },
    parts: typed('application/json', isAbout('idempotency-key-reused')),
  },
  {
    name: 'answers 503 as plain text',
    breaks: { 'problems.media-type': { code: 'wrong-media-type', row: 'a create when the service is unavailable' } },
    parts: typed('text/plain', isAbout('unavailable')),
  },
  {
    name: 'answers an unknown content as plain JSON',
    breaks: { 'problems.media-type': { code: 'wrong-media-type', row: 'an unknown content' } },
    parts: typed('application/json', isAbout('unsupported-file-type')),
  },

  // members
  {
    name: 'leaves title away from problems',
    breaks: { 'problems.members': { code: 'missing-property', pointer: '/title' } },
    parts: writing((problem) => withoutMember(problem, 'title')),
  },
  {
    name: 'leaves status away from problems',
    breaks: {
      'problems.members': { code: 'missing-property', pointer: '/status' },
      'problems.status-matches': { code: 'wrong-problem-status', actual: 'nothing' },
    },
    parts: writing((problem) => withoutMember(problem, 'status')),
  },
  {
    name: 'leaves detail away from problems',
    breaks: { 'problems.members': { code: 'missing-property', pointer: '/detail' } },
    parts: writing((problem) => withoutMember(problem, 'detail')),
  },
  {
    name: 'leaves instance away from problems',
    breaks: {
      'problems.members': { code: 'missing-property', pointer: '/instance' },
      'problems.instance-fresh': { code: 'wrong-problem-instance', actual: 'nothing' },
    },
    parts: writing((problem) => withoutMember(problem, 'instance')),
  },
  {
    name: 'leaves detail away from a 404',
    breaks: { 'problems.members': { code: 'missing-property', pointer: '/detail' } },
    parts: writingFor(
      ({ status }) => status === 404,
      (problem) => withoutMember(problem, 'detail'),
    ),
  },
  {
    name: 'leaves title away from a 409',
    breaks: { 'problems.members': { code: 'missing-property', pointer: '/title' } },
    parts: writingFor(
      ({ status }) => status === 409,
      (problem) => withoutMember(problem, 'title'),
    ),
  },
  {
    name: 'writes no detail into a 405',
    breaks: { 'problems.members': { code: 'schema-mismatch', pointer: '/detail' } },
    parts: writingFor(
      ({ status }) => status === 405,
      (problem) => ({ ...problem, detail: null }),
    ),
  },
  {
    name: 'writes the detail as a list',
    breaks: { 'problems.members': { code: 'schema-mismatch', pointer: '/detail' } },
    parts: writing((problem) => ({ ...problem, detail: [problem['detail']] })),
  },

  // status
  {
    name: 'writes the status of problems as text',
    breaks: {
      'problems.members': { code: 'schema-mismatch', pointer: '/status' },
      'problems.status-matches': { code: 'wrong-problem-status', actual: '"4' },
    },
    parts: writing((problem) => ({ ...problem, status: String(problem['status']) })),
  },
  {
    name: 'writes the status 400 into every problem',
    breaks: { 'problems.status-matches': { code: 'wrong-problem-status', actual: '400' } },
    parts: writing((problem) => ({ ...problem, status: 400 })),
  },
  {
    name: 'writes the status 400 into a 409',
    breaks: { 'problems.status-matches': { code: 'wrong-problem-status', actual: '400' } },
    parts: writingFor(
      ({ status }) => status === 409,
      (problem) => ({ ...problem, status: 400 }),
    ),
  },
  {
    name: 'writes the status 400 into a 415',
    breaks: { 'problems.status-matches': { code: 'wrong-problem-status', actual: '400' } },
    parts: writingFor(
      ({ status }) => status === 415,
      (problem) => ({ ...problem, status: 400 }),
    ),
  },
  {
    name: 'writes the status 500 into a 503',
    breaks: { 'problems.status-matches': { code: 'wrong-problem-status', actual: '500' } },
    parts: writingFor(
      ({ status }) => status === 503,
      (problem) => ({ ...problem, status: 500 }),
    ),
  },
  {
    name: 'writes the status 404 into a 405',
    breaks: { 'problems.status-matches': { code: 'wrong-problem-status', actual: '404' } },
    parts: writingFor(
      ({ status }) => status === 405,
      (problem) => ({ ...problem, status: 404 }),
    ),
  },

  // instance
  {
    name: 'writes one instance into all problems',
    breaks: { 'problems.instance-fresh': 'repeated-problem-instance' },
    parts: writing((problem) => ({ ...problem, instance: 'urn:uuid:00000000-0000-4000-8000-000000000000' })),
  },
  {
    name: 'makes the instance from the refusal',
    breaks: { 'problems.instance-fresh': { code: 'repeated-problem-instance', row: 'an upload without a key' } },
    parts: writing((problem, { detail }) => {
      const digest = createHash('sha256').update(detail).digest('hex');
      return {
        ...problem,
        instance: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
      };
    }),
  },
  {
    name: 'keeps the instance of a read that found nothing for a minute',
    breaks: { 'problems.instance-fresh': { code: 'repeated-problem-instance', row: 'the same read again' } },
    parts: (original) => {
      let last = { id: '', at: -Infinity };
      return {
        async getCase(call, parts) {
          const response = await original.getCase(call, parts);
          return 'problem' in response ? { ...response, detail: 'There is no such case.' } : response;
        },
        render(response, id, parts) {
          if (!('problem' in response) || response.detail !== 'There is no such case.')
            return original.render(response, id, parts);
          if (performance.now() - last.at > 60_000) last = { id, at: performance.now() };
          return original.render(response, last.id, parts);
        },
      };
    },
  },
  {
    name: 'writes a bare UUID as instance',
    breaks: {
      'problems.instance-fresh': 'wrong-problem-instance',
      'problems.members': { code: 'schema-mismatch', pointer: '/instance' },
    },
    parts: writing((problem, _, id) => ({ ...problem, instance: id })),
  },
  {
    name: 'writes a path as instance',
    breaks: {
      'problems.instance-fresh': 'wrong-problem-instance',
      'problems.members': { code: 'schema-mismatch', pointer: '/instance' },
    },
    parts: writing((problem, _, id) => ({ ...problem, instance: `/problems/instances/${id}` })),
  },
  {
    name: 'counts instances',
    breaks: {
      'problems.instance-fresh': 'wrong-problem-instance',
      'problems.members': { code: 'schema-mismatch', pointer: '/instance' },
    },
    parts: (original) => {
      let count = 0;
      return writing((problem) => ({ ...problem, instance: `urn:uuid:${(count += 1)}` }))(original);
    },
  },

  // type
  {
    name: 'writes about:blank as the type of an unknown path',
    breaks: { 'http.unknown-path-404': { code: 'wrong-problem-type', actual: 'about:blank' } },
    parts: writingFor(
      ({ detail }) => detail === 'There is nothing at this path.',
      (problem) => ({ ...problem, type: 'about:blank' }),
    ),
  },
  {
    name: 'leaves type away from a 405',
    breaks: {
      'problems.members': { code: 'missing-property', pointer: '/type' },
      'http.wrong-method-405': { code: 'wrong-problem-type', actual: 'nothing' },
    },
    parts: writingFor(
      ({ status }) => status === 405,
      (problem) => withoutMember(problem, 'type'),
    ),
  },

  // what was submitted
  {
    name: 'shows values that are not valid',
    breaks: { 'problems.no-submitted-values': 'input-disclosed' },
    parts: showingValues(() => true),
  },
  {
    name: 'shows a type that is not valid',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the type' } },
    parts: showingValues((place, value) => place === '/type' && value !== 'XX'),
  },
  {
    name: 'shows a kind that is not valid',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the kind' } },
    parts: showingValues((place) => place === '/kind'),
  },
  {
    name: 'shows the first letters of a reference that is too long',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the reference, too long' } },
    parts: (original) => {
      let seen = '';
      return {
        parseJson(text) {
          const value = original.parseJson(text);
          const reference = (value as Members | null)?.['reference'];
          seen = typeof reference === 'string' && reference.length > 256 ? reference.slice(0, 8) : '';
          return value;
        },
        explain: (errors, pointer) =>
          original
            .explain(errors, pointer)
            .map((entry) => (seen ? { ...entry, detail: `${entry.detail}: ${seen}…` } : entry)),
      };
    },
  },
  {
    name: 'shows the value of an unknown member',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the value of an unknown member' } },
    parts: showingValues((place, value) => place === '' && value !== undefined),
  },
  {
    name: 'shows malformed JSON as JSON.parse tells it',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'a word in malformed JSON' } },
    parts: malformed((text) => {
      try {
        return `The body is not JSON. ${JSON.stringify(JSON.parse(text)).length}`;
      } catch (error) {
        return (error as Error).message;
      }
    }),
  },
  {
    name: 'shows malformed JSON',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'malformed JSON behind a value' } },
    parts: malformed((text) => `The body is not JSON: ${text.slice(0, 100)}`),
  },
  {
    name: 'shows an illegal idempotency key',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the idempotency key' } },
    parts: telling(
      ({ headers }) => headers['idempotency-key']?.toString(),
      ({ status }) => status === 400,
    ),
  },
  {
    name: 'shows an idempotency key that was reused',
    breaks: {
      'problems.no-submitted-values': { code: 'input-disclosed', row: 'the idempotency key, for another payload' },
    },
    parts: (original) => ({
      async createCase(call, parts) {
        let key = '';
        const read = async () => {
          const given = await call.read();
          key = given.once?.id ?? '';
          return given;
        };
        const response = await original.createCase({ ...call, read }, parts);
        return 'problem' in response && response.problem === 'idempotency-key-reused'
          ? { ...response, detail: `The key ${(JSON.parse(key) as string[]).at(-1)} stands for another payload.` }
          : response;
      },
    }),
  },
  {
    name: 'shows a media type that is not taken',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the media type' } },
    parts: telling(
      ({ headers }) => headers['content-type'],
      ({ problem }) => problem === 'unsupported-media-type',
    ),
  },
  {
    name: 'shows a content encoding that is not taken',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the content encoding' } },
    parts: telling(
      ({ headers }) => headers['content-encoding'],
      ({ problem }) => problem === 'unsupported-media-type',
    ),
  },
  {
    name: 'shows the id of an unknown case to a read',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the id of a case' } },
    parts: tellingIds('getCase'),
  },
  {
    name: 'shows the id of an unknown case to an upload',
    breaks: {
      'problems.no-submitted-values': { code: 'input-disclosed', row: 'the id of a case that evidence is for' },
    },
    parts: tellingIds('uploadArtifact'),
  },
  {
    name: 'shows an unknown path',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the path' } },
    parts: (original) => ({
      fallback: (method, path) => ({ ...original.fallback(method, path), detail: `Cannot ${method} ${path}` }),
    }),
  },
  {
    name: 'shows what a part says of its type',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the type of a part' } },
    parts: (original) => ({
      receiveFile: (part, parts) =>
        original.receiveFile(part, parts).catch((error: unknown) => {
          if (!(error instanceof Rejected)) throw error;
          throw new Rejected({ ...error.response, detail: `The content is not ${part.type}.` });
        }),
    }),
  },
  {
    name: 'shows the beginning of a file that is not taken',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the content of a file' } },
    parts: (original) => ({
      receiveFile(part, parts) {
        let head = '';
        const recogniseFileType = (bytes: Buffer) => {
          head = bytes.toString('latin1');
          return parts.recogniseFileType(bytes);
        };
        return original.receiveFile(part, { ...parts, recogniseFileType }).catch((error: unknown) => {
          if (!(error instanceof Rejected)) throw error;
          throw new Rejected({ ...error.response, detail: `The content begins with ${JSON.stringify(head)}.` });
        });
      },
    }),
  },
  {
    name: 'shows a rejected API key',
    breaks: { 'problems.no-submitted-values': { code: 'input-disclosed', row: 'the API key' } },
    parts: (original) => ({
      authenticate(request) {
        const caller = original.authenticate(request);
        if (caller !== 'rejected') return caller;
        const headers = { 'WWW-Authenticate': original.challenge(caller) };
        throw new Rejected({
          status: 401,
          problem: 'unauthorized',
          detail: `${request.headers.authorization} is no issued key.`,
          headers,
        });
      },
    }),
  },

  // the inside
  {
    name: 'shows a stack trace',
    breaks: { 'problems.no-internals': { code: 'internals-disclosed', row: 'a create without a key' } },
    parts: writing((problem) => ({ ...problem, trace: new Error('refused').stack })),
  },
  {
    name: 'shows a stack trace of malformed JSON',
    breaks: { 'problems.no-internals': { code: 'internals-disclosed', row: 'malformed JSON' } },
    parts: malformed(() => new SyntaxError('no JSON').stack!),
  },
  {
    name: 'shows a file path in a 404',
    breaks: { 'problems.no-internals': { code: 'internals-disclosed', actual: '" /root/cases"' } },
    parts: writingFor(
      ({ status }) => status === 404,
      (problem) => ({ ...problem, detail: `Nothing in ${homedir()}/cases was found.` }),
    ),
  },
  {
    name: 'shows where it keeps a refused file',
    breaks: { 'problems.no-internals': { code: 'internals-disclosed', row: 'an unknown content' } },
    parts: writingFor(
      ({ problem }) => problem === 'unsupported-file-type',
      (problem) => ({ ...problem, detail: 'ENOENT: /var/lib/cases/arriving_7' }),
    ),
  },
  {
    name: 'shows SQL in a 404',
    breaks: { 'problems.no-internals': { code: 'internals-disclosed', actual: '"SELECT body FROM"' } },
    parts: writingFor(
      ({ status }) => status === 404,
      (problem) => ({ ...problem, detail: 'No rows: SELECT body FROM cases WHERE id = ?' }),
    ),
  },
  {
    name: 'shows SQL in the 404 of an id with a quote',
    breaks: { 'problems.no-internals': { code: 'internals-disclosed', actual: '"SELECT body FROM"' } },
    parts: ({ getCase }) => ({
      async getCase(call, parts) {
        const response = await getCase(call, parts);
        if (!('problem' in response) || !call.path.case_id.includes("'")) return response;
        return { ...response, detail: 'Near a quote: SELECT body FROM cases WHERE id = ?' };
      },
    }),
  },
  {
    name: 'shows an error of its database in a 409',
    breaks: { 'problems.no-internals': { code: 'internals-disclosed', row: 'evidence for a full case' } },
    parts: writingFor(
      ({ status }) => status === 409,
      (problem) => ({ ...problem, cause: 'SQLITE_CONSTRAINT: UNIQUE constraint failed: artifacts.id' }),
    ),
  },

  // errors
  {
    name: 'lists no errors',
    breaks: {
      'problems.errors-listed': { code: 'missing-pointer', actual: 'nothing' },
      'problems.points-at-body': 'missing-pointer',
      'problems.points-at-invalid-member': 'missing-pointer',
      'problems.points-at-missing-member': 'missing-pointer',
      'problems.points-at-unknown-member': 'missing-pointer',
      'problems.points-at-part': 'missing-pointer',
      'problems.escapes-pointer': 'wrong-pointer',
      'sandbox.unknown-directive-refused': 'missing-pointer',
      'sandbox.deny-code-checked': 'missing-pointer',
      'sandbox.live-key-refuses': 'wrong-pointer',
    },
    parts: writing((problem) => withoutMember(problem, 'errors')),
  },
  {
    name: 'lists errors in a member of its own',
    breaks: {
      'problems.errors-listed': { code: 'missing-pointer', actual: 'nothing' },
      'problems.points-at-body': 'missing-pointer',
      'problems.points-at-invalid-member': 'missing-pointer',
      'problems.points-at-missing-member': 'missing-pointer',
      'problems.points-at-unknown-member': 'missing-pointer',
      'problems.points-at-part': 'missing-pointer',
      'problems.escapes-pointer': 'wrong-pointer',
      'sandbox.unknown-directive-refused': 'missing-pointer',
      'sandbox.deny-code-checked': 'missing-pointer',
      'sandbox.live-key-refuses': 'wrong-pointer',
    },
    parts: writing(({ errors, ...rest }) => ({ ...rest, ...(errors !== undefined && { 'invalid-params': errors }) })),
  },
  {
    name: 'lists errors that are empty',
    breaks: {
      'problems.errors-listed': { code: 'missing-pointer', actual: '[]' },
      'problems.points-at-body': 'missing-pointer',
      'problems.points-at-invalid-member': 'missing-pointer',
      'problems.points-at-missing-member': 'missing-pointer',
      'problems.points-at-unknown-member': 'missing-pointer',
      'problems.points-at-part': 'missing-pointer',
      'problems.escapes-pointer': 'wrong-pointer',
      'sandbox.unknown-directive-refused': 'missing-pointer',
      'sandbox.deny-code-checked': 'missing-pointer',
      'sandbox.live-key-refuses': 'wrong-pointer',
    },
    parts: listing(() => null),
  },
  {
    name: 'lists errors without detail',
    breaks: {
      'problems.errors-listed': 'missing-pointer',
      'problems.members': { code: 'missing-property', pointer: '/errors/0/detail' },
    },
    parts: listing(({ pointer }) => ({ pointer })),
  },
  {
    name: 'lists errors with an empty detail',
    breaks: { 'problems.errors-listed': { code: 'missing-pointer', actual: '""' } },
    parts: listing(({ pointer }) => ({ pointer, detail: '' })),
  },
  {
    name: 'lists errors by name',
    breaks: {
      'problems.errors-listed': { code: 'missing-pointer', actual: 'name' },
      'problems.members': { code: 'missing-property', pointer: '/errors/0/pointer' },
      'problems.points-at-body': { code: 'wrong-pointer', actual: 'null' },
      'problems.points-at-invalid-member': { code: 'wrong-pointer', actual: 'null' },
      'problems.points-at-missing-member': { code: 'wrong-pointer', actual: 'null' },
      'problems.points-at-unknown-member': { code: 'wrong-pointer', actual: 'null' },
      'problems.points-at-part': { code: 'wrong-pointer', actual: 'null' },
      'problems.escapes-pointer': 'wrong-pointer',
      'sandbox.unknown-directive-refused': 'wrong-pointer',
      'sandbox.deny-code-checked': 'wrong-pointer',
      'sandbox.live-key-refuses': 'wrong-pointer',
    },
    parts: listing(({ pointer, detail }) => ({ name: pointer.slice(2), detail })),
  },
  {
    name: 'lists no errors of a repeated part',
    breaks: {
      'problems.errors-listed': { code: 'missing-pointer', row: 'two kinds' },
      'problems.points-at-part': 'missing-pointer',
    },
    parts: writing((problem, response) =>
      isInvalid(response) && response.errors?.[0]?.detail === 'is repeated'
        ? withoutMember(problem, 'errors')
        : problem,
    ),
  },

  // pointers
  {
    name: 'writes pointers without #',
    breaks: {
      'problems.errors-listed': 'missing-pointer',
      'problems.members': { code: 'schema-mismatch', row: 'an empty file' },
      'problems.points-at-body': { code: 'wrong-pointer', actual: '""' },
      'problems.points-at-invalid-member': 'wrong-pointer',
      'problems.points-at-missing-member': 'wrong-pointer',
      'problems.points-at-unknown-member': 'wrong-pointer',
      'problems.points-at-part': 'wrong-pointer',
      'problems.escapes-pointer': 'wrong-pointer',
      'sandbox.unknown-directive-refused': 'wrong-pointer',
      'sandbox.deny-code-checked': 'wrong-pointer',
      'sandbox.live-key-refuses': 'wrong-pointer',
    },
    parts: listing(({ pointer, detail }) => ({ pointer: pointer.slice(1), detail })),
  },
  {
    name: 'writes pointers with dots',
    breaks: {
      'problems.points-at-invalid-member': { code: 'wrong-pointer', actual: '#.' },
      'problems.points-at-missing-member': { code: 'wrong-pointer', actual: '#.' },
      'problems.points-at-unknown-member': { code: 'wrong-pointer', actual: '#.' },
      'problems.points-at-part': { code: 'wrong-pointer', actual: '#.' },
      'problems.escapes-pointer': 'wrong-pointer',
      'sandbox.unknown-directive-refused': 'wrong-pointer',
      'sandbox.deny-code-checked': 'wrong-pointer',
      'sandbox.live-key-refuses': 'wrong-pointer',
    },
    parts: listing(({ pointer, detail }) => ({ pointer: pointer.replace('#/', '#.'), detail })),
  },
  {
    name: 'writes pointers below #/body',
    breaks: {
      'problems.points-at-body': { code: 'wrong-pointer', actual: '#/body' },
      'problems.points-at-invalid-member': { code: 'wrong-pointer', actual: '#/body' },
      'problems.points-at-missing-member': { code: 'wrong-pointer', actual: '#/body' },
      'problems.points-at-unknown-member': { code: 'wrong-pointer', actual: '#/body' },
      'problems.points-at-part': { code: 'wrong-pointer', actual: '#/body' },
      'problems.escapes-pointer': 'wrong-pointer',
      'sandbox.unknown-directive-refused': 'wrong-pointer',
      'sandbox.deny-code-checked': 'wrong-pointer',
      'sandbox.live-key-refuses': 'wrong-pointer',
    },
    parts: listing(({ pointer, detail }) => ({ pointer: pointer.replace('#', '#/body'), detail })),
  },
  {
    name: 'points at the body for every member',
    breaks: {
      'problems.points-at-invalid-member': { code: 'wrong-pointer', actual: '["#' },
      'problems.points-at-missing-member': { code: 'wrong-pointer', actual: '["#' },
      'problems.points-at-unknown-member': { code: 'wrong-pointer', actual: '["#' },
      'problems.points-at-part': { code: 'wrong-pointer', actual: '["#' },
      'problems.escapes-pointer': { code: 'wrong-pointer', actual: '["#"]' },
    },
    parts: explaining(() => '#'),
  },
  {
    name: 'points at the body for a missing member',
    breaks: {
      'problems.points-at-missing-member': { code: 'wrong-pointer', actual: '["#"]' },
      'problems.points-at-part': { code: 'wrong-pointer', actual: '["#"]' },
    },
    parts: explaining((original, _, keyword) => (keyword === 'required' ? '#' : original)),
  },
  {
    name: 'points at the body for an unknown member',
    breaks: {
      'problems.points-at-unknown-member': { code: 'wrong-pointer', actual: '["#"]' },
      'problems.points-at-part': { code: 'wrong-pointer', actual: '["#"]' },
      'problems.escapes-pointer': { code: 'wrong-pointer', actual: '["#"]' },
    },
    parts: explaining((original, _, keyword) => (keyword === 'additionalProperties' ? '#' : original)),
  },
  {
    name: 'points at the body for a value of a wrong type',
    breaks: { 'problems.points-at-invalid-member': { code: 'wrong-pointer', row: 'a reference that is no string' } },
    parts: explaining((original, _, keyword) => (keyword === 'type' ? '#' : original)),
  },
  {
    name: 'points at the type whatever is not valid',
    breaks: { 'problems.points-at-invalid-member': { code: 'wrong-pointer', row: 'an empty reference' } },
    parts: explaining((original, place) => (place === '/reference' ? '#/type' : original)),
  },
  {
    name: 'points below a missing member',
    breaks: {
      'problems.points-at-missing-member': { code: 'wrong-pointer', actual: '/required' },
      'problems.points-at-part': { code: 'wrong-pointer', actual: '/required' },
    },
    parts: explaining((original, _, keyword) => (keyword === 'required' ? `${original}/required` : original)),
  },
  {
    name: 'points at no slash for a body that is no object',
    breaks: { 'problems.points-at-body': { code: 'wrong-pointer', actual: '["#/"]' } },
    parts: explaining((original) => (original === '#' ? '#/' : original)),
  },
  {
    name: 'points at the type of a body that is no object',
    breaks: { 'problems.points-at-body': { code: 'wrong-pointer', actual: '#/type' } },
    parts: explaining((original) => (original === '#' ? '#/type' : original)),
  },
  {
    name: 'escapes no name in a pointer',
    breaks: { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'a/b' } },
    parts: pointing((path, name) => `#${encodeURI(path + at(name)).replaceAll('#', '%23')}`),
  },
  {
    name: 'escapes tilde after slash',
    breaks: { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'a/b' } },
    parts: pointing(
      (path, name) =>
        `#${encodeURI(path + at(name?.replaceAll('/', '~1').replaceAll('~', '~0'))).replaceAll('#', '%23')}`,
    ),
  },
  {
    name: 'escapes no tilde',
    breaks: { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'a~b' } },
    parts: pointing((path, name) => `#${encodeURI(path + at(name?.replaceAll('/', '~1'))).replaceAll('#', '%23')}`),
  },
  {
    name: 'percent-encodes no pointer',
    breaks: { 'problems.escapes-pointer': 'wrong-pointer' },
    parts: pointing((path, name) => `#${path}${at(name && escaped(name))}`),
  },
  {
    name: 'percent-encodes a slash instead of escaping it',
    breaks: { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'a/b' } },
    parts: pointing((path, name) => `#${path}${at(name && encodeURIComponent(name.replaceAll('~', '~0')))}`),
  },
  {
    name: 'percent-encodes pointers as forms do',
    breaks: { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'a b' } },
    parts: pointing((path, name) => `#${path}${at(name && encodeURIComponent(escaped(name)).replaceAll('%20', '+'))}`),
  },
  {
    name: 'percent-encodes no # in a pointer',
    breaks: { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'a#b' } },
    parts: pointing((path, name) => `#${encodeURI(path + at(name && escaped(name)))}`),
  },
  {
    name: 'percent-encodes no letters beyond ASCII',
    breaks: { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'ñandú' } },
    parts: pointing((path, name, original) =>
      /[^\0-\x7f]/.test(name ?? '') ? `#${path}/${name}` : original(path, name),
    ),
  },
  {
    name: 'percent-encodes pointers twice',
    breaks: { 'problems.escapes-pointer': 'wrong-pointer' },
    parts: pointing((path, name, original) => original(path, name).replaceAll('%', '%25')),
  },
  {
    name: 'points at no part',
    breaks: {
      'problems.points-at-part': 'missing-pointer',
      'problems.errors-listed': { code: 'missing-pointer', row: 'two kinds' },
      'problems.escapes-pointer': { code: 'wrong-pointer', row: 'the part a/b~c d' },
    },
    parts: (original) => ({
      readUpload: (request, parts) =>
        original.readUpload(request, parts).catch((error: unknown) => {
          if (!(error instanceof Rejected)) throw error;
          const { errors: _, ...response } = error.response;
          throw new Rejected(response);
        }),
    }),
  },
  {
    name: 'points at parts below the body',
    breaks: {
      'problems.points-at-part': { code: 'wrong-pointer', actual: '#/body' },
      'problems.escapes-pointer': { code: 'wrong-pointer', row: 'the part a/b~c d' },
    },
    parts: (original) => ({
      readUpload: (request, parts) =>
        original.readUpload(request, parts).catch((error: unknown) => {
          if (!(error instanceof Rejected) || !error.response.errors) throw error;
          throw new Rejected(
            invalid(
              error.response.errors.map(({ pointer, detail }) => ({ pointer: pointer.replace('#', '#/body'), detail })),
            ),
          );
        }),
    }),
  },
  {
    name: 'points at the body for a repeated part',
    breaks: { 'problems.points-at-part': { code: 'wrong-pointer', row: 'two kinds' } },
    parts: listing(({ pointer, detail }) => ({ pointer: detail === 'is repeated' ? '#' : pointer, detail })),
  },
  {
    name: 'points at the file for an unknown kind',
    breaks: { 'problems.points-at-part': { code: 'wrong-pointer', row: 'an unknown kind' } },
    parts: explaining((original, place) => (place === '/kind' ? '#/file' : original)),
  },
  {
    name: 'points at the body for an empty file',
    breaks: { 'problems.points-at-part': { code: 'wrong-pointer', row: 'an empty file' } },
    parts: listing(({ pointer, detail }) => ({ pointer: detail === 'is empty' ? '#' : pointer, detail })),
  },
];

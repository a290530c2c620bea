import type { Defect, FaultTable } from '../support/fault.ts';
import type { IncomingMessage } from 'node:http';
import { type AnyProblem, type JsonObject, malformed } from '../support/problems.ts';
import { Rejected } from '../../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { bearerOf } from '../support/requests.ts';
import { changingFallback } from '../support/http.ts';

const namingCaseIn =
  (type: 'case-closed' | 'artifact-limit-reached'): Defect =>
  (original) => ({
    async uploadArtifact(call, parts) {
      const response = await original.uploadArtifact(call, parts);
      const detail = `${call.path.case_id} takes no more evidence.`;
      return 'problem' in response && response.problem === type ? { ...response, detail } : response;
    },
  });

/** Rejections by one function of `Parts`, with a `detail` that contains a value of the request. */
const disclosing = (
  valueOf: (request: IncomingMessage) => string | undefined,
  concerns: (response: AnyProblem) => boolean = () => true,
): Defect => {
  const throwWithValue = (request: IncomingMessage, error: unknown): never => {
    const submitted = valueOf(request);
    if (!(error instanceof Rejected) || submitted === undefined || !concerns(error.response)) throw error;
    throw new Rejected({ ...error.response, detail: `${error.response.detail} Not: ${submitted}` });
  };
  return (original) => ({
    readJson: (request, parts) =>
      original.readJson(request, parts).catch((error: unknown) => throwWithValue(request, error)),
    readUpload: (request, parts) =>
      original.readUpload(request, parts).catch((error: unknown) => throwWithValue(request, error)),
    idempotencyKeyOf(request) {
      try {
        return original.idempotencyKeyOf(request);
      } catch (error) {
        return throwWithValue(request, error);
      }
    },
  });
};

/** Shows each invalid value in the list of errors. */
const showingValues =
  (concerns: (place: string, value: unknown) => boolean): Defect =>
  (original) => {
    const showing = (name: 'isCreateCase' | 'isUploadArtifact'): Partial<Parts> => {
      const judge = original[name] as Parts['isCreateCase'];
      const fits = ((value: unknown) => {
        const holds = judge(value);
        fits.errors = (judge.errors ?? []).map((error) => {
          const property = (value as JsonObject | null)?.[
            error.instancePath.slice(1) || String(error.params['additionalProperty'])
          ];
          return concerns(error.instancePath, property)
            ? { ...error, message: `${error.message}, not ${JSON.stringify(property)}` }
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

/** Puts the id into the problem for an unknown case. */
const showingIds =
  (name: 'getCase' | 'uploadArtifact'): Defect =>
  (original) => ({
    [name]: async (call: Parameters<Parts['uploadArtifact']>[0], parts: Parts) => {
      const response = await (original[name] as Parts['uploadArtifact'])(call, parts);
      return 'problem' in response && response.status === 404
        ? { ...response, detail: `No case has the id ${call.path.case_id}.` }
        : response;
    },
  });

const faults: FaultTable = {
  'problems.no-submitted-values': {
    'shows a rejected key in the challenge': ({ authenticate, challenge }) => {
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
    'shows a rejected API key': (original) => ({
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
    'shows the path in the response to a wrong method': changingFallback((response, method, path) =>
      response.status === 405 ? { ...response, detail: `${method} is not allowed for ${path}.` } : response,
    ),
    'shows the case id in the problem case-closed': namingCaseIn('case-closed'),
    'shows the case id in the problem artifact-limit-reached': namingCaseIn('artifact-limit-reached'),
    // other values
    'shows invalid values': showingValues(() => true),
    'shows numbers': showingValues((_, value) => typeof value === 'number'),
    'shows an invalid type': showingValues((place, value) => place === '/type' && value !== 'XX'),
    'shows an invalid kind': showingValues((place) => place === '/kind'),
    'shows the first letters of a reference that is too long': (original) => {
      let seen = '';
      return {
        parseJson(text) {
          const value = original.parseJson(text);
          const reference = (value as JsonObject | null)?.['reference'];
          seen = typeof reference === 'string' && reference.length > 256 ? reference.slice(0, 8) : '';
          return value;
        },
        explain: (errors, pointer) =>
          original
            .explain(errors, pointer)
            .map((entry) => (seen ? { ...entry, detail: `${entry.detail}: ${seen}…` } : entry)),
      };
    },
    'shows the value of an unknown property': showingValues((place, value) => place === '' && value !== undefined),
    'shows malformed JSON as JSON.parse reports it': malformed((text) => {
      try {
        return `The body is not JSON. ${JSON.stringify(JSON.parse(text)).length}`;
      } catch (error) {
        return (error as Error).message;
      }
    }),
    'shows malformed JSON': malformed((text) => `The body is not JSON: ${text.slice(0, 100)}`),
    'shows an illegal idempotency key': disclosing(
      ({ headers }) => headers['idempotency-key']?.toString(),
      ({ status }) => status === 400,
    ),
    'shows an idempotency key that was reused': (original) => ({
      async createCase(call, parts) {
        let key = '';
        const read = async () => {
          const given = await call.read();
          key = given.once?.id ?? '';
          return given;
        };
        const response = await original.createCase({ ...call, read }, parts);
        return 'problem' in response && response.problem === 'idempotency-key-reused'
          ? { ...response, detail: `The key ${(JSON.parse(key) as string[]).at(-1)} was used for another payload.` }
          : response;
      },
    }),
    'shows a media type that is not accepted': disclosing(
      ({ headers }) => headers['content-type'],
      ({ problem }) => problem === 'unsupported-media-type',
    ),
    'shows a content encoding that is not accepted': disclosing(
      ({ headers }) => headers['content-encoding'],
      ({ problem }) => problem === 'unsupported-media-type',
    ),
    'shows the id of an unknown case to a read': showingIds('getCase'),
    'shows the id of an unknown case to an upload': showingIds('uploadArtifact'),
    'shows an unknown path': (original) => ({
      fallback: (method, path) => ({ ...original.fallback(method, path), detail: `Cannot ${method} ${path}` }),
    }),
    'shows the Content-Type that a part declares': (original) => ({
      receiveFile: (part, parts) =>
        original.receiveFile(part, parts).catch((error: unknown) => {
          if (!(error instanceof Rejected)) throw error;
          throw new Rejected({ ...error.response, detail: `The content is not ${part.type}.` });
        }),
    }),
    'shows the beginning of a file that is not accepted': (original) => ({
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
};

export default faults;

import type { IncomingMessage } from 'node:http';
import { demoKeys } from '../../reference-impl/demo-keys.ts';
import type { Key } from '../../reference-impl/http/keys.ts';
import type { Caller } from '../../reference-impl/ports.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import { type Fault, rendering } from './fault.ts';

type Operation = 'create' | 'upload' | 'read';

const [first] = demoKeys as [Key];

export function operationOf({ method, url }: IncomingMessage): Operation | undefined {
  if (method === 'GET') return 'read';
  if (method !== 'POST') return undefined;
  return url!.split('?')[0]!.endsWith('/artifacts') ? 'upload' : 'create';
}

const isSent = ({ headers }: IncomingMessage) => headers.authorization !== undefined;

/** A request that is refused for its key is tried in another way, which tells the key that it is taken for. */
export const otherwise =
  (find: (request: IncomingMessage) => Caller | undefined): Fault['parts'] =>
  ({ authenticate }) => ({
    authenticate(request) {
      const caller = authenticate(request);
      return typeof caller === 'string' ? (find(request) ?? caller) : caller;
    },
  });

/** One operation takes a request without a key for one of the first tenant. */
const open = (operation: Operation) =>
  otherwise((request) => (operationOf(request) === operation && !isSent(request) ? first : undefined));

/** One operation only asks that something is sent as a key. */
const presence = (operation: Operation) =>
  otherwise((request) => (operationOf(request) === operation && bearerOf(request) ? first : undefined));

export const bearerOf = ({ headers }: IncomingMessage) => /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** What is sent need only be like an issued key. */
export const like = (resembles: (sent: string, key: string) => boolean) =>
  otherwise((request) => {
    const sent = bearerOf(request);
    return sent === undefined ? undefined : demoKeys.find(({ key }) => resembles(sent, key));
  });

/** A key is taken from another place too. */
const alsoFrom = (place: (request: IncomingMessage) => string | null | undefined) =>
  otherwise((request) => demoKeys.find(({ key }) => key === place(request)));

const query = (request: IncomingMessage, name: string) => new URL(request.url!, 'http://x').searchParams.get(name);
const scheme = (request: IncomingMessage, name: string) =>
  new RegExp(`^${name} +(\\S+)$`, 'i').exec(request.headers.authorization ?? '')?.[1];
const basic = (request: IncomingMessage) =>
  Buffer.from(scheme(request, 'Basic') ?? '', 'base64')
    .toString()
    .split(':');

/** A caller without a valid key, who is refused only after something else was looked at. */
const nobody: Caller = { tenant: '', mode: 'sandbox' };

const unauthorized = (parts: Parts) =>
  problem(401, 'unauthorized', 'Send an issued key.', { headers: { 'WWW-Authenticate': parts.challenge('rejected') } });

/** Without a valid key one operation is begun all the same. */
const letIn = (original: Parts, ...operations: Operation[]): Parts['authenticate'] => {
  return (request) => {
    const caller = original.authenticate(request);
    return typeof caller === 'string' && operations.includes(operationOf(request)!) ? nobody : caller;
  };
};

/** A create or an upload whose body is read before the key is judged; some of what it is refused for comes first. */
export const bodyBeforeKey =
  (
    operations: ('create' | 'upload')[],
    first: (refusal: Rejected['response']) => boolean = () => true,
  ): Fault['parts'] =>
  (original) => {
    const reading = async (read: () => Promise<unknown>, parts: Parts) => {
      await read().catch((error: unknown) => {
        if (!(error instanceof Rejected) || first(error.response)) throw error;
      });
      return unauthorized(parts);
    };
    return {
      authenticate: letIn(original, ...operations),
      createCase: async (call, parts) =>
        call.caller === nobody ? reading(call.read, parts) : original.createCase(call, parts),
      uploadArtifact: async (call, parts) =>
        call.caller === nobody ? reading(call.read, parts) : original.uploadArtifact(call, parts),
    };
  };

/** A read or an upload that looks for the case before the key is judged. */
const caseBeforeKey =
  (operation: 'read' | 'upload'): Fault['parts'] =>
  (original) => {
    const known = new Set<string>();
    const lookFor = (id: string, parts: Parts) =>
      known.has(id) ? unauthorized(parts) : problem(404, 'not-found', 'No case has this id.');
    return {
      authenticate: letIn(original, operation),
      newCaseId() {
        const id = original.newCaseId();
        known.add(id);
        return id;
      },
      getCase: async (call, parts) =>
        call.caller === nobody ? lookFor(call.path.case_id, parts) : original.getCase(call, parts),
      uploadArtifact: async (call, parts) =>
        call.caller === nobody ? lookFor(call.path.case_id, parts) : original.uploadArtifact(call, parts),
    };
  };

/** A request without a valid key that is refused for another reason first. */
export const refusedFirst =
  (concerns: (request: IncomingMessage) => Rejected | undefined): Fault['parts'] =>
  ({ authenticate }) => ({
    authenticate(request) {
      const caller = authenticate(request);
      const refusal = typeof caller === 'string' && concerns(request);
      if (refusal) throw refusal;
      return caller;
    },
  });

/** A request without a valid key whose media type is refused first. */
const mediaTypeBeforeKey = (operation: Operation): Fault['parts'] =>
  refusedFirst((request) =>
    operationOf(request) === operation && request.headers['content-type'] === 'text/plain'
      ? new Rejected(problem(415, 'unsupported-media-type', 'Send another media type.'))
      : undefined,
  );

const forbidden = () => new Rejected({ status: 403 as never, problem: 'unauthorized', detail: 'This key may not.' });

/** The header of a 401 is changed. */
const challenging =
  (challenge: Parts['challenge']): Fault['parts'] =>
  () => ({ challenge });

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));

/** Defects that the family authentication is aimed at. */
export const authentication: Fault[] = [
  {
    name: 'creates a case without a key',
    breaks: {
      'authentication.missing-key-401': { code: 'wrong-status', row: 'create', status: 201 },
      'authentication.before-validation': 'wrong-status',
      'authentication.create-needs-key': 'accepted',
    },
    parts: open('create'),
  },
  {
    name: 'stores evidence without a key',
    breaks: {
      'authentication.missing-key-401': { code: 'wrong-status', row: 'upload', status: 201 },
      'authentication.before-validation': 'wrong-status',
      'authentication.upload-needs-key': 'accepted',
      'authentication.before-case': 'wrong-status',
    },
    parts: open('upload'),
  },
  {
    name: 'shows a case without a key',
    breaks: {
      'authentication.missing-key-401': { code: 'wrong-status', row: 'read', status: 200 },
      'authentication.read-needs-key': 'case-disclosed',
      'authentication.before-case': { code: 'wrong-status', status: 200 },
    },
    parts: open('read'),
  },
  {
    name: 'creates a case with any key',
    breaks: {
      'authentication.create-needs-issued-key': 'accepted',
      'authentication.unknown-key-401': { code: 'wrong-status', row: 'create', status: 201 },
      'authentication.whole-key-compared': { code: 'wrong-status', status: 201 },
      'authentication.before-validation': 'wrong-status',
    },
    parts: presence('create'),
  },
  {
    name: 'stores evidence with any key',
    breaks: {
      'authentication.upload-needs-issued-key': 'accepted',
      'authentication.unknown-key-401': { code: 'wrong-status', row: 'upload', status: 201 },
      'authentication.whole-key-compared': { code: 'wrong-status', status: 201 },
      'authentication.before-case': 'wrong-status',
      'authentication.before-validation': 'wrong-status',
    },
    parts: presence('upload'),
  },
  {
    name: 'shows a case with any key',
    breaks: {
      'authentication.read-needs-issued-key': 'case-disclosed',
      'authentication.unknown-key-401': { code: 'wrong-status', row: 'read', status: 200 },
      'authentication.before-case': { code: 'wrong-status', status: 200 },
    },
    parts: presence('read'),
  },
  {
    name: 'opens a tenant for every key that it does not know',
    breaks: {
      'authentication.create-needs-issued-key': 'accepted',
      'authentication.unknown-key-401': 'wrong-status',
      'authentication.whole-key-compared': { code: 'wrong-status', status: 404 },
      'authentication.before-case': { code: 'wrong-status', status: 404 },
      'authentication.before-validation': 'wrong-status',
    },
    parts: otherwise((request) => {
      const tenant = bearerOf(request);
      return tenant === undefined ? undefined : { tenant, mode: 'sandbox' };
    }),
  },
  {
    name: 'answers 403 to a read without a key',
    breaks: {
      'authentication.missing-key-401': { code: 'wrong-status', row: 'read', status: 403 },
      'authentication.whole-key-compared': { code: 'wrong-status', status: 403 },
      'authentication.other-scheme-is-no-key': { code: 'wrong-status', status: 403 },
      'authentication.before-case': { code: 'wrong-status', status: 403 },
      'http.left-open-answers': { code: 'wrong-status', row: 'an unknown path without a key' },
    },
    parts: refusedFirst((request) => (operationOf(request) === 'read' && !bearerOf(request) ? forbidden() : undefined)),
  },
  {
    name: 'answers 403 to an unknown key',
    breaks: {
      'authentication.unknown-key-401': { code: 'wrong-status', status: 403 },
      'authentication.whole-key-compared': { code: 'wrong-status', status: 403 },
      'authentication.before-case': { code: 'wrong-status', status: 403 },
      'authentication.before-validation': { code: 'wrong-status', status: 403 },
    },
    parts: refusedFirst((request) => (bearerOf(request) ? forbidden() : undefined)),
  },
  {
    name: 'answers 400 to an upload without a key',
    breaks: {
      'authentication.missing-key-401': { code: 'wrong-status', row: 'upload', status: 400 },
      'authentication.before-case': { code: 'wrong-status', status: 400 },
      'authentication.before-validation': { code: 'wrong-status', status: 400 },
    },
    parts: refusedFirst((request) =>
      operationOf(request) === 'upload' && !isSent(request)
        ? new Rejected(problem(400, 'malformed-request', 'A key is missing.'))
        : undefined,
    ),
  },
  {
    name: 'answers 500 to a long unknown key',
    breaks: { 'authentication.unknown-key-401': { code: 'wrong-status', status: 500 } },
    parts: otherwise((request) => {
      if ((bearerOf(request)?.length ?? 0) > 255) throw new Error('value too long for type character varying(255)');
      return undefined;
    }),
  },
  {
    name: 'takes the word null for a key',
    breaks: { 'authentication.unknown-key-401': { code: 'wrong-status', status: 404 } },
    parts: otherwise((request) => (bearerOf(request) === 'null' ? first : undefined)),
  },
  {
    name: 'looks for keys with LIKE',
    breaks: { 'authentication.unknown-key-401': { code: 'wrong-status', status: 404 } },
    parts: like((sent, key) =>
      new RegExp(`^${sent.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&').replaceAll('%', '.*')}$`).test(key),
    ),
  },
  {
    name: 'takes the beginning of a key for the key',
    breaks: { 'authentication.whole-key-compared': { code: 'wrong-status', row: 'its last character missing' } },
    parts: like((sent, key) => sent.length > 8 && key.startsWith(sent)),
  },
  {
    name: 'takes what begins with a key for the key',
    breaks: { 'authentication.whole-key-compared': { code: 'wrong-status', row: 'one character more' } },
    parts: like((sent, key) => sent.startsWith(key)),
  },
  {
    name: 'takes the end of a key for the key',
    breaks: { 'authentication.whole-key-compared': { code: 'wrong-status', row: 'its first character missing' } },
    parts: like((sent, key) => sent.length > 8 && key.endsWith(sent)),
  },
  {
    name: 'compares keys in lower case',
    breaks: { 'authentication.whole-key-compared': { code: 'wrong-status', row: 'upper and lower case exchanged' } },
    parts: like((sent, key) => sent.toLowerCase() === key.toLowerCase()),
  },
  {
    name: 'compares the length of keys only',
    breaks: { 'authentication.whole-key-compared': { code: 'wrong-status', row: 'its last character changed' } },
    parts: like((sent, key) => sent.length === key.length),
  },
  {
    name: 'compares all of a key but its last four characters',
    breaks: { 'authentication.whole-key-compared': { code: 'wrong-status', row: 'its last character changed' } },
    parts: like((sent, key) => sent.slice(0, -4) === key.slice(0, -4)),
  },
  {
    name: 'compares the first eight and the last four characters of a key',
    breaks: { 'authentication.whole-key-compared': { code: 'wrong-status', row: 'a character in its middle changed' } },
    parts: like(
      (sent, key) => sent.length === key.length && sent.slice(0, 8) === key.slice(0, 8) && sent.endsWith(key.slice(-4)),
    ),
  },
  {
    name: 'sends no challenge',
    breaks: { 'authentication.challenge': 'missing-header', 'authentication.rejected-key-hint': 'missing-header' },
    parts: rendering(({ headers }) => ({ headers: without(headers, 'WWW-Authenticate') })),
  },
  {
    name: 'challenges only who sends no key',
    breaks: { 'authentication.challenge': 'missing-header', 'authentication.rejected-key-hint': 'missing-header' },
    parts: rendering(({ headers }) =>
      headers['WWW-Authenticate']?.includes('error') ? { headers: without(headers, 'WWW-Authenticate') } : {},
    ),
  },
  {
    name: 'challenges only whose key it rejects',
    breaks: { 'authentication.challenge': 'missing-header' },
    parts: rendering(({ headers }) =>
      headers['WWW-Authenticate']?.includes('error') ? {} : { headers: without(headers, 'WWW-Authenticate') },
    ),
  },
  {
    name: 'challenges without a realm',
    breaks: { 'authentication.challenge': { code: 'wrong-header', actual: 'WWW-Authenticate: Bearer' } },
    parts: challenging((rejection) => (rejection === 'rejected' ? 'Bearer error="invalid_token"' : 'Bearer')),
  },
  {
    name: 'challenges without a realm when a key is rejected',
    breaks: { 'authentication.challenge': { code: 'wrong-header', actual: 'Bearer error="invalid_token"' } },
    parts: challenging((rejection) =>
      rejection === 'rejected' ? 'Bearer error="invalid_token"' : 'Bearer realm="cases"',
    ),
  },
  {
    name: 'challenges with Basic',
    breaks: {
      'authentication.challenge': { code: 'wrong-header', actual: 'Basic realm' },
      'authentication.rejected-key-hint': { code: 'wrong-header', actual: 'Basic realm' },
    },
    parts: challenging(() => 'Basic realm="cases", charset="UTF-8"'),
  },
  {
    name: 'names the realm in another challenge than Bearer',
    breaks: { 'authentication.challenge': { code: 'wrong-header', actual: 'ApiKey realm' } },
    parts: challenging(
      (rejection) => `ApiKey realm="cases", Bearer ${rejection === 'rejected' ? 'error="invalid_token"' : ''}`,
    ),
  },
  {
    name: 'gives no hint at a rejected key',
    breaks: { 'authentication.rejected-key-hint': { code: 'wrong-header', actual: 'Bearer realm="cases"' } },
    parts: challenging(() => 'Bearer realm="cases"'),
  },
  {
    name: 'calls a rejected key an invalid request',
    breaks: { 'authentication.rejected-key-hint': { code: 'wrong-header', actual: 'invalid_request' } },
    parts: challenging(
      (rejection) => `Bearer realm="cases"${rejection === 'rejected' ? ', error="invalid_request"' : ''}`,
    ),
  },
  {
    name: 'knows the scheme only as Bearer',
    breaks: { 'authentication.scheme-any-case': 'not-accepted' },
    parts: ({ authenticate }) => ({
      authenticate: (request) =>
        request.headers.authorization?.startsWith('Bearer ') === false ? 'missing' : authenticate(request),
    }),
  },
  {
    name: 'knows the scheme as Bearer and bearer only',
    breaks: { 'authentication.scheme-any-case': 'not-accepted' },
    parts: ({ authenticate }) => ({
      authenticate: (request) =>
        /^[Bb]earer /.test(request.headers.authorization ?? '') ? authenticate(request) : 'missing',
    }),
  },
  {
    name: 'takes a key from access_token in the query',
    breaks: {
      'authentication.query-key-is-no-key': {
        code: 'key-accepted-elsewhere',
        row: 'a read: access_token in the query',
      },
    },
    parts: alsoFrom((request) => query(request, 'access_token')),
  },
  {
    name: 'takes a key from api_key in the query of a read',
    breaks: {
      'authentication.query-key-is-no-key': { code: 'key-accepted-elsewhere', row: 'a read: api_key in the query' },
    },
    parts: alsoFrom((request) => (operationOf(request) === 'read' ? query(request, 'api_key') : undefined)),
  },
  {
    name: 'takes a key from token in the query of an upload',
    breaks: {
      'authentication.query-key-is-no-key': { code: 'key-accepted-elsewhere', row: 'an upload: token in the query' },
    },
    parts: alsoFrom((request) => (operationOf(request) === 'upload' ? query(request, 'token') : undefined)),
  },
  {
    name: 'takes a key from X-API-Key',
    breaks: { 'authentication.other-header-is-no-key': { code: 'key-accepted-elsewhere', row: 'a read: X-API-Key' } },
    parts: alsoFrom(({ headers }) => headers['x-api-key']?.toString()),
  },
  {
    name: 'takes a key from X-Auth-Token on a create',
    breaks: {
      'authentication.other-header-is-no-key': { code: 'key-accepted-elsewhere', row: 'a create: X-Auth-Token' },
    },
    parts: alsoFrom((request) =>
      operationOf(request) === 'create' ? request.headers['x-auth-token']?.toString() : undefined,
    ),
  },
  {
    name: 'takes a key from a cookie',
    breaks: { 'authentication.other-header-is-no-key': { code: 'key-accepted-elsewhere', row: 'a read: Cookie' } },
    parts: alsoFrom(({ headers }) => /(?:^|; *)token=([^;]+)/.exec(headers.cookie ?? '')?.[1]),
  },
  {
    name: 'takes a key from Proxy-Authorization',
    breaks: {
      'authentication.other-header-is-no-key': { code: 'key-accepted-elsewhere', row: 'a read: Proxy-Authorization' },
    },
    parts: alsoFrom(({ headers }) => headers['proxy-authorization']?.replace('Bearer ', '')),
  },
  {
    name: 'takes a key from X-Authorization',
    breaks: {
      'authentication.other-header-is-no-key': { code: 'key-accepted-elsewhere', row: 'a read: X-Authorization' },
    },
    parts: alsoFrom(({ headers }) => headers['x-authorization']?.toString().replace('Bearer ', '')),
  },
  {
    name: 'takes a key as the user of Basic',
    breaks: { 'authentication.other-scheme-is-no-key': { code: 'wrong-status', actual: 'status 20' } },
    parts: alsoFrom((request) => basic(request)[0]),
  },
  {
    name: 'takes a key as the password of Basic on an upload',
    breaks: { 'authentication.other-scheme-is-no-key': { code: 'wrong-status', status: 201 } },
    parts: alsoFrom((request) => (operationOf(request) === 'upload' ? basic(request)[1] : undefined)),
  },
  {
    name: 'takes a key under the scheme Token',
    breaks: { 'authentication.other-scheme-is-no-key': { code: 'wrong-status', actual: 'status 20' } },
    parts: alsoFrom((request) => scheme(request, 'Token')),
  },
  {
    name: 'takes a key under any scheme that begins like Bearer',
    breaks: { 'authentication.other-scheme-is-no-key': { code: 'wrong-status', actual: 'status 20' } },
    parts: alsoFrom((request) => scheme(request, 'Bearer\\S*')),
  },
  {
    name: 'takes a key under a scheme that ends like Bearer',
    breaks: { 'authentication.other-scheme-is-no-key': { code: 'wrong-status', actual: 'status 20' } },
    parts: alsoFrom((request) => scheme(request, 'xBearer')),
  },
  {
    name: 'takes a key behind Bearer without a space',
    breaks: {
      'authentication.other-scheme-is-no-key': { code: 'wrong-status', row: 'a read: Bearer without a space' },
    },
    parts: alsoFrom(({ headers }) => /^Bearer(\S+)$/.exec(headers.authorization ?? '')?.[1]),
  },
  {
    name: 'takes a key for one without the equals signs at its end',
    breaks: { 'authentication.whole-key-compared': { code: 'wrong-status', row: 'an equals sign more' } },
    parts: alsoFrom(({ headers }) => /^Bearer (.*?)=+$/.exec(headers.authorization ?? '')?.[1]),
  },
  {
    name: 'takes a key that stands in Authorization without a scheme',
    breaks: { 'authentication.other-scheme-is-no-key': { code: 'wrong-status', row: 'a read: no scheme' } },
    parts: alsoFrom(({ headers }) => headers.authorization),
  },
  {
    name: 'looks for the case of a read before it looks at the key',
    breaks: {
      'authentication.before-case': { code: 'wrong-status', status: 404 },
      'authentication.unknown-key-401': { code: 'wrong-status', status: 404 },
    },
    parts: caseBeforeKey('read'),
  },
  {
    name: 'looks for the case of an upload before it looks at the key',
    breaks: { 'authentication.before-case': { code: 'wrong-status', status: 404 } },
    parts: caseBeforeKey('upload'),
  },
  {
    name: 'reads the body of a create before it looks at the key',
    breaks: { 'authentication.before-validation': { code: 'wrong-status', status: 400 } },
    parts: bodyBeforeKey(['create']),
  },
  {
    name: 'reads the body of an upload before it looks at the key',
    breaks: { 'authentication.before-validation': { code: 'wrong-status', status: 422 } },
    parts: bodyBeforeKey(['upload']),
  },
  {
    name: 'validates what a create says before it looks at the key',
    breaks: { 'authentication.before-validation': { code: 'wrong-status', status: 422 } },
    parts: bodyBeforeKey(['create'], ({ status }) => status === 422),
  },
  {
    name: 'looks at the media type of a create before the key',
    breaks: { 'authentication.before-validation': { code: 'wrong-status', status: 415 } },
    parts: mediaTypeBeforeKey('create'),
  },
  {
    name: 'looks at the media type of an upload before the key',
    breaks: { 'authentication.before-validation': { code: 'wrong-status', status: 415 } },
    parts: mediaTypeBeforeKey('upload'),
  },
  {
    name: 'looks at the idempotency key before the API key',
    breaks: { 'authentication.before-validation': { code: 'wrong-status', status: 400 } },
    parts: (original) => refusedFirst((request) => void original.idempotencyKeyOf(request))(original),
  },
];

import type { IncomingMessage } from 'node:http';
import { alsoFrom, operationOf } from '../support/requests.ts';
import type { FaultTable } from '../support/fault.ts';

const query = (request: IncomingMessage, name: string) => new URL(request.url!, 'http://x').searchParams.get(name);

const scheme = (request: IncomingMessage, name: string) =>
  new RegExp(`^${name} +(\\S+)$`, 'i').exec(request.headers.authorization ?? '')?.[1];

const basic = (request: IncomingMessage) =>
  Buffer.from(scheme(request, 'Basic') ?? '', 'base64')
    .toString()
    .split(':');

const faults: FaultTable = {
  'authentication.scheme-any-case': {
    'accepts only the spelling Bearer of the scheme': ({ authenticate }) => ({
      authenticate: (request) =>
        request.headers.authorization?.startsWith('Bearer ') === false ? 'missing' : authenticate(request),
    }),
    'accepts only the spellings Bearer and bearer of the scheme': ({ authenticate }) => ({
      authenticate: (request) =>
        /^[Bb]earer /.test(request.headers.authorization ?? '') ? authenticate(request) : 'missing',
    }),
  },
  'authentication.key-required': {
    'reads a key from access_token in the query': alsoFrom((request) => query(request, 'access_token')),
    'reads a key from api_key in the query of a read': alsoFrom((request) =>
      operationOf(request) === 'read' ? query(request, 'api_key') : undefined,
    ),
    'reads a key from token in the query of an upload': alsoFrom((request) =>
      operationOf(request) === 'upload' ? query(request, 'token') : undefined,
    ),
    'reads a key from X-API-Key': alsoFrom(({ headers }) => headers['x-api-key']?.toString()),
    'reads a key from X-Auth-Token on a create': alsoFrom((request) =>
      operationOf(request) === 'create' ? request.headers['x-auth-token']?.toString() : undefined,
    ),
    'reads a key from X-Access-Token on a read': alsoFrom((request) =>
      operationOf(request) === 'read' ? request.headers['x-access-token']?.toString() : undefined,
    ),
    'reads a key from a cookie': alsoFrom(({ headers }) => /(?:^|; *)token=([^;]+)/.exec(headers.cookie ?? '')?.[1]),
    'reads a key from the cookie of a session': alsoFrom(
      ({ headers }) => /(?:^|; *)session=([^;]+)/.exec(headers.cookie ?? '')?.[1],
    ),
    'reads a key from Proxy-Authorization': alsoFrom(({ headers }) =>
      headers['proxy-authorization']?.replace('Bearer ', ''),
    ),
    'reads a key from X-Authorization': alsoFrom(({ headers }) =>
      headers['x-authorization']?.toString().replace('Bearer ', ''),
    ),
    'accepts a key as the user name of Basic': alsoFrom((request) => basic(request)[0]),
    'accepts a key under the scheme Token': alsoFrom((request) => scheme(request, 'Token')),
    'accepts a key under any scheme that begins with Bearer': alsoFrom((request) => scheme(request, 'Bearer\\S*')),
    'accepts a key under a scheme that ends with Bearer': alsoFrom((request) => scheme(request, 'xBearer')),
    'accepts a key as the password of Basic on an upload': alsoFrom((request) =>
      operationOf(request) === 'upload' ? basic(request)[1] : undefined,
    ),
    'accepts a key after Bearer without a space': alsoFrom(
      ({ headers }) => /^Bearer(\S+)$/.exec(headers.authorization ?? '')?.[1],
    ),
    'accepts a key in Authorization without a scheme': alsoFrom(({ headers }) => headers.authorization),
  },
};

export default faults;

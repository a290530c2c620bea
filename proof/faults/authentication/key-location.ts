import type { IncomingMessage } from 'node:http';
import { alsoFrom, operationOf } from '../support/requests.ts';
import { failing, type FaultTable } from '../support/fault.ts';

const query = (request: IncomingMessage, name: string) => new URL(request.url!, 'http://x').searchParams.get(name);

const scheme = (request: IncomingMessage, name: string) =>
  new RegExp(`^${name} +(\\S+)$`, 'i').exec(request.headers.authorization ?? '')?.[1];

const basic = (request: IncomingMessage) =>
  Buffer.from(scheme(request, 'Basic') ?? '', 'base64')
    .toString()
    .split(':');

/** Defects that the checks in `conformance/checks/authentication/key-location.ts` must find. */
export const authenticationKeyLocationFaults: FaultTable = {
  ...failing(
    { 'authentication.scheme-any-case': 'not-accepted' },
    {
      'accepts only the spelling Bearer of the scheme': ({ authenticate }) => ({
        authenticate: (request) =>
          request.headers.authorization?.startsWith('Bearer ') === false ? 'missing' : authenticate(request),
      }),
      'accepts only the spellings Bearer and bearer of the scheme': ({ authenticate }) => ({
        authenticate: (request) =>
          /^[Bb]earer /.test(request.headers.authorization ?? '') ? authenticate(request) : 'missing',
      }),
    },
  ),
  'reads a key from access_token in the query': [
    {
      'authentication.query-key-is-no-key': {
        code: 'key-accepted-elsewhere',
        row: 'a create: access_token',
      },
    },
    alsoFrom((request) => query(request, 'access_token')),
  ],
  'reads a key from api_key in the query of a read': [
    {
      'authentication.query-key-is-no-key': { code: 'key-accepted-elsewhere', row: 'a read: api_key' },
    },
    alsoFrom((request) => (operationOf(request) === 'read' ? query(request, 'api_key') : undefined)),
  ],
  'reads a key from token in the query of an upload': [
    {
      'authentication.query-key-is-no-key': { code: 'key-accepted-elsewhere', row: 'an upload: token' },
    },
    alsoFrom((request) => (operationOf(request) === 'upload' ? query(request, 'token') : undefined)),
  ],
  'reads a key from X-API-Key': [
    { 'authentication.other-header-is-no-key': { code: 'key-accepted-elsewhere', row: 'a create: X-API-Key' } },
    alsoFrom(({ headers }) => headers['x-api-key']?.toString()),
  ],
  'reads a key from X-Auth-Token on a create': [
    {
      'authentication.other-header-is-no-key': { code: 'key-accepted-elsewhere', row: 'a create: X-Auth-Token' },
    },
    alsoFrom((request) =>
      operationOf(request) === 'create' ? request.headers['x-auth-token']?.toString() : undefined,
    ),
  ],
  'reads a key from X-Access-Token on a read': [
    { 'authentication.other-header-is-no-key': { code: 'key-accepted-elsewhere', row: 'a read: X-Access-Token' } },
    alsoFrom((request) =>
      operationOf(request) === 'read' ? request.headers['x-access-token']?.toString() : undefined,
    ),
  ],
  'reads a key from a cookie': [
    { 'authentication.other-header-is-no-key': { code: 'key-accepted-elsewhere', row: 'a create: the cookie token' } },
    alsoFrom(({ headers }) => /(?:^|; *)token=([^;]+)/.exec(headers.cookie ?? '')?.[1]),
  ],
  'reads a key from the cookie of a session': [
    {
      'authentication.other-header-is-no-key': { code: 'key-accepted-elsewhere', row: 'a create: the cookie session' },
    },
    alsoFrom(({ headers }) => /(?:^|; *)session=([^;]+)/.exec(headers.cookie ?? '')?.[1]),
  ],
  'reads a key from Proxy-Authorization': [
    {
      'authentication.other-header-is-no-key': { code: 'key-accepted-elsewhere', row: 'a create: Proxy-Authorization' },
    },
    alsoFrom(({ headers }) => headers['proxy-authorization']?.replace('Bearer ', '')),
  ],
  'reads a key from X-Authorization': [
    {
      'authentication.other-header-is-no-key': { code: 'key-accepted-elsewhere', row: 'a create: X-Authorization' },
    },
    alsoFrom(({ headers }) => headers['x-authorization']?.toString().replace('Bearer ', '')),
  ],
  ...failing(
    { 'authentication.other-scheme-is-no-key': { code: 'wrong-status', actual: 'status 20' } },
    {
      'accepts a key as the user name of Basic': alsoFrom((request) => basic(request)[0]),
      'accepts a key under the scheme Token': alsoFrom((request) => scheme(request, 'Token')),
      'accepts a key under any scheme that begins with Bearer': alsoFrom((request) => scheme(request, 'Bearer\\S*')),
      'accepts a key under a scheme that ends with Bearer': alsoFrom((request) => scheme(request, 'xBearer')),
    },
  ),
  'accepts a key as the password of Basic on an upload': [
    { 'authentication.other-scheme-is-no-key': { code: 'wrong-status', status: 201 } },
    alsoFrom((request) => (operationOf(request) === 'upload' ? basic(request)[1] : undefined)),
  ],
  'accepts a key after Bearer without a space': [
    {
      'authentication.other-scheme-is-no-key': { code: 'wrong-status', row: 'a create: Bearer without a space' },
    },
    alsoFrom(({ headers }) => /^Bearer(\S+)$/.exec(headers.authorization ?? '')?.[1]),
  ],
  'accepts a key in Authorization without a scheme': [
    { 'authentication.other-scheme-is-no-key': { code: 'wrong-status', row: 'a create: no scheme' } },
    alsoFrom(({ headers }) => headers.authorization),
  ],
};

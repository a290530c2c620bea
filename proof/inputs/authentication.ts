import { unescape } from 'node:querystring';
import type { Header } from '../../conformance/wire/exchange.ts';
import type { InputFault, InputFaults, Shown } from './input-fault.ts';
import type { Input } from './support/input.ts';

type Is = (input: Input) => boolean;

const without = (input: Input) => input.header('Authorization') === undefined;
const on =
  (operation: Input['operation'], is: Is): Is =>
  (input) =>
    input.operation === operation && is(input);

/** A key that need only be like an issued one. */
const like =
  (resembles: (sent: string, issued: string) => boolean): Is =>
  ({ key, issued }) =>
    key !== undefined && issued.some((each) => resembles(key, each));

/** A key that is read from another place. */
const from =
  (place: (input: Input) => string | null | undefined): Is =>
  (input) =>
    input.issued.includes(place(input) ?? '');
const query =
  (name: string) =>
  ({ target }: Input) =>
    new URL(target, 'http://x').searchParams.get(name);
const header =
  (name: string, prefix = '') =>
  (input: Input) =>
    input.header(name)?.replace(prefix, '');
const scheme = (name: string) => (input: Input) =>
  new RegExp(`^${name} +(\\S+)$`, 'i').exec(input.header('Authorization') ?? '')?.[1];
const basic = (at: number) => (input: Input) =>
  Buffer.from(scheme('Basic')(input) ?? '', 'base64')
    .toString()
    .split(':')[at];
const cookie = (name: string) => (input: Input) =>
  new RegExp(`(?:^|; *)${name}=([^;]+)`).exec(input.header('Cookie') ?? '')?.[1];

/** Another challenge in each 401; undefined leaves it out. */
const challenges = (change: (challenge: string) => string | undefined): InputFault => ({
  changes: ({ status, headers }: Shown) =>
    status !== 401
      ? undefined
      : {
          headers: headers.flatMap(([name, value]): Header[] => {
            if (name !== 'WWW-Authenticate') return [[name, value]];
            const changed = change(value);
            return changed === undefined ? [] : [[name, changed]];
          }),
        },
});
const isHint = (challenge: string) => challenge.includes('error');

const faults: InputFaults = {
  'sends a challenge only if the request has no key': challenges((sent) => (isHint(sent) ? undefined : sent)),
  'sends a challenge only if it rejects a key': challenges((sent) => (isHint(sent) ? sent : undefined)),
  'sends a challenge without a realm': challenges((sent) => (isHint(sent) ? 'Bearer error="invalid_token"' : 'Bearer')),
  'sends a challenge without a realm when it rejects a key': challenges((sent) =>
    isHint(sent) ? 'Bearer error="invalid_token"' : sent,
  ),
  'sends a challenge for Basic': challenges(() => 'Basic realm="cases", charset="UTF-8"'),
  'sends the realm in a challenge that is not Bearer': challenges(
    (sent) => `ApiKey realm="cases", Bearer ${isHint(sent) ? 'error="invalid_token"' : ''}`,
  ),
  'sends no error in the challenge for a rejected key': challenges(() => 'Bearer realm="cases"'),
  'sends error="invalid_request" for a rejected key': challenges((sent) =>
    isHint(sent) ? 'Bearer realm="cases", error="invalid_request"' : sent,
  ),
  'accepts only the spelling Bearer of the scheme': {
    rejects: (input) => input.header('Authorization')?.startsWith('Bearer ') === false,
    as: '401 unauthorized',
  },
  'accepts only the spellings Bearer and bearer of the scheme': {
    rejects: (input) => !/^[Bb]earer /.test(input.header('Authorization') ?? ''),
    as: '401 unauthorized',
  },
  'reads a key from access_token in the query': { authenticates: from(query('access_token')) },
  'reads a key from api_key in the query of a read': { authenticates: on('read', from(query('api_key'))) },
  'reads a key from token in the query of an upload': { authenticates: on('upload', from(query('token'))) },
  'reads a key from X-API-Key': { authenticates: from(header('X-API-Key')) },
  'reads a key from X-Auth-Token on a create': { authenticates: on('create', from(header('X-Auth-Token'))) },
  'reads a key from X-Access-Token on a read': { authenticates: on('read', from(header('X-Access-Token'))) },
  'reads a key from a cookie': { authenticates: from(cookie('token')) },
  'reads a key from the cookie of a session': { authenticates: from(cookie('session')) },
  'reads a key from Proxy-Authorization': { authenticates: from(header('Proxy-Authorization', 'Bearer ')) },
  'reads a key from X-Authorization': { authenticates: from(header('X-Authorization', 'Bearer ')) },
  'accepts a key as the user name of Basic': { authenticates: from(basic(0)) },
  'accepts a key as the password of Basic on an upload': { authenticates: on('upload', from(basic(1))) },
  'accepts a key under the scheme Token': { authenticates: from(scheme('Token')) },
  'accepts a key under any scheme that begins with Bearer': { authenticates: from(scheme('Bearer\\S*')) },
  'accepts a key under a scheme that ends with Bearer': { authenticates: from(scheme('xBearer')) },
  'accepts a key after Bearer without a space': {
    authenticates: from((input) => /^Bearer(\S+)$/.exec(input.header('Authorization') ?? '')?.[1]),
  },
  'accepts a key in Authorization without a scheme': { authenticates: from(header('Authorization')) },
  'creates a case without a key': { authenticates: on('create', without) },
  'stores evidence without a key': { authenticates: on('upload', without) },
  'shows a case without a key': { authenticates: on('read', without) },
  'rejects the media type of a form before it checks the key': {
    rejectsFirst: (input) => input.header('Content-Type') === 'application/x-www-form-urlencoded',
    as: '415 unsupported-media-type',
  },
  'responds with 403 to a read without a key': {
    rejectsFirst: on('read', ({ key }) => key === undefined),
    as: '403 unauthorized',
  },
  'responds with 400 to an upload without a key': { rejectsFirst: on('upload', without), as: '400 malformed-request' },
  'accepts the beginning of a key': { authenticates: like((sent, key) => sent.length > 8 && key.startsWith(sent)) },
  'accepts a longer text that begins with a key': { authenticates: like((sent, key) => sent.startsWith(key)) },
  'accepts the end of a key': { authenticates: like((sent, key) => sent.length > 8 && key.endsWith(sent)) },
  'ignores quotes around a key': { authenticates: like((sent, key) => sent === `"${key}"`) },
  'percent-decodes a key before it compares it': {
    authenticates: like((sent, key) => unescape(sent) === key && sent !== key),
  },
  'cuts a key at a comma': { authenticates: like((sent, key) => sent.split(',')[0] === key) },
  'compares keys in lower case': { authenticates: like((sent, key) => sent.toLowerCase() === key.toLowerCase()) },
  'compares live keys in lower case': {
    authenticates: like((sent, key) => key.includes('live') && sent.toLowerCase() === key.toLowerCase()),
  },
  'compares only the length of keys': { authenticates: like((sent, key) => sent.length === key.length) },
  'does not compare the last four characters of a key': {
    authenticates: like((sent, key) => sent.slice(0, -4) === key.slice(0, -4)),
  },
  'compares only the first eight and the last four characters of a key': {
    authenticates: like(
      (sent, key) => sent.length === key.length && sent.slice(0, 8) === key.slice(0, 8) && sent.endsWith(key.slice(-4)),
    ),
  },
  'compares only the first twelve characters of a key on an upload': {
    authenticates: on(
      'upload',
      like((sent, key) => sent.slice(0, 12) === key.slice(0, 12)),
    ),
  },
  'ignores equals signs at the end of a key': { authenticates: like((sent, key) => sent.replace(/=+$/, '') === key) },
  'takes a hyphen and an underscore in a key for the same character': {
    authenticates: like((sent, key) => sent.replaceAll('-', '_') === key.replaceAll('-', '_')),
  },
  'ignores text after the key in Authorization': {
    authenticates: from((input) => /^bearer (\S+)/i.exec(input.header('Authorization') ?? '')?.[1]),
  },
  'responds with 403 to an unknown key': { rejectsFirst: ({ key }) => key !== undefined, as: '403 unauthorized' },
  'responds with 500 to a long unknown key': { rejectsFirst: ({ key = '' }) => key.length > 255, as: '500' },
  'treats the word null as a key': { authenticates: ({ key }) => key === 'null' },
  'compares keys with SQL LIKE, so that % matches any key': { authenticates: ({ key }) => key === '%' },
  'accepts property names inherited from Object.prototype as keys': {
    authenticates: ({ key = '' }) => ['constructor', '__proto__'].includes(key),
  },
  'creates a case with any key': { authenticates: on('create', ({ key }) => key !== undefined) },
  'creates a tenant for every unknown key': { authenticates: on('create', ({ key }) => key !== undefined) },
  'stores evidence with any key': { authenticates: on('upload', ({ key }) => key !== undefined) },
  'shows a case with any key': { authenticates: on('read', ({ key }) => key !== undefined) },
  'checks the media type of a create before the key': {
    rejectsFirst: on('create', (input) => input.header('Content-Type') === 'text/plain'),
    as: '415 unsupported-media-type',
  },
  'checks the media type of an upload before the key': {
    rejectsFirst: on('upload', (input) => input.header('Content-Type') === 'text/plain'),
    as: '415 unsupported-media-type',
  },
  'checks the length of a create before the key': {
    rejectsFirst: on('create', ({ size }) => size > 65_536),
    as: '413 content-too-large',
  },
  'checks the length of an upload before the key': {
    rejectsFirst: ({ size }) => size > 11 * 1024 * 1024,
    as: '413 content-too-large',
  },
  'rejects a POST without a body before it checks the key': {
    rejectsFirst: (input) =>
      input.method === 'POST' &&
      input.header('Content-Type') === undefined &&
      !(Number(input.header('Content-Length')) > 0),
    as: '400 malformed-request',
  },
  'checks the Content-Encoding of a body before the key': {
    rejectsFirst: (input) => input.header('Content-Encoding') !== undefined,
    as: '415 unsupported-media-type',
  },
};

export default faults;

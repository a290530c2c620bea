import { unescape } from 'node:querystring';
import type { Header } from '../../conformance/wire/exchange.ts';
import { invalid } from './requests.ts';
import { isDecided } from './support/cases.ts';
import { sends } from './support/changes.ts';
import {
  authenticates,
  faultsOf,
  type InputFault,
  type InputFaults,
  type Is,
  rejects,
  rejectsFirst,
} from './support/fault.ts';
import { isUnreadable, truncated } from './support/forms.ts';
import type { Input, Shown } from './support/input.ts';
import { isAccepted, keyOf } from './support/keys.ts';

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

const ofDecided = ({ found }: Input) => found !== undefined && isDecided(found);
const isInvalid = invalid(() => true);
/** Requests with an idempotency key that was used with an issued key. */
const isUsed = (input: Input) =>
  input.earlier.some((each) => isAccepted(each) && keyOf(input) !== undefined && keyOf(each) === keyOf(input));

const faults: InputFaults = {
  ...faultsOf(challenges, {
    'sends a challenge only if the request has no key': (sent) => (isHint(sent) ? undefined : sent),
    'sends a challenge only if it rejects a key': (sent) => (isHint(sent) ? sent : undefined),
    'sends a challenge without a realm': (sent) => (isHint(sent) ? 'Bearer error="invalid_token"' : 'Bearer'),
    'sends a challenge without a realm when it rejects a key': (sent) =>
      isHint(sent) ? 'Bearer error="invalid_token"' : sent,
    'sends a challenge for Basic': () => 'Basic realm="cases", charset="UTF-8"',
    'sends the realm in a challenge that is not Bearer': (sent) =>
      `ApiKey realm="cases", Bearer ${isHint(sent) ? 'error="invalid_token"' : ''}`,
    'sends no error in the challenge for a rejected key': () => 'Bearer realm="cases"',
    'sends error="invalid_request" for a rejected key': (sent) =>
      isHint(sent) ? 'Bearer realm="cases", error="invalid_request"' : sent,
  }),
  'accepts only the spelling Bearer of the scheme': rejects('401 unauthorized')(
    (input) => input.header('Authorization')?.startsWith('Bearer ') === false,
  ),
  'accepts only the spellings Bearer and bearer of the scheme': rejects('401 unauthorized')(
    (input) => !/^[Bb]earer /.test(input.header('Authorization') ?? ''),
  ),
  ...faultsOf(authenticates, {
    'reads a key from access_token in the query': from(query('access_token')),
    'reads a key from api_key in the query of a read': on('read', from(query('api_key'))),
    'reads a key from token in the query of an upload': on('upload', from(query('token'))),
    'reads a key from X-API-Key': from(header('X-API-Key')),
    'reads a key from X-Auth-Token on a create': on('create', from(header('X-Auth-Token'))),
    'reads a key from X-Access-Token on a read': on('read', from(header('X-Access-Token'))),
    'reads a key from a cookie': from(cookie('token')),
    'reads a key from the cookie of a session': from(cookie('session')),
    'reads a key from Proxy-Authorization': from(header('Proxy-Authorization', 'Bearer ')),
    'reads a key from X-Authorization': from(header('X-Authorization', 'Bearer ')),
    'accepts a key as the user name of Basic': from(basic(0)),
    'accepts a key as the password of Basic on an upload': on('upload', from(basic(1))),
    'accepts a key under the scheme Token': from(scheme('Token')),
    'accepts a key under any scheme that begins with Bearer': from(scheme('Bearer\\S*')),
    'accepts a key under a scheme that ends with Bearer': from(scheme('xBearer')),
    'accepts a key after Bearer without a space': from(
      (input) => /^Bearer(\S+)$/.exec(input.header('Authorization') ?? '')?.[1],
    ),
    'accepts a key in Authorization without a scheme': from(header('Authorization')),
    'creates a case without a key': on('create', without),
    'stores evidence without a key': on('upload', without),
    'shows a case without a key': on('read', without),
    'accepts the beginning of a key': like((sent, key) => sent.length > 8 && key.startsWith(sent)),
    'accepts a longer text that begins with a key': like((sent, key) => sent.startsWith(key)),
    'accepts the end of a key': like((sent, key) => sent.length > 8 && key.endsWith(sent)),
    'ignores quotes around a key': like((sent, key) => sent === `"${key}"`),
    'reads a key from the parameter token': like((sent, key) => sent === `token="${key}"`),
    'percent-decodes a key before it compares it': like((sent, key) => unescape(sent) === key && sent !== key),
    'cuts a key at a comma': like((sent, key) => sent.split(',')[0] === key),
    'compares keys in lower case': like((sent, key) => sent.toLowerCase() === key.toLowerCase()),
    'compares live keys in lower case': like(
      (sent, key) => key.includes('live') && sent.toLowerCase() === key.toLowerCase(),
    ),
    'compares only the length of keys': like((sent, key) => sent.length === key.length),
    'does not compare the last four characters of a key': like((sent, key) => sent.slice(0, -4) === key.slice(0, -4)),
    'compares only the first eight and the last four characters of a key': like(
      (sent, key) => sent.length === key.length && sent.slice(0, 8) === key.slice(0, 8) && sent.endsWith(key.slice(-4)),
    ),
    'compares only the first twelve characters of a key on an upload': on(
      'upload',
      like((sent, key) => sent.slice(0, 12) === key.slice(0, 12)),
    ),
    'ignores equals signs at the end of a key': like((sent, key) => sent.replace(/=+$/, '') === key),
    'takes a hyphen and an underscore in a key for the same character': like(
      (sent, key) => sent.replaceAll('-', '_') === key.replaceAll('-', '_'),
    ),
    'ignores text after the key in Authorization': from(
      (input) => /^bearer (\S+)/i.exec(input.header('Authorization') ?? '')?.[1],
    ),
    'treats the word null as a key': ({ key }) => key === 'null',
    'compares keys with SQL LIKE, so that % matches any key': ({ key }) => key === '%',
    'accepts property names inherited from Object.prototype as keys': ({ key = '' }) =>
      ['constructor', '__proto__'].includes(key),
    'creates a case with any key': on('create', ({ key }) => key !== undefined),
    'creates a tenant for every unknown key': on('create', ({ key }) => key !== undefined),
    'stores evidence with any key': on('upload', ({ key }) => key !== undefined),
    'shows a case with any key': on('read', ({ key }) => key !== undefined),
    'shows a decided case without a key': on('read', (input) => without(input) && ofDecided(input)),
    'repeats an upload for a sender without a key': on('upload', (input) => without(input) && isUsed(input)),
    'repeats a create for a sender with any key': on('create', (input) => input.key !== undefined && isUsed(input)),
    'accepts a key with another character before it in Authorization': like((sent, key) => sent === `Z${key}`),
  }),
  ...faultsOf(rejectsFirst('415 unsupported-media-type'), {
    'rejects the media type of a form before it checks the key': (input) =>
      input.header('Content-Type') === 'application/x-www-form-urlencoded',
    'checks the media type of a create before the key': on(
      'create',
      (input) => input.header('Content-Type') === 'text/plain',
    ),
    'checks the media type of an upload before the key': on(
      'upload',
      (input) => input.header('Content-Type') === 'text/plain',
    ),
    'checks the Content-Encoding of a body before the key': (input) => input.header('Content-Encoding') !== undefined,
  }),
  'responds with 403 to a read without a key': rejectsFirst('403 unauthorized')(
    on('read', ({ key }) => key === undefined),
  ),
  ...faultsOf(rejectsFirst('400 malformed-request'), {
    'responds with 400 to an upload without a key': on('upload', without),
    'rejects a POST without a body before it checks the key': (input) =>
      input.method === 'POST' &&
      input.header('Content-Type') === undefined &&
      !(Number(input.header('Content-Length')) > 0),
    'checks the idempotency key before the API key': ({ header }) =>
      !/^[!-~]{1,255}$/.test(header('Idempotency-Key') ?? 'none'),
    'parses the parts of an upload before it checks the key': truncated,
  }),
  'responds with 403 to an unknown key': rejectsFirst('403 unauthorized')(({ key }) => key !== undefined),
  'responds with 500 to a long unknown key': rejectsFirst('500')(({ key = '' }) => key.length > 255),
  'checks the length of a create before the key': rejectsFirst('413 content-too-large')(
    on('create', ({ size }) => size > 65_536),
  ),
  'checks the length of an upload before the key': rejectsFirst('413 content-too-large')(
    ({ size }) => size > 11 * 1024 * 1024,
  ),
  'sends no challenge if the request uses another scheme': sends(
    ({ status }, input) => status === 401 && /^(?!bearer)/i.test(input.header('Authorization') ?? 'bearer'),
    ({ headers }) => ({ headers: headers.filter(([name]) => name !== 'WWW-Authenticate') }),
  ),
  'searches for the case of a read before it checks the key': rejectsFirst('404 not-found')(
    on('read', ({ found, method }) => method === 'GET' && found === undefined),
  ),
  'searches for the case of an upload before it checks the key': rejectsFirst('404 not-found')(
    on('upload', ({ found, method }) => method === 'POST' && found === undefined),
  ),
  'rejects an upload to a decided case before it checks the key': rejectsFirst('409 case-closed')(
    on('upload', ofDecided),
  ),
  'responds to OPTIONS without a key for a known case only': rejectsFirst('405 method-not-allowed')(
    ({ method, found }) => method === 'OPTIONS' && found !== undefined,
  ),
  'reads the body of a create before it checks the key': { rejectsFirst: on('create', isInvalid) },
  'validates the properties of a create before it checks the key': { rejectsFirst: on('create', isInvalid) },
  'reads the body of an upload before it checks the key': { rejectsFirst: isUnreadable },
};

export default faults;

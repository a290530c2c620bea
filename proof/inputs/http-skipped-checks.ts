// Services that check less of a request in a way that is seldom used, or of one sender: without Content-Length, last on its
// connection, with a query, with an idempotency key, of the second tenant, with the live key.
import { both, isUpload, target } from './requests.ts';
import { accepts, authenticates, type InputFault, type InputFaults, type Is, type IsShown } from './support/fault.ts';

const ways: Record<string, Is> = {
  'in chunks': ({ chunked }) => chunked,
  'before the connection is closed': ({ header }) => header('Connection') === 'close',
  'with a query': ({ target: sent }) => sent.includes('?'),
  'with an idempotency key': ({ header }) => /^[!-~]{1,255}$/.test(header('Idempotency-Key') ?? ''),
  'of the second tenant': ({ sender }) => sender === 'other',
  'with the live key': ({ sender }) => sender === 'live',
};

/** What no request has that is sent in this way. */
const contradictions: [way: RegExp, check: RegExp][] = [
  [/^in chunks$/, / of a read$/],
  [/idempotency key$/, / of a read$|illegal idempotency key/],
  [/tenant$|live key$/, /^a missing key|^an unknown key/],
  // The reference implementation decides no live case.
  [/live key$/, /^that the case is open/],
];

const operations: Record<string, Is> = {
  'a create': target(/^\/cases(\?|$)/, 'POST'),
  'an upload': isUpload,
  'a read': ({ operation, method }) => operation === 'read' && method === 'GET',
};

const rejectedWith =
  (...types: string[]): IsShown =>
  (_, { problem }) =>
    types.includes(problem!);
const hasKey: Is = ({ header }) => header('Authorization') !== undefined;
const isSandbox: Is = ({ properties }) => String(properties?.['reference']).startsWith('sandbox:');
const isForeign: Is = ({ owner, sender }) => owner !== undefined && sender !== undefined && owner !== sender;
const hasIllegalKey: Is = ({ header }) => !/^[!-~]{0,255}$/.test(header('Idempotency-Key') ?? '');

type Check = (is: Is) => InputFault;
const keys: Record<string, Check> = {
  'a missing key': (is) => authenticates(both(is, (input) => !hasKey(input))),
  'an unknown key': (is) => authenticates(both(is, hasKey)),
};
const unless =
  (rejected: IsShown): Check =>
  (is) =>
    accepts((input, shown) => is(input) && rejected(input, shown));

const tenant = { 'the tenant': unless(isForeign) };
const ofBodies = {
  'the form of the body': unless(rejectedWith('malformed-request')),
  'the media type': unless(rejectedWith('unsupported-media-type')),
  'the length': unless(rejectedWith('content-too-large')),
  'the values': unless(rejectedWith('invalid-request')),
  'the payload of a used idempotency key': unless(rejectedWith('idempotency-key-reused')),
  'an illegal idempotency key': unless((input, shown) => hasIllegalKey(input) && shown.status === 400),
};
const checks: Record<string, Record<string, Check>> = {
  'a create': {
    ...keys,
    ...ofBodies,
    'a reference of the sandbox': unless((input, { status }) => status === 422 && isSandbox(input)),
  },
  'an upload': {
    ...keys,
    ...tenant,
    ...ofBodies,
    'the type of the file': unless(rejectedWith('unsupported-file-type')),
    'that the case is open': unless(rejectedWith('case-closed')),
    'the number of artifacts': unless(rejectedWith('artifact-limit-reached')),
  },
  'a read': { ...keys, ...tenant },
};

const faults: InputFaults = Object.fromEntries(
  Object.entries(ways).flatMap(([way, isSoSent]) =>
    Object.entries(checks).flatMap(([operation, ofOperation]) =>
      Object.entries(ofOperation)
        .filter(
          ([what]) => !contradictions.some(([ways, check]) => ways.test(way) && check.test(`${what} of ${operation}`)),
        )
        .map(([what, skipped]) => [
          `does not check ${what} of ${operation} ${way}`,
          skipped(both(operations[operation]!, isSoSent)),
        ]),
    ),
  ),
);

export default faults;

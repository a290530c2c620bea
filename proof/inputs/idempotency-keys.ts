// The form of idempotency keys, and under what they are looked up.
import { posix } from 'node:path';
import { limits } from '../../generated/limits.ts';
import { header } from './requests.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, rejects } from './support/fault.ts';
import type { Answered, Input, Sender } from './support/input.ts';
import { isAccepted, keyOf, pathOf, payloadOf, scoped, withSameKey } from './support/keys.ts';

type IsKey = (key: string, input: Input) => boolean;

/** Keys that are looked up as other texts. */
const keyedBy = (change: (key: string) => string): InputFault => ({
  keys: { name: (key, input) => scoped(change(key), input) },
});
const keyedByForUploads = (change: (key: string) => string): InputFault => ({
  keys: { name: (key, input) => scoped(isUpload(input) ? change(key) : key, input) },
});
/** Keys that are looked up together with something else. */
const keyedToo = (more: (input: Input) => unknown): InputFault => ({
  keys: { name: (key, input) => [...scoped(key, input), more(input)] },
});
const named = (name: (key: string, input: Input) => unknown): InputFault => ({ keys: { name } });
const ignoring = (is: IsKey): InputFault => named((key, input) => (is(key, input) ? undefined : scoped(key, input)));

/** Creates and uploads with such a key. */
const withKey =
  (is: IsKey) =>
  (input: Input): boolean =>
    input.method === 'POST' && keyOf(input) !== undefined && is(keyOf(input)!, input);
const rejecting = (form: RegExp): InputFault => rejects('400 malformed-request')(withKey((key) => form.test(key)));
const isIllegal = (key: string) =>
  key.length > limits.idempotencyKey.maxLength || !limits.idempotencyKey.pattern.test(key);
const accepting = (is: IsKey): InputFault => accepts(withKey((key, input) => isIllegal(key) && is(key, input)));
const rejectingIllegal = (as: string): InputFault => ({ rejects: withKey(isIllegal), as });

/** An empty key that was used for another payload. */
const rejectingEmptyAgain: InputFault = rejects('422 idempotency-key-reused')(
  (input) => keyOf(input) === '' && withSameKey(input).length > 0,
);

const isUpload = ({ operation }: Input) => operation === 'upload';
const isCreate = ({ operation }: Input) => operation === 'create';
const expectsContinue = header('Expect', /^100-continue$/);
const isAscii = (key: string) => /^[\0-\x7f]*$/.test(key);
const percentDecoded = (key: string) =>
  key.replaceAll(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
const tenantOf = (sender: Sender | undefined) => (sender === 'live' ? 'tenant' : sender);
const modeOf = (sender: Sender | undefined) => (sender === 'live' ? 'live' : 'sandbox');
const query = ({ target }: Input) => target.split('?')[1];
const isNamed =
  (name: string) =>
  ({ headers }: Input) =>
    headers.some(([each]) => each === name);

/** The earlier creates with this key of other senders, or at other paths. */
const elsewhere = (input: Input, is: (each: Answered) => boolean) =>
  input.earlier.filter(
    (each) => keyOf(input) !== undefined && keyOf(each) === keyOf(input) && isAccepted(each) && is(each),
  );
const rejectingUsed = (is: (input: Input, earlier: Answered) => boolean): InputFault =>
  rejects('422 idempotency-key-reused')(
    (input) => input.method === 'POST' && elsewhere(input, (each) => is(input, each)).length > 0,
  );
/** The owner of a case sends the key of an upload by somebody else, who got a 404. */
const rejectingKeyOfForeign = (as: string, is: (earlier: Answered) => boolean): InputFault =>
  rejects(as)(
    (input) =>
      isUpload(input) &&
      input.sender === input.owner &&
      input.earlier.some(
        (each) =>
          each.shown.status === 404 &&
          is(each) &&
          keyOf(each) !== undefined &&
          keyOf(each) === keyOf(input) &&
          pathOf(each) === pathOf(input),
      ),
  );
const isOtherPayload = (input: Input, earlier: Input) =>
  JSON.stringify(payloadOf(input)) !== JSON.stringify(payloadOf(earlier));
const areBothCreates = (input: Input, earlier: Input) => isCreate(input) && isCreate(earlier);

const faults: InputFaults = {
  'keeps a key in use after the rejected upload of another tenant': rejectingKeyOfForeign(
    '409 idempotency-key-in-use',
    ({ sender }) => sender === 'other',
  ),
  'stores the key of the rejected upload of another tenant': rejectingKeyOfForeign(
    '422 idempotency-key-reused',
    ({ sender }) => sender === 'other',
  ),
  'keeps a key in use after the rejected upload of the other mode': rejectingKeyOfForeign(
    '409 idempotency-key-in-use',
    ({ sender }) => sender === 'live',
  ),
  'keeps a key in use that came without a valid API key': rejects('409 idempotency-key-in-use')(
    withKey((key, { earlier }) => earlier.some((each) => each.shown.status === 401 && keyOf(each) === key)),
  ),
  ...faultsOf(keyedBy, {
    'reads a UUID in any letter case': (key) => (/^[0-9a-f-]{36}$/i.test(key) ? key.toLowerCase() : key),
    'looks up keys by their first 64 characters': (key) => key.slice(0, 64),
    'looks up keys by their first 254 characters': (key) => key.slice(0, 254),
    'looks up keys by their part before a colon': (key) => key.replace(/(.):.*$/, '$1'),
    'looks up keys by their part behind a comma': (key) => key.replace(/^.*,(.)/, '$1'),
    'compares keys as numbers': (key) => (Number.isNaN(Number(key)) ? key : String(Number(key))),
    'compares keys in lower case on lookup': (key) => key.toLowerCase(),
    'compares keys in upper case on lookup': (key) => key.toUpperCase(),
    'ignores all characters of keys except letters and digits': (key) => key.replaceAll(/[^A-Za-z0-9]/g, ''),
    'ignores quotes around keys': (key) => key.replace(/^"(.*)"$/, '$1'),
    'uses only the text before the first comma of a key': (key) => key.split(',')[0]!,
    'uses only the text before the first semicolon of a key': (key) => key.split(';')[0]!,
    'percent-decodes keys': percentDecoded,
    'uses only the text after the last slash of a key': (key) => posix.basename(key),
    'ignores dots at the end of keys': (key) => key.replace(/\.+$/, ''),
  }),
  ...faultsOf(ignoring, {
    'ignores the key 0': (key) => key === '0',
    'ignores long keys': (key) => key.length > 128,
    'ignores the idempotency keys of creates': (_, input) => isCreate(input),
    'ignores the idempotency keys of uploads': (_, input) => isUpload(input),
    'ignores an Idempotency-Key in lower case': (_, input) => isNamed('idempotency-key')(input),
    'ignores an Idempotency-Key in upper case on an upload': (_, input) =>
      isUpload(input) && isNamed('IDEMPOTENCY-KEY')(input),
    'stores no response to a request with a live key': (_, { sender }) => sender === 'live',
    'stores no response to a request of the second tenant': (_, { sender }) => sender === 'other',
    'replays only creates of persons': (_, { properties }) => properties?.['type'] === 'PM',
    'stores no keys of uploads to entities': (_, { opened }) => opened?.['type'] === 'PM',
    'ignores the idempotency key of a create that expects 100-continue': (_, input) =>
      isCreate(input) && expectsContinue(input),
    'ignores the idempotency key of an upload that expects 100-continue': (_, input) =>
      isUpload(input) && expectsContinue(input),
    'stores the last three keys of a case': (key, input) =>
      isUpload(input) && withSameKey(input).length > 0 && !lastKeys(input, 3).includes(key),
  }),
  ...faultsOf(keyedByForUploads, {
    'looks up keys of uploads as if these were equal: letters of both cases': (key) => key.toUpperCase(),
    'looks up keys of uploads as if these were equal: a hyphen and an underscore': (key) => key.replaceAll('_', '-'),
    'looks up keys of uploads as if these were equal: a dot after it': (key) => key.replace(/\.$/, ''),
    'looks up keys of uploads as if these were equal: a slash after it': (key) => key.replace(/\/$/, ''),
    'looks up keys of uploads as if these were equal: a path that begins with it': (key) =>
      key.replace(/(.)\/.+$/, '$1'),
    'looks up keys of uploads as if these were equal: a path that leads to it': (key) => posix.normalize(key),
    'looks up keys of uploads as if these were equal: a percent-encoded letter': percentDecoded,
  }),
  ...faultsOf(rejecting, {
    'accepts only UUIDs as keys': /^(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$)/i,
    'accepts only letters, digits and hyphens in keys': /[^\w-]/,
    'rejects a key with a quote': /"/,
    'rejects a key of more than 64 characters': /.{65}/,
    'rejects a key of 255 characters': /.{255}/,
    'rejects a key of one character': /^.$/,
  }),
  'accepts keys of any form': { ...accepting((key) => key !== ''), ...rejectingEmptyAgain },
  ...faultsOf(accepting, {
    'cuts keys to 255 characters': (key) => key.length > 255,
    'ignores illegal keys': () => true,
    'accepts illegal keys of uploads': (_, input) => isUpload(input),
    'accepts keys of up to 256 characters for a create': (key, input) => key.length === 256 && isCreate(input),
    'accepts keys with spaces for an upload': (key, input) => key.includes(' ') && isUpload(input),
    'accepts keys with tabs': (key) => key.includes('\t'),
    'accepts keys with non-ASCII letters for a create': (key, input) => !isAscii(key) && isCreate(input),
    'accepts keys with non-ASCII letters for an upload': (key, input) => !isAscii(key) && isUpload(input),
  }),
  'accepts an empty idempotency key as a key': rejectingEmptyAgain,
  'responds with 422 to an illegal key': rejectingIllegal('422 invalid-request'),
  'responds to an illegal key with an undefined problem type': rejectingIllegal('400 illegal-key'),

  'ignores idempotency keys': { ...named(() => undefined), ...accepting(() => true) },
  ...faultsOf(named, {
    'ignores idempotency keys after it checked their form': () => undefined,
    'stores keys without the tenant': (key, input) => [modeOf(input.sender), pathOf(input), key],
    'stores keys without the mode': (key, input) => [tenantOf(input.sender), pathOf(input), key],
    'stores keys without the path': (key, { sender }) => [sender, key],
    'stores keys by operation, without the case': (key, { sender, operation }) => [sender, operation, key],
    'replays the create of an entity of another tenant': (key, input) =>
      input.properties?.['type'] === 'PM' ? [key, payloadOf(input)] : scoped(key, input),
  }),
  ...faultsOf(keyedToo, {
    'keeps the keys of creates in each of two processes': (input) => isCreate(input) && turnOf(input) % 2,
    'keeps the keys of uploads in each of two processes': (input) => isUpload(input) && turnOf(input) % 2,
    'deletes a key after its first replay': (input) => Math.floor(turnOf(input) / 2),
    'makes the request id a part of the idempotency key': ({ header }) => header('X-Request-Id'),
    'stores idempotency keys by the whole URL': query,
    'takes the query for a part of the path': query,
    'stores idempotency keys by the spelling of the media type': ({ header }) =>
      /charset/.exec(header('Content-Type') ?? ''),
  }),
  'replays the artifact of another case for its key': {
    keys: {
      name: (key, { sender, operation }) => [sender, operation, key],
      payload: (input) => (isUpload(input) ? undefined : payloadOf(input)),
    },
  },
  ...faultsOf(rejectingUsed, {
    'rejects a key that another tenant used for another payload': (input, earlier) =>
      areBothCreates(input, earlier) && earlier.sender !== input.sender && isOtherPayload(input, earlier),
    'rejects a key that another tenant used earlier for another payload': (input, earlier) =>
      areBothCreates(input, earlier) &&
      tenantOf(earlier.sender) !== tenantOf(input.sender) &&
      isOtherPayload(input, earlier),
    'rejects keys of creates when uploads use them': (input, earlier) => isUpload(input) && isCreate(earlier),
    'rejects a key that was used in the other mode': (input, earlier) =>
      areBothCreates(input, earlier) && modeOf(earlier.sender) !== modeOf(input.sender),
  }),
};

const turnOf = (input: Input) => withSameKey(input).length;

/** The last keys that were sent first with uploads to the case. */
const lastKeys = (input: Input, count: number) =>
  [
    ...new Set(input.earlier.filter((each) => pathOf(each) === pathOf(input)).flatMap((each) => keyOf(each) ?? [])),
  ].slice(-count);

export default faults;

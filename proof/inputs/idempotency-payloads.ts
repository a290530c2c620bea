// What is compared when an idempotency key is used again.
import { parses, text } from './requests.ts';
import { renames, sends, sendsStatus } from './support/changes.ts';
import { faultsOf, type InputFault, type InputFaults, rejects } from './support/fault.ts';
import type { Input, Part } from './support/input.ts';
import { digestOf, payloadOf } from './support/keys.ts';

interface Created {
  type: string;
  reference: string;
}

/** Payloads of one operation that are equal if these values are; those of the other are compared as they should be. */
const comparing = (operation: Input['operation'], compared: (input: Input) => unknown): InputFault => ({
  keys: { payload: (input) => (input.operation === operation ? compared(input) : payloadOf(input)) },
});
const creates = (compared: (body: Created) => unknown) =>
  comparing('create', ({ properties }) => {
    // One without them is invalid; the order of the properties stays.
    const { type = '', reference = '' } = properties as Partial<Created>;
    return compared({ ...properties, type, reference });
  });
const uploads = (compared: (file: Part, kind: string) => unknown) =>
  comparing('upload', ({ file, kind }) => compared(file!, kind!));
/** Something else is compared too. */
const createsToo = (more: (input: Input) => unknown) => comparing('create', (input) => [payloadOf(input), more(input)]);
const uploadsToo = (more: (input: Input) => unknown) => comparing('upload', (input) => [payloadOf(input), more(input)]);

const references = (compared: (reference: string) => unknown) =>
  creates(({ type, reference }) => [type, compared(reference)]);
const contents = (compared: (content: string) => unknown) => uploads(({ content }, kind) => [kind, compared(content)]);

/** Valid JSON that is rejected because of how it is written. */
const rejecting = (pattern: RegExp): InputFault =>
  rejects('400 malformed-request')(text((body) => parses(body) && pattern.test(body)));

/** Files of whose changed content the digest is computed. */
const digesting = (change: (content: string) => string): InputFault => ({
  ...contents((content) => digestOf(change(content))),
  ...sends(
    ({ status }, { operation, file }) => operation === 'upload' && status === 201 && file !== undefined,
    ({ body }, { file }) => ({ body: { ...body, sha256: digestOf(change(file!.content)) } }),
  ),
});

const asUtf8 = (content: string) => Buffer.from(Buffer.from(content, 'latin1').toString('utf8')).toString('latin1');
const withoutReturns = (content: string) => content.replaceAll('\r\n', '\n');
const kibibyte = 1024;

const faults: InputFaults = {
  ...faultsOf(rejecting, {
    'rejects an escaped surrogate pair as two lone surrogates': /\\u[dD][89a-fA-F]/,
    'does not decode escapes in property names': /[{,]\s*"\\u/,
    'decodes only escapes in lower case': /\\u[0-9a-f]*[A-F]/,
    'rejects an escaped slash': /(?<!\\)\\\//,
    'treats white space before a colon as malformed': /"\s+:/,
  }),
  'compares JSON as text': createsToo((input) => input.text),
  'compares JSON as text without white space': createsToo((input) =>
    [...input.text.replaceAll(/\r\n *|[{},]/g, '').replaceAll('": ', '":')].toSorted().join(''),
  ),
  ...faultsOf(creates, {
    'compares JSON with the order of its properties': (body) => JSON.stringify(body),
    'ignores the payload of a create': () => '',
    'compares only the length of the reference and the type': ({ type, reference }) => [type, reference.length],
    'compares only the type of a create': ({ type }) => type,
    'compares only the reference of a create': ({ reference }) => reference,
    'compares only the type of creates of entities': (body) => (body.type === 'PM' ? 'PM' : body),
    'compares only a 32-bit hash of a create': ({ type, reference }) =>
      [...(type + reference)].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) | 0, 0),
  }),
  ...faultsOf(references, {
    'compares references without regard to case': (text) => text.toLowerCase(),
    'compares references without their suffix': (text) => text.replace(/#.*/, ''),
    'compares references of the sandbox without their suffix': (text) => text.replace(/^(sandbox:[^#]*)#.*/, '$1'),
    'compares trimmed references': (text) => text.trim(),
    'compares normalised references': (text) => text.normalize('NFC'),
    'compares only the beginning of references': (text) => text.slice(0, 200) + (text.at(-1) === ' '),
    'replaces non-ASCII characters before it compares references': (text) => text.replaceAll(/[^\x20-\x7e]/g, '?'),
  }),
  'responds with 409 to a key that was used for another payload': sendsStatus(409, '422 idempotency-key-reused'),
  'responds to a key that was used for another payload with an undefined problem type': renames(
    'idempotency-key-reused',
    'key-conflict',
  ),
  ...faultsOf(uploads, {
    'ignores the payload of an upload': () => '',
    'compares only the kind of an upload': (_, kind) => kind,
    'compares only the file of an upload': ({ content }) => digestOf(content),
    'compares only the type of a file': ({ type }, kind) => [kind, type],
    'compares only the size of a file': ({ size }, kind) => [kind, size],
  }),
  'compares only the file of an upload to the case of an entity': comparing('upload', (input) =>
    input.opened?.['type'] === 'PM' ? digestOf(input.file!.content) : payloadOf(input),
  ),
  ...faultsOf(contents, {
    'compares only the last KiB of a file': (content) => [content.length, content.slice(-kibibyte)],
    'compares only the first KiB of a file': (content) => content.slice(0, kibibyte),
    'compares only the first MiB of a file': (content) => content.slice(0, kibibyte * kibibyte),
    'compares only the beginning and the end of a file': (content) => [
      content.length,
      content.slice(0, kibibyte),
      content.slice(-kibibyte),
    ],
    'compares files as texts with any line ends': withoutReturns,
    'compares files as texts in UTF-8': asUtf8,
  }),
  ...faultsOf(uploadsToo, {
    'compares the boundary of an upload': ({ header }) => header('Content-Type'),
    'compares the order of parts': ({ parts }) => parts.map(({ name }) => name),
    'compares file names': ({ file }) => file?.filename,
    'compares the Content-Type of parts': ({ parts }) => parts.map(({ type }) => type),
    'compares whether a request had a Content-Length': ({ chunked }) => chunked,
  }),
  ...faultsOf(digesting, {
    'converts line ends before it computes the digest': withoutReturns,
    'computes the digest of a file as text': asUtf8,
    'computes the digest of only the first 64 KiB of a file': (content) => content.slice(0, 65_536),
  }),
};

export default faults;

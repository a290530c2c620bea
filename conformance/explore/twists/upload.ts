import type { Part } from '../../engine/multipart.ts';
import { evidenceKinds } from '../../values/evidence-kinds.ts';
import { signatures } from '../evidence.ts';
import { eachOf, labelled, setHeader, type Twist, type Twists } from '../step.ts';
import * as values from './upload-values.ts';

/** Changes a part; a twist before this one may have removed it. */
const part =
  (name: 'kind' | 'file', change: (part: Part, unique: string) => Part): Twist =>
  (draft, { unique }) => {
    draft.parts = draft.parts.map((each) => (each.name === name ? change(each, unique) : each));
  };
const kind = (content: string | Buffer): Twist => part('kind', (each) => ({ ...each, content }));
const file = (change: (content: Buffer) => Buffer): Twist =>
  part('file', (each) => ({ ...each, content: change(Buffer.from(each.content)) }));
/** Makes the file this long; a twist before this one may have made it longer. */
const fileOf = (size: number): Twist =>
  file((content) =>
    Buffer.concat([content, Buffer.alloc(Math.max(0, size - content.length))]).subarray(0, Math.max(size, 4)),
  );
const declared = (type: string | undefined): Twist =>
  part('file', ({ type: _, ...each }) => ({ ...each, ...(type !== undefined && { type }) }));
const signature = (type: keyof typeof signatures): Twist =>
  part('file', (each, unique) => ({
    ...each,
    type,
    content: Buffer.concat([signatures[type], Buffer.from(unique)]),
  }));
/** Adds a part that is like one that is there. */
const again =
  (name: 'kind' | 'file', more: Partial<Part> = {}): Twist =>
  (draft) => {
    const found = draft.parts.find((each) => each.name === name);
    if (found) draft.parts.push({ ...found, ...more });
  };
const without =
  (...names: string[]): Twist =>
  (draft) => {
    draft.parts = draft.parts.filter(({ name }) => !names.includes(name!));
  };
const rewritten =
  (change: (text: string) => string): Twist =>
  ({ rewrite }) =>
    void rewrite.push((body) => Buffer.from(change(body.toString('latin1')), 'latin1'));

/** Changes of the form of an upload: its parts, their values and types, and how they are written. */
export const uploadTwists: Twists = {
  ...eachOf('kind', labelled(...evidenceKinds), kind),
  ...eachOf('wrong kind', values.wrongKinds, kind),
  ...eachOf('kind in bytes', { 'a lone byte': Buffer.from([0x49, 0xff]), cut: Buffer.from([0x49, 0xc3]) }, kind),
  ...eachOf('content', { ...values.contents, ...values.brokenSignatures }, (content) => (draft, given) => {
    file(() => content)(draft, given);
    declared(given.pick(2) === 0 ? undefined : 'application/octet-stream')(draft, given);
  }),
  ...eachOf('content as JPEG', values.contents, (content) => file(() => content)),
  ...eachOf(
    'of type',
    { 'image/jpeg': 'image/jpeg', 'image/png': 'image/png', 'application/pdf': 'application/pdf' } as const,
    signature,
  ),
  ...eachOf('bare signature', signatures, (bytes) => (draft, given) => {
    file(() => bytes)(draft, given);
    declared(undefined)(draft, given);
  }),
  ...eachOf('declared', values.types, declared),
  ...eachOf('PNG declared', values.types, (type) => (draft, given) => {
    signature('image/png')(draft, given);
    declared(type)(draft, given);
  }),
  ...eachOf('PDF declared', values.types, (type) => (draft, given) => {
    signature('application/pdf')(draft, given);
    declared(type)(draft, given);
  }),
  'a random declared type': part('file', (each, unique) => ({ ...each, type: `image/${unique}` })),
  'an undefined kind': part('kind', (each, unique) => ({ ...each, content: unique })),
  'an unknown part with random content': (draft, { unique }) =>
    void draft.parts.push({ name: 'note', content: unique }),
  'no declared type': declared(undefined),
  ...eachOf('file name', values.fileNames, (filename) => part('file', (each) => ({ ...each, filename }))),
  ...eachOf(
    'another part',
    values.partNames,
    (name) =>
      ({ parts }) =>
        void parts.push({ name, content: 'x' }),
  ),
  ...eachOf(
    'another part before it',
    values.partNames,
    (name) =>
      ({ parts }) =>
        void parts.unshift({ name, content: '' }),
  ),
  ...eachOf('kind called', values.nearNames.kind, (called) => part('kind', (each) => ({ ...each, name: called }))),
  ...eachOf('file called', values.nearNames.file, (called) => part('file', (each) => ({ ...each, name: called }))),
  ...eachOf('nearly the file', values.nearly, file),
  ...eachOf('nearly a long file', values.nearly, (change) =>
    file((content) => change(Buffer.concat([content, Buffer.alloc(70_000, 'x')]))),
  ),
  ...eachOf('in two pieces', values.cuts, ([text, at]) => (draft) => {
    draft.cut = (body) => Math.max(1, body.lastIndexOf(text, 'latin1') + at);
  }),
  'a kind in base64': part('kind', ({ content, ...each }) => ({
    ...each,
    content: Buffer.from(content).toString('base64'),
  })),
  'a file in base64': part('file', ({ content, ...each }) => ({
    ...each,
    content: Buffer.from(content).toString('base64'),
  })),
  'an empty file part': ({ parts }) =>
    void parts.push({ name: 'selfie', filename: '', type: 'application/octet-stream', content: '' }),
  'an empty second file': again('file', { content: '' }),
  'an empty first kind': ({ parts }) => void parts.unshift({ name: 'kind', content: '' }),
  'a second kind with a file name': again('kind', { filename: 'kind.txt' }),
  'a second file behind the kind': (draft, given) => {
    again('file')(draft, given);
    again('kind')(draft, given);
    draft.parts.shift();
  },
  ...eachOf('another file', labelled('selfie', 'file2'), (name) => again('file', { name })),
  'two kinds': again('kind'),
  'two different kinds': again('kind', { content: 'SELFIE' }),
  'two files': again('file'),
  'two different files': again('file', { content: signatures['application/pdf'] }),
  'no kind': without('kind'),
  'no file': without('file'),
  'no part': without('kind', 'file'),
  'the kind in the query': (draft, given) => {
    without('kind')(draft, given);
    draft.path += '?kind=ID_FRONT';
  },
  'the file first': (draft) => {
    draft.parts = draft.parts.toReversed();
  },
  ...eachOf('written', values.written, rewritten),
  ...eachOf(
    'boundary',
    labelled('x', "----=_Part.4711(A)+'b'/?:_=", '-'.repeat(70), '--x', 'ID_FRONT'),
    (boundary) => (draft) => {
      draft.boundary = boundary;
      setHeader(draft, 'Content-Type', `multipart/form-data; boundary="${boundary}"`);
    },
  ),
  ...eachOf('size', values.sizes, fileOf),
  ...eachOf('size, without Content-Length', { 1048577: 1_048_577, 10485761: 10_485_761 }, (size) => (draft, given) => {
    fileOf(size)(draft, given);
    draft.chunked = true;
  }),
  'content with lines like a boundary': (draft, given) =>
    file((content) =>
      Buffer.concat([content, Buffer.from(`\r\n--${draft.boundary.slice(0, -1)}\r\n\r\n--\r\nx--${draft.boundary}`)]),
    )(draft, given),
  'content with every byte': file((content) =>
    Buffer.concat([content, Buffer.from(Array.from({ length: 256 }, (_, at) => at)), Buffer.from('\r\n\0\n\r')]),
  ),
};

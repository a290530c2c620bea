// Writes the bodies of requests.
import type { Request } from '../../../wire/http.ts';
import { multipart, type Part } from '../../../wire/multipart.ts';
import type { Change, OtherPart, Parts } from '../../../scenarios/vocabulary.ts';
import { fileOfSize, jpeg, type MakeFile, pdf, png } from '../../../values/evidence-files.ts';
import { writtenBy } from '../../../values/client-uploads.ts';
import { formsAs } from '../../../values/forms.ts';
import { fill, type Filling } from './surroundings.ts';

// Milliseconds between the pieces of a body: long enough for a fast server to read them apart.
export const shortPause = 20;

type Body = Pick<Request, 'headers' | 'body' | 'inPieces' | 'chunked'>;
type WholeBody = Omit<Body, 'body'> & { body: Uint8Array[] };

export function bodyOfCreate(change: Change, around: Filling): Body {
  return inPieces(change, {
    headers: { 'Content-Type': 'application/json' },
    body: [bytesOfCreate(change, around)],
  });
}

function bytesOfCreate({ json, text, bytes, size, spaceBehind }: Change, around: Filling): Buffer {
  if (bytes !== undefined) return latin1(bytes);
  const body = Buffer.from(
    fill(text ?? JSON.stringify({ type: 'PF', reference: around.run.reference(), ...json }), around),
  );
  const space = Buffer.alloc(size === undefined ? 0 : size - body.length, ' ');
  return Buffer.concat(spaceBehind ? [body, space] : [space, body]);
}

function inPieces({ cutAt }: Change, body: WholeBody): Body {
  if (cutAt === undefined) return body;
  const whole = Buffer.concat(body.body);
  return {
    ...body,
    body: [0, ...cutAt].map((from, at) => whole.subarray(from, cutAt[at])),
    inPieces: shortPause,
  };
}

export const bodyOfUpload = (change: Change, around: Filling): Body => inPieces(change, formOf(change, around));

function formOf(change: Change, around: Filling): WholeBody {
  const { text, bytes, fileSize, boundary, writtenAs, formAs, parts = {} } = change;
  if (writtenAs !== undefined) return asClient(writtenAs, partsOf(parts, around));
  const made = multipart(partsOf(fileSize === undefined ? parts : { ...parts, file: '' }, around), {
    last: parts.truncated !== true,
    ...(boundary && { boundary }),
  });
  const headers = { 'Content-Type': made.contentType };
  if (text !== undefined) return { headers, body: [Buffer.from(fill(text, around))] };
  if (bytes !== undefined) return { headers, body: [latin1(bytes)] };
  if (formAs !== undefined) {
    const form = Buffer.concat(made.body).toString('latin1');
    return { headers, body: [latin1(formsAs[formAs]!(form))] };
  }
  if (fileSize === undefined) return { headers, body: made.body };
  // The file replaces the empty content of its part, in pieces that all uploads share.
  const file = fileOfSize(fileSize, makers[parts.type ?? 'image/jpeg']);
  return { headers, body: made.body.toSpliced(parts.fileFirst ? 1 : 3, 1, ...file) };
}

/** The kind and the file, as a client writes them. */
function asClient(client: string, parts: Part[]): WholeBody {
  const [kind, file] = ['kind', 'file'].map((name) => parts.find((part) => part.name === name)?.content ?? '');
  const { headers, body } = writtenBy(client, bytesOf(kind!), bytesOf(file!));
  const { 'Transfer-Encoding': coding, ...more } = headers;
  return { headers: more, body: [latin1(body)], ...(coding === 'chunked' && { chunked: true }) };
}

const bytesOf = (content: Part['content']) => Buffer.from(content as Uint8Array).toString('latin1');

const makers: Record<string, MakeFile> = { 'image/jpeg': jpeg, 'image/png': png, 'application/pdf': pdf };

const plainEvidence = { file: jpeg(), filename: 'evidence.jpg', type: 'image/jpeg' };

// Requests and recordings share them. The texts are those of the scenarios, so there are no more than these.
const written = new Map<string, Buffer>();

/** The bytes of a text that has a character for each; those of equal texts are the same. */
function latin1(text: string): Buffer {
  const bytes = written.get(text) ?? Buffer.from(text, 'latin1');
  written.set(text, bytes);
  return bytes;
}

function partsOf(parts: Parts, { run }: Filling): Part[] {
  const { kind, file, type, filename, kindHeaders, fileHeaders, fileFirst, before = [], more = [] } = parts;
  const plain = run.manifest.fixtures?.evidence ?? plainEvidence;
  const declared = type === undefined ? plain.type : type;
  const both: Part[] = [];
  if (kind !== null)
    both.push({ name: 'kind', content: latin1(kind ?? 'ID_FRONT'), ...(kindHeaders && { headers: kindHeaders }) });
  if (file !== null)
    both.push({
      name: 'file',
      filename: filename ?? plain.filename,
      ...(declared !== null && { type: declared }),
      content: file === undefined ? plain.file : latin1(file),
      ...(fileHeaders && { headers: fileHeaders }),
    });
  const encoded = (others: readonly OtherPart[]) => others.map((part) => ({ ...part, content: latin1(part.content) }));
  return [...encoded(before), ...(fileFirst ? both.toReversed() : both), ...encoded(more)];
}

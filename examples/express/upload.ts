// Reads an upload part by part. A parser that folds repeated parts into one, or drops unknown ones, would not do.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import multiparty from 'multiparty';
import { invalid, Problem } from './problems.ts';

const kinds =
  'ID_FRONT ID_BACK PASSPORT SELFIE PROOF_OF_ADDRESS TAX_CERTIFICATE INCORPORATION_DEED POWER_OF_ATTORNEY REGISTRY_EXTRACT OWNERSHIP_REGISTER'.split(
    ' ',
  );
const largestFile = 10 * 1024 * 1024;
const signatures: [type: string, begin: Buffer][] = [
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['application/pdf', Buffer.from('%PDF-')],
];

export interface Upload {
  kind: string;
  contentType: string;
  size: number;
  sha256: string;
}

interface Received {
  size: number;
  sha256: string;
  begin: Buffer;
  declared: string | undefined;
}

/** Reads the whole body; the first error decides the rejection. */
export async function readUpload(request: IncomingMessage): Promise<Upload> {
  const found: { kind?: string; file?: Received } = {};
  const seen = new Set<string>();
  let fault: Problem | undefined;
  await eachPart(request, async (part) => {
    const { name } = part;
    if (name !== 'kind' && name !== 'file') fault ??= invalid(name ?? '', 'is not a part of an upload');
    else if (seen.has(name)) fault ??= invalid(name, 'is there more than once');
    else {
      seen.add(name);
      if (name === 'file') found.file = await receive(part);
      else found.kind = await textOf(part);
    }
    part.resume();
  });
  if (fault) throw fault;
  const { kind, file } = found;
  if (kind === undefined) throw invalid('kind', 'is required');
  if (file === undefined) throw invalid('file', 'is required');
  if (!kinds.includes(kind)) throw invalid('kind', 'must be one of the kinds of evidence');
  if (file.size > largestFile) throw new Problem(413, 'content-too-large', 'The file is larger than 10 MiB.');
  if (file.size === 0) throw invalid('file', 'is empty');
  return { kind, contentType: typeOf(file), size: file.size, sha256: file.sha256 };
}

function eachPart(request: IncomingMessage, take: (part: multiparty.Part) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const form = new multiparty.Form();
    const running: Promise<void>[] = [];
    form.on('part', (part) => {
      const taken = take(part);
      // A body that cannot be read fails its last part too; the form reports it.
      taken.catch(() => {});
      part.on('error', () => {});
      running.push(taken);
    });
    form.on('error', () => reject(new Problem(400, 'malformed-request', 'The multipart body cannot be read.')));
    form.on('close', () => void Promise.all(running).then(() => resolve(), reject));
    form.parse(request);
  });
}

async function receive(part: multiparty.Part): Promise<Received> {
  const digest = createHash('sha256');
  let size = 0;
  let begin = Buffer.alloc(0);
  for await (const piece of part as AsyncIterable<Buffer>) {
    size += piece.length;
    if (begin.length < 12) begin = Buffer.concat([begin, piece.subarray(0, 12)]);
    if (size <= largestFile) digest.update(piece);
  }
  return { size, sha256: digest.digest('hex'), begin, declared: part.headers['content-type'] };
}

/** No kind is longer than this, so a long value is not stored; a value that is not UTF-8 is not a kind either. */
async function textOf(part: multiparty.Part): Promise<string> {
  let text = Buffer.alloc(0);
  for await (const piece of part as AsyncIterable<Buffer>)
    if (text.length < 100) text = Buffer.concat([text, piece.subarray(0, 100)]);
  return text.toString();
}

/** What the content is by its first bytes; the type that the part declares must agree. */
function typeOf({ begin, declared }: Received): string {
  const [type] = signatures.find(([, signature]) => begin.subarray(0, signature.length).equals(signature)) ?? [];
  const said = declared?.split(';', 1)[0]!.trim().toLowerCase();
  if (type !== undefined && [undefined, '', 'application/octet-stream', type].includes(said)) return type;
  // Persons send such pictures, and have to convert them.
  const isHeic = /^.{4}ftyp(hei|mif1)/s.test(begin.toString('latin1'));
  const found = isHeic ? 'a HEIC picture' : 'not JPEG, PNG or PDF, or not what the part declares';
  throw new Problem(415, 'unsupported-file-type', `The content is ${found}.`);
}

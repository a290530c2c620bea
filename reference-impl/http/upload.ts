import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { atMost, bytesOf, mediaTypeOf } from './bytes.ts';
import type { FileType } from '../domain/contract.ts';
import type { Part, ReceivedFile, Upload } from '../ports.ts';
import type { Parts } from '../parts.ts';
import { validated } from './problems.ts';
import { Empty, invalid, malformed, problem, Rejected } from '../domain/rejections.ts';

/** Reads the two parts of an upload, in either order. The file of a rejected upload is discarded. */
export async function readUpload(request: IncomingMessage, parts: Parts): Promise<Upload> {
  parts.checkMediaType(request, 'multipart/form-data');
  const { fileBytes, overheadBytes } = parts.limits;
  const pieces = parts.piecesOf(request, fileBytes + overheadBytes, 'The body');
  const texts = new Map<string, string>();
  let file: ReceivedFile | undefined;
  try {
    for await (const part of parts.readParts(pieces, parts.boundaryOf(request), overheadBytes)) {
      if (texts.size === parts.limits.parts)
        throw new Rejected(problem(413, 'content-too-large', 'There are too many parts.'));
      const name = parts.decodeUtf8(part.name);
      if (texts.has(name)) throw new Rejected(invalid([{ pointer: parts.toPointer('', name), detail: 'is repeated' }]));
      if (name === 'file') file = await parts.receiveFile(part, parts);
      const text = name === 'kind' ? await bytesOf(atMost(overheadBytes, part.content, 'The kind')) : Buffer.alloc(0);
      texts.set(name, parts.decodeUtf8(text));
    }
    const { kind } = validated(Object.fromEntries(texts), parts.isUploadArtifact, parts);
    return { kind, file: file! };
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

/**
 * Streams a file to the store as it arrives, never decoded (D94), while counting (D16) and digesting it, so that memory stays flat.
 *
 * @throws Rejected with 413 for a file that is too large, 415 for one that is not recognised; Empty with 422
 */
export async function receiveFile(part: Part, parts: Parts): Promise<ReceivedFile> {
  const incoming = await parts.evidence.receive();
  const digest = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  try {
    for await (const piece of atMost(parts.limits.fileBytes, part.content, 'The file')) {
      if (head.length < headLength) head = Buffer.concat([head, piece.subarray(0, headLength - head.length)]);
      digest.update(piece);
      size += piece.length;
      await incoming.write(piece);
    }
    if (size === 0) throw new Empty(invalid([{ pointer: parts.toPointer('', 'file'), detail: 'is empty' }]));
    // Only what the bytes show is stored and returned (D34).
    const type = parts.recogniseFileType(head);
    if (type && parts.typeAgrees(part.type, type)) return { ...incoming, type, size, sha256: digest.digest('hex') };
    throw new Rejected(problem(415, 'unsupported-file-type', `${nameOf(head)} Send a JPEG, PNG or PDF.`));
  } catch (error) {
    await incoming.discard();
    throw error;
  }
}

const signatures: [FileType, Buffer][] = [
  ['image/jpeg', Buffer.from('\xff\xd8\xff', 'latin1')],
  ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['application/pdf', Buffer.from('%PDF-')],
];
// Enough for every signature here.
const headLength = 1024;

/** Files that persons send by mistake, by what they begin with, behind so many bytes. */
const others: [name: string, at: number, text: string][] = [
  ['a HEIC picture', 4, 'ftyphei'],
  ['a HEIC picture', 4, 'ftypmif1'],
  ['an AVIF picture', 4, 'ftypavif'],
  ['a WebP picture', 8, 'WEBP'],
  ['a GIF picture', 0, 'GIF8'],
  ['a TIFF picture', 0, 'II*\0'],
  ['a TIFF picture', 0, 'MM\0*'],
  ['a JPEG XL picture', 0, '\xff\x0a'],
  ['a JPEG XL picture', 4, 'JXL '],
  ['a JPEG 2000 picture', 4, 'jP  '],
  ['a ZIP archive or an Office document', 0, 'PK\x03\x04'],
  ['a page of HTML', 0, '<'],
];

/** What to say of a file that is rejected: what it is, if that is known. */
function nameOf(head: Buffer): string {
  const known = recogniseFileType(head);
  const other = others.find(([, at, text]) => head.toString('latin1', at, at + text.length) === text);
  if (known) return `This is ${known}, and its part says something else.`;
  return other ? `This is ${other[0]}.` : 'This file is of an unknown type.';
}

/** The type that the first bytes of a file show; later bytes are not checked (D64). */
export const recogniseFileType = (head: Buffer) =>
  signatures.find(([, signature]) => head.subarray(0, signature.length).equals(signature))?.[0];

/** Whether a part may declare this of its content: nothing, octet-stream, or the truth (D15). */
export const typeAgrees = (declared: string | undefined, recognised: FileType) =>
  !declared || declared === 'application/octet-stream' || declared === recognised;

/**
 * The boundary that the `Content-Type` of a multipart body names.
 *
 * @throws Rejected with 400 when it names none of 1 to 70 characters (RFC 2046 §5.1.1)
 */
export function boundaryOf({ headers }: IncomingMessage): string {
  const boundary = mediaTypeOf(headers['content-type'])?.params.get('boundary');
  if (boundary && boundary.length <= 70) return boundary;
  throw malformed('The Content-Type names no boundary of 1 to 70 characters.');
}

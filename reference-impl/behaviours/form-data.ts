// A service that reads its forms with a common parser instead of code of its own.
import type { IncomingMessage } from 'node:http';
import { invalid, malformed, Rejected } from '../domain/rejections.ts';
import { bytesOf } from '../http/bytes.ts';
import { validated } from '../http/problems.ts';
import type { Parts } from '../parts.ts';
import type { Upload } from '../ports.ts';

/** Reads an upload by the parser that is in Node, as services on Hono, h3 and other `fetch` frameworks do. */
export async function readByFormData(request: IncomingMessage, parts: Parts): Promise<Upload> {
  parts.checkMediaType(request, 'multipart/form-data');
  const { fileBytes, overheadBytes } = parts.limits;
  const body = await bytesOf(parts.piecesOf(request, fileBytes + overheadBytes, 'The body'));
  const headers = { 'Content-Type': request.headers['content-type']! };
  const readable = withoutEscapedQuotes(body, parts.boundaryOf(request));
  const form = await new Response(new Uint8Array(readable), { headers }).formData().catch(() => {
    throw malformed('The form does not parse.');
  });
  const rejected = (name: string, detail: string) =>
    new Rejected(invalid([{ pointer: parts.toPointer('', name), detail }]));
  for (const name of form.keys()) {
    if (name !== 'file' && name !== 'kind') throw rejected(name, 'is not known');
    if (form.getAll(name).length > 1) throw rejected(name, 'is repeated');
    if ((name === 'file') === (typeof form.get(name) === 'string')) throw rejected(name, 'is of the other sort');
  }
  const texts = [...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
  const { kind } = validated(Object.fromEntries(texts) as Record<string, string>, parts.isUploadArtifact, parts);
  const file = form.get('file') as File;
  const type = file.type.split(';', 1)[0]!.trim().toLowerCase();
  // It is also what this parser shows for a part without a type.
  const declared = type === 'text/plain' ? undefined : type;
  const content = (async function* () {
    yield Buffer.from(await file.arrayBuffer());
  })();
  return { kind, file: await parts.receiveFile({ name: Buffer.from('file'), type: declared, content }, parts) };
}

/** The parser rejects `\"` in a file name, which Go and Apache HttpClient send, and reads `%22` as browsers write it (D98). */
function withoutEscapedQuotes(body: Buffer, boundary: string): Buffer {
  const parts = body.toString('latin1').split(`--${boundary}`);
  const rewritten = parts.map((part) => {
    const end = part.indexOf('\r\n\r\n');
    return part.slice(0, end).replaceAll('\\"', '%22') + part.slice(end);
  });
  return Buffer.from(rewritten.join(`--${boundary}`), 'latin1');
}

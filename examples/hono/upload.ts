// Reads an upload by the parser of the runtime, as `parseBody()` of Hono does, which shows one of repeated parts only.
import { hash } from 'node:crypto';
import type { HonoRequest } from 'hono';
import { type Received, type Upload, uploadOf } from '../cases/evidence.ts';
import { invalid, Problem } from '../cases/problems.ts';

export async function readUpload(request: HonoRequest): Promise<Upload> {
  const type = request.header('content-type')!;
  const body = Buffer.from(await request.arrayBuffer());
  const readable = new Response(withoutEscapedQuotes(body, type), { headers: { 'Content-Type': type } });
  const form = await readable.formData().catch(() => {
    throw new Problem(400, 'malformed-request', 'The multipart body cannot be read.');
  });
  for (const name of form.keys()) {
    if (name !== 'kind' && name !== 'file') throw invalid(name, 'is not a part of an upload');
    if (form.getAll(name).length > 1) throw invalid(name, 'is there more than once');
  }
  const [kind, file] = [form.get('kind'), form.get('file')];
  return uploadOf({
    kind: typeof kind === 'string' ? kind : undefined,
    file: file instanceof File ? await receive(file) : undefined,
  });
}

async function receive(file: File): Promise<Received> {
  const content = new Uint8Array(await file.arrayBuffer());
  // It is also what this parser shows for a file without a type.
  const declared = file.type === 'text/plain' ? undefined : file.type;
  return { size: content.length, sha256: hash('sha256', content), begin: content.subarray(0, 12), declared };
}

/** The parser rejects `\\"` in a file name, which Go and Apache HttpClient send, and reads `%22` as browsers write it. */
function withoutEscapedQuotes(body: Buffer, type: string): Uint8Array<ArrayBuffer> {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
  if (!boundary) return new Uint8Array(body);
  const delimiter = `--${boundary[1] ?? boundary[2]}`;
  const parts = body.toString('latin1').split(delimiter);
  const rewritten = parts.map((part) => {
    const end = part.indexOf('\r\n\r\n');
    return part.slice(0, end).replaceAll('\\"', '%22') + part.slice(end);
  });
  return new Uint8Array(Buffer.from(rewritten.join(delimiter), 'latin1'));
}

// Reads an upload part by part. A parser that folds repeated parts into one, or drops unknown ones, would not do.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import multiparty from 'multiparty';
import { largestFile, type Received, type Upload, uploadOf } from '../cases/evidence.ts';
import { invalid, Problem } from '../cases/problems.ts';

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
  return uploadOf(found);
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

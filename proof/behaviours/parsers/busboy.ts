import { finished } from 'node:stream/promises';
import busboy from 'busboy';
import { bytesOf } from '../../../reference-impl/http/bytes.ts';
import { type ParsedPart, type Parser, TooLarge } from '../../../reference-impl/behaviours/form-parser.ts';

export const parseByBusboy: Parser = async (request, { limits: { fileBytes } }) => {
  // A file of exactly the limit counts as cut.
  const form = busboy({ headers: request.headers, limits: { fileSize: fileBytes + 1 } });
  const found: Promise<ParsedPart>[] = [];
  form.on('file', (name, stream, { mimeType }) => {
    const read = async () => {
      const content = await bytesOf(stream);
      if (stream.truncated) throw new TooLarge();
      return { name, content, type: mimeType };
    };
    const part = read();
    // The form fails too.
    part.catch(() => {});
    found.push(part);
  });
  form.on('field', (name, value) => found.push(Promise.resolve({ name, content: Buffer.from(value) })));
  request.pipe(form);
  await finished(form);
  return Promise.all(found);
};

import { bytesOf } from '../http/bytes.ts';
import { type ParsedPart, type Parser, TooLarge } from './form-parser.ts';

/** The parser that is in Node, which services on Hono, h3 and other `fetch` frameworks have. */
export const parseByFormData: Parser = async (request, { boundaryOf, limits, piecesOf }) => {
  const { fileBytes, overheadBytes } = limits;
  const body = await bytesOf(piecesOf(request, fileBytes + overheadBytes, 'The body'));
  const headers = { 'Content-Type': request.headers['content-type']! };
  const form = await new Response(withoutEscapedQuotes(body, boundaryOf(request)), { headers }).formData();
  const parts = [...form].map(async ([name, value]): Promise<ParsedPart> => {
    if (typeof value === 'string') return { name, content: Buffer.from(value) };
    if (value.size > fileBytes) throw new TooLarge();
    return { name, content: Buffer.from(await value.arrayBuffer()), type: value.type.split(';', 1)[0] };
  });
  return Promise.all(parts);
};

/** The parser rejects `\"` in a file name, which Go and Apache HttpClient send, and reads `%22` as browsers write it (D98). */
function withoutEscapedQuotes(body: Buffer, boundary: string): Buffer<ArrayBuffer> {
  const parts = body.toString('latin1').split(`--${boundary}`);
  const rewritten = parts.map((part) => {
    const end = part.indexOf('\r\n\r\n');
    return part.slice(0, end).replaceAll('\\"', '%22') + part.slice(end);
  });
  return Buffer.from(rewritten.join(`--${boundary}`), 'latin1');
}

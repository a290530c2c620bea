import { multipart } from '../engine/multipart.ts';
import { readForm } from '../model/request/form-body.ts';
import { mediaTypeIn } from '../model/request/media-type.ts';

/** The headers and the body of a request that the mock passes to Prism. */
interface Passed {
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * A form in the one spelling that Prism reads: any other, such as a file without a content type or a name without
 * quotes, ends its process. Undefined when the body is not a whole form.
 */
export function formForPrism(contentType: string, body: Buffer): Passed | undefined {
  const boundary = mediaTypeIn(contentType)?.parameters.get('boundary');
  if (boundary === undefined) return undefined;
  const { parts, truncated } = readForm(body, boundary);
  if (truncated) return undefined;
  const written = multipart(
    parts.map(({ name = '', filename, content }) => ({
      // Prism decodes the names.
      name: encodeURIComponent(name.toWellFormed()),
      ...(filename !== undefined && { filename: 'file', type: 'application/octet-stream' }),
      content,
    })),
  );
  const bytes = Buffer.concat(written.body);
  return { headers: { 'content-type': written.contentType, 'content-length': String(bytes.length) }, body: bytes };
}

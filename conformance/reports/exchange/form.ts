import { type Exchange, headerIn } from '../../wire/exchange.ts';
import { multipart, type Part } from '../../wire/multipart.ts';

/** The file part and the other parts, in their order. */
export type FormPart = Part & { content: Buffer };

/**
 * The parts of a multipart body that `curl --form` can send again; undefined when it is anything else, such as one that
 * is malformed on purpose.
 */
export function formOf({ headers, body }: Exchange['request']): FormPart[] | undefined {
  const boundary = /^multipart\/form-data; boundary=([\w-]+)$/.exec(headerIn(headers, 'Content-Type') ?? '')?.[1];
  if (boundary === undefined) return undefined;
  const bytes = Buffer.concat(body);
  const parts = partsOf(bytes, boundary);
  const isSame = Buffer.concat(multipart(parts, { boundary }).body).equals(bytes);
  const files = parts.filter(({ filename }) => filename !== undefined);
  return isSame && parts.every(isPlain) && files.length <= 1 ? parts : undefined;
}

function partsOf(bytes: Buffer, boundary: string): FormPart[] {
  const pieces = bytes.toString('latin1').split(`--${boundary}\r\n`).slice(1);
  return pieces.map((piece) => {
    const end = piece.indexOf('\r\n\r\n');
    const head = piece.slice(0, end);
    const content = piece
      .slice(end + 4)
      .split(`\r\n--${boundary}--`)[0]!
      .replace(/\r\n$/, '');
    const [, name] = /name="([^"]*)"/.exec(head) ?? [];
    const [, filename] = /filename="([^"]*)"/.exec(head) ?? [];
    const [, type] = /\r\nContent-Type: (.*)$/.exec(head) ?? [];
    return {
      name,
      content: Buffer.from(content, 'latin1'),
      ...(filename !== undefined && { filename }),
      ...(type !== undefined && { type }),
    };
  });
}

/** Text that curl sends unchanged: other characters have a meaning for it, and it adds a media type to a file without one. */
function isPlain({ name, filename, type, content }: FormPart): boolean {
  if (!/^\w+$/.test(name ?? '')) return false;
  if (filename === undefined) return type === undefined && /^\w[\w ]*$/.test(content.toString('latin1'));
  return /^[\w.-]+$/.test(filename) && /^[\w.+-]+\/[\w.+-]+$/.test(type ?? '');
}

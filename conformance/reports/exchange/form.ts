import { type Exchange, headerIn } from '../../wire/exchange.ts';

/** A part of a form: a value, or a file. */
export interface FormPart {
  name: string;
  content: Buffer;
  file?: { name: string; type: string };
}

// Characters that curl sends unchanged: others have a meaning for it. It adds a media type to a file without one.
const value = String.raw`\r\n\r\n(?<value>\w[\w ]*)`;
const file = String.raw`; filename="(?<file>[\w.-]+)"\r\nContent-Type: (?<type>[\w.+-]+/[\w.+-]+)\r\n\r\n(?<content>[^]*?)`;

/**
 * The parts of a multipart body that `curl --form` can send again; undefined when it is anything else, such as one that
 * is malformed on purpose.
 */
export function formOf({ headers, body }: Exchange['request']): FormPart[] | undefined {
  const boundary = /^multipart\/form-data; boundary=([\w-]+)$/.exec(headerIn(headers, 'Content-Type') ?? '')?.[1];
  if (boundary === undefined) return undefined;
  const disposition = String.raw`Content-Disposition: form-data; name="(?<name>\w+)"`;
  const part = new RegExp(`--${boundary}\r\n${disposition}(?:${value}|${file})\r\n(?=--${boundary})`, 'gy');
  const text = Buffer.concat(body).toString('latin1');
  const found = [...text.matchAll(part)];
  const rest = text.slice(found.reduce((end, [whole]) => end + whole.length, 0));
  const parts = found.map(({ groups }) => partOf(groups as Groups));
  const files = parts.filter((each) => each.file);
  return rest === `--${boundary}--\r\n` && files.length <= 1 ? parts : undefined;
}

type Groups = Record<'name' | 'value' | 'file' | 'type' | 'content', string>;

const partOf = ({ name, value, file, type, content }: Groups): FormPart => ({
  name,
  content: Buffer.from(value ?? content, 'latin1'),
  ...(file !== undefined && { file: { name: file, type } }),
});

/** A part of a multipart body, a character for each byte. */
export interface FormPart {
  name: string;
  /** its header lines, without those that every part of this name has */
  headers: string;
  content: string;
}

const isUsual = (line: string, name: string) =>
  line === `Content-Disposition: form-data; name="${name}"` ||
  /^Content-Disposition: form-data; name="file"; filename="evidence\.\w+"$|^Content-Type: image\/jpeg$/.test(line);

/** The parts of a body; undefined when it is malformed. */
export function formPartsOf(text: string, contentType: string): FormPart[] | undefined {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  const pieces = `\r\n${text}`.split(`\r\n--${boundary}`).slice(1);
  if (pieces.length < 2 || pieces.pop() !== '--\r\n') return undefined;
  return pieces.map((piece) => {
    const [head = '', ...content] = piece.slice(2).split('\r\n\r\n');
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? '(no name)';
    const headers = head.split('\r\n').filter((line) => !isUsual(line, name));
    return { name, headers: headers.join('; '), content: content.join('\r\n\r\n') };
  });
}

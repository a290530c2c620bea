import { type Credential, type Exchange, type Header, redactor } from '../engine/exchange.ts';

/** A command for a POSIX shell that sends the request of the exchange again, with the keys from the environment. */
export function curlOf({ request }: Exchange, credentials: Credential[]): string {
  const known = request.credential ? [request.credential, ...credentials] : credentials;
  const word = (text: string) => shellWord(text, known);
  const options = [
    ...(request.method === 'GET' ? [] : [`-X ${request.method}`]),
    word(request.url),
    ...headersOf(request).map(([name, value]) => `-H ${word(value === '' ? `${name}:` : `${name}: ${value}`)}`),
  ];
  if (request.body.length === 0) return ['curl -sSi', ...options].join(' ');
  const body = Buffer.concat(request.body);
  const text = body.toString('utf8');
  if (/^[^\p{Cc}\ufffd@]*$/u.test(text) && body.length < 2000)
    return ['curl -sSi', ...options, `--data-binary ${word(text)}`].join(' ');
  return `{ ${bytesOf(body).join('; ')}; } | ${['curl -sSi', ...options, '--data-binary @-'].join(' ')}`;
}

// Without these headers, curl adds a media type to a body and announces its length.
function headersOf({ headers, body, chunked }: Exchange['request']): Header[] {
  const typed = body.length === 0 || headers.some(([name]) => name.toLowerCase() === 'content-type');
  return [
    ...headers,
    ...(typed ? [] : [['Content-Type', ''] as Header]),
    ...(chunked ? [['Transfer-Encoding', 'chunked'] as Header] : []),
  ];
}

function shellWord(text: string, credentials: Credential[]): string {
  const marked = redactor(credentials.map(({ value }, at) => ({ value, shell: `\u0000${at}\u0000` })))(text);
  if (marked === text) return `'${text.replaceAll("'", `'\\''`)}'`;
  const pieces = marked
    .split('\u0000')
    .map((piece, at) => (at % 2 === 1 ? credentials[Number(piece)]!.shell : piece.replaceAll(/["\\$`]/g, '\\$&')));
  return `"${pieces.join('')}"`;
}

/** Commands that print exactly these bytes; long runs of one byte are generated, not written out. */
function bytesOf(body: Buffer): string[] {
  const commands: string[] = [];
  let literal = '';
  const flush = () => {
    // printf would read a leading hyphen, as multipart bodies have, as an option.
    if (literal !== '') commands.push(`printf '${literal.replace(/^-/, octal(0x2d))}'`);
    literal = '';
  };
  for (let at = 0; at < body.length;) {
    let end = at + 1;
    while (end < body.length && body[end] === body[at]) end += 1;
    if (end - at >= 100) {
      flush();
      const fill = body[at] === 0 ? '' : ` | tr '\\0' '${octal(body[at]!)}'`;
      commands.push(`head -c ${end - at} /dev/zero${fill}`);
    } else for (const byte of body.subarray(at, end)) literal += printed(byte);
    at = end;
  }
  flush();
  return commands;
}

const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`;

function printed(byte: number): string {
  if (byte === 0x25) return '%%';
  if (byte === 0x0d) return '\\r';
  if (byte === 0x0a) return '\\n';
  // Backslash and single quote have a meaning for printf and the shell.
  return byte < 0x20 || byte > 0x7e || byte === 0x5c || byte === 0x27 ? octal(byte) : String.fromCharCode(byte);
}

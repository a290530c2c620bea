import { gzipSync } from 'node:zlib';

// Bytes: compressing more takes longer than it is worth.
const compressible = 100_000;

/** A command for a POSIX shell that prints exactly these bytes. */
export function printing(bytes: Buffer): string {
  const spelled = pieces(bytes);
  const plain = spelled.length === 1 ? spelled[0]! : `{ ${spelled.join('; ')}; }`;
  if (bytes.length > compressible) return plain;
  const packed = `echo ${gzipSync(bytes, { level: 9 }).toString('base64')} | base64 -d | gunzip`;
  return packed.length < plain.length ? packed : plain;
}

/** Commands that print a part each; long runs of one byte are generated, not written out. */
function pieces(body: Buffer): string[] {
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
  return commands.length > 0 ? commands : [`printf ''`];
}

const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`;

function printed(byte: number): string {
  if (byte === 0x25) return '%%';
  if (byte === 0x0d) return '\\r';
  if (byte === 0x0a) return '\\n';
  // Backslash and single quote have a meaning for printf and the shell.
  return byte < 0x20 || byte > 0x7e || byte === 0x5c || byte === 0x27 ? octal(byte) : String.fromCharCode(byte);
}

import { gzipSync } from 'node:zlib';

// Bytes: compressing more takes longer than it is worth.
const compressible = 100_000;

/** A command for a POSIX shell that prints exactly these bytes. */
export function printing(bytes: Buffer): string {
  const pieces = piecesOf(bytes);
  const plain = pieces.length === 1 ? pieces[0]! : `{ ${pieces.join('; ')}; }`;
  return bytes.length > compressible ? plain : shorter(plain, packed(bytes));
}

const packed = (bytes: Buffer) => `echo ${gzipSync(bytes, { level: 9 }).toString('base64')} | base64 -d | gunzip`;

const shorter = (one: string, other: string) => (other.length < one.length ? other : one);

/** Commands that print a part each; long runs of one byte are generated, not written out. */
function piecesOf(bytes: Buffer): string[] {
  const commands: string[] = [];
  let written = 0;
  const flush = (end: number) => {
    if (end > written) commands.push(literally(bytes.subarray(written, end)));
  };
  for (let at = 0; at < bytes.length;) {
    let end = at + 1;
    while (end < bytes.length && bytes[end] === bytes[at]) end += 1;
    if (end - at >= 100) {
      flush(at);
      const fill = bytes[at] === 0 ? '' : ` | tr '\\0' '${octal(bytes[at]!)}'`;
      commands.push(`head -c ${end - at} /dev/zero${fill}`);
      written = end;
    }
    at = end;
  }
  flush(bytes.length);
  return commands.length > 0 ? commands : [`printf ''`];
}

function literally(bytes: Buffer): string {
  const text = [...bytes].map(printed).join('');
  // printf would read a leading hyphen, as multipart bodies have, as an option.
  const plain = `printf '${text.replace(/^-/, octal(0x2d))}'`;
  return bytes.length > compressible ? plain : shorter(plain, packed(bytes));
}

const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`;

function printed(byte: number): string {
  if (byte === 0x25) return '%%';
  if (byte === 0x0d) return '\\r';
  if (byte === 0x0a) return '\\n';
  // Backslash and single quote have a meaning for printf and the shell.
  return byte < 0x20 || byte > 0x7e || byte === 0x5c || byte === 0x27 ? octal(byte) : String.fromCharCode(byte);
}

import { gunzipSync } from 'node:zlib';
import type { Defect, FaultTable } from '../support/fault.ts';
import { changingMultipart } from '../support/parts.ts';

/** Multipart bodies in which the parts with this coding are decoded. */
const decoding = (
  coding: RegExp,
  part: string,
  decode: (content: string) => string,
  header = 'Content-Transfer-Encoding',
): Defect =>
  changingMultipart((body, boundary) => {
    const pieces = body.toString('latin1').split(`--${boundary}`);
    const decoded = pieces.map((piece) => {
      const [head = '', ...content] = piece.split('\r\n\r\n');
      const [, found] = new RegExp(`\r\n${header}: (.*)`, 'i').exec(head) ?? [];
      if (found === undefined || !coding.test(found) || !head.includes(`name="${part}"`)) return piece;
      return `${head}\r\n\r\n${decode(content.join('\r\n\r\n').slice(0, -2))}\r\n`;
    });
    return Buffer.from(decoded.join(`--${boundary}`), 'latin1');
  });

const fromBase64 = (content: string) =>
  content.startsWith('\xff') ? content : Buffer.from(content, 'base64').toString('latin1');
const fromQuotedPrintable = (content: string) =>
  content
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

const decompressed = (content: string) => gunzipSync(Buffer.from(content, 'latin1')).toString('latin1');

const faults: FaultTable = {
  'upload-artifact.content-not-decoded': {
    'decodes a file from base64': decoding(/^base64$/i, 'file', fromBase64),
    'decodes a file from base64 in upper case': decoding(/^BASE64$/, 'file', fromBase64),
    'decodes a kind from base64': decoding(/^base64$/, 'kind', fromBase64),
    'decodes a kind from quoted-printable': decoding(/^quoted-printable$/, 'kind', fromQuotedPrintable),
    'fails at a file that it cannot decompress': decoding(/^gzip$/, 'file', decompressed, 'Content-Encoding'),
    'decompresses a file': decoding(
      /^gzip$/,
      'file',
      (content) => (content.startsWith('\x1f\x8b') ? decompressed(content) : content),
      'Content-Encoding',
    ),
  },
  'upload-artifact.describes-file': {
    'decodes a file from quoted-printable': decoding(/^quoted-printable$/i, 'file', fromQuotedPrintable),
    'reads a file without chunks as chunked': decoding(
      /^chunked$/,
      'file',
      (content) => content.slice(0, 8),
      'Transfer-Encoding',
    ),
    'clears the eighth bit of a file declared as 7bit': decoding(
      /^7bit$/,
      'file',
      (content) => content.slice(0, 3) + content.slice(3).replaceAll(/[\x80-\xff]/g, '?'),
    ),
  },
};

export default faults;

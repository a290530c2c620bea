// What an upload has to be, whatever parser has read its form.
import { invalid, Problem } from './problems.ts';

const kinds =
  'ID_FRONT ID_BACK PASSPORT SELFIE PROOF_OF_ADDRESS TAX_CERTIFICATE INCORPORATION_DEED POWER_OF_ATTORNEY REGISTRY_EXTRACT OWNERSHIP_REGISTER'.split(
    ' ',
  );
export const largestFile = 10 * 1024 * 1024;
const signatures: [type: string, begin: Buffer][] = [
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['application/pdf', Buffer.from('%PDF-')],
];

export interface Upload {
  kind: string;
  contentType: string;
  size: number;
  sha256: string;
}

/** A file of which all bytes were read. */
export interface Received {
  size: number;
  sha256: string;
  /** at least its first 12 bytes */
  begin: Uint8Array;
  declared: string | undefined;
}

/**
 * The upload with these parts.
 *
 * @throws Problem for one that is not valid
 */
export function uploadOf({ kind, file }: { kind?: string | undefined; file?: Received | undefined }): Upload {
  if (kind === undefined) throw invalid('kind', 'is required');
  if (file === undefined) throw invalid('file', 'is required');
  if (!kinds.includes(kind)) throw invalid('kind', 'must be one of the kinds of evidence');
  if (file.size > largestFile) throw new Problem(413, 'content-too-large', 'The file is larger than 10 MiB.');
  if (file.size === 0) throw invalid('file', 'is empty');
  return { kind, contentType: typeOf(file), size: file.size, sha256: file.sha256 };
}

/** What the content is by its first bytes; the type that the part declares must agree. */
function typeOf({ begin, declared }: Received): string {
  const [type] = signatures.find(([, signature]) => signature.equals(begin.subarray(0, signature.length))) ?? [];
  const said = declared?.split(';', 1)[0]!.trim().toLowerCase();
  if (type !== undefined && [undefined, '', 'application/octet-stream', type].includes(said)) return type;
  // Persons send such pictures, and have to convert them.
  const isHeic = /^.{4}ftyp(hei|mif1)/s.test(Buffer.from(begin).toString('latin1'));
  const found = isHeic ? 'a HEIC picture' : 'not JPEG, PNG or PDF, or not what the part declares';
  throw new Problem(415, 'unsupported-file-type', `The content is ${found}.`);
}

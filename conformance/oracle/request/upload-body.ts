import { createHash } from 'node:crypto';
import { limits, numbers } from '../../../generated/limits.ts';
import { ArtifactKind } from '../../../generated/validators.js';
import type { RequirementId } from '../../../generated/requirements.ts';
import { textIn } from '../../wire/json.ts';
import { type FormPart, readForm } from './form-body.ts';
import { mediaTypeIn } from './media-type.ts';
import { allowed, allowedWhere, demanded, demandedAt, oneOf, optional } from './rejections.ts';
import type { Rejection } from '../terms.ts';

/** What an upload says, if it is valid. */
export interface SentArtifact {
  kind: string;
  size: number;
  sha256: string;
  content_type: string;
}

/** The body of an upload, and every reason to reject it. */
export interface UploadReading {
  rejections: Rejection[];
  /** what is stored, unless the upload has to be rejected */
  readonly sent?: SentArtifact | undefined;
  /** equal for the same kind and the same content (D42) */
  readonly fingerprint?: string;
  parts: FormPart[];
}

const sureOverhead = numbers['multipart-overhead'];
const longestName = numbers['file-name'];
const signatures: [type: string, bytes: Buffer][] = [
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['application/pdf', Buffer.from('%PDF-')],
];

const recognise = (content: Buffer) =>
  signatures.find(([, bytes]) => content.subarray(0, bytes.length).equals(bytes))?.[0];

/** Reads the form of an upload (D14 to D18, D32 to D35, D64, D65, D73, D82). */
export function readUpload(body: Buffer, boundary: string): UploadReading {
  const { parts, unfinished, truncated, unusual } = readForm(body, boundary);
  const [kind, file] = ['kind', 'file'].map((name) => parts.find((part) => part.name === name));
  const overhead = body.length - (file?.size ?? 0);
  const leftOpen = allowedWhere({
    'multipart.grammar': unusual,
    // The file of an unusual one may have such a name, and more or less overhead in the reading of the service.
    'file.name-not-utf8': unusual,
    'multipart.overhead': overhead > sureOverhead || unusual,
    'multipart.many-parts': parts.length > numbers.parts,
  });
  const rejections = [
    ...(truncated ? demanded('upload-artifact.truncated-multipart') : []),
    ...rejectionsOfParts(parts, truncated),
    // A service that reads the parts as they arrive may reject this one before the body ends.
    ...(unfinished ? optional(...rejectionsOfParts([...parts, unfinished], truncated)) : []),
    ...(truncated && body.length > limits.fileBytes ? optional(...demanded('limits.file-rejected')) : []),
  ];
  // Nothing is certain of a body that some parsers read in another way.
  if (unusual) return { rejections: [...optional(...rejections), ...leftOpen], parts };
  const all = [...rejections, ...leftOpen];
  // The declared type of the file is no part of the payload (D42, D83).
  const hasPayload = rejections.every(({ must, requirement }) => !must || requirement === typeDisagrees);
  if (!kind || !file || !hasPayload) return { rejections: all, parts };
  return withPayload(all, parts, kind, file);
}

const typeDisagrees: RequirementId = 'upload-artifact.part-type-disagrees';

/** Computes the digest when it is asked for: few large files are accepted. */
function withPayload(rejections: Rejection[], parts: FormPart[], kind: FormPart, file: FormPart): UploadReading {
  let artifact: SentArtifact | undefined;
  const payload = () =>
    (artifact ??= {
      kind: kind.content.toString('utf8'),
      size: file.size,
      sha256: createHash('sha256').update(file.content).digest('hex'),
      content_type: recognise(file.content)!,
    });
  return {
    rejections,
    parts,
    get sent() {
      return rejections.some(({ must }) => must) ? undefined : payload();
    },
    get fingerprint() {
      return `${payload().kind} ${payload().sha256}`;
    },
  };
}

// Bytes, by which a response that repeats the content is recognised.
export const keptBytes = 1024;

/** Forgets the content of the parts, and keeps its size and digest and how it begins. */
export function reduce(upload: UploadReading): void {
  // It is computed from the content.
  void upload.fingerprint;
  for (const part of upload.parts) part.content = Buffer.from(part.content.subarray(0, keptBytes));
}

function rejectionsOfParts(parts: FormPart[], truncated: boolean): Rejection[] {
  const files = parts.filter(({ name }) => name === 'file');
  const kinds = parts.filter(({ name }) => name === 'kind');
  return [
    ...parts.flatMap(rejectionsOfName),
    ...countRejections('file', files.length, truncated),
    ...countRejections('kind', kinds.length, truncated),
    ...kinds.flatMap(rejectionsOfKind),
    ...files.flatMap(rejectionsOfFile),
  ];
}

function rejectionsOfName({ name, isEncoded }: FormPart): Rejection[] {
  const encoded = allowedWhere({ 'multipart.encoded-part': isEncoded });
  if (name === 'file' || name === 'kind') return encoded;
  if (name === undefined) return [...oneOf('multipart.nameless-part'), ...encoded];
  if (name === '') return [...oneOf('multipart.nameless-part', 'upload-artifact.wrong-parts'), ...encoded];
  // Libraries differ in which escapes of a name they undo, and in the charset that they read it in.
  if (/[%\\"]|[^\x20-\x7e]/.test(name)) return [...demanded('upload-artifact.wrong-parts'), ...encoded];
  return [...demandedAt('upload-artifact.wrong-parts', [name], 'problems.points-at-part'), ...encoded];
}

function countRejections(name: string, count: number, truncated: boolean): Rejection[] {
  const at = (requirement: RequirementId) => demandedAt(requirement, [name], 'problems.points-at-part');
  if (count > 1) return at('upload-artifact.wrong-parts');
  if (count === 1) return [];
  // So upload-artifact.file-required and upload-artifact.kind-required fail too.
  return truncated ? optional(...oneOf('multipart.missing-after-truncation')) : at('upload-artifact.wrong-parts');
}

const hasMalformedType = ({ type }: FormPart) => type !== undefined && mediaTypeIn(type) === undefined;

function rejectionsOfKind(part: FormPart): Rejection[] {
  const { content, size, filename } = part;
  const leftOpen = allowedWhere({
    'file.malformed-type': hasMalformedType(part),
    'multipart.kind-with-file-name': filename !== undefined,
    'multipart.overhead': size > sureOverhead,
  });
  const kind = textIn(content);
  if (kind === undefined) return [...demanded('upload-artifact.invalid-utf8-kind'), ...leftOpen];
  if (ArtifactKind(kind)) return leftOpen;
  return [...demandedAt('upload-artifact.unknown-kind', ['kind'], 'problems.points-at-part'), ...leftOpen];
}

/** ISO-8859-1 has control characters at these bytes, and other charsets letters. */
const isOfOtherCharset = (name: string) =>
  /[\x80-\x9f]/.test(name) && textIn(Buffer.from(name, 'latin1')) === undefined;

function rejectionsOfFile({ content, size, filename, type }: FormPart): Rejection[] {
  const nameless = allowedWhere({
    // Libraries that keep only the last part of a path may find no name in dots and slashes.
    'file.no-name': !/[^./\\]/.test(filename ?? ''),
    'file.long-name': (filename ?? '').length > longestName,
    'file.name-not-utf8': isOfOtherCharset(filename ?? ''),
  });
  if (size === 0)
    return [...demandedAt('upload-artifact.empty-file', ['file'], 'problems.points-at-part'), ...nameless];
  const large = size > limits.fileBytes ? demanded('limits.file-rejected') : [];
  const recognised = recognise(content);
  if (recognised === undefined) {
    return [...large, ...demanded('upload-artifact.unsupported-file-415'), ...nameless];
  }
  return [...large, ...nameless, ...rejectionsOfType(type, recognised)];
}

function rejectionsOfType(declared: string | undefined, recognised: string): Rejection[] {
  if (declared === undefined) return [];
  const essence = mediaTypeIn(declared)?.essence;
  if (essence === undefined) return allowed('file.malformed-type');
  if (essence === recognised || essence === 'application/octet-stream') return [];
  if (essence === 'text/plain') return allowed('file.text-plain');
  if (essence === 'image/jpg' && recognised === 'image/jpeg') return allowed('file.image-jpg');
  return demanded(typeDisagrees);
}

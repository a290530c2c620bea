import { createHash } from 'node:crypto';
import { limits, numbers } from '../../../generated/limits.ts';
import { ArtifactKind } from '../../../generated/validators.js';
import type { RequirementId } from '../../../generated/requirements.ts';
import { textIn } from '../../wire/json.ts';
import { memoize } from '../../wire/memoize.ts';
import { recognise } from './file-type.ts';
import { type FormPart, type FormReading, readForm } from './form-body.ts';
import { mediaTypeIn } from './media-type.ts';
import { hasOddType, otherForms } from './other-forms.ts';
import { allowed, allowedWhere, demanded, demandedAt, like, oneOf, optional } from './rejections.ts';
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
  /** what is stored: more than one where a freedom lets a service read the form in other ways; none if nothing is, or if that is unclear */
  readonly sent: SentArtifact[];
  /** equal for the same kind and the same content (D42); undefined where that is unclear */
  readonly fingerprint?: string | undefined;
  parts: FormPart[];
}

const sureOverhead = numbers['multipart-overhead'];
const longestName = numbers['file-name'];

/** Reads the form of an upload (D14 to D18, D32 to D35, D64, D65, D73, D82, D94, D98). */
export function readUpload(body: Buffer, boundary: string): UploadReading {
  const form = readForm(body, boundary);
  const { parts, unusual, hasBoundaryInside = false } = form;
  const overhead = body.length - (partOf(form, 'file')?.size ?? 0);
  const other = unusual ? { freedoms: [], forms: [] } : otherForms(form);
  const leftOpen = [
    ...allowedWhere({
      'multipart.grammar': unusual,
      // The file of an unusual one may have such a name, and more or less overhead in the reading of the service.
      'file.name-not-utf8': unusual,
      'multipart.overhead': overhead > sureOverhead || unusual,
      'multipart.many-parts': parts.length > numbers.parts,
      'multipart.boundary-inside': hasBoundaryInside,
    }),
    ...other.freedoms.flatMap(allowed),
  ];
  const rejections = rejectionsOf(form, body.length);
  // Nothing is certain of a body that some parsers read in another way.
  if (unusual) return { rejections: [...optional(...rejections), ...leftOpen], sent: [], parts };
  const others = other.forms.map((each) => ({ form: each, rejections: rejectionsOf(each, body.length) }));
  const valid = [{ form, rejections }, ...others].filter((each) => isValid(each.rejections));
  const all = [
    ...(valid.length > 0 ? optional(...rejections) : rejections),
    ...others.flatMap((each) => optional(...each.rejections)),
    ...leftOpen,
  ];
  // The declared type of the file is no part of the payload (D42, D83).
  const hasPayload = rejections.every(({ must, requirement }) => !must || requirement === typeDisagrees);
  return withPayload(
    all,
    parts,
    valid.map((each) => each.form),
    hasPayload && others.length === 0 ? form : undefined,
  );
}

const typeDisagrees: RequirementId = 'upload-artifact.part-type-disagrees';

const isValid = (rejections: Rejection[]) => rejections.every(({ must }) => !must);

const partOf = ({ parts }: FormReading, name: string) => parts.find((part) => part.name === name);

/**
 * Computes digests when they are asked for: few large files are accepted.
 *
 * @param certain the form, if there is no other reading of it
 */
function withPayload(
  rejections: Rejection[],
  parts: FormPart[],
  valid: FormReading[],
  certain: FormReading | undefined,
): UploadReading {
  const artifactOf = memoize((form: FormReading): SentArtifact => {
    const { content, size } = partOf(form, 'file')!;
    return {
      kind: partOf(form, 'kind')!.content.toString('utf8'),
      size,
      sha256: createHash('sha256').update(content).digest('hex'),
      content_type: recognise(content)!.type,
    };
  });
  return {
    rejections,
    parts,
    get sent() {
      return rejections.some(({ must }) => must) ? [] : valid.map(artifactOf);
    },
    get fingerprint() {
      if (!certain || !partOf(certain, 'kind') || !partOf(certain, 'file')) return undefined;
      const { kind, sha256 } = artifactOf(certain);
      return `${kind} ${sha256}`;
    },
  };
}

// Bytes, by which a response that repeats the content is recognised.
export const keptBytes = 1024;

/** Forgets the content of the parts, and keeps its size and digest and how it begins. */
export function reduce(upload: UploadReading): void {
  // They are computed from the content.
  void [upload.fingerprint, upload.sent];
  for (const part of upload.parts) part.content = Buffer.from(part.content.subarray(0, keptBytes));
}

function rejectionsOf({ parts, unfinished, truncated }: FormReading, size: number): Rejection[] {
  return [
    ...(truncated ? demanded('upload-artifact.truncated-multipart') : []),
    ...rejectionsOfParts(parts, truncated),
    // A service that reads the parts as they arrive may reject this one before the body ends.
    ...(unfinished ? optional(...rejectionsOfParts([...parts, unfinished], truncated)) : []),
    ...(truncated && size > limits.fileBytes ? optional(...demanded('limits.file-rejected')) : []),
  ];
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
  if (!name) return [...demanded('upload-artifact.wrong-parts'), ...malformed, ...encoded];
  // Libraries differ in which escapes of a name they undo, and in the charset that they read it in.
  if (/[%\\"]|[^\x20-\x7e]/.test(name)) return [...demanded('upload-artifact.wrong-parts'), ...encoded];
  return [
    ...demandedAt('upload-artifact.wrong-parts', [name], 'problems.points-at-part'),
    ...(name in {} || name === 'prototype' ? oneOf('multipart.guarded-name') : []),
    ...allowedWhere({ 'multipart.charset-part': name === '_charset_' }),
    ...asList(name),
    ...encoded,
  ];
}

/** What a service may say of `name[]`, if its parser makes a list of it. */
function asList(name: string): Rejection[] {
  const [list = '', bracket] = name.split('[', 2);
  if (list === '' || bracket === undefined) return [];
  return oneOf('multipart.name-in-brackets').map((each) => ({ ...each, pointer: [list] }));
}

/** 400 instead of 422. */
const malformed = like('upload-artifact.wrong-parts', 'upload-artifact.truncated-multipart');

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
    'multipart.kind-type': hasOddType(part),
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
  const { type: found, by } = recognised;
  const doubtful = allowedWhere({
    'file.not-whole': by === 'its signature',
    'file.part-of-signature': by === 'a part of its signature',
  });
  return [...large, ...nameless, ...doubtful, ...rejectionsOfType(type, found)];
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

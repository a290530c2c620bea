// What the original service responds to a body, whatever else is in its request.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readForm } from '../../../conformance/oracle/request/form-body.ts';
import { mediaType } from '../../../conformance/wire/exchange.ts';
import { CreateCase, UploadArtifact, type ValidationError, type Validator } from '../../../generated/validators.js';
import { parseJson } from '../../../reference-impl/http/body.ts';
import { explain, toPointer } from '../../../reference-impl/http/problems.ts';
import { recogniseFileType, typeAgrees } from '../../../reference-impl/http/upload.ts';
import type { Input, Part, Properties } from './input.ts';

export interface Outcome {
  /** `201`, or status and problem of the rejection */
  as: string;
  /** the properties of the response that depend on what was sent */
  shown: Properties;
}

const rejected = (as: string): Outcome => ({ as, shown: {} });
const invalid = (errors: ValidationError[]): Outcome => ({
  as: '422 invalid-request',
  shown: { errors: explain(errors, toPointer) },
});

/** @param text undefined for bytes that are not UTF-8 */
export function outcomeOfCreate(text: string | undefined): Outcome {
  const value = text === undefined ? undefined : jsonIn(text);
  if (value === undefined) return rejected('400 malformed-request');
  if (!CreateCase(value)) return invalid(CreateCase.errors!);
  return { as: '201', shown: { type: value.type, reference: value.reference } };
}

/** @param parts undefined for a form that ends too early */
export function outcomeOfUpload(parts: Part[] | undefined): Outcome {
  if (!parts?.every(isText)) return rejected('400 malformed-request');
  const isRepeated = new Set(parts.map(({ name }) => name)).size < parts.length;
  const { file, kind } = Object.fromEntries(parts.map((part) => [part.name, part]));
  if (!UploadArtifact(textsOf(parts))) return invalid(UploadArtifact.errors!);
  if (isRepeated || file!.content === '') return rejected('422 invalid-request');
  const bytes = bytesOf(file);
  const type = recogniseFileType(bytes.subarray(0, 8));
  if (!type || !typeAgrees(mediaType(file!.type), type)) return rejected('415 unsupported-file-type');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { as: '201', shown: { kind: kind!.content, content_type: type, size: bytes.length, sha256 } };
}

/** Why a body that the original service can read does not match the schema. */
export function errorsIn({ operation, text, bytes, boundary }: Input): ValidationError[] {
  if (operation === 'create') return errorsOf(CreateCase, jsonIn(text));
  const parts = boundary === undefined ? undefined : partsIn(bytes, boundary);
  return errorsOf(UploadArtifact, parts?.every(isText) ? textsOf(parts) : undefined);
}

const errorsOf = (isValid: Validator<unknown>, value: unknown): ValidationError[] =>
  value === undefined || isValid(value) ? [] : [...isValid.errors!];

const bytesOf = ({ content }: Part) => Buffer.from(content, 'latin1');
const isText = (part: Part) => part.name !== 'kind' || isUtf8(bytesOf(part));

const textsOf = (parts: Part[]) =>
  Object.fromEntries(parts.map((part) => [part.name, part.name === 'kind' ? bytesOf(part).toString() : '']));

/** The JSON value; undefined when the service cannot read it. */
function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The parts of a form that has a character for each byte; undefined when it ends too early. */
export function partsIn(form: string, boundary: string): Part[] | undefined {
  const { parts, truncated } = readForm(Buffer.from(form, 'latin1'), boundary);
  return truncated ? undefined : parts.map((part) => ({ ...part, content: part.content.toString('latin1') }));
}

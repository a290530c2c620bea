// Which uploads a fault concerns, and as what it reads them.
import { isUtf8 } from 'node:buffer';
import { mediaType } from '../../../conformance/wire/exchange.ts';
import { ArtifactKind } from '../../../generated/validators.js';
import { recogniseFileType, typeAgrees } from '../../../reference-impl/http/upload.ts';
import type { InputFault, Misreading } from './fault.ts';
import type { Artifact, Input, Part, Properties } from './input.ts';
import { errorsIn, partsIn } from './outcome.ts';

const isForm = ({ operation, boundary }: Input) => operation === 'upload' && boundary !== undefined;

/** Uploads whose form has this, with a character for each byte. */
export const form = (pattern: RegExp) => (input: Input) => isForm(input) && pattern.test(input.bytes);

/** Uploads in which the headers of the part with this name have this. */
export const partHead = (name: string, pattern: RegExp) => (input: Input) =>
  isForm(input) &&
  input.bytes
    .split(`--${input.boundary}`)
    .map((part) => part.split('\r\n\r\n', 1)[0]!)
    .some((head) => new RegExp(`[; ]name="?${name}\\b`).test(head) && pattern.test(head));

/** Uploads with a media type such as this one. */
export const formType = (pattern: RegExp) => (input: Input) =>
  isForm(input) && pattern.test(input.header('Content-Type')!);

/** Uploads whose form ends too early. */
export const truncated = (input: Input) =>
  isForm(input) && input.bytes !== '' && partsIn(input.bytes, input.boundary!) === undefined;

/** Uploads that are rejected whatever their case is. */
export const isUnreadable = (input: Input) =>
  input.operation === 'upload' && (!isForm(input) || truncated(input) || errorsIn(input).length > 0);

/** Uploads of a file with this name. */
export const fileName =
  (is: (name: string) => boolean) =>
  ({ operation, file }: Input) =>
    operation === 'upload' && file?.filename !== undefined && is(Buffer.from(file.filename, 'latin1').toString());

/** The form of an upload is read as another one. */
export const forms = (change: (form: string, boundary: string) => string): Misreading => ({
  reads(input) {
    const changed = isForm(input) ? change(input.bytes, input.boundary!) : input.bytes;
    return changed === input.bytes ? undefined : changed;
  },
});

/** The parts of a form that is whole are read as others. */
export const parts = (change: (parts: Part[]) => Part[]): Misreading => ({
  reads(input) {
    const sent = isForm(input) ? partsIn(input.bytes, input.boundary!) : undefined;
    return sent && change(sent);
  },
});

/** Parts that are ignored. */
export const withoutParts = (isIgnored: (part: Part, at: number, all: Part[]) => boolean) =>
  parts((all) => all.filter((part, at) => !isIgnored(part, at, all)));

export const partNames = (change: (name: string) => string) =>
  parts((all) => all.map((part) => ({ ...part, name: part.name && change(part.name) })));

/** A kind that is unknown is read as another text. */
export const kinds = (change: (kind: string) => string) =>
  parts((all) =>
    all.map((part) => {
      if (part.name !== 'kind' || ArtifactKind(part.content) || !isUtf8(Buffer.from(part.content, 'latin1')))
        return part;
      const text = change(Buffer.from(part.content, 'latin1').toString());
      return { ...part, content: Buffer.from(text).toString('latin1') };
    }),
  );

export const declared = ({ type }: Part) => mediaType(type);
export const recognised = ({ content }: Part) => recogniseFileType(Buffer.from(content.slice(0, 8), 'latin1'));
export const startsWith = (content: string, ...heads: string[]) => heads.some((head) => content.startsWith(head));

/** A file with a declared type that does not match is accepted. */
export const agreeing = (agrees: (said: string, type: string) => boolean) =>
  parts((all) =>
    all.map((part) => {
      const [said, type] = [declared(part), recognised(part)];
      return said && type && agrees(said, type) ? { ...part, type: undefined } : part;
    }),
  );

const nameTypes = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' } as const;
export type FileType = (typeof nameTypes)[keyof typeof nameTypes];

export const typeOfName = ({ filename = '' }: Part): FileType | undefined =>
  nameTypes[filename.split('.').at(-1) as keyof typeof nameTypes];

/** Files that are taken for another type although they are none. */
export const taking = (type: (file: Part) => FileType | undefined): InputFault => ({
  accepts({ file }, { problem }) {
    const taken = problem === 'unsupported-file-type' && file ? type(file) : undefined;
    return taken !== undefined && typeAgrees(declared(file!), taken);
  },
});

export const labelOf = (file: Part) => Object.values(nameTypes).find((known) => known === declared(file));

/** Files of another type that begin so. */
export const takingFilesThatBegin = (head: string) =>
  taking((file) => (!recognised(file) && file.content.startsWith(head) ? (labelOf(file) ?? 'image/jpeg') : undefined));

/** The response to an upload shows something else of the file. */
export const recording = (change: (artifact: Artifact, file: Part) => Properties): InputFault => ({
  changes: ({ status, body }, { operation, file }) =>
    operation === 'upload' && status < 300 && body && file
      ? { body: { ...body, ...change(body as Artifact, file) } }
      : undefined,
});

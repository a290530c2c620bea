// What a service may read in a form besides what the RFCs say, because a freedom lets it.
import type { OpenFreedomId } from '../../../generated/freedoms.ts';
import { valueOf } from '../../wire/json.ts';
import type { FormPart, FormReading } from './form-body.ts';
import { mediaTypeIn } from './media-type.ts';

type Change = (form: FormReading) => FormReading | undefined;

/** The forms that a service may read instead, and the freedoms that let it. */
export function otherForms(form: FormReading): { freedoms: OpenFreedomId[]; forms: FormReading[] } {
  const freedoms: OpenFreedomId[] = [];
  const forms = [form];
  for (const [freedom, change] of changes) {
    const changed = forms.flatMap((each) => change(each) ?? []);
    if (changed.length === 0) continue;
    freedoms.push(freedom);
    forms.push(...changed);
  }
  return { freedoms, forms: forms.slice(1) };
}

const ofParts =
  (change: (part: FormPart) => FormPart | undefined): Change =>
  (form) => {
    const parts = form.parts.flatMap((part) => change(part) ?? []);
    const isSame = parts.length === form.parts.length && parts.every((part, at) => part === form.parts[at]);
    return isSame ? undefined : { ...form, parts };
  };

const changes: [OpenFreedomId, Change][] = [
  [
    'multipart.ends-after-boundary',
    ({ endsAfterBoundary, ...form }) => (endsAfterBoundary ? { ...form, truncated: false } : undefined),
  ],
  ['multipart.nameless-part', ofParts((part) => (part.name ? part : undefined))],
  [
    'multipart.no-file-chosen',
    ofParts((part) => (isUnknown(part) && part.filename === '' && part.size === 0 ? undefined : part)),
  ],
  ['multipart.charset-part', ofParts((part) => (part.name === '_charset_' ? undefined : part))],
  [
    'multipart.space-in-name',
    ofParts((part) => {
      const name = part.name?.replaceAll(/^[ \t]+|[ \t]+$/g, '');
      return name === part.name ? part : { ...part, name };
    }),
  ],
  [
    'multipart.kind-type',
    ofParts((part) => {
      const isJson = part.name === 'kind' && mediaTypeIn(part.type ?? '')?.essence === 'application/json';
      const kind = isJson ? valueOf(part.content) : undefined;
      return typeof kind === 'string' ? withContent(part, Buffer.from(kind)) : part;
    }),
  ],
  [
    'multipart.encoded-part',
    ofParts((part) => {
      const decoded = decoders[part.transferEncoding ?? '']?.(part.content.toString('latin1'));
      return decoded ? withContent({ ...part, transferEncoding: undefined }, decoded) : part;
    }),
  ],
];

const isUnknown = ({ name }: FormPart) => name !== 'file' && name !== 'kind';

const withContent = (part: FormPart, content: Buffer): FormPart => ({ ...part, content, size: content.length });

/** Undefined for content that libraries decode differently, or not at all. */
const decoders: Record<string, (content: string) => Buffer | undefined> = {
  base64: (content) => {
    const written = content.replaceAll('\r\n', '');
    return /^[A-Za-z0-9+/]*={0,2}$/.test(written) && written.length % 4 === 0
      ? Buffer.from(written, 'base64')
      : undefined;
  },
  'quoted-printable': (content) =>
    /=(?![\dA-F]{2}|\r?\n)|[ \t]\r?\n/.test(content)
      ? undefined
      : Buffer.from(
          content
            .replaceAll(/=\r?\n/g, '')
            .replaceAll(/=([\dA-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
          'latin1',
        ),
};

/** A text in a charset that says nothing of ASCII, or no text: no client declares this of a kind. */
export function hasOddType({ type }: FormPart): boolean {
  const read = type === undefined ? undefined : mediaTypeIn(type);
  if (!read) return false;
  return (
    !read.essence.startsWith('text/') ||
    !/^(utf-8|us-ascii|iso-8859-1)$/i.test(read.parameters.get('charset') ?? 'utf-8')
  );
}

// A recorded request, as predicates see it.
import { type Exchange, type Header, headerIn } from '../../../conformance/wire/exchange.ts';
import { isObject, valueOf } from '../../../conformance/wire/json.ts';
import { memoize } from '../../../conformance/wire/memoize.ts';
import { type FormPart, readForm } from '../../../conformance/oracle/request/form-body.ts';
import { mediaTypeOf } from '../../../reference-impl/http/bytes.ts';
import type { Step } from '../../../conformance/scenarios/vocabulary.ts';

export type Properties = Record<string, unknown>;

/** What a predicate sees of a request. */
export interface Input {
  operation: Step['do'];
  method: string;
  /** path and query, as they were sent */
  target: string;
  headers: Header[];
  header: (name: string) => string | undefined;
  /** whose key it is; undefined for none and for one that was never issued */
  sender: Sender | undefined;
  /** what is sent as `Authorization: Bearer …` */
  key: string | undefined;
  /** all keys that were issued */
  issued: string[];
  /** of the body, in bytes */
  size: number;
  /** true when it was sent without Content-Length */
  chunked: boolean;
  /** the body as it was sent; empty for a long one */
  text: string;
  /** the same with a character for each byte */
  bytes: string;
  /** between the parts of the form */
  boundary?: string;
  /** of a create: its body, if it is a JSON object */
  properties?: Properties;
  /** of an upload: the parts of its form; their bytes have a character each, and long ones only begin here */
  parts: Part[];
  /** the part with this name */
  file?: Part;
  kind?: string;
  /** the properties with which the case in the path was created, and by whom */
  opened?: Properties;
  owner?: Sender | undefined;
}

export type Sender = 'tenant' | 'other' | 'live';

export type Part = Omit<FormPart, 'content'> & { content: string };

// Predicates read no more of a body than the longest JSON that is sent; of a longer form, what its parts begin with.
const longest = 300_000;

/** What is known without the rest of the recording. */
export const inputOf = memoize(({ url, method, headers, body: pieces, chunked }: Exchange['request']) => {
  const header = (name: string) => headerIn(headers, name);
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const form = Buffer.concat(pieces);
  const body = size > longest ? Buffer.alloc(0) : form;
  const properties = valueOf(body);
  const boundary = mediaTypeOf(header('Content-Type'))?.params.get('boundary');
  const parts = !boundary ? [] : readForm(form, boundary).parts.map(withText);
  const [file, kind] = ['file', 'kind'].map((wanted) => parts.find(({ name }) => name === wanted));
  return {
    method,
    size,
    chunked,
    target: url.replace(/^https?:\/\/[^/]*/, ''),
    headers,
    header,
    key: /^bearer +(\S+)$/i.exec(header('Authorization') ?? '')?.[1],
    text: body.toString(),
    bytes: body.toString('latin1'),
    ...(boundary && { boundary }),
    parts,
    ...(isObject(properties) && { properties }),
    ...(file && { file }),
    ...(kind && { kind: kind.content }),
  };
});

const withText = (part: FormPart): Part => ({ ...part, content: part.content.toString('latin1') });

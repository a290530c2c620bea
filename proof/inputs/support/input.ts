// A recorded request, as predicates see it.
import { type FormPart, readForm } from '../../../conformance/oracle/request/form-body.ts';
import type { Step } from '../../../conformance/scenarios/vocabulary.ts';
import { type Exchange, type Header, headerIn } from '../../../conformance/wire/exchange.ts';
import { isObject, valueOf } from '../../../conformance/wire/json.ts';
import { memoize } from '../../../conformance/wire/memoize.ts';
import { mediaTypeOf } from '../../../reference-impl/http/bytes.ts';

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
  /** how many milliseconds its body takes to arrive */
  duration: number;
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
  /** that case, or the one that was created, as it is when the request arrives */
  found?: Case;
  /** when it was sent, in milliseconds since the Unix epoch */
  at: number;
  /** what its scenario sent before */
  earlier: Answered[];
}

/** A request with its response. */
export type Answered = Input & { shown: Shown };

export interface Case extends Properties {
  id: string;
  type: string;
  reference: string;
  status: string;
  score: number;
  reasons: string[];
  artifacts: Artifact[];
  created_at: string;
  decided_at: string | null;
}

export interface Artifact extends Properties {
  id: string;
  kind: string;
  content_type: string;
  created_at: string;
}

/** A response as predicates see it. */
export interface Shown {
  status: number;
  headers: Header[];
  /** the JSON object; undefined for anything else */
  body: Properties | undefined;
  /** the name of its problem: `not-found` */
  problem: string | undefined;
  /** the body as it was sent */
  text: string;
  /** what arrived after it, if the request waited for that */
  behind?: string;
}

export type Sender = 'tenant' | 'other' | 'live';

export type Part = Omit<FormPart, 'content'> & { content: string };

// Predicates read no more of a body than the longest JSON that is sent; of a longer form, what its parts begin with.
const longest = 300_000;

/** What is known without the rest of the recording. */
export const inputOf = memoize(({ url, method, headers, body: pieces, chunked, inPieces = 0 }: Exchange['request']) => {
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
    duration: inPieces * (pieces.length - 1),
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

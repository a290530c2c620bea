/** An API key, and the shell expression that replaces it in reports: a report never contains a key. */
export interface Credential {
  value: string;
  shell: string;
}

/** How requests carry the API key: a header, and its value with `{key}` in it. */
export interface KeyHeader {
  header: string;
  template: string;
}

/** The default of the contract (D19). */
export const bearerKey: KeyHeader = { header: 'Authorization', template: 'Bearer {key}' };

/** A header as it was sent: its name keeps its letter case. */
export type Header = [name: string, value: string];

/** A response that comes before the final one (1xx). */
export interface Interim {
  status: number;
  headers: Header[];
}

/** One request and its response, recorded for the report. */
export interface Exchange {
  request: {
    method: string;
    url: string;
    headers: Header[];
    /** in pieces, so that large files are shared and not copied */
    body: Uint8Array[];
    credential: Credential | undefined;
    /** true when it was sent without Content-Length */
    chunked: boolean;
    /** when each piece of the body was sent separately: the milliseconds between them */
    inPieces?: number;
    /** true when the body here is not all of it */
    incomplete?: true;
  };
  response?: {
    status: number;
    headers: Header[];
    body: Buffer;
    /** bytes that arrived after it, before the next request on its connection; empty only if the request waited for them */
    behind?: Buffer;
    /** true when the request asked to close the connection, and it was still open long after the response */
    isLeftOpen?: true;
  };
  /** the responses before it, in their order */
  interim?: Interim[];
  /** why there is no response: `connection refused`, `no response within 10 s …`, … */
  failure?: string;
  /** true when the candidate sent the request and the suite responded */
  received?: true;
  /** of a received one: when it arrived, in milliseconds since the Unix epoch */
  arrivedAt?: number;
  /** of a received one: milliseconds after which the candidate closed the connection, before the suite had responded */
  abandonedAfter?: number;
  /** when it began, by `performance.now()` */
  started?: number;
  /** on which connection it was sent, by the port of the suite, and as which request on it; the last one if it was sent twice */
  connection?: { port: number; request: number };
  /** true when a kept connection failed and the request was sent again, so that it may have arrived twice */
  sentTwice?: true;
  /**
   * why it says nothing about the request: the service was away, or a gateway responded although the service was there.
   * `again`: this request interrupted it again when it was sent alone
   */
  interrupted?: 'away' | 'briefly' | 'again';
  /** true when it was rejected for a while three times, and other requests with its key were accepted between */
  rejectedOften?: true;
  milliseconds: number;
}

/** An exchange with its response. */
export type Answered = Exchange & Required<Pick<Exchange, 'response'>>;

/** The value of a header in any letter case, several values joined by `, `. */
export function headerIn(headers: Header[], name: string): string | undefined {
  let found: string | undefined;
  for (const [known, value] of headers) {
    if (known.length !== name.length || known.toLowerCase() !== name.toLowerCase()) continue;
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}

/** Why there is no response if the client did not wait for it. */
export const closedByClient = 'the client closed the connection';

/** True when the candidate closed the connection instead of a whole response. */
export const isClosed = ({ failure }: Exchange): boolean => failure?.startsWith('connection closed') === true;

/** The bytes of a body. */
export const sizeOf = (body: Uint8Array[]): number => body.reduce((sum, { length }) => sum + length, 0);

/** Headers from the flat list that Node returns. */
export function pairs(raw: string[]): Header[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1]!] as Header] : []));
}

/** The seconds in `Retry-After`; undefined when it is missing, or not a whole number. */
export function retryAfter(headers: Header[]): number | undefined {
  const value = headerIn(headers, 'Retry-After');
  return value !== undefined && isWholeNumber(value) ? Number(value) : undefined;
}

export const isWholeNumber = (value: string): boolean => /^[0-9]+$/.test(value);

/** True for the statuses with which any service may reject any request for a while: 429 and 503. */
export const isOverloaded = (status: number): boolean => status === 429 || status === 503;

/** True for a final status that accepts the request. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** True when the media type of a response is that of a problem. */
export const hasProblemType = (headers: Header[]): boolean =>
  mediaType(headerIn(headers, 'Content-Type')) === 'application/problem+json';

/** The media type without its parameters, in lower case. */
export const mediaType = (value: string | undefined) => value?.split(';')[0]!.trim().toLowerCase();

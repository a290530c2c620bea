/** An API key with the shell expression that stands for it in evidence: reports never hold the key itself. */
export interface Credential {
  value: string;
  shell: string;
}

/** A header as it stands on the wire; names keep their letter case. */
export type Header = [name: string, value: string];

/** One request and what came back, kept as evidence. */
export interface Exchange {
  request: {
    method: string;
    url: string;
    headers: Header[];
    /** the bytes in the pieces in which they were made; large files are shared, not copied */
    body: Uint8Array[];
    credential: Credential | undefined;
    /** true when no length was announced */
    chunked: boolean;
  };
  response?: { status: number; headers: Header[]; body: Buffer };
  /** why there is no answer: `connection refused`, `no answer within 10 s`, … */
  failure?: string;
  /** true when the candidate sent the request and the suite answered it */
  received?: true;
  milliseconds: number;
}

/** What the candidate sent, as the checks read it. */
export interface Message {
  body: Buffer;
  exchange: Exchange;
  /** the value of a header, several joined by `, `; undefined when it is absent */
  header(name: string): string | undefined;
}

/** An answer as the checks read it. */
export interface HttpResponse extends Message {
  status: number;
}

export function responseOf(
  exchange: Exchange,
  { status, headers, body }: NonNullable<Exchange['response']>,
): HttpResponse {
  return { status, body, exchange, header: (name) => headerIn(headers, name) };
}

/** The value of a header in any letter case, several joined by `, `. */
export function headerIn(headers: Header[], name: string): string | undefined {
  const values = headers.filter(([known]) => known.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Replaces each key by the shell expression that stands for it, wherever it occurs, percent-encoded too. */
export function redactor(credentials: Credential[]): (text: string) => string {
  const shells = new Map(
    credentials
      .filter(({ value }) => value !== '')
      .flatMap(({ value, shell }) => [[value, shell] as const, [encodeURIComponent(value), shell] as const]),
  );
  if (shells.size === 0) return (text) => text;
  const longestFirst = [...shells.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(patternOf).join('|'), 'g');
  return (text) => text.replace(pattern, (form) => shells.get(form)!);
}

/** A key of a few characters, such as one for a mock, also stands within words; there it is none. */
function patternOf(form: string): string {
  const exact = form.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return form.length < 8 ? `(?<![A-Za-z0-9])${exact}(?![A-Za-z0-9])` : exact;
}

/** Headers from the flat list in which Node has them. */
export function pairs(raw: string[]): Header[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1]!] as Header] : []));
}

/** The media type without its parameters, in lower case. */
export const mediaType = (value: string | undefined) => value?.split(';')[0]!.trim().toLowerCase();

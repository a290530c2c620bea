import type { ReportedExchange, ReportedFinding } from '../../../generated/report.ts';
import type { Header } from '../../wire/exchange.ts';
import { pointerTo } from '../../json-pointer.ts';
import { parsed, type Wrong } from './lines.ts';

/** The places in a response that are wrong, with a note for each. */
export interface Places {
  status?: string;
  /** the name of a header, in lower case; it may be missing */
  header?: { name: string; note: string };
  body?: Wrong;
}

export function placesOf({ kind, expected, actual }: ReportedFinding, exchange: ReportedExchange): Places {
  const note = `expected ${expected}`;
  const content = parsed(exchange.response?.body);
  const body = typeof content === 'object' && content !== null ? content : undefined;
  const name = /^the header (\S+) with/.exec(expected)?.[1];
  if (name !== undefined) return { header: { name, note } };
  const pointer = body && (propertyIn(expected) ?? onlyPlaceOf(actual, body));
  if (pointer !== undefined) return { body: { pointer, note } };
  return kind === 'answer' ? { status: note } : {};
}

/** The property of a problem that an expectation is about. */
function propertyIn(expected: string): string | undefined {
  if (expected.startsWith('the problem ')) return '/type';
  return /\bpointer\b|\bentry (in|of) errors\b/.test(expected) ? '/errors' : undefined;
}

/** The place of a value that occurs once in the body: messages show values as JSON. */
function onlyPlaceOf(actual: string, body: object): string | undefined {
  const found: string[] = [];
  const search = (value: unknown, place: string[]) => {
    if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) search(item, [...place, name]);
    else if (JSON.stringify(value) === actual || value === actual) found.push(pointerTo(place));
  };
  search(body, []);
  return found.length === 1 ? found[0] : undefined;
}

// They describe the connection or the time, and no requirement is about them.
const transport = new Set(['connection', 'keep-alive', 'date', 'etag', 'transfer-encoding', 'content-length']);

/** The headers without those of the transport, unless the finding is about one of them. */
export function judgedHeaders(headers: Header[], { expected = '', actual = '' }: Partial<ReportedFinding>): Header[] {
  const isNamed = (name: string) => new RegExp(String.raw`\b${name}\b`, 'i').test(`${expected} ${actual}`);
  return headers.filter(([name]) => !transport.has(name.toLowerCase()) || isNamed(name));
}

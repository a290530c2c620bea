import type { ReportedFinding } from '../../../generated/report.ts';
import type { Header } from '../../wire/exchange.ts';

// They describe the connection or the time, and no requirement is about them.
const transport = new Set(['connection', 'keep-alive', 'date', 'etag', 'transfer-encoding', 'content-length']);

/** The headers without those of the transport, unless the finding is about one of them. */
export function judgedHeaders(headers: Header[], { expected = '', actual = '' }: Partial<ReportedFinding>): Header[] {
  const isNamed = (name: string) => new RegExp(String.raw`\b${name}\b`, 'i').test(`${expected} ${actual}`);
  return headers.filter(([name]) => !transport.has(name.toLowerCase()) || isNamed(name));
}

import type { Header } from '../../engine/exchange.ts';
import type { ReportedResult } from '../report.ts';

// They describe the connection or the time, and no requirement is about them.
const transport = new Set(['connection', 'keep-alive', 'date', 'etag', 'transfer-encoding', 'content-length']);

export const isTransport = (name: string): boolean => transport.has(name.toLowerCase());

/** The headers without those of the transport, unless the failure is about one of them. */
export function judgedHeaders(headers: Header[], { expected = '', actual = '' }: Partial<ReportedResult>): Header[] {
  const isNamed = (name: string) => new RegExp(String.raw`\b${name}\b`, 'i').test(`${expected} ${actual}`);
  return headers.filter(([name]) => !isTransport(name) || isNamed(name));
}

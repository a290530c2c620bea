// What a user says of the candidate, as text, and what the suite makes of it.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Manifest } from '../checks/support/context.ts';
import type { Header } from '../engine/exchange.ts';
import type { Selection } from '../run/selection.ts';
import { UsageError } from './usage-error.ts';

/** The base address, without a slash at its end. */
export function addressOf(value: string, flag = '--base-url'): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new UsageError(`${flag} ${value}: take an http or https address, such as http://127.0.0.1:8080.`);
  const url = new URL(value);
  if (url.search || url.hash || url.username)
    throw new UsageError(`${flag} ${value}: take an address without query, fragment or credentials.`);
  return url.href.replace(/\/$/, '');
}

export function keyHeader(value = 'Authorization: Bearer {key}'): Manifest['key'] {
  const match = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*\{key\}.*)$/.exec(value);
  if (!match)
    throw new UsageError(`--key-header ${value}: take a header with {key} in its value, such as "X-API-Key: {key}".`);
  return { header: match[1]!, template: match[2]! };
}

// What these say is judged, or belongs to the bytes of one message.
const ofOneRequest = /^(content-.*|transfer-encoding|idempotency-key|expect|connection|te|trailer|upgrade)$/i;

/** The headers of every request; of two with one name the later. */
export function headersFrom(values: string[], key: Manifest['key']): Header[] {
  const headers = values.map((value): Header => {
    const match = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x20-\x7e]+)$/.exec(value.trim());
    // Its value may be a secret: the message shows the name at most.
    const name = value.split(':')[0]!;
    if (!match) throw new UsageError(`--header ${name}: take "Name: value" in visible ASCII.`);
    if (ofOneRequest.test(name))
      throw new UsageError(`--header ${name}: the checks choose this header for each request; leave it away.`);
    if (name.toLowerCase() === key.header.toLowerCase())
      throw new UsageError(`--header ${name}: the key is carried there; see --key-header.`);
    return [match[1]!, match[2]!];
  });
  return [...new Map(headers.map((header) => [header[0].toLowerCase(), header])).values()];
}

/** What the class `stated` sends instead of its own; everything else is decided, and so are its files and references. */
export function fixturesFrom(
  evidence: string | undefined,
  reference: string | undefined,
  selection: Selection,
): NonNullable<Manifest['fixtures']> {
  if (evidence === undefined && reference === undefined) return {};
  if (selection.class === 'full')
    throw new UsageError(
      '--evidence and --reference belong to --class stated: the class full asks for what the contract decided.',
    );
  return {
    ...(evidence !== undefined && { evidence: uploadOf(evidence) }),
    ...(reference !== undefined && { reference }),
  };
}

const types: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
};

const uploadOf = (file: string) => ({
  file: contentOf('--evidence', file),
  filename: basename(file),
  type: types[extname(file).toLowerCase()] ?? 'application/octet-stream',
});

/** The certificates of a file in PEM, each for itself. */
export function certificatesOf(file: string): string[] {
  const text = contentOf('--ca', file).toString('latin1');
  const found = text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  try {
    if (found.length > 0) return found.map((pem) => new X509Certificate(pem).toString());
  } catch {
    // Told below.
  }
  throw new UsageError(`--ca ${file}: this is no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.`);
}

function contentOf(flag: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${flag} ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

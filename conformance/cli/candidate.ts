// Reads what a user says about the candidate: address, headers, files and webhook endpoints.
import { X509Certificate } from 'node:crypto';
import { basename, extname } from 'node:path';
import tls from 'node:tls';
import type { Manifest } from '../manifest.ts';
import type { Header } from '../wire/exchange.ts';
import { contentOf } from './settings/yaml-file.ts';
import { UsageError } from '../usage-error.ts';

/** How a request carries its key. */
export function keyHeader(value: string): Manifest['key'] {
  const [header, ...template] = value.split(':') as [string, ...string[]];
  return { header, template: template.join(':').trim() };
}

// Scenarios test what these headers do, or they describe the bytes of one message.
const headersOfScenarios = /^(content-.*|transfer-encoding|idempotency-key|expect|connection|te|trailer|upgrade)$/i;

/** The headers of every request; of two with the same name the later one. */
export function headersFrom(values: string[], key: Manifest['key']): Header[] {
  const headers = values.map((value): Header => {
    const [name, ...rest] = value.split(':') as [string, ...string[]];
    // Its value may be a secret: the message shows the name only.
    if (headersOfScenarios.test(name))
      throw new UsageError(`--header ${name}: the scenarios set this header on each request; omit it.`);
    if (name.toLowerCase() === key.header.toLowerCase())
      throw new UsageError(`--header ${name}: this header carries the key; see --key-header.`);
    return [name, rest.join(':').trim()];
  });
  return [...new Map(headers.map((header) => [header[0].toLowerCase(), header])).values()];
}

const types: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
};

/** The file that the class `stated` uploads instead of its own. */
export const uploadOf = (file: string) => ({
  file: contentOf(file, `--evidence ${file}`),
  filename: basename(file),
  type: types[extname(file).toLowerCase()] ?? 'application/octet-stream',
});

/** The certificates in a PEM file, one string each. */
export function certificatesOf(file: string): string[] {
  const text = contentOf(file, `--ca ${file}`).toString('latin1');
  const found = text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  try {
    if (found.length > 0) return found.map((pem) => new X509Certificate(pem).toString());
  } catch {
    // Reported below.
  }
  throw new UsageError(`--ca ${file}: expected a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.`);
}

/** Trusts these certificates besides those that Node trusts. */
export function trust(certificates: string[]): void {
  if (certificates.length > 0) tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...certificates]);
}

interface Endpoint {
  host: string;
  port: number;
}

/**
 * Opens something at a place, such as `127.0.0.1:9099`; on this host if the place is only a port.
 *
 * @throws UsageError when nothing can listen there
 */
export async function openAt<T>(flag: string, place: string, open: (endpoint: Endpoint) => Promise<T>): Promise<T> {
  const [, host = '127.0.0.1', port] = /^(?:\[?([^\]]+?)\]?:)?([0-9]+)$/.exec(place)!;
  try {
    return await open({ host, port: Number(port) });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${flag} ${host}:${port}: cannot be used (${code}); name a free port of this machine.`);
  }
}

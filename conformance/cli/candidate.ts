// Reads what a user says about the candidate: address, headers, files and webhook endpoints.
import { X509Certificate } from 'node:crypto';
import { basename, extname } from 'node:path';
import tls from 'node:tls';
import type { Capability } from '../../generated/requirements.ts';
import type { Manifest } from '../manifest.ts';
import type { Header } from '../wire/exchange.ts';
import { address, flags, type Values } from './settings/flags.ts';
import { contentOf } from './settings/yaml-file.ts';
import { UsageError } from '../usage-error.ts';

/** The base address, without a slash at its end. */
export function addressOf(value: string, flag = '--base-url'): string {
  if (!URL.canParse(value)) throw new UsageError(`${flag} ${value}: expected ${address.expected}.`);
  return new URL(value).href.replace(/\/$/, '');
}

/** How a request carries its key. */
export function keyHeader(value: string = flags['key-header'].default): Manifest['key'] {
  const [header, ...template] = value.split(':') as [string, ...string[]];
  return { header, template: template.join(':').trim() };
}

// Scenarios test what these headers do, or they describe the bytes of one message.
const headersOfScenarios = /^(content-.*|transfer-encoding|idempotency-key|expect|connection|te|trailer|upgrade)$/i;

/** The headers of every request; of two with the same name the later one. */
export function headersFrom(values: string[], key: Manifest['key']): Header[] {
  const headers = values.map((value): Header => {
    const match = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x20-\x7e]+)$/.exec(value.trim());
    // Its value may be a secret: the message shows the name at most.
    const name = value.split(':')[0]!;
    if (!match) throw new UsageError(`--header ${name}: expected "Name: value" in visible ASCII.`);
    if (headersOfScenarios.test(name))
      throw new UsageError(`--header ${name}: the scenarios set this header on each request; omit it.`);
    if (name.toLowerCase() === key.header.toLowerCase())
      throw new UsageError(`--header ${name}: this header carries the key; see --key-header.`);
    return [match[1]!, match[2]!];
  });
  return [...new Map(headers.map((header) => [header[0].toLowerCase(), header])).values()];
}

/** What the class `stated` sends instead of its own files and references; in the class `full` the contract decides them. */
export function fixturesFrom({
  evidence,
  reference,
  class: className,
}: Pick<Values, 'evidence' | 'reference' | 'class'>): NonNullable<Manifest['fixtures']> {
  if (evidence === undefined && reference === undefined) return {};
  if (className === 'full')
    throw new UsageError(
      '--evidence and --reference belong to --class stated: in the class full, the contract decides what is sent.',
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

/** What webhooks need; without `listen` the suite uses any free port of loopback. */
export interface WebhookOptions {
  listen?: Endpoint;
  /** where the candidate sees it */
  url?: string;
  secret?: string;
  otherSecret?: string;
  /** also judge what takes 40 seconds */
  slow: boolean;
}

/** Where the suite receives events, and the secrets that sign them. */
export function webhookOptions(values: Values): WebhookOptions {
  const { 'webhook-listen': listen, 'webhook-url': url, slow } = values;
  const { 'webhook-secret': secret, 'other-webhook-secret': otherSecret } = values;
  return {
    ...(listen !== undefined && { listen: endpointOf(listen) }),
    ...(url !== undefined && { url: addressOf(url, '--webhook-url') }),
    ...(secret !== undefined && { secret }),
    ...(otherSecret !== undefined && { otherSecret }),
    slow,
  };
}

/**
 * Checks that everything is there to judge the webhooks of a candidate.
 *
 * @throws UsageError naming what is missing
 */
export function checkWebhook(claimed: Capability[], { listen, secret, otherSecret }: WebhookOptions): void {
  const needs = (what: string) => new UsageError(`--claim webhooks needs ${what}.`);
  if (!claimed.includes('sandbox'))
    throw needs('--claim sandbox too: the sandbox makes the decisions that events announce');
  if (!listen) throw needs('--webhook-listen: where the suite receives events, such as 127.0.0.1:9099');
  if (secret === undefined) throw needs('IDV_WEBHOOK_SECRET: the secret that signs the events of the first tenant');
  if (secret === otherSecret)
    throw new UsageError('IDV_WEBHOOK_SECRET and IDV_OTHER_WEBHOOK_SECRET are the same: each tenant has its own.');
}

interface Endpoint {
  host: string;
  port: number;
}

/** A place to listen at, on this host if only a port is named. */
export function endpointOf(value: string, preset = '127.0.0.1'): Endpoint {
  const [, host = preset, port] = /^(?:\[?([^\]]+?)\]?:)?([0-9]+)$/.exec(value)!;
  return { host, port: Number(port) };
}

/** @throws UsageError when nothing can listen at this place */
export async function openAt<T>(flag: string, { host, port }: Endpoint, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${flag} ${host}:${port}: cannot be used (${code}); name a free port of this machine.`);
  }
}

import { randomBytes } from 'node:crypto';
import net from 'node:net';
import tls from 'node:tls';
import { Webhook } from 'standardwebhooks';
import type { Case, CaseDecided } from '../domain/contract.ts';
import type { Caller, Endpoint, OutboxEvent } from '../ports.ts';
import { http, https } from '../http/node-http.ts';
import type { Parts } from '../parts.ts';

/** The event of an accepted artifact (D46): the decision, when it made one and the tenant has an endpoint. */
export function eventOf(changed: Case, { tenant }: Caller, { endpoints, now }: Parts): OutboxEvent | undefined {
  if (changed.decided_at === null || !endpoints.some((endpoint) => endpoint.tenant === tenant)) return undefined;
  const event: CaseDecided = { type: 'case.decided', timestamp: changed.decided_at, data: changed };
  const id = `msg_${randomBytes(16).toString('base64url')}`;
  return { id, tenant, body: JSON.stringify(event), attempts: 0, due: now().getTime() };
}

/** The headers of one attempt, signed for its moment (D47). */
export function headersOf({ id, body }: OutboxEvent, { secret }: Endpoint, { now }: Parts): Record<string, string> {
  const time = now();
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, time, body),
  };
}

const mostAttempts = 9;

/**
 * Milliseconds until the event is sent again (D69), undefined when no attempt follows: it was accepted, the endpoint is gone, or
 * it failed 9 times in 27 hours.
 *
 * @param attempts made so far
 * @param status of the response; undefined when there was none
 */
export function pauseAfter(attempts: number, status: number | undefined): number | undefined {
  const isAccepted = status !== undefined && status >= 200 && status < 300;
  if (isAccepted || status === 410 || attempts >= mostAttempts) return undefined;
  return 1000 * 5 ** (attempts - 1) * (1 + Math.random() / 5);
}

/** Sends the event once and returns the status code, undefined when no response arrived in time. Follows no redirect. */
export function deliver(
  { body }: OutboxEvent,
  headers: Record<string, string>,
  { url }: Endpoint,
  { limits, privateHosts }: Parts,
  stopped: AbortSignal,
): Promise<number | undefined> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(limits.deliveryTime)]);
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'https:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  // The connection itself is checked, because a name may resolve to another address than before.
  const blockList = privateHosts.includes(hostname) ? undefined : notPublic;
  const createConnection = () => {
    const socket = net.connect({ host, port: Number(port) || (secure ? 443 : 80), ...(blockList && { blockList }) });
    return secure ? tls.connect({ socket, host, ...(net.isIP(host) === 0 && { servername: host }) }) : socket;
  };
  return new Promise((resolve) => {
    const outgoing = (secure ? https : http).request(url, { method: 'POST', headers, signal, createConnection });
    outgoing.on('response', (response) => resolve(response.resume().on('error', () => {}).statusCode));
    outgoing.on('error', () => resolve(undefined));
    outgoing.end(body);
  });
}

/** Addresses that the service calls for no tenant: this machine, its networks, and groups of hosts. */
const notPublic = new net.BlockList();
const networks =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 ' +
  '198.18.0.0/15 224.0.0.0/3 ::/127 64:ff9b::/96 fc00::/7 fe80::/10 ff00::/8';
for (const [, network, prefix] of networks.matchAll(/(\S+)\/(\d+)/g))
  notPublic.addSubnet(network!, Number(prefix), net.isIPv4(network!) ? 'ipv4' : 'ipv6');

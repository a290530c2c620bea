import type { Capability } from '../../generated/requirements.ts';
import { addressOf } from './candidate.ts';
import { UsageError } from './usage-error.ts';
import type { Values } from './values.ts';

/** What the webhooks need; without `listen` the suite takes any free port of loopback. */
export interface WebhookOptions {
  listen?: { host: string; port: number };
  /** where the candidate sees it */
  url?: string;
  secret?: string;
  otherSecret?: string;
  /** also check what takes half a minute */
  slow: boolean;
}

/**
 * Where the suite receives events, and the secrets that sign them: these stand in the environment only.
 *
 * @throws UsageError naming the flag or the variable
 */
export function webhookOptions(values: Values, environment: NodeJS.ProcessEnv): WebhookOptions {
  const { 'webhook-listen': listen, 'webhook-url': url, slow = false } = values;
  return {
    ...(listen !== undefined && { listen: listenAt(listen) }),
    ...(url !== undefined && { url: addressOf(url, '--webhook-url') }),
    ...secretFrom('secret', 'IDV_WEBHOOK_SECRET', environment),
    ...secretFrom('otherSecret', 'IDV_OTHER_WEBHOOK_SECRET', environment),
    slow,
  };
}

/**
 * Sees that a candidate that claims webhooks can be judged on them.
 *
 * @throws UsageError naming what is missing
 */
export function checkWebhook(claimed: Capability[], { listen, secret, otherSecret }: WebhookOptions): void {
  const needs = (what: string) => new UsageError(`--claim webhooks needs ${what}.`);
  if (!claimed.includes('sandbox'))
    throw needs('--claim sandbox too: the sandbox makes the decisions that are announced');
  if (!listen) throw needs('--webhook-listen: where the suite receives events, such as 127.0.0.1:9099');
  if (secret === undefined) throw needs('IDV_WEBHOOK_SECRET: the secret that signs the events of the first tenant');
  if (secret === otherSecret)
    throw new UsageError('IDV_WEBHOOK_SECRET and IDV_OTHER_WEBHOOK_SECRET are the same: each tenant has its own.');
}

function listenAt(value: string): { host: string; port: number } {
  const [, host, port] = /^\[?([^\]]+?)\]?:([0-9]{1,5})$/.exec(value) ?? [];
  if (host === undefined || Number(port) > 65_535)
    throw new UsageError(`--webhook-listen ${value}: take a host and a port, such as 127.0.0.1:9099.`);
  return { host, port: Number(port) };
}

function secretFrom(name: 'secret' | 'otherSecret', variable: string, environment: NodeJS.ProcessEnv) {
  const value = environment[variable];
  if (value === undefined || value === '') return {};
  if (!/^(whsec_)?([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/.test(value))
    throw new UsageError(
      `${variable} is no secret of Standard Webhooks: set it to base64, with whsec_ before it or not.`,
    );
  return { [name]: value };
}

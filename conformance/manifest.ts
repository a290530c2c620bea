import type { Capability } from '../generated/requirements.ts';
import type { Header, KeyHeader } from './wire/exchange.ts';
import type { Receiver } from './wire/receiver.ts';

/** The environment variable of each API key: two tenants, and a live key of the first. */
export const keyVariables = { tenant: 'IDV_API_KEY', other: 'IDV_OTHER_API_KEY', live: 'IDV_LIVE_API_KEY' } as const;

export type KeyName = keyof typeof keyVariables;

/** What is known of a candidate apart from its responses. */
export interface Facts {
  baseUrl: string;
  claims: Capability[];
  /** the supplied API keys */
  keys: Partial<Record<KeyName, string>>;
  /** how requests carry the key; `bearerKey` unless the class `stated` is judged */
  key: KeyHeader;
  /** where the response to a create contains the id: a JSON pointer (D4: `/id`) or `Location` */
  id: string;
  /** sent with every request, unless a check sets the same header; reports do not show the values */
  headers?: Header[];
  /** also run the scenarios that wait for many seconds */
  slow?: boolean;
  webhook?: Endpoints & {
    /** where the candidate sends its events to */
    url: string;
  };
}

/** The secrets of the endpoints of both tenants. */
interface Endpoints {
  secret: string;
  otherSecret?: string;
}

/** What a candidate claims and supplies. */
export interface Manifest extends Omit<Facts, 'webhook'> {
  /** what the class `stated` sends to a candidate that accepts only certain evidence or references */
  fixtures?: { evidence?: { file: Uint8Array; filename: string; type: string }; reference?: string };
  webhook?: Webhook;
}

export interface Webhook extends Endpoints {
  /** gets the events of the candidate */
  receiver: Receiver;
}

/** The same without anything alive. */
export function factsOf({ fixtures: _, webhook, ...facts }: Manifest): Facts {
  if (!webhook) return facts;
  const { receiver, ...endpoints } = webhook;
  return { ...facts, webhook: { ...endpoints, url: receiver.url } };
}

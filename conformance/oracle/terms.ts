import type { FreedomId } from '../../generated/freedoms.ts';
import type { Capability, RequirementId } from '../../generated/requirements.ts';
import { bearerKey, type Exchange, type KeyHeader } from '../wire/exchange.ts';

/** Whom a key belongs to (D21, D24). */
export interface Caller {
  tenant: string;
  mode: 'live' | 'sandbox';
}

/** The facts about a candidate that the oracle needs. */
export interface World {
  /** the path of the base address, without a slash at its end */
  basePath: string;
  /** how requests carry the key */
  key: KeyHeader;
  /** where the response to a create contains the id: a JSON pointer or `Location` */
  id: string;
  /** by API key */
  callers: Map<string, Caller>;
  /** keys of which it is not known whose they are: requests with them are not judged */
  foreignKeys: Set<string>;
  claimsSandbox: boolean;
  /** the secret of the endpoint of each tenant, by tenant; undefined when no events are received */
  secrets?: Map<string, string>;
  /**
   * when the exchanges begin, by `performance.now()`, where others may have used the service before: API keys, cases and
   * idempotency keys that are not known may exist
   */
  since?: number;
}

/** A response that the contract allows, other than success. */
export interface Rejection {
  status: number | '4xx';
  /** the last segment of the problem's type; undefined where the contract leaves the form of the response open */
  type?: string;
  /** the tokens of the JSON pointer that `errors` must contain, and the requirement that says so */
  pointer?: string[];
  pointedBy?: RequirementId;
  /** the requirement that is broken if the request is not rejected in this way */
  requirement: RequirementId;
  /** false where the contract allows success too */
  must: boolean;
  /** the freedom that allows it */
  freedom?: FreedomId;
  /** the connection may be closed instead */
  mayClose?: true;
}

/** The responses that the contract allows for one request. */
export interface Expectation {
  rejections: Rejection[];
  /** the requirement that a rejection breaks that is not listed; success is allowed if no rejection is a `must` */
  accepts: RequirementId;
  /** the statuses of a success, where not every 2xx is one */
  successes?: number[];
  /** true when freedoms leave it open what the request means, so that only the status of its response is judged */
  unclear?: true;
  /** true when not even the status can be known, because it depends on what the oracle has not seen */
  unknowable?: true;
  /** true when the form of the response is left open */
  bare?: true;
}

/**
 * What a finding is about: `answer`, how a request was answered: accepted or rejected, as a new request or a repeated one;
 * `form`, the headers, problem or schema of a response; `state`, what a response shows of a case; `set`, what only several
 * exchanges show together; `request`, what a client did.
 */
export type FindingKind = 'answer' | 'form' | 'state' | 'set' | 'request';

/** A response that the contract forbids. */
export interface Finding {
  requirement: RequirementId;
  kind: FindingKind;
  expected: string;
  actual: string;
  /** where the response or the event is wrong: the name of a header, or a JSON pointer */
  place?: string;
  exchange: Exchange;
}

/** What the contract says of one exchange. */
export interface Judgement {
  findings: Finding[];
  /** what the request must be; undefined where the contract leaves a choice */
  demand?: 'accepted' | 'rejected';
  /** what it was; undefined without a response */
  outcome: 'accepted' | 'rejected' | undefined;
  /** the requirement that says how the request must be answered */
  answeredBy: RequirementId;
  /** the requirement that a response without findings meets; undefined when it shows nothing */
  verified: RequirementId | undefined;
  /** those that the request uses */
  freedoms: FreedomId[];
  /** the contract allows that the connection is closed without a response */
  mayClose: boolean;
}

/** Is told of every report, in the call that makes it: so the proof collects which rules are needed. */
export const observer: { onReport?: (requirement: RequirementId) => void } = {};

/** Takes a finding for the requirement that it breaks. The actual value is that `at` a place of the response, or any other. */
export type Report = (requirement: RequirementId, expected: string, actual: unknown) => void;

/** The same for each kind of finding about a service. */
export type Reports = Record<Exclude<FindingKind, 'request'>, Report>;

/** Two times in milliseconds, between which something happened. */
export interface Span {
  start: number;
  end: number;
}

/** While the receiver watched for events. */
export interface Watched extends Span {
  /** when the service did not respond, because it was stopped or for another reason */
  away?: readonly Span[];
}

// Milliseconds until a request shows that the service is away.
const unnoticed = 1000;

/** True when the service was away at some time between. */
export const wasAway = ({ away = [] }: Watched, from: number, to: number): boolean =>
  away.some(({ start, end }) => start - unnoticed < to && end > from);

export const spanOf = ({ started = 0, milliseconds }: Exchange): Span => ({
  start: started,
  end: started + milliseconds,
});

/** True when the first had certainly happened before the second began. */
export const isBefore = (one: Span, other: Span): boolean => one.end <= other.start;

/** True when the first may have happened before the second ended. */
export const mayPrecede = (one: Span, other: Span): boolean => one.start < other.end;

export const isSameCaller = (one: Caller, other: Caller): boolean =>
  one.tenant === other.tenant && one.mode === other.mode;

/** The part of a manifest that describes the candidate. */
interface Service {
  baseUrl: string;
  keys: { tenant?: string; other?: string; live?: string };
  claims: Capability[];
  key?: KeyHeader;
  id?: string;
  webhook?: { secret: string; otherSecret?: string };
}

/** The facts about a candidate, from the manifest of a run. */
export function worldOf({ baseUrl, keys, claims, key = bearerKey, id = '/id', webhook }: Service): World {
  const claimsSandbox = claims.includes('sandbox');
  const mode = claimsSandbox ? 'sandbox' : 'live';
  const callers = new Map<string, Caller>();
  if (keys.tenant !== undefined) callers.set(keys.tenant, { tenant: 'one', mode });
  if (keys.other !== undefined) callers.set(keys.other, { tenant: 'two', mode });
  // Without the sandbox nothing says whether the two keys of the first tenant share a mode.
  if (keys.live !== undefined && claimsSandbox) callers.set(keys.live, { tenant: 'one', mode: 'live' });
  const foreignKeys = new Set(keys.live !== undefined && !claimsSandbox ? [keys.live] : []);
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const facts = { basePath, key, id, callers, foreignKeys, claimsSandbox };
  if (!webhook) return facts;
  const { secret, otherSecret } = webhook;
  const secrets = new Map([['one', secret], ...(otherSecret === undefined ? [] : ([['two', otherSecret]] as const))]);
  return { ...facts, secrets };
}

// A run as data: everything that judging needs, and nothing alive. It is judged while it grows, and again at any time.
import type { contract, TestableId } from '../../generated/requirements.ts';
import type { Facts } from '../manifest.ts';
import type { Session } from '../oracle/client/session.ts';
import type { Scenario, Step } from '../scenarios/vocabulary.ts';
import type { Exchange } from '../wire/exchange.ts';

export interface Recording {
  format: 1;
  contract: typeof contract;
  /** of the run; a part of every value that it sent */
  id: string;
  /** decided the order of the requirements if they were shuffled */
  seed: number;
  startedAt: Date;
  facts: Facts;
  selection: { class: 'stated' | 'full'; only: string[] };
  /** by what it was made, if a command made it */
  made?: Made;
  /** how many scenarios of each requirement were to be played */
  planned: Partial<Record<TestableId, number>>;
  /** the requests are not those of scenarios */
  traffic?: Traffic;
  /** requests to the candidate in the order in which they ended, and the events that it sent; times are those of one clock */
  exchanges: Exchange[];
  /** in the order in which they ended */
  played: Played[];
  /** of a client, in the order in which they ended */
  sessions?: RecordedSession[];
  /** while requests were sent and the receiver listened; without an end, the run is not over, or was cut off */
  watched: { start: number; end?: number };
  /** why nothing that is sent to the address of the receiver arrives there; known if no event arrived */
  unreachable?: string;
  /** true when the user ended it early */
  interrupted?: true;
  /** when the candidate was away; what it was asked meanwhile was played again */
  interruptions?: Interruption[];
  /** a gateway responds instead of the candidate after an error that the sandbox was asked for */
  takenOut?: TakenOut;
}

export interface Traffic {
  /** a file that another program wrote, clients that the proxy served, or sequences that `explore` generated */
  by: 'har' | 'proxy' | 'explore' | 'client';
  /** who is judged: the service, unless it says something else */
  party?: 'service' | 'client' | 'both';
  client?: ClientFacts;
  /** what is not judged, or not as a whole, a clause each */
  notes: string[];
}

/** What is known of a client besides its sessions. */
export interface ClientFacts {
  /** its command, as reports name it */
  name: string;
  /** the end of the command that judges it again */
  command: string;
  /** only some of the sessions were to be run */
  isPart: boolean;
  /** those that did not come to their end; known when the others have ended */
  unseen?: Pick<Session, 'task' | 'condition'>[];
}

/** A session without what its requests mean. */
export interface RecordedSession extends Omit<Session, 'sent'> {
  sent: { exchange: Exchange; served?: number }[];
}

/** What a report says of a run besides its judgement. */
export interface Made {
  /** the version of the suite */
  suite: string;
  /** the candidate was the bundled reference implementation */
  bundled: boolean;
  /** the settings that describe the candidate, as texts by the names of their flags; none of them is a secret */
  settings: Record<string, string[]>;
}

/** One attempt at a scenario. */
export interface Played {
  id: TestableId;
  /** its place among the scenarios of the requirement */
  at: number;
  /** as it was then: the scenarios of today may be others */
  scenario: Scenario;
  /** counted from 1: it is played again when a temporary rejection or an interruption made it show nothing */
  attempt: number;
  control?: Part;
  /** the setting, the steps and what observes them; of a scenario about events, the setting. Missing: they were not sent */
  own?: Part;
  /** why it ended before its last step */
  stopped?: Stopped;
  /** since its first attempt began */
  milliseconds: number;
}

/** What was sent for a list of steps. Scenarios with the same steps have the same part. */
export interface Part {
  sent: Sent[];
  /** all of them, also those that were sent again */
  exchanges: Exchange[];
  opened: Opened[];
}

/** One step that was sent. */
export interface Sent {
  step: Step;
  /** its place among the steps */
  at: number;
  /** the last one, if an overloaded candidate or a key in use made it necessary to send the request again */
  exchange: Exchange;
}

/** A case that a create has opened. */
export interface Opened {
  id: string;
  /** the path of its `Location`, if it has one */
  location: string | undefined;
}

export interface Stopped {
  /**
   * `omitted`: it does not apply to this candidate, and counts only if no other scenario judges the requirement; `error`: the
   * suite itself failed
   */
  as: 'inconclusive' | 'omitted' | 'error';
  reason: string;
  exchange?: Exchange;
  stack?: string;
}

/** A time in which a candidate did not respond that had responded before. */
export interface Interruption {
  start: number;
  /** when it responded again; missing: it did not come back while it was waited for */
  end?: number;
  /** who did not respond to the requests meanwhile, or a gateway that responded for it */
  by: 'service' | 'gateway';
}

export interface TakenOut {
  /** the status of the error */
  after: 429 | 503;
  /** for how long the gateway responds */
  milliseconds: number;
}

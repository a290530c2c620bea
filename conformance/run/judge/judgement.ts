import type { contract } from '../../../generated/requirements.ts';
import type { Facts } from '../../manifest.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { Outcome, Scope } from './outcome.ts';
import type { Result } from './verdict.ts';

/** What is known of a service, or of a client, by its exchanges; reports are made from it. */
export interface Judgement {
  contract: typeof contract;
  /** who has to meet the requirements */
  subject: { party: 'service' | 'client'; name: string };
  /** where the exchanges come from: the suite sent the requests, or clients of a service did, or a client with a task, or a file has them */
  source: 'run' | 'proxy' | 'client' | 'recording';
  facts: Facts;
  /** of a run */
  run?: {
    id: string;
    /** decided the order of the requirements if they were shuffled */
    seed: number;
  };
  startedAt: Date;
  milliseconds: number;
  /** when the clock of the exchanges began, in milliseconds since the Unix epoch; that of this process if it is missing */
  epoch?: number;
  scope: Scope;
  results: Result[];
  outcome: Outcome;
  /** what explains most of what failed, in sentences: read it before the failures */
  notices?: string[];
  /** every exchange, where the results do not hold all of them */
  exchanges?: Exchange[];
}

import type { Requirement, RequirementId } from '../../../generated/requirements.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { Finding } from '../../oracle/terms.ts';

/** The result for one requirement; CONTRIBUTING.md defines the words. */
export type Verdict = 'pass' | 'fail' | 'warning' | 'inconclusive' | 'not-applicable' | 'error';

export const verdicts: Verdict[] = ['pass', 'fail', 'warning', 'inconclusive', 'not-applicable', 'error'];

/** A finding with what a reader needs to understand it. */
export interface Failure extends Finding {
  /** the responses that the contract allows: `422 invalid-request` */
  allowed: string[];
  /** the exchanges that had to come first */
  setting: Exchange[];
  /** the scenario whose exchange it is, if the whole run shows the failure */
  sender?: Sender;
}

/** The scenario that sent an exchange. */
export interface Sender {
  id: RequirementId;
  label: string;
}

/** How a scenario ended, or a part of it. */
export interface ScenarioResult {
  /** the label of the scenario */
  label: string;
  verdict: 'pass' | 'fail' | 'warning' | 'inconclusive';
  /** one sentence; empty for a pass */
  reason: string;
  failure?: Failure;
  /** the requirement that kept this scenario from being judged */
  blockedBy?: RequirementId;
  /** the response that breaks that requirement */
  blocking?: Failure;
  /** the exchange that decided */
  decisive?: Exchange;
}

/** One verdict, and how it came about. */
export interface Result {
  requirement: Requirement;
  verdict: Verdict;
  /** one sentence; empty for a pass of every scenario */
  reason: string;
  /**
   * every scenario, in their order, when one of them failed or could not be judged. The first failed one, or else the first
   * one that could not be judged, decided the other properties. A pass with scenarios is one in part
   */
  scenarios?: ScenarioResult[];
  /** what was found in the whole run, and by no scenario */
  failures?: Failure[];
  blockedBy?: RequirementId;
  /** the requirement whose violation explains this one */
  follows?: RequirementId;
  /** why it is expected, by the list of known failures; an inconclusive result has it when a listed failure blocks it */
  known?: string;
  /** the scenarios that failed although the list of known failures names only others of the requirement */
  unlisted?: string[];
  /** the scenarios that must be removed from the list; empty: the whole requirement, in a list without scenarios */
  fixed?: string[];
  /** every exchange of its scenarios, in the order in which they began */
  exchanges: Exchange[];
  /** the exchange that decided; of a pass, the last one */
  decisive?: Exchange;
  /** where the suite failed, for the verdict `error` only */
  stack?: string;
  milliseconds: number;
}

export const failureVerdict = ({ level }: Requirement) => (level === 'MUST' ? 'fail' : 'warning');

export const reasonOf = ({ expected, actual }: Pick<Finding, 'expected' | 'actual'>) =>
  `expected ${expected}, but got ${actual}`;

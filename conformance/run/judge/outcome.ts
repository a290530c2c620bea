import type { Capability } from '../../../generated/requirements.ts';
import { type Verdict, verdicts, type Result } from './verdict.ts';

export interface Outcome {
  /** undefined when only a part ran: a part proves nothing about the whole */
  name: 'CONFORMANT' | 'NON-CONFORMANT' | 'INCOMPLETE' | 'ERROR' | undefined;
  /** the line that a person reads */
  headline: string;
  exitCode: 0 | 1 | 2 | 3;
  /** why it is this exit code: a clause without a full stop */
  reason: string;
}

/** What the run covered: an outcome holds for this scope only. */
export interface Scope {
  class: 'stated' | 'full';
  claimed: Capability[];
  /** what the requirements need that were not judged: `--slow` */
  leftOut: string[];
  /** true when `--only` chose a part */
  partial: boolean;
  /** how often the service was away, and when: a clause */
  interrupted?: string;
}

export type Counts = Record<Verdict, number>;

export function count(results: Pick<Result, 'verdict'>[]): Counts {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Counts;
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

/** A result, or one of a report. */
interface Judged {
  verdict: Verdict;
  known?: string;
  unlisted?: string[];
  fixed?: string[];
  scenarios?: unknown;
}

/**
 * The outcome of a run: an error outranks a failure, and a failure an inconclusive verdict; a run without verdicts is no success.
 * The list of known failures changes the exit code, never the outcome.
 *
 * @param loss what was judged less than when the list was written: a clause
 */
export function outcomeOf(results: Judged[], scope: Scope, loss?: string): Outcome {
  const counts = count(results);
  const judged = results.length - counts['not-applicable'];
  const code = exitCodeOf(counts, judged);
  const open = count(results.filter(isUnexpected));
  const unexpected = exitCodeOf({ ...open, fail: open.fail + results.filter(isFixedKnownFailure).length }, judged);
  const exitCode = unexpected === 0 && loss !== undefined ? 3 : unexpected;
  const reasons = [...(unexpected === exitCode ? [reasonFor(exitCode, results, scope)] : []), ...(loss ? [loss] : [])];
  const reason = reasons.join('; ');
  const more = [loss && 'less judged than the list records', scope.interrupted].filter(Boolean);
  const suffix = [suffixOf(results), ...more].join(' · ');
  if (scope.partial) return { name: undefined, headline: partText(code, counts, judged) + suffix, exitCode, reason };
  const name = (['CONFORMANT', 'NON-CONFORMANT', 'ERROR', 'INCOMPLETE'] as const)[code];
  return { name, headline: `${name} (${scopeText(scope)})${suffix}`, exitCode, reason };
}

export const isKnownFailure = ({ verdict, known }: Judged) => verdict === 'fail' && known !== undefined;

/** Every scenario that could be judged passed; some could not, because of another failure of the run. */
export const isPassedInPart = ({ verdict, scenarios }: Judged) => verdict === 'pass' && scenarios !== undefined;

/** A scenario of it is on the list but passes, so it must be removed from the list. */
export const isFixedKnownFailure = ({ fixed }: Judged) => fixed !== undefined;

/** It could not be judged because of a known failure, as the list says. */
export const isKnownBlocked = ({ verdict, known }: Judged) => verdict === 'inconclusive' && known !== undefined;

/** Neither a known failure nor blocked by one. */
const isUnexpected = (result: Judged) => !isKnownFailure(result) && !isKnownBlocked(result);

/** The headline of a part: each word with the number that it is about. */
function partText(code: Outcome['exitCode'], counts: Counts, judged: number): string {
  const passed = counts.pass + counts.warning;
  if (code === 0) return `PASSED ${passed} of ${judged} selected`;
  if (code === 1) return `FAILED: ${counts.fail} of ${judged} failed`;
  if (code === 2) return `ERROR: ${counts.error} of ${judged} ended with an error`;
  return `INCOMPLETE: ${passed} of ${judged} passed`;
}

/** What the headline adds: the list of known failures, and how much was not judged. */
function suffixOf(results: Judged[]): string {
  const facts: [number, string][] = [
    [results.filter(isKnownFailure).length, 'known'],
    [results.filter(isFixedKnownFailure).length, 'listed as known and passed'],
    [count(results).inconclusive, 'could not be judged'],
  ];
  return facts.map(([many, what]) => (many > 0 ? ` · ${many} ${what}` : '')).join('');
}

function reasonFor(exitCode: Outcome['exitCode'], results: Judged[], { partial }: Scope): string {
  const { error, fail, inconclusive } = count(results.filter(isUnexpected));
  const fixed = results.filter(isFixedKnownFailure).length;
  const isListed = results.some(({ known }) => known !== undefined);
  if (exitCode === 2) return `the suite itself failed in ${quantity(error, 'requirement')}`;
  if (exitCode === 1) {
    const more = results.filter(({ unlisted }) => unlisted !== undefined).length;
    const failed = `${quantity(fail - more, 'requirement')} failed${isListed ? ' in addition to those in the list of known failures' : ''}`;
    const wider = `${more} in the list of known failures failed in a scenario that is not listed`;
    const passing = `${fixed} in the list of known failures ${fixed === 1 ? 'passes' : 'pass'} now and must be removed`;
    return [...(fail > more ? [failed] : []), ...(more > 0 ? [wider] : []), ...(fixed > 0 ? [passing] : [])].join(
      ', and ',
    );
  }
  if (exitCode === 3 && inconclusive === 0) return 'nothing was judged, because no selected requirement applies';
  if (exitCode === 3)
    return `${quantity(inconclusive, 'requirement')} could not be judged${isListed ? ', which the list of known failures does not explain' : ''}`;
  if (isListed) return 'the list of known failures explains everything that failed or could not be judged';
  return partial ? 'every selected requirement that applies was verified' : 'every MUST that applies was verified';
}

/** Why what was left is open when the user ended the run. */
export const interruptedByUser = 'the run was interrupted';

/** `1 case`, `2 cases`. */
export const quantity = (many: number, noun: string): string => `${many} ${noun}${many === 1 ? '' : 's'}`;

function exitCodeOf(counts: Counts, judged: number): Outcome['exitCode'] {
  if (counts.error > 0) return 2;
  if (counts.fail > 0) return 1;
  if (counts.inconclusive > 0 || judged === 0) return 3;
  return 0;
}

function scopeText({ class: name, claimed, leftOut }: Scope): string {
  if (name === 'stated') return name;
  const unclaimed = (['sandbox', 'webhooks', 'live-key'] as const).filter((each) => !claimed.includes(each));
  const omitted = leftOut.map((option) => `not judged: what needs ${option}`);
  return [name, ...(unclaimed.length > 0 ? [`not claimed: ${unclaimed.join(', ')}`] : []), ...omitted].join('; ');
}

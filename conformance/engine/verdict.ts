import { inspect } from 'node:util';
import type { Capability, Requirement, RequirementId } from '../../generated/requirements.ts';
import type { FailureCode } from '../failure-codes.ts';
import type { Exchange } from './exchange.ts';

/** The result of one check for one requirement; CONTRIBUTING.md defines the words. */
export type Verdict = 'pass' | 'fail' | 'warning' | 'inconclusive' | 'not-applicable' | 'error';

export const verdicts: Verdict[] = ['pass', 'fail', 'warning', 'inconclusive', 'not-applicable', 'error'];

/** One place of a body that does not fit its schema, by its JSON pointer (RFC 6901). */
export interface SchemaMismatch {
  pointer: string;
  expected: string;
  actual: string;
}

/** The verdict on one of several similar cases that a check judges. */
export interface RowResult {
  /** its label: `an upload without a key` */
  row: string;
  verdict: 'pass' | 'fail' | 'warning' | 'inconclusive';
  /** one sentence; empty for a pass */
  reason: string;
  code?: FailureCode;
  expected?: string;
  actual?: string;
  /** the requirement that kept this row from being judged */
  blockedBy?: RequirementId;
  /** the last judged exchange */
  decisive?: Exchange;
}

/** Why a check failed: a code for programs, the expected and the actual value for people. */
export interface Failure {
  code: FailureCode;
  expected: string;
  actual: string;
  /** which of several similar cases failed: `an upload without a key` */
  row?: string | undefined;
  rows?: RowResult[] | undefined;
  /** every place that does not fit the schema */
  mismatches?: SchemaMismatch[] | undefined;
  exchange?: Exchange | undefined;
  /** another exchange, from which that one differs */
  compared?: Exchange | undefined;
}

/** The candidate broke the requirement. */
export class Violation extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    const { expected, actual, row } = failure;
    super(`expected ${expected}${row === undefined ? '' : ` (${row})`}, but got ${actual}`);
    this.failure = failure;
  }

  get exchange(): Exchange | undefined {
    return this.failure.exchange;
  }

  /** Every row that ran, the failed one too; empty when the check has none. */
  get rows(): RowResult[] {
    return this.failure.rows ?? [];
  }

  /** The same failure with the label of its row; the label of an outer row comes first. */
  inRow(name: string): Violation {
    const { row, code, expected, actual, exchange } = this.failure;
    const failed = { row: row ?? '', verdict: 'fail', reason: `expected ${expected}, but got ${actual}` } as const;
    const own = { ...failed, code, expected, actual, ...(exchange && { decisive: exchange }) };
    const rows = rowsIn(name, this.failure.rows ?? [own]);
    return new Violation({ ...this.failure, row: labelOf(name, row), rows });
  }

  withRows(rows: RowResult[]): Violation {
    return new Violation({ ...this.failure, rows });
  }
}

/** The rows of an inner table with the label of the outer row. */
export const rowsIn = (name: string, rows: RowResult[]): RowResult[] =>
  rows.map((each) => ({ ...each, row: labelOf(name, each.row) }));

const labelOf = (outer: string, inner = '') => (inner === '' ? outer : `${outer}: ${inner}`);

/** The requirement could not be judged: something was not supplied, or an earlier step failed. */
export class Inconclusive extends Error {
  /** the requirement whose own check judges the step that failed */
  readonly blockedBy: RequirementId | undefined;
  readonly exchange: Exchange | undefined;
  /** every row that ran: at least one could not be judged, and none failed; empty when the check has none */
  readonly rows: RowResult[];

  constructor(reason: string, blockedBy?: RequirementId, exchange?: Exchange, rows: RowResult[] = []) {
    super(reason);
    this.blockedBy = blockedBy;
    this.exchange = exchange;
    this.rows = rows;
  }

  /** The same with the label of its row. The reason omits the label: rows with one cause have one reason. */
  inRow(name: string): Inconclusive {
    const { message: reason, blockedBy, exchange } = this;
    const blocked = { row: '', verdict: 'inconclusive', reason } as const;
    const own = { ...blocked, ...(blockedBy && { blockedBy }), ...(exchange && { decisive: exchange }) };
    return this.withRows(rowsIn(name, this.rows.length > 0 ? this.rows : [own]));
  }

  withRows(rows: RowResult[]): Inconclusive {
    return new Inconclusive(this.message, this.blockedBy, this.exchange, rows);
  }
}

/** One verdict, and how it came about. */
export interface Result {
  requirement: Requirement;
  verdict: Verdict;
  /** one sentence; empty for a pass of every row */
  reason: string;
  code?: FailureCode;
  expected?: string;
  actual?: string;
  row?: string;
  /**
   * every row that ran, in their order, when one of them failed or could not be judged: `n of m rows passed`. The
   * first failing row, or else the first one that could not be judged, decided the other properties. A pass with rows is
   * one in part
   */
  rows?: RowResult[];
  mismatches?: SchemaMismatch[];
  blockedBy?: RequirementId;
  /** why it is expected, by the list of known failures; an inconclusive result has it when a listed failure blocks it */
  known?: string;
  /** every exchange of the check, in the order in which they began */
  exchanges: Exchange[];
  /** the last judged exchange */
  decisive?: Exchange;
  /** another exchange, from which the last judged one differs */
  compared?: Exchange;
  /** where the suite failed, for the verdict `error` only */
  stack?: string;
  milliseconds: number;
}

/** The verdict on a check: `thrown` is what it threw, or undefined when it returned. */
export function judge(requirement: Requirement, thrown: unknown): Omit<Result, 'exchanges' | 'milliseconds'> {
  if (thrown === undefined) return { requirement, verdict: 'pass', reason: '' };
  if (thrown instanceof Violation) {
    const { code, expected, actual, row, rows = [], mismatches, exchange, compared } = thrown.failure;
    const verdict = requirement.level === 'MUST' ? 'fail' : 'warning';
    return {
      requirement,
      verdict,
      reason: thrown.message,
      code,
      expected,
      actual,
      ...(row !== undefined && { row }),
      ...(rows.length > 0 && { rows: rows.map((each) => (each.verdict === 'fail' ? { ...each, verdict } : each)) }),
      ...(mismatches && { mismatches }),
      ...(exchange && { decisive: exchange }),
      ...(compared && { compared }),
    };
  }
  if (thrown instanceof Inconclusive)
    return {
      requirement,
      verdict: 'inconclusive',
      reason: thrown.message,
      ...(thrown.blockedBy && { blockedBy: thrown.blockedBy }),
      ...(thrown.rows.length > 0 && { rows: thrown.rows }),
      ...(thrown.exchange && { decisive: thrown.exchange }),
    };
  const error = thrown instanceof Error ? thrown : new Error(inspect(thrown));
  return { requirement, verdict: 'error', reason: error.message, stack: error.stack ?? error.message };
}

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
  /** what the checks need that did not run: `--slow` */
  leftOut: string[];
  /** true when `--only` chose a part */
  partial: boolean;
}

export type Counts = Record<Verdict, number>;

export function count(results: Pick<Result, 'verdict'>[]): Counts {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Counts;
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

type Judged = { verdict: Verdict; known?: string; rows?: Pick<RowResult, 'verdict'>[] };

/**
 * The outcome of a run: an error outranks a failure, and a failure an inconclusive verdict; a run without verdicts is no success.
 * The list of known failures changes the exit code, never the outcome.
 */
export function outcomeOf(results: Judged[], scope: Scope): Outcome {
  const counts = count(results);
  const judged = results.length - counts['not-applicable'];
  const code = exitCodeOf(counts, judged);
  const open = count(results.filter(isUnexpected));
  const exitCode = exitCodeOf({ ...open, fail: open.fail + results.filter(isFixedKnownFailure).length }, judged);
  const reason = reasonFor(exitCode, results, scope);
  const suffix = suffixOf(results);
  if (scope.partial) return { name: undefined, headline: partText(code, counts, judged) + suffix, exitCode, reason };
  const name = (['CONFORMANT', 'NON-CONFORMANT', 'ERROR', 'INCOMPLETE'] as const)[code];
  return { name, headline: `${name} (${scopeText(scope)})${suffix}`, exitCode, reason };
}

export const isKnownFailure = ({ verdict, known }: Judged) => verdict === 'fail' && known !== undefined;

/** Every row that could be judged passed; some could not, because of another failure of the run. */
export const isPassedInPart = ({ verdict, rows }: Judged) => verdict === 'pass' && rows !== undefined;

/** It is on the list but passes as a whole, so it must be removed from the list. */
export const isFixedKnownFailure = (result: Judged) =>
  result.verdict === 'pass' && result.known !== undefined && !isPassedInPart(result);

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
  if (exitCode === 2) return `the suite itself failed in ${counted(error, 'check')}`;
  if (exitCode === 1) {
    const failed = `${counted(fail, 'requirement')} failed${isListed ? ' in addition to those in the list of known failures' : ''}`;
    const passing = `${fixed} in the list of known failures ${fixed === 1 ? 'passes' : 'pass'} now and must be removed`;
    return [...(fail > 0 ? [failed] : []), ...(fixed > 0 ? [passing] : [])].join(', and ');
  }
  if (exitCode === 3 && inconclusive === 0) return 'nothing was judged, because no selected requirement applies';
  if (exitCode === 3)
    return `${counted(inconclusive, 'requirement')} could not be judged${isListed ? ', which the list of known failures does not explain' : ''}`;
  if (isListed) return 'the list of known failures explains everything that failed or could not be judged';
  return partial ? 'every selected requirement that applies was verified' : 'every MUST that applies was verified';
}

const counted = (many: number, noun: string) => `${many} ${noun}${many === 1 ? '' : 's'}`;

function exitCodeOf(counts: Counts, judged: number): Outcome['exitCode'] {
  if (counts.error > 0) return 2;
  if (counts.fail > 0) return 1;
  if (counts.inconclusive > 0 || judged === 0) return 3;
  return 0;
}

function scopeText({ class: name, claimed, leftOut }: Scope): string {
  if (name === 'stated') return name;
  const unclaimed = (['sandbox', 'webhooks', 'live-key'] as const).filter((each) => !claimed.includes(each));
  const omitted = leftOut.map((option) => `not checked: what needs ${option}`);
  return [name, ...(unclaimed.length > 0 ? [`not claimed: ${unclaimed.join(', ')}`] : []), ...omitted].join('; ');
}

import { inspect } from 'node:util';
import type { Requirement, RequirementId } from '../../generated/requirements.ts';
import type { FailureCode, FailureKind } from '../failure-codes.ts';
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
  failure?: Failure;
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
  /** the kind of what was found; if it is missing, the code says it */
  kind?: FailureKind;
  /** the requirement whose rule is broken, if it is another one than that of the check */
  rule?: RequirementId;
  /** the responses that the contract allows: `422 invalid-request` */
  allowed?: string[];
  /** the exchanges that had to come first */
  setting?: Exchange[];
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
    const { row = '', rows: inner, ...failure } = this.failure;
    const { expected, actual, exchange } = failure;
    const failed = { row, verdict: 'fail', reason: `expected ${expected}, but got ${actual}`, failure } as const;
    const rows = rowsIn(name, inner ?? [{ ...failed, ...(exchange && { decisive: exchange }) }]);
    return new Violation({ ...failure, row: labelOf(name, row), rows });
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
  /** what was found, if the check has no rows; the first one decided */
  failures?: Failure[];
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
      ...(rows.length > 0
        ? { rows: rows.map((each) => (each.verdict === 'fail' ? { ...each, verdict } : each)) }
        : { failures: [thrown.failure] }),
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

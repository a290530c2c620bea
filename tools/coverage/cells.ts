import type { TestableId } from '../../generated/requirements.ts';
import { checks } from '../../conformance/checks/suite.ts';
import { type Cells } from '../../conformance/checks/support/rows/cells.ts';
import { FullContext } from '../../conformance/checks/support/context.ts';
import { eachOperation, type OperationName } from '../../conformance/checks/support/rows/operations.ts';
import { rowsJudgedBy } from '../../conformance/checks/support/rows/rows.ts';
import { rules } from '../../conformance/checks/support/rows/rules.ts';
import { Run } from '../../conformance/run/run.ts';
import { bearerKey } from '../../conformance/engine/http.ts';
import { runChecks } from '../../conformance/engine/run.ts';
import { referenceKeys, startReference } from '../../conformance/reference/start.ts';
import { requirements } from '../../generated/requirements.ts';
import { beginsAlone } from '../../conformance/run/schedule.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';
import { operationsExplained } from './explained.ts';

/** The cells of one class of values of a rule on one operation. */
export interface Line {
  rule: keyof typeof rules;
  values: string;
  operation: OperationName;
  /** how many values the table has */
  total: number;
  /** the labels that no row of the run has */
  empty: string[];
  /** why the rule is not tried on this operation */
  explained?: string;
}

/** The labels of the rows that each check of the rules judges at the reference implementation. */
export async function judgedRows(): Promise<Map<TestableId, string[]>> {
  const reference = await startReference();
  const { timeout, deadline, concurrency } = wholeSuite;
  const signal = AbortSignal.timeout(deadline);
  const manifest = {
    baseUrl: reference.baseUrl,
    key: bearerKey,
    id: '/id',
    claims: ['sandbox', 'live-key'],
    keys: referenceKeys,
  };
  const run = new Run(manifest as never, { id: '00000000', seed: 1 }, { timeout, signal });
  const rows = new Map<TestableId, string[]>();
  const judging = (Object.keys(checks) as TestableId[]).map((id) => {
    const check = checks[id];
    const judge = async (context: FullContext) => {
      const judged = await rowsJudgedBy(() => (typeof check === 'function' ? check(context) : check.judge(context)));
      rows.set(
        id,
        judged.map(({ row }) => row),
      );
    };
    return [id, judge] as const;
  });
  try {
    await runChecks(
      {
        requirements: requirements.filter(({ id }) => id in rules),
        checks: Object.fromEntries(judging) as Record<TestableId, (context: FullContext) => Promise<void>>,
        contextFor: (step) => new FullContext(run, step),
      },
      { claimed: ['sandbox', 'live-key'], concurrency, beginsAlone, signal },
    );
    return rows;
  } finally {
    run.close();
    await reference.stop();
  }
}

/** Every cell of the rules, compared with the rows that were judged. */
export function linesOf(rows: Map<TestableId, string[]>): Line[] {
  return (Object.keys(rules) as (keyof typeof rules)[]).flatMap((rule) => {
    const classes = Object.entries<Cells<OperationName, unknown>>(rules[rule]);
    const covered = classes.flatMap(([values, tried]) =>
      tried.operations.map((operation): Line => {
        const labels = Object.keys(tried.values(operation));
        const empty = labels.filter(
          (label) =>
            !rows
              .get(rule)
              ?.some((row) => isCell(row, operation, label) || (tried.operations.length === 1 && row === label)),
        );
        return { rule, values, operation, total: labels.length, empty };
      }),
    );
    const isRepetition = covered.some(({ operation }) => operation.includes('repeated'));
    const tried = covered.map(({ operation }) =>
      operation.replace('a repeated create', 'a create').replace('a repeated', 'an'),
    );
    const left = eachOperation.filter((operation) => !tried.includes(operation));
    const others = left.map((operation): Line => {
      const explained = operationsExplained[rule]?.[operation];
      return {
        rule,
        values: '',
        operation,
        total: 1,
        empty: explained ? [] : ['every value'],
        ...(explained && { explained }),
      };
    });
    return isRepetition || others.length > 0 ? [...covered, ...others] : covered;
  });
}

/** True for a row of this operation with this value, whichever of the two its label names first. */
const isCell = (row: string, operation: string, label: string): boolean =>
  row.includes(operation) &&
  (label === '' || row.endsWith(`: ${label}`) || row.startsWith(`${label}: `) || row.includes(`: ${label}: `));

import { requirements, type TestableId } from '../../generated/requirements.ts';
import type { Suite } from '../engine/run.ts';
import { type Check, runCheck } from './support/check.ts';
import { checksOf } from '../run/evaluate.ts';
import { scenarios } from '../scenarios/families.ts';
import { FullContext } from './support/context.ts';
import type { Run } from '../run/run.ts';

/** One check for each testable requirement of the contract. */
export const checks: Record<TestableId, Check> = checksOf(scenarios);

/** The suite of one run. */
export function suiteOf(run: Run): Suite<FullContext> {
  const runnable = Object.entries(checks).map(([id, check]) => [
    id,
    (context: FullContext) => runCheck(check, context),
  ]);
  return {
    requirements,
    checks: Object.fromEntries(runnable) as Suite<FullContext>['checks'],
    contextFor: (step) => new FullContext(run, step),
  };
}

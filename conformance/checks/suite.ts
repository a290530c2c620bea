import { requirements, type TestableId } from '../../generated/requirements.ts';
import type { Suite } from '../engine/run.ts';
import * as files from './index.ts';
import { type Check, runCheck } from './support/check.ts';
import { checksOf } from '../run/evaluate.ts';
import { scenarios } from '../scenarios/families.ts';
import { FullContext } from './support/context.ts';
import type { Run } from '../run/run.ts';

type Files = typeof files;
type CheckedId = { [File in keyof Files]: keyof Files[File] }[keyof Files] | keyof typeof scenarios;

/** One check for each testable requirement of the contract; a missing one does not compile. */
export const checks: Record<TestableId, Check> = Object.assign(
  {},
  ...Object.values(files),
  checksOf(scenarios),
) as Record<CheckedId, Check>;

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

import { requirements, type TestableId } from '../../generated/requirements.ts';
import type { Suite } from '../engine/run.ts';
import { authentication } from './authentication/index.ts';
import { caseLifecycle } from './case-lifecycle/index.ts';
import { createCase } from './create-case/index.ts';
import { getCase } from './get-case/index.ts';
import { http } from './http/index.ts';
import { idempotency } from './idempotency/index.ts';
import { limits } from './limits/index.ts';
import { problems } from './problems/index.ts';
import { sandbox } from './sandbox/index.ts';
import { type Check, runCheck } from './support/check.ts';
import { FullContext } from './support/context.ts';
import type { Run } from './support/run.ts';
import { tenancy } from './tenancy/index.ts';
import { uploadArtifact } from './upload-artifact/index.ts';
import { webhook } from './webhook/index.ts';

/** One check for each testable requirement of the contract. */
export const checks: Record<TestableId, Check> = {
  ...createCase,
  ...getCase,
  ...uploadArtifact,
  ...caseLifecycle,
  ...authentication,
  ...tenancy,
  ...idempotency,
  ...problems,
  ...http,
  ...limits,
  ...sandbox,
  ...webhook,
};

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

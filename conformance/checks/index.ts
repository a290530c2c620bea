import { requirements, type TestableId } from '../../generated/requirements.ts';
import type { Suite } from '../engine/run.ts';
import { authentication } from './authentication.ts';
import { caseLifecycle } from './case-lifecycle.ts';
import type { Check, Context, Run } from './context.ts';
import { createCase } from './create-case.ts';
import { getCase } from './get-case.ts';
import { http } from './http.ts';
import { idempotency } from './idempotency.ts';
import { limits } from './limits.ts';
import { problems } from './problems.ts';
import { sandbox } from './sandbox.ts';
import { tenancy } from './tenancy.ts';
import { uploadArtifact } from './upload-artifact.ts';
import { webhook } from './webhook.ts';

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
export function suiteOf(run: Run): Suite<Context> {
  return { requirements, checks, contextFor: (step) => run.contextFor(step) };
}

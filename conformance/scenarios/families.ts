import type { TestableId } from '../../generated/requirements.ts';
import { authentication } from './authentication.ts';
import { caseLifecycle } from './case-lifecycle.ts';
import { createCase } from './create-case.ts';
import { getCase } from './get-case.ts';
import { http } from './http.ts';
import { idempotency } from './idempotency.ts';
import { limitsFamily } from './limits.ts';
import { leftOpen } from './left-open.ts';
import { problems } from './problems.ts';
import { sandbox } from './sandbox.ts';
import { tenancy } from './tenancy.ts';
import { uploadArtifact } from './upload-artifact.ts';
import type { Scenario } from './vocabulary.ts';

/** The scenarios of the families that are judged by the oracle alone. */
export const scenarios = {
  ...authentication,
  ...caseLifecycle,
  ...createCase,
  ...getCase,
  ...http,
  ...idempotency,
  ...leftOpen,
  ...limitsFamily,
  ...problems,
  ...sandbox,
  ...tenancy,
  ...uploadArtifact,
} satisfies Partial<Record<TestableId, Scenario[]>>;

export const hasScenarios = (id: string): boolean => Object.hasOwn(scenarios, id);

import type { TestableId } from '../../generated/requirements.ts';
import { authentication } from './authentication.ts';
import { caseLifecycle } from './case-lifecycle.ts';
import { createCase } from './create-case.ts';
import { getCase } from './get-case.ts';
import { http } from './http.ts';
import { idempotency } from './idempotency.ts';
import { limitsFamily } from './limits.ts';
import { leftOpen } from './left-open.ts';
import { withOtherSenders } from './other-senders.ts';
import { problems } from './problems.ts';
import { sandbox } from './sandbox.ts';
import { tenancy } from './tenancy.ts';
import { uploadArtifact } from './upload-artifact.ts';
import type { Scenario } from './vocabulary.ts';
import { webhook } from './webhook.ts';

/** The scenarios of each testable requirement; a missing requirement does not compile. */
export const scenarios = withOtherSenders({
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
  ...webhook,
} satisfies Record<TestableId, Scenario[]>);

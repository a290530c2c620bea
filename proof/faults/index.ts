import { authentication } from './authentication.ts';
import { caseLifecycle } from './case-lifecycle.ts';
import { circumstances } from './circumstances.ts';
import { createCase } from './create-case.ts';
import { everyAnswer } from './every-answer.ts';
import type { Fault } from './fault.ts';
import { generated } from './generated.ts';
import { getCase } from './get-case.ts';
import { http } from './http.ts';
import { idempotency } from './idempotency.ts';
import { keysInUse } from './keys-in-use.ts';
import { leaks } from './leaks.ts';
import { json } from './json.ts';
import { leftOpen } from './left-open.ts';
import { limits } from './limits.ts';
import { looseValues } from './loose-values.ts';
import { otherClients } from './other-clients.ts';
import { order } from './order.ts';
import { problems } from './problems.ts';
import { replication } from './replication.ts';
import { sandbox } from './sandbox.ts';
import { standardLibraries } from './standard-libraries.ts';
import { tenancy } from './tenancy.ts';
import { unusual } from './unusual.ts';
import { uploadArtifact } from './upload-artifact.ts';
import { webhook } from './webhook.ts';

/** Every fault, by the family of checks that it is mainly aimed at. */
export const faults: Fault[] = [
  ...authentication,
  ...caseLifecycle,
  ...circumstances,
  ...createCase,
  ...everyAnswer,
  ...generated,
  ...getCase,
  ...http,
  ...idempotency,
  ...keysInUse,
  ...leaks,
  ...json,
  ...leftOpen,
  ...limits,
  ...looseValues,
  ...otherClients,
  ...order,
  ...problems,
  ...replication,
  ...sandbox,
  ...standardLibraries,
  ...tenancy,
  ...unusual,
  ...uploadArtifact,
  ...webhook,
];

import type { Checks } from '../support/check.ts';
import { fingerprintChecks } from './fingerprint.ts';
import { keyFormChecks } from './key-forms.ts';
import { keyReusedChecks } from './key-reused.ts';
import { parallelChecks } from './parallel.ts';
import { repeatChecks } from './repeats.ts';
import { replayChecks } from './replays.ts';
import { keyScopeChecks } from './scope.ts';

export const idempotency: Checks<'idempotency'> = {
  ...replayChecks,
  ...repeatChecks,
  ...fingerprintChecks,
  ...keyReusedChecks,
  ...keyScopeChecks,
  ...keyFormChecks,
  ...parallelChecks,
};

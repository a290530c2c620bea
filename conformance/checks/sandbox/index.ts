import type { Checks } from '../support/check.ts';
import { sandboxDecisionChecks } from './decisions.ts';
import { errorChecks } from './errors.ts';
import { staysPendingChecks } from './pending.ts';
import { sandboxReferenceChecks } from './references.ts';

export const sandbox: Checks<'sandbox'> = {
  ...sandboxDecisionChecks,
  ...staysPendingChecks,
  ...sandboxReferenceChecks,
  ...errorChecks,
};

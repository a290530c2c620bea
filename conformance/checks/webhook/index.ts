import type { Checks } from '../support/check.ts';
import { arrivalChecks } from './arrival.ts';
import { eventContentChecks } from './content.ts';
import { retryChecks } from './retries.ts';
import { signatureChecks } from './signature.ts';

export const webhook: Checks<'webhook'> = {
  ...arrivalChecks,
  ...eventContentChecks,
  ...signatureChecks,
  ...retryChecks,
};

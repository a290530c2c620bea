import type { Checks } from '../support/check.ts';
import { challengeChecks } from './challenge.ts';
import { keyLocationChecks } from './key-location.ts';
import { authenticationPrecedenceChecks } from './precedence.ts';
import { requiredKeyChecks } from './required-key.ts';

export const authentication: Checks<'authentication'> = {
  ...requiredKeyChecks,
  ...challengeChecks,
  ...keyLocationChecks,
  ...authenticationPrecedenceChecks,
};

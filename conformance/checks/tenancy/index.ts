import type { Checks } from '../support/check.ts';
import { foreignCaseChecks } from './foreign-case.ts';
import { likeUnknownChecks } from './like-unknown.ts';
import { modesChecks } from './modes.ts';
import { separationChecks } from './separation.ts';

export const tenancy: Checks<'tenancy'> = {
  ...foreignCaseChecks,
  ...likeUnknownChecks,
  ...separationChecks,
  ...modesChecks,
};

import type { Checks } from '../support/check.ts';
import { listedEvidenceChecks } from './evidence.ts';
import { readChecks } from './read.ts';
import { unknownCaseChecks } from './unknown-case.ts';

export const getCase: Checks<'get-case'> = {
  ...readChecks,
  ...unknownCaseChecks,
  ...listedEvidenceChecks,
};

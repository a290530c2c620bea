import type { Checks } from '../support/check.ts';
import { decidedCaseChecks } from './decided.ts';
import { decisionChecks } from './decision.ts';
import { pendingCaseChecks } from './pending.ts';
import { caseTimeChecks } from './times.ts';

export const caseLifecycle: Checks<'case-lifecycle'> = {
  ...pendingCaseChecks,
  ...decidedCaseChecks,
  ...decisionChecks,
  ...caseTimeChecks,
};

import type { Checks } from '../support/check.ts';
import { internalsChecks } from './internals.ts';
import { pointerChecks } from './pointers.ts';
import { problemChecks } from './problem.ts';
import { submittedValueChecks } from './submitted-values.ts';

export const problems: Checks<'problems'> = {
  ...problemChecks,
  ...submittedValueChecks,
  ...internalsChecks,
  ...pointerChecks,
};

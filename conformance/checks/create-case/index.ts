import type { Checks } from '../support/check.ts';
import { bodyChecks } from './body.ts';
import { createChecks } from './create.ts';
import { caseIdChecks } from './id.ts';
import { jsonChecks } from './json.ts';
import { referenceChecks } from './reference.ts';

export const createCase: Checks<'create-case'> = {
  ...createChecks,
  ...caseIdChecks,
  ...bodyChecks,
  ...jsonChecks,
  ...referenceChecks,
};

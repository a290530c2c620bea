import type { Checks } from '../support/check.ts';
import { artifactLimitChecks } from './artifacts.ts';
import { fileLimitChecks } from './file.ts';
import { jsonLimitChecks } from './json.ts';

export const limits: Checks<'limits'> = {
  ...jsonLimitChecks,
  ...fileLimitChecks,
  ...artifactLimitChecks,
};

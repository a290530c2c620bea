import type { Checks } from '../support/check.ts';
import { fileNameChecks } from './file-name.ts';
import { fileTypeChecks } from './file-type.ts';
import { formChecks } from './form.ts';
import { kindChecks } from './kind.ts';
import { artifactRecordChecks } from './record.ts';
import { transferEncodingChecks } from './transfer-encoding.ts';
import { uploadChecks } from './upload.ts';

export const uploadArtifact: Checks<'upload-artifact'> = {
  ...uploadChecks,
  ...kindChecks,
  ...artifactRecordChecks,
  ...fileTypeChecks,
  ...fileNameChecks,
  ...formChecks,
  ...transferEncodingChecks,
};

// Written by `npm run generate` from tools/generate/recording.schema.yaml. Never edited.
import type { ValidationError } from './validators.js';

export declare const RecordingLine: {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
};

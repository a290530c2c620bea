// Written by `npm run generate` from tools/generate/har.schema.yaml. Never edited.
import type { ValidationError } from './validators.js';

export declare const HarFile: {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
};

// Written by `npm run generate` from tools/generate/known-failures.schema.yaml. Never edited.
import type { ValidationError } from './validators.js';

/** One mismatch; the description of its schema says what is expected. */
export interface Fault extends ValidationError {
  parentSchema: { description?: string; properties?: object };
}

export declare const KnownFailures: {
  (value: unknown): boolean;
  errors?: Fault[] | null;
};

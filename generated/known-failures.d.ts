// Written by `npm run generate` from tools/generate/known-failures.schema.yaml. Never edited.
import type { ValidationError } from './validators.js';

/** One mismatch; the description of its schema says what is expected. */
export interface Fault extends ValidationError {
  parentSchema: { description?: string; properties?: object };
}

export type KnownFailures = components['schemas']['KnownFailures'];
export declare const KnownFailures: {
  (value: unknown): value is KnownFailures;
  errors?: Fault[] | null;
};

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * known-failures.yaml
         * @description Known failures, and what the run judged that wrote this file.
         */
        KnownFailures: {
            /** @description What the run judged that wrote this file. A run that judges less ends with exit code 3. */
            run?: {
                /** @description Version of the contract. */
                contract: string;
                /**
                 * @description Runs of another class are not compared.
                 * @enum {unknown}
                 */
                class: "stated" | "full";
                /** @description The flags, and variables with keys and secrets, without which a run judges less. */
                supplied: string[];
                /** @description Number of requirements that were judged. */
                requirements: number;
                /** @description Number of scenarios that could not be judged. */
                blocked: number;
            };
            /** @description Requirements that are known to fail. */
            failures: {
                /** @description Id of a requirement, as --list shows it. */
                id: string;
                /** @description Why it is known to fail. */
                reason: string;
                /** @description Labels of the scenarios that fail, and "the whole run" for what only all exchanges show; without it, any. */
                scenarios?: string[];
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

// Written by `npm run generate` from conformance.schema.json. Never edited.
import type { ValidationError } from './validators.js';

/** One fault; the schema that found it says in its description what is wanted. */
export interface Fault extends ValidationError {
  parentSchema: { description?: string; properties?: object };
}

export interface Validator<T> {
  (value: unknown): value is T;
  errors?: Fault[] | null;
}

export type ManifestFile = components['schemas']['ManifestFile'];
export declare const ManifestFile: Validator<ManifestFile>;

export type KnownFailures = components['schemas']['KnownFailures'];
export declare const KnownFailures: Validator<KnownFailures>;

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * conformance.yaml
         * @description The manifest: what a candidate claims and supplies. Flags win over the environment, the environment over this file. API keys and secrets never stand here.
         */
        ManifestFile: {
            /**
             * @description Address of the candidate, http or https; a path is kept.
             * @example https://candidate.example/v1
             */
            "base-url"?: string;
            /**
             * @description The version of the contract that the candidate is built for, such as 0.1 or 0.1.0, in quotes; another one ends the run.
             * @example 0.1
             */
            contract?: string;
            /**
             * @description Which requirements are asked: stated (what the source document says) or full (everything).
             * @default full
             * @enum {unknown}
             */
            class?: "stated" | "full";
            /** @description Capabilities that the candidate claims. A live key claims live-key by itself. */
            claims?: ("sandbox" | "webhooks" | "live-key")[];
            /**
             * @description Host and port at which the suite receives events; their secrets stand in IDV_WEBHOOK_SECRET and IDV_OTHER_WEBHOOK_SECRET.
             * @example 127.0.0.1:9099
             */
            "webhook-listen"?: string;
            /**
             * @description Where the candidate sees that address.
             * @example http://suite.example:9099
             */
            "webhook-url"?: string;
            /**
             * @description Also check how long the answer to an event may take, which lasts half a minute more.
             * @default false
             */
            slow?: boolean;
            /**
             * @description How a key is carried: a header with {key} in its value, never the key itself.
             * @default Authorization: Bearer {key}
             * @example X-API-Key: {key}
             */
            "key-header"?: string;
            /**
             * @description Where a create answers the id: a JSON pointer, or Location.
             * @default /id
             */
            "id-from"?: string;
            /**
             * @description Headers that go with every request, by name; one that holds a secret goes into --header or IDV_HEADER.
             * @example {
             *       "X-Route": "blue"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /** @description File with the certificate of a private CA (PEM), relative to this file. */
            ca?: string;
            /** @description Seconds to wait until the address answers, above 0. */
            wait?: number;
            /** @description What the checks of the class stated send where a candidate takes only certain files or references. */
            fixtures?: {
                /** @description File that is uploaded as ID_FRONT, relative to this file. */
                evidence?: string;
                /** @description The reference of every case. */
                reference?: string;
            };
            /** @description File that lists known failures, relative to this file. */
            "known-failures"?: string;
            /** @description Checks side by side, a whole number from 1. */
            concurrency?: number;
            /** @description Seconds that one answer may take, above 0. */
            timeout?: number;
            /** @description Seconds that the whole run may take, above 0. */
            deadline?: number;
        };
        /**
         * known-failures.yaml
         * @description Requirements that are known to be broken, each with its reason.
         */
        KnownFailures: {
            /** @description Id of a requirement, as --list shows it. */
            id: string;
            /** @description Why it is known to fail. */
            reason: string;
        }[];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

// Written by `npm run generate` from conformance/cli/settings/flags.ts. Never edited.
import type { ValidationError } from './validators.js';

/** One mismatch; the description of its schema says what is expected. */
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
         * @description Settings file: what a candidate claims and supplies. A flag wins over the environment, the environment over this file. It must not contain keys and secrets: IDV_API_KEY, IDV_OTHER_API_KEY, IDV_LIVE_API_KEY, IDV_WEBHOOK_SECRET, IDV_OTHER_WEBHOOK_SECRET hold them.
         */
        ManifestFile: {
            /**
             * @description Address of the candidate, http or https; a path is kept.
             * @example https://candidate.example/v1
             */
            "base-url"?: string;
            /** @description Capabilities that the candidate claims. Setting a live key claims live-key. */
            claims?: ("sandbox" | "webhooks" | "live-key")[];
            /**
             * @description Host and port at which the suite receives events, such as 127.0.0.1:9099; IDV_WEBHOOK_SECRET and IDV_OTHER_WEBHOOK_SECRET contain the secrets that sign them.
             * @example 127.0.0.1:9099
             */
            "webhook-listen"?: string;
            /**
             * @description The address of --webhook-listen as the candidate sees it, if that is another one.
             * @example http://suite.example:9099
             */
            "webhook-url"?: string;
            /**
             * @description Also check how long the candidate waits for the response to an event; the run takes half a minute longer.
             * @default false
             */
            slow?: boolean;
            /**
             * @description Which requirements are checked: stated (what the source document says) or full (everything).
             * @default full
             * @enum {unknown}
             */
            class?: "stated" | "full";
            /**
             * @description Version of the contract that the candidate is built for, such as 0.1 or 0.1.0, in quotes; the run ends if the suite judges another one.
             * @example 0.1
             */
            contract?: string;
            /**
             * @description Header that carries the key, with {key} in its value; never the key itself.
             * @default Authorization: Bearer {key}
             * @example X-API-Key: {key}
             */
            "key-header"?: string;
            /**
             * @description Where the response to a create contains the case id: a JSON pointer, or Location.
             * @default /id
             */
            "id-from"?: string;
            /** @description What the checks of the class stated send, for a candidate that accepts only certain files or references. */
            fixtures?: {
                /** @description File that the suite uploads as ID_FRONT in the class stated, instead of its own JPEG. The path is relative to this file. */
                evidence?: string;
                /** @description Reference of every case that the suite opens in the class stated. */
                reference?: string;
            };
            /**
             * @description Headers that are sent with every request, by name; set one that holds a secret by IDV_HEADER.
             * @example {
             *       "X-Route": "blue"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /** @description File that lists known failures with their reasons, as YAML or JSON; neither these nor what they block turn the run red. The path is relative to this file. */
            "known-failures"?: string;
            /** @description File with the certificate of a private CA (PEM). The path is relative to this file. */
            ca?: string;
            /** @description Seconds to wait for the first response of the candidate. */
            wait?: number;
            /**
             * @description Number of checks that run at the same time.
             * @default 24
             */
            concurrency?: number;
            /** @description Most requests per second, for a candidate with a quota; the suite may send as many at the same time. */
            rate?: number;
            /**
             * @description Seconds that one response may take, from the last byte of its request.
             * @default 10
             */
            timeout?: number;
            /**
             * @description Seconds that the whole run may take; large uploads and --rate extend it.
             * @default 300
             */
            deadline?: number;
        };
        /**
         * known-failures.yaml
         * @description Requirements that are known to fail, each with the reason.
         */
        KnownFailures: {
            /** @description Id of a requirement, as --list shows it. */
            id: string;
            /** @description Why it is known to fail. */
            reason: string;
            /** @description Ids of the requirements that cannot be judged while this one fails. */
            blocks?: string[];
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

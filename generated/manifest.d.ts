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
         * @description Settings file: the settings of a run. A flag has priority over the environment, and the environment over this file. It must not contain keys and secrets: set them in IDV_API_KEY, IDV_OTHER_API_KEY, IDV_LIVE_API_KEY, IDV_WEBHOOK_SECRET, IDV_OTHER_WEBHOOK_SECRET.
         */
        ManifestFile: {
            /**
             * @description Address of the service to judge (the candidate), http or https; it may have a path.
             * @example https://candidate.example/v1
             */
            "base-url"?: string;
            /** @description Optional parts of the contract that the candidate has. A live key also claims live-key. */
            claims?: ("sandbox" | "webhooks" | "live-key")[];
            /**
             * @description Host and port at which the suite receives events, such as 127.0.0.1:9099; IDV_WEBHOOK_SECRET and IDV_OTHER_WEBHOOK_SECRET contain the secrets with which the candidate signs them.
             * @example 127.0.0.1:9099
             */
            "webhook-listen"?: string;
            /**
             * @description URL at which the candidate can reach --webhook-listen, if it is different.
             * @example http://suite.example:9099
             */
            "webhook-url"?: string;
            /**
             * @description Also judge how long the candidate waits for the response to an event, and whether this delays the events of another tenant; the run takes 40 seconds longer.
             * @default false
             */
            slow?: boolean;
            /**
             * @description Which requirements are judged: stated (only those of the source document) or full (all, also decisions of this project).
             * @default full
             * @enum {unknown}
             */
            class?: "stated" | "full";
            /**
             * @description Version of the contract that the candidate is built for, such as 0.2 or 0.2.0, in quotes; if the suite judges another version, it stops with exit code 2.
             * @example 0.2
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
            /** @description With class stated: the file and the reference to send, for a candidate that accepts only certain ones. */
            fixtures?: {
                /** @description With --class stated: the file that the suite uploads as ID_FRONT, instead of its own JPEG. The path is relative to this file. */
                evidence?: string;
                /** @description With --class stated: the reference of every case that the suite creates. */
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
            /** @description File that lists known failures with their reasons, as YAML or JSON. Listed scenarios, and what they block, do not change the exit code. The path is relative to this file. */
            "known-failures"?: string;
            /** @description File with the certificate of a private CA (PEM). The path is relative to this file. */
            ca?: string;
            /** @description Seconds to wait for the first response of the candidate. */
            wait?: number;
            /**
             * @description Number of scenarios that run at the same time.
             * @default 48
             */
            concurrency?: number;
            /** @description Maximum number of requests per second, for a candidate with a quota; up to four fifths of them may be sent at the same moment. */
            rate?: number;
            /**
             * @description Maximum time for one response in seconds, counted from the last byte of the request.
             * @default 10
             */
            timeout?: number;
            /**
             * @description Maximum time for the whole run in seconds; large uploads and --rate extend it.
             * @default 300
             */
            deadline?: number;
        };
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

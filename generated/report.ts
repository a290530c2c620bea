// Written by `npm run generate` from report.schema.json. Never edited.
import type { RequirementId } from './requirements.ts';

export type Report = components['schemas']['report'];
export type ReportedResult = components['schemas']['result'];
export type ReportedCause = components['schemas']['cause'];
export type ReportedFinding = components['schemas']['finding'];
export type ReportedExchange = components['schemas']['exchange'];
export type ReportedBody = components['schemas']['body'];
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Report of a run of idv-conformance
         * @description What `idv-conformance --report-dir` writes as report.json: plain data, without any key.
         */
        report: {
            /**
             * @description The version of this form. Reports of release 0.2.0, which do not name it, have version 1.
             * @constant
             */
            schemaVersion: 3;
            suite: {
                version: string;
                /** @description The SHA-256 digest of the sources of the suite: equal in a checkout, the package and the executable. */
                digest: string;
            };
            /** @description The contract that the suite was made from: its version and the SHA-256 digest of openapi.yaml. */
            contract: {
                version: string;
                digest: string;
            };
            /** @description Where the pages of the contract are: an address, or a path from the folder of the report; null when they are not built. */
            docs: string | null;
            /** @description Judges the candidate again in the same way. The values of keys, secrets and headers are in the environment. */
            command: string;
            /** @description What was judged and what it claims; keys are named, never shown. */
            candidate: {
                /**
                 * @description Which side of the contract was judged: a service, or a client of it.
                 * @enum {unknown}
                 */
                party: "service" | "client";
                /** @description True for the bundled reference implementation. */
                bundled: boolean;
                /** @description The address of the service; of a client, its command. */
                baseUrl: string;
                /** @description The version of the service, as --service-version says. */
                version?: string;
                claims: components["schemas"]["capabilities"];
                /** @description The environment variables that hold the keys that were supplied. */
                supplied: string[];
                /** @description How a request carries its key; {key} is its placeholder. */
                key: {
                    header: string;
                    template: string;
                };
                /** @description Where a create answers the id: a JSON pointer, or Location. */
                id: string;
            };
            run: {
                /** @description Part of every reference that the run sent, as conformance-<id>-<number>; absent where clients sent the requests. */
                id?: string;
                /** Format: date-time */
                startedAt: string;
                milliseconds: number;
                requests: number;
                /** @description The seed of what the run generated, and of the order of the requirements where they were shuffled; absent where clients sent the requests. */
                seed?: number;
                /** @description What stays at the candidate, as far as it was accepted. */
                leftBehind: {
                    cases: components["schemas"]["count"];
                    artifacts: components["schemas"]["count"];
                };
            };
            scope: {
                /** @enum {unknown} */
                class: "stated" | "full";
                claimed: components["schemas"]["capabilities"];
                /** @description What some scenarios needed and was not given: --slow. */
                leftOut: string[];
                /** @description True when --only chose a part. */
                partial: boolean;
            };
            /** @description What explains most of what failed: the service stopped, every response was the same, bytes arrived behind responses, or the run was interrupted. */
            notices: string[];
            outcome: {
                /**
                 * @description Absent for a run of a part, which has no outcome.
                 * @enum {unknown}
                 */
                name?: "CONFORMANT" | "NON-CONFORMANT" | "INCOMPLETE" | "ERROR";
                /** @description The outcome with its scope, for people. */
                headline: string;
                /** @enum {unknown} */
                exitCode: 0 | 1 | 2 | 3;
                /** @description Why it is this exit code, for people. */
                reason: string;
            };
            counts: {
                pass: components["schemas"]["count"];
                fail: components["schemas"]["count"];
                warning: components["schemas"]["count"];
                inconclusive: components["schemas"]["count"];
                "not-applicable": components["schemas"]["count"];
                error: components["schemas"]["count"];
            };
            /** @description What to fix, in this order: failures with the same rule or the same response, and what could not be judged because of them. */
            causes: components["schemas"]["cause"][];
            /** @description What failed, why, a request that shows it and how to judge it again, in at most 4096 bytes of text. */
            brief: string;
            /** @description One for each requirement that was selected and is testable, in the order of the contract. */
            results: components["schemas"]["result"][];
            /** @description The exchanges that results and findings name by their place. */
            exchanges: components["schemas"]["exchange"][];
            /** @description What --repeat found; the rest of the report is that of the worst run. */
            repeats?: {
                runs: {
                    id: string;
                    seed: number;
                    headline: string;
                    /** @enum {unknown} */
                    exitCode: 0 | 1 | 2 | 3;
                }[];
                /** @description The requirements whose verdict was not the same in every run, with the verdict of each. */
                changed: {
                    id: components["schemas"]["requirementId"];
                    verdicts: ("pass" | "fail" | "warning" | "inconclusive" | "not-applicable" | "error")[];
                }[];
                /**
                 * @description At least 1 when a verdict changed.
                 * @enum {unknown}
                 */
                exitCode: 0 | 1 | 2 | 3;
                /** @description Why it is this exit code, for people. */
                reason: string;
            };
            /** @description What earlier runs with a report in the same folder found of requirements that this run did not judge: the last verdict of each, by id. A pass in part counts as inconclusive. */
            earlier?: {
                [key: string]: "pass" | "fail" | "warning" | "inconclusive" | "not-applicable" | "error";
            };
            /** @description Requirements of the class that no scenario can observe, each with its reason. */
            untestable: {
                id: components["schemas"]["requirementId"];
                family: string;
                /** @enum {unknown} */
                level: "MUST" | "SHOULD";
                /** @enum {unknown} */
                class: "stated" | "full";
                text: string;
                source: components["schemas"]["source"];
                reason: string;
            }[];
        };
        capabilities: ("sandbox" | "webhooks" | "live-key")[];
        count: number;
        requirementId: RequirementId;
        /** @description The section that states the requirement, or the decision that it follows from. */
        source: string;
        cause: {
            /** @description The requirement to fix first; absent when nothing failed and no requirement blocks. */
            first?: components["schemas"]["requirementId"];
            /** @description That requirement, or else what blocks them. */
            name: string;
            /** @description What the failures have in common, in a few words; empty if the name says it. */
            common: string;
            /** @description Failures, warnings and errors; the one to fix first comes first. */
            failed: components["schemas"]["requirementId"][];
            /** @description What could not be judged because of them. */
            blocked: components["schemas"]["requirementId"][];
        };
        /** @description One thing that the contract forbids, in all scenarios in which it was found. Compare `kind` and `rule`; texts may change in any release. `exchange` and `setting` are places in `exchanges`. */
        finding: {
            /**
             * @description What it is about: `answer`, how a request was answered; `form`, the headers, the problem or the schema of a response; `state`, what a response or an event shows of a case; `set`, what only several exchanges show together; `request`, what a client did.
             * @enum {unknown}
             */
            kind: "answer" | "form" | "state" | "set" | "request";
            /** @description The requirement whose rule is broken: that of the result, or another one on which it depends. */
            rule: components["schemas"]["requirementId"];
            expected: string;
            actual: string;
            /** @description Where the response or the event is wrong: the name of a header, or the JSON pointer of a property, which may be missing. */
            place?: string;
            /** @description How many scenarios have it, or exchanges if only the whole run shows it. */
            count: number;
            /** @description The labels of these scenarios; none if the whole run shows it. */
            scenarios: string[];
            /** @description The scenario whose exchange shows it, if the whole run does. */
            sender?: {
                requirement: components["schemas"]["requirementId"];
                scenario: string;
            };
            /** @description The responses that the contract allows, as status code and problem type: 422 invalid-request. */
            allowed?: string[];
            /** @description The requests that came first, the last of them only. */
            setting: components["schemas"]["count"][];
            /** @description The exchange that shows it in the first of the scenarios. */
            exchange?: components["schemas"]["count"];
            /** @description Sends the request of the exchange again, with the keys from the environment. */
            curl?: string;
        };
        result: {
            id: components["schemas"]["requirementId"];
            family: string;
            /** @enum {unknown} */
            level: "MUST" | "SHOULD";
            /** @enum {unknown} */
            class: "stated" | "full";
            /** @description The requirement, one sentence. */
            text: string;
            source: components["schemas"]["source"];
            /** @description The pages of the requirement and of its source, below `docs`. */
            links: {
                requirement: string;
                source: string;
            };
            /** @enum {unknown} */
            verdict: "pass" | "fail" | "warning" | "inconclusive" | "not-applicable" | "error";
            /** @description One sentence; empty for a pass of every scenario. A pass with `scenarios` is one in part: what blocked the others failed in the same run. */
            reason: string;
            /** @description How the scenarios ended, when one of them failed or could not be judged. */
            scenarios?: {
                passed: components["schemas"]["count"];
                failed: components["schemas"]["count"];
                unjudged: components["schemas"]["count"];
            };
            /** @description What the contract forbids, each thing once; the one that most scenarios have comes first. Empty unless the verdict is fail or warning. */
            findings: components["schemas"]["finding"][];
            /** @description The scenarios that could not be judged, each reason once. */
            unjudged?: {
                reason: string;
                blockedBy?: components["schemas"]["requirementId"];
                count: components["schemas"]["count"];
                /** @description Their labels. */
                scenarios: string[];
            }[];
            /** @description The requirement that judges the step before. */
            blockedBy?: components["schemas"]["requirementId"];
            /** @description The requirement whose violation explains this one: fix that one first. */
            follows?: components["schemas"]["requirementId"];
            /** @description Why it is expected, by the list of known failures: the reason of its entry, or the known failure that blocks it. */
            known?: string;
            /** @description The scenarios that failed although the list of known failures names only others of the requirement. */
            unlisted?: string[];
            /** @description The scenarios that pass now and must be removed from the list of known failures; empty: the whole requirement. */
            fixed?: string[];
            /** @description For the verdict error: what the suite itself ran into. */
            stack?: string;
            milliseconds: number;
            /** @description How many requests its scenarios sent; others may use the same ones. */
            requests: components["schemas"]["count"];
            /** @description The exchange that decided, if something is to fix and there is no finding. */
            exchange?: components["schemas"]["count"];
            /** @description Judges this requirement again. */
            rerun?: string;
        };
        exchange: {
            request: {
                method: string;
                url: string;
                headers: components["schemas"]["headers"];
                body?: components["schemas"]["body"];
                /** @description How the body was sent, if not at once: the sizes of its pieces, and where it was cut. */
                pieces?: string;
            };
            response?: {
                status: number;
                headers: components["schemas"]["headers"];
                body?: components["schemas"]["body"];
                /** @description What arrived after the response, before another request. */
                behind?: components["schemas"]["body"];
            };
            /** @description The responses before it (1xx). */
            interim?: {
                status: number;
                headers: components["schemas"]["headers"];
            }[];
            /** @description Why there is no answer. */
            failure?: string;
            /**
             * @description The candidate sent the request and the suite answered it.
             * @constant
             */
            received?: true;
            /**
             * Format: date-time
             * @description When the request began, by the clock of the suite.
             */
            at?: string;
            /** @description The port from which it was sent, and which request it was on this connection. */
            connection?: {
                port: number;
                request: number;
            };
            milliseconds: number;
        };
        /** @description Name and value, as they were sent. */
        headers: [
            string,
            string
        ][];
        /** @description Its text, or base64 where it is none; only the beginning of a long one. */
        body: {
            /** @description The size of the whole body. */
            bytes: number;
            text?: string;
            base64?: string;
            /** @constant */
            truncated?: true;
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

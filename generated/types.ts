// Written by `npm run generate` from openapi.yaml. Never edited.
export interface paths {
    "/cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a case
         * @description Opens a case for a natural person (`PF`) or a legal entity (`PM`). The `reference` is your own identifier of the
         *     user; many cases may have the same one. The response is the whole case, `PENDING`, with the id that uploads and
         *     reads need.
         *
         *     Send an `Idempotency-Key` to repeat the request safely when no response arrived (D41).
         */
        post: operations["createCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cases/{case_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the case. It has neither pattern nor length here: an id of a wrong form is an unknown case and rejected with 404 (D6). */
                case_id: components["parameters"]["CaseId"];
            };
            cookie?: never;
        };
        /**
         * Read a case
         * @description Returns the case with its status, score and reasons and the evidence that was accepted so far. Poll it until the
         *     status is no longer `PENDING`; with a live key, wait at least two seconds between two reads, and increase the
         *     time between reads (D43). A decision is never visible before the upload that causes it is accepted (D66).
         *
         *     An unusual read, such as one with a condition, a body, a `Content-Encoding` or an `Upgrade`, may get other status
         *     codes than these (D80, D87).
         */
        get: operations["getCase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cases/{case_id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the case. It has neither pattern nor length here: an id of a wrong form is an unknown case and rejected with 404 (D6). */
                case_id: components["parameters"]["CaseId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload evidence
         * @description Adds one evidence file to a case that is not decided yet: JPEG, PNG or PDF, up to 10 MiB, at most 20 a case. The
         *     file is recognised by its first bytes; its name is ignored (D15, D18). The response describes what arrived, with
         *     the SHA-256 digest of the bytes; the bytes themselves are never sent back (D1).
         *
         *     Send an `Idempotency-Key` to repeat the request safely when no response arrived: the kind and the content of the
         *     file are compared, not the raw bytes of the request (D42).
         */
        post: operations["uploadArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "case.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A case was decided
         * @description Sent once for each case to the endpoint that was registered for the tenant outside this interface (D3, D46).
         *     When it arrives, a read of the case already returns the same. The signature follows Standard Webhooks 1.0 (D47).
         *
         *     **Verify it** over the bytes as they arrived, before they are parsed: `HMAC-SHA256` with the base64-decoded
         *     secret (the part after `whsec_`) over `<webhook-id>.<webhook-timestamp>.<body>`. Accept it when any `v1,` entry
         *     of the list matches, and reject a timestamp that differs by more than five minutes from your clock. If you have
         *     already processed a `webhook-id`, respond with 2xx and do nothing else. Respond within 15 seconds. The event is
         *     sent again unless the response is 2xx or 410 (D48, D69).
         */
        post: operations["caseDecided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description `PF` is a natural person (persona física), `PM` a legal entity (persona moral) (D2).
         * @enum {string}
         */
        CaseType: "PF" | "PM";
        /**
         * @description `PENDING` until the case is decided, once, as `APPROVED` or `DENIED` (D10).
         * @enum {string}
         */
        CaseStatus: "PENDING" | "APPROVED" | "DENIED";
        /** @description Your own identifier of the user: 1 to 256 Unicode code points without control characters, returned as it was sent (D7). */
        Reference: string;
        /** @description Opaque, unguessable and unique across tenants; never digits only (D6). */
        CaseIdentifier: string;
        /** @description A reason. The set is open: a code that you have never seen is classified by its ending, `_OK` or `_FAIL` (D9, D79). */
        ReasonCode: string;
        /**
         * Format: date-time
         * @description RFC 3339 in UTC; any number of fraction digits (D44, D67).
         */
        Timestamp: string;
        /** @description The request that opens a case. */
        CreateCase: {
            type: components["schemas"]["CaseType"];
            reference: components["schemas"]["Reference"];
        };
        /** @description One verification case; create, read and the webhook have the same schema (D5). */
        Case: {
            id: components["schemas"]["CaseIdentifier"];
            type: components["schemas"]["CaseType"];
            reference: components["schemas"]["Reference"];
            status: components["schemas"]["CaseStatus"];
            /** @description Higher is more confidence; 0 while `PENDING` (D8). */
            score: number;
            /** @description The reasons of the decision, in any order; empty while `PENDING` (D9, D68). */
            reasons: components["schemas"]["ReasonCode"][];
            /** @description The evidence in the order in which it was accepted (D13). */
            artifacts: components["schemas"]["Artifact"][];
            created_at: components["schemas"]["Timestamp"];
            /** @description When the case was decided; null exactly while `PENDING` (D11). */
            decided_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description What the file is evidence of; any kind on any type of case (D14).
         * @enum {string}
         */
        ArtifactKind: "ID_FRONT" | "ID_BACK" | "PASSPORT" | "SELFIE" | "PROOF_OF_ADDRESS" | "TAX_CERTIFICATE" | "INCORPORATION_DEED" | "POWER_OF_ATTORNEY" | "REGISTRY_EXTRACT" | "OWNERSHIP_REGISTER";
        /**
         * @description What the content was recognised as by its signature (D15).
         * @enum {string}
         */
        FileType: "image/jpeg" | "image/png" | "application/pdf";
        /** @description The two parts of an upload. */
        UploadArtifact: {
            /**
             * Format: binary
             * @description A JPEG, PNG or PDF of 1 to 10,485,760 bytes (D15, D16). Its name is ignored (D18). The part declares the type that the file has, or `application/octet-stream` (D34).
             */
            file: Blob;
            kind: components["schemas"]["ArtifactKind"];
        };
        /** @description What a response shows of a stored evidence file: never its content or name (D13). */
        Artifact: {
            /** @description Unique among the artifacts of its case. */
            id: string;
            kind: components["schemas"]["ArtifactKind"];
            content_type: components["schemas"]["FileType"];
            /** @description The number of bytes of the file. */
            size: number;
            /** @description The SHA-256 digest of the bytes of the file, in lower-case hexadecimal digits (D63). */
            sha256: string;
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description One error in the request. */
        ProblemError: {
            /** @description Where the error is: a JSON pointer as a URI fragment (D62). `#/reference` is a property, `#/kind` a part, `#` the whole body. */
            pointer: string;
            /** @description What is wrong there, for a person. */
            detail: string;
        };
        /** @description An error as RFC 9457 describes it (D75, D76, D77). */
        Problem: {
            /**
             * Format: uri-reference
             * @description The kind of problem; compared after resolving it against the request's URL (D76).
             */
            type: string;
            /** @description The kind of problem, for a person. */
            title: string;
            /** @description The status code of the response. */
            status: number;
            /** @description What to fix, for a person. */
            detail: string;
            /**
             * Format: uri
             * @description Identifies this response; quote it to the operator of the service.
             */
            instance: string;
            /** @description At least one error of an invalid request (D35, D62). */
            errors?: components["schemas"]["ProblemError"][];
        };
        /** @description The event `case.decided` (D46). */
        CaseDecided: {
            /** @constant */
            type: "case.decided";
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["Case"];
        };
    };
    responses: {
        /** @description The JSON or multipart body does not parse, or the `Idempotency-Key` is illegal (D25). */
        MalformedRequest: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No key, or a key that was never issued (D26). */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["BearerChallenge"];
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An unknown case, another tenant's case, or an id of a wrong form (D22, D27). An unknown path gets the same response. */
        NotFound: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this `Idempotency-Key` is still running (D31). */
        IdempotencyKeyInUse: {
            headers: {
                "Retry-After": components["headers"]["RetryAfterSeconds"];
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The case is decided (D29) or full (D30), or the first request with this `Idempotency-Key` is still running (D31, only then with `Retry-After`). */
        UploadConflict: {
            headers: {
                "Retry-After": components["headers"]["RetryAfterOfKeyInUse"];
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A file over 10 MiB or a JSON body over 64 KiB, announced or not (D32). It may come before the body has ended (D74), as may other rejections (D81). */
        ContentTooLarge: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Content-Type` is not the one of the operation, or there is a `Content-Encoding` other than `identity` (D33). */
        UnsupportedMediaType: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is not `multipart/form-data` (D33), or the file is not JPEG, PNG or PDF (D34). */
        UnsupportedUpload: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body parses but is not valid (D35), or the `Idempotency-Key` was used with another payload (D36). */
        InvalidCase: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The parts parse but are not valid (D35), or the `Idempotency-Key` was used with another payload (D36). */
        InvalidUpload: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests, by each implementation's own limits (D37). */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfterSeconds"];
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service failed (D38). */
        InternalError: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service is not available now (D38). */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfterSeconds"];
                "Cache-Control": components["headers"]["NoStore"];
                "X-Content-Type-Options": components["headers"]["NoSniff"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description The identifier of the case. It has neither pattern nor length here: an id of a wrong form is an unknown case and rejected with 404 (D6). */
        CaseId: string;
        /** @description Makes the request safe to repeat (D41): within 24 hours the response to the same key, path and payload is the first response again; another payload is rejected, with 422 if it is valid (D36, D83). 1 to 255 visible ASCII characters; a UUID is a good choice. */
        IdempotencyKey: string;
        /**
         * @description The identifier of the event; a retry has the same.
         * @example msg_2KWPBgLlAfxdpx2AI54pPJ85f4W
         */
        WebhookId: string;
        /**
         * @description When this attempt was sent, in whole seconds since the Unix epoch.
         * @example 1767261605
         */
        WebhookTimestamp: string;
        /**
         * @description A space-separated list of signatures, each `v1,` and a base64 digest. One match is enough.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Where the case is read, absolute or relative (D4).
         * @example /cases/case_7Qm2xVt9LkPz4RwB
         */
        CaseLocation: string;
        /**
         * @description Responses contain personal data and are never cached (D39).
         * @example no-store
         */
        NoStore: string;
        /**
         * @description An instruction to clients not to guess another media type for the response (D39).
         * @example nosniff
         */
        NoSniff: "nosniff";
        /**
         * @description A `Bearer` challenge with a realm (D20).
         * @example Bearer realm="cases", error="invalid_token"
         */
        BearerChallenge: string;
        /**
         * @description Whole seconds to wait before the request is repeated (D71).
         * @example 1
         */
        RetryAfterSeconds: number;
        /**
         * @description Whole seconds to wait; only with `/problems/idempotency-key-in-use` (D31, D71).
         * @example 1
         */
        RetryAfterOfKeyInUse: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat (D41): within 24 hours the response to the same key, path and payload is the first response again; another payload is rejected, with 422 if it is valid (D36, D83). 1 to 255 visible ASCII characters; a UUID is a good choice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The type of the case and your reference. At most 64 KiB (D32). */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCase"];
            };
        };
        responses: {
            /** @description The case is open. */
            201: {
                headers: {
                    Location: components["headers"]["CaseLocation"];
                    "Cache-Control": components["headers"]["NoStore"];
                    "X-Content-Type-Options": components["headers"]["NoSniff"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Case"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidCase"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the case. It has neither pattern nor length here: an id of a wrong form is an unknown case and rejected with 404 (D6). */
                case_id: components["parameters"]["CaseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case as it is now. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    "X-Content-Type-Options": components["headers"]["NoSniff"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Case"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadArtifact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat (D41): within 24 hours the response to the same key, path and payload is the first response again; another payload is rejected, with 422 if it is valid (D36, D83). 1 to 255 visible ASCII characters; a UUID is a good choice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The identifier of the case. It has neither pattern nor length here: an id of a wrong form is an unknown case and rejected with 404 (D6). */
                case_id: components["parameters"]["CaseId"];
            };
            cookie?: never;
        };
        /** @description Exactly one part `file` and one part `kind`, in either order (D17), read as D82 says. At least 64 KiB in addition to the file are accepted (D65). */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadArtifact"];
            };
        };
        responses: {
            /** @description The evidence is stored. */
            201: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    "X-Content-Type-Options": components["headers"]["NoSniff"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UploadConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedUpload"];
            422: components["responses"]["InvalidUpload"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    caseDecided: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The identifier of the event; a retry has the same.
                 * @example msg_2KWPBgLlAfxdpx2AI54pPJ85f4W
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was sent, in whole seconds since the Unix epoch.
                 * @example 1767261605
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A space-separated list of signatures, each `v1,` and a base64 digest. One match is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event with the case as a read returns it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CaseDecided"];
            };
        };
        responses: {
            /** @description The endpoint is gone; the service stops sending this event and may disable the endpoint. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

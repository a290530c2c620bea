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
         * @description Opens a case for a natural person or a legal entity. The response is the whole case, which is `PENDING`. Keep
         *     its `id` for uploads and reads.
         *
         *     Several cases may have the same `reference`, for example when you verify a user again: each create opens another
         *     case, unless it repeats an `Idempotency-Key`.
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
                /** @description The `id` of the case. An id of any other form is an unknown case, and gets 404. */
                case_id: components["parameters"]["CaseId"];
            };
            cookie?: never;
        };
        /**
         * Read a case
         * @description Returns the case with its status, score and reasons, and a list of the evidence that was accepted so far. Repeat
         *     the read until the status is no longer `PENDING`. A decision is final.
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
                /** @description The `id` of the case. An id of any other form is an unknown case, and gets 404. */
                case_id: components["parameters"]["CaseId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload evidence
         * @description Adds one file to a case that is not decided yet: a JPEG, PNG or PDF of up to 10 MiB. A case has at most 20
         *     files; several may have the same kind. The file is recognised by its first bytes, and its name is ignored.
         *
         *     The response describes the file that arrived. Compare `sha256` with the digest of your file. The file itself
         *     cannot be downloaded again.
         *
         *     If you repeat an upload under its `Idempotency-Key`, only the kind and the content of the file are compared, so
         *     your HTTP library may choose another boundary.
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
         * @description Sent once for each case, when it is decided, to the endpoint that the operator of the service registered for
         *     you. When the event arrives, a read of the case already returns the same decision. The signature follows
         *     Standard Webhooks 1.0, so you can use its libraries.
         *
         *     **Verify each event** before you parse it, over the bytes as they arrived:
         *
         *     - Compute `HMAC-SHA256` over `<webhook-id>.<webhook-timestamp>.<body>`. The key is your secret: decode the part
         *       after `whsec_` from base64.
         *     - Accept the event if any `v1,` entry of `webhook-signature` matches.
         *     - Reject a `webhook-timestamp` that differs by more than five minutes from your clock.
         *
         *     **Respond** with 2xx within 15 seconds. After any other response except `410`, and after none, the event is sent
         *     again, with the same `webhook-id`. If you have already processed this id, respond with 2xx and do nothing else.
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
         * @description `PF` is a natural person (persona física), `PM` a legal entity (persona moral).
         * @enum {string}
         */
        CaseType: "PF" | "PM";
        /**
         * @description `PENDING` until the case is decided, once and for ever, as `APPROVED` or `DENIED`.
         * @enum {string}
         */
        CaseStatus: "PENDING" | "APPROVED" | "DENIED";
        /** @description Your own identifier of the user: 1 to 256 Unicode code points without control characters. It is returned exactly as you sent it. */
        Reference: string;
        /** @description Opaque, unguessable and unique; never digits only. */
        CaseIdentifier: string;
        /** @description A reason of the decision, such as `FACE_MATCH_OK`. New codes may be added: classify a code that you do not know by its ending, `_OK` or `_FAIL`. */
        ReasonCode: string;
        /**
         * Format: date-time
         * @description RFC 3339 in UTC, ending in `Z`, with one to nine fraction digits or none.
         */
        Timestamp: string;
        /** @description The request that opens a case. */
        CreateCase: {
            type: components["schemas"]["CaseType"];
            reference: components["schemas"]["Reference"];
        };
        /** @description A verification case. Create, read and event show it in the same form. */
        Case: {
            id: components["schemas"]["CaseIdentifier"];
            type: components["schemas"]["CaseType"];
            reference: components["schemas"]["Reference"];
            status: components["schemas"]["CaseStatus"];
            /** @description Higher is more confidence. 0 while the case is `PENDING`. */
            score: number;
            /** @description The reasons of the decision, in any order. Empty while the case is `PENDING`; all end in `_OK` if it is `APPROVED`, and at least one ends in `_FAIL` if it is `DENIED`. */
            reasons: components["schemas"]["ReasonCode"][];
            /** @description The evidence, in the order in which it was accepted. */
            artifacts: components["schemas"]["Artifact"][];
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the case was decided, as RFC 3339 in UTC. Null while the case is `PENDING`.
             */
            decided_at: string | null;
        };
        /**
         * @description What the file is evidence of. Every kind is allowed for both types of case.
         * @enum {string}
         */
        ArtifactKind: "ID_FRONT" | "ID_BACK" | "PASSPORT" | "SELFIE" | "PROOF_OF_ADDRESS" | "TAX_CERTIFICATE" | "INCORPORATION_DEED" | "POWER_OF_ATTORNEY" | "REGISTRY_EXTRACT" | "OWNERSHIP_REGISTER";
        /**
         * @description The type of the file, recognised by its first bytes.
         * @enum {string}
         */
        FileType: "image/jpeg" | "image/png" | "application/pdf";
        /** @description The two parts of an upload. */
        UploadArtifact: {
            /**
             * Format: binary
             * @description A JPEG, PNG or PDF of 1 to 10,485,760 bytes. The `Content-Type` of the part is that of the file or `application/octet-stream`, or is omitted. The file name is ignored.
             */
            file: Blob;
            kind: components["schemas"]["ArtifactKind"];
        };
        /** @description An evidence file that was accepted, without its content and its name. */
        Artifact: {
            /** @description Unique among the artifacts of its case. */
            id: string;
            kind: components["schemas"]["ArtifactKind"];
            content_type: components["schemas"]["FileType"];
            /** @description The number of bytes of the file. */
            size: number;
            /** @description The SHA-256 digest of the bytes of the file, in lower-case hexadecimal digits. */
            sha256: string;
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description One error in the request. */
        ProblemError: {
            /** @description Where the error is: a JSON pointer as a URI fragment. `#/reference` is a property, `#/kind` a part, `#` the whole body. */
            pointer: string;
            /** @description What is wrong there, for people. */
            detail: string;
        };
        /** @description An error as RFC 9457 describes it. */
        Problem: {
            /**
             * Format: uri-reference
             * @description The kind of problem. It may be relative or absolute: resolve it against the URL of your request before you compare it.
             */
            type: string;
            /** @description The kind of problem, for people. */
            title: string;
            /** @description The status code of the response. */
            status: number;
            /** @description What to fix, for people. */
            detail: string;
            /** @description How many seconds to wait before you repeat the request: the value of `Retry-After`, for clients that do not show headers. It may be absent. */
            retry_after?: number;
            /**
             * Format: uri
             * @description Identifies this response; give it to the operator of the service.
             */
            instance: string;
            /** @description What is wrong in the request; at least one entry with `/problems/invalid-request`. */
            errors?: components["schemas"]["ProblemError"][];
        };
        /** @description The event `case.decided`. */
        CaseDecided: {
            /**
             * @description What happened. Ignore events of a type that you do not know.
             * @constant
             */
            type: "case.decided";
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["Case"];
        };
    };
    responses: {
        /** @description The JSON or multipart body does not parse, or the `Idempotency-Key` is not legal. */
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
        /** @description There is no key, or an unknown one. This comes before every other rejection. */
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
        /** @description No case of your tenant and mode has this id, whatever its form. */
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
        /** @description The first request with this `Idempotency-Key` is still running. */
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
        /** @description The case is decided or has 20 artifacts; or the first request with this `Idempotency-Key` is still running, only then with `Retry-After`. */
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
        /** @description The file has more than 10 MiB, or the JSON body more than 64 KiB. The response may come before the body has ended. */
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
        /** @description The `Content-Type` is not `application/json`, or there is a `Content-Encoding`. */
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
        /** @description The `Content-Type` is not `multipart/form-data`, there is a `Content-Encoding`, the file is no JPEG, PNG or PDF, or its content is not what the part declares. */
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
        /** @description The body parses but is not valid, or the `Idempotency-Key` was used for another payload. */
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
        /** @description The parts parse but are not valid, or the `Idempotency-Key` was used for another payload. */
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
        /** @description There are too many requests. Each service has its own limits. */
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
        /** @description The service failed. */
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
        /** @description The service is not available now. */
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
        /** @description The `id` of the case. An id of any other form is an unknown case, and gets 404. */
        CaseId: string;
        /** @description Makes the request safe to repeat. For 24 hours, the same key with the same payload on the same path returns the first successful response again; another payload is rejected. 1 to 255 visible ASCII characters; a new UUID for each request is a good choice. */
        IdempotencyKey: string;
        /**
         * @description The identifier of the event; a retry has the same.
         * @example msg_2KWPBgLlAfxdpx2AI54pPJ85f4W
         */
        WebhookId: string;
        /**
         * @description When this attempt was sent, in whole seconds since the Unix epoch, without a zero in front.
         * @example 1767261605
         */
        WebhookTimestamp: string;
        /**
         * @description In one line, a list of signatures that are separated by one space, each `v1,` and a digest in standard base64. One match is enough.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Where the case is read, absolute or relative. Only its path matters.
         * @example /cases/case_7Qm2xVt9LkPz4RwB
         */
        CaseLocation: string;
        /**
         * @description Responses contain personal data, and are never cached.
         * @example no-store
         */
        NoStore: string;
        /**
         * @description Forbids clients to guess another media type for the response.
         * @example nosniff
         */
        NoSniff: "nosniff";
        /**
         * @description A `Bearer` challenge with a realm.
         * @example Bearer realm="cases", error="invalid_token"
         */
        BearerChallenge: string;
        /**
         * @description How many whole seconds to wait before you repeat the request, usually 1 to 60.
         * @example 1
         */
        RetryAfterSeconds: number;
        /**
         * @description How many whole seconds to wait before you repeat the request; only with `/problems/idempotency-key-in-use`.
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
                /** @description Makes the request safe to repeat. For 24 hours, the same key with the same payload on the same path returns the first successful response again; another payload is rejected. 1 to 255 visible ASCII characters; a new UUID for each request is a good choice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The type of the case and your reference, as JSON of at most 64 KiB. */
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
                /** @description The `id` of the case. An id of any other form is an unknown case, and gets 404. */
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
                /** @description Makes the request safe to repeat. For 24 hours, the same key with the same payload on the same path returns the first successful response again; another payload is rejected. 1 to 255 visible ASCII characters; a new UUID for each request is a good choice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `id` of the case. An id of any other form is an unknown case, and gets 404. */
                case_id: components["parameters"]["CaseId"];
            };
            cookie?: never;
        };
        /** @description Exactly one part `file` and one part `kind`, in either order; other parts are rejected. Headers and boundaries may add 64 KiB to the size of the file. */
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
                 * @description When this attempt was sent, in whole seconds since the Unix epoch, without a zero in front.
                 * @example 1767261605
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description In one line, a list of signatures that are separated by one space, each `v1,` and a digest in standard base64. One match is enough.
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
            /** @description Your endpoint is gone; this event is not sent again, and the endpoint may be disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the event; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

// Written by `npm run generate` from openapi.yaml. Never edited.
import type { RequirementId } from './requirements.ts';

/** Freedoms that allow the response without the feature that they are about. */
export type OpenFreedomId =
  | 'method.head'
  | 'path.slash-at-end'
  | 'path.empty-id'
  | 'path.letter-case'
  | 'path.encoded-character'
  | 'path.semicolon'
  | 'path.long'
  | 'path.encoded-slash'
  | 'path.double-slash'
  | 'path.id-in-other-letter-case'
  | 'query.malformed'
  | 'header.long'
  | 'header.not-ascii'
  | 'header.expect'
  | 'header.upgrade'
  | 'header.only-if-cached'
  | 'header.charset'
  | 'header.weight'
  | 'header.malformed-parameter'
  | 'header.space-in-type'
  | 'header.repeated-content-type'
  | 'header.identity-encoding'
  | 'read.condition'
  | 'read.body'
  | 'read.encoding'
  | 'key.repeated-authorization'
  | 'key.two-spaces'
  | 'key.empty-idempotency-key'
  | 'key.repeated-idempotency-key'
  | 'json.repeated-name'
  | 'json.byte-order-mark'
  | 'json.deep-nesting'
  | 'multipart.illegal-boundary'
  | 'multipart.nameless-part'
  | 'multipart.encoded-part'
  | 'multipart.grammar'
  | 'multipart.boundary-inside'
  | 'multipart.ends-after-boundary'
  | 'multipart.space-in-name'
  | 'multipart.charset-part'
  | 'multipart.no-file-chosen'
  | 'multipart.kind-type'
  | 'multipart.misleading-parameter'
  | 'multipart.overhead'
  | 'multipart.many-parts'
  | 'multipart.kind-with-file-name'
  | 'file.no-name'
  | 'file.name-not-utf8'
  | 'file.long-name'
  | 'file.not-whole'
  | 'file.part-of-signature'
  | 'file.image-jpg'
  | 'file.text-plain'
  | 'file.malformed-type'
  | 'sandbox.long-reason-code';
/** Freedoms whose request gets one of their answers. */
export type ClosedFreedomId =
  | 'method.options'
  | 'method.preflight'
  | 'method.unmatched-without-key'
  | 'method.wrong-on-unknown-case'
  | 'method.unknown'
  | 'method.unknown-without-key'
  | 'path.encoded-delimiter'
  | 'key.malformed-authorization'
  | 'body.missing'
  | 'body.too-long-for-another-type'
  | 'body.long-and-rejected'
  | 'body.too-long-for-a-proxy'
  | 'body.cut'
  | 'json.empty-body'
  | 'json.guarded-name'
  | 'json.unreadable-value'
  | 'multipart.no-boundary'
  | 'multipart.guarded-name'
  | 'multipart.name-in-brackets'
  | 'multipart.missing-after-truncation'
  | 'gateway.overload'
  | 'gateway.own-form';
export type FreedomId = OpenFreedomId | ClosedFreedomId;

/** A point where implementations may differ. */
export interface Freedom {
  sentence: string;
  answers: FreedomAnswer[];
  /** the requirements from which it is an exception */
  limits: RequirementId[];
  /** a decision (`D28`) */
  source: string;
}

/** A response that a freedom allows: a status code, success, any rejection of the request, or a closed connection. */
export interface FreedomAnswer {
  status: number | '2xx' | '4xx' | 'closed';
  /** the last segment of the problem type, where this type is demanded */
  problem: string | null;
}

export const freedoms: Record<FreedomId, Freedom> = {
  'method.head': {"sentence":"A server may support `HEAD` like `GET`, without a body, or reject it, also on a path that has no `GET`.","answers":[{"status":"2xx","problem":null},{"status":405,"problem":null}],"limits":["http.wrong-method-405"],"source":"D92"},
  'method.options': {"sentence":"A server may respond to `OPTIONS` on its own, also without a key, with a body of any media type or, with `204`, without one; or reject it.","answers":[{"status":200,"problem":null},{"status":204,"problem":null},{"status":405,"problem":null}],"limits":["http.wrong-method-405","http.json-responses"],"source":"D28"},
  'method.preflight': {"sentence":"A preflight, an `OPTIONS` with `Origin` and `Access-Control-Request-Method`, may be rejected with `403`, with or without a key and with a body of any form.","answers":[{"status":200,"problem":null},{"status":204,"problem":null},{"status":403,"problem":null},{"status":405,"problem":null}],"limits":["http.wrong-method-405","http.json-responses","authentication.key-required"],"source":"D45"},
  'method.unmatched-without-key': {"sentence":"A request without a key that matches no operation may be rejected for any of its faults.","answers":[{"status":401,"problem":"unauthorized"},{"status":404,"problem":"not-found"},{"status":405,"problem":"method-not-allowed"}],"limits":["authentication.key-required","http.unknown-path-404","http.wrong-method-405"],"source":"D23"},
  'method.wrong-on-unknown-case': {"sentence":"A wrong method on the path of an unknown case may be rejected for either reason.","answers":[{"status":404,"problem":"not-found"},{"status":405,"problem":"method-not-allowed"}],"limits":["http.wrong-method-405"],"source":"D23"},
  'method.unknown': {"sentence":"A web server may reject any method but `GET`, `HEAD`, `POST`, `PUT`, `PATCH`, `DELETE` and `OPTIONS` on its own. `TRACE` counts as one of these unknown methods. None of them ever succeeds: Apache needs `TraceEnable off`.","answers":[{"status":400,"problem":null},{"status":405,"problem":null},{"status":501,"problem":null}],"limits":["http.wrong-method-405"],"source":"D95"},
  'method.unknown-without-key': {"sentence":"An unknown method without a key, or on a path that is unknown, may be rejected for that as well.","answers":[{"status":400,"problem":null},{"status":401,"problem":null},{"status":404,"problem":null},{"status":405,"problem":null},{"status":501,"problem":null}],"limits":["authentication.key-required","http.unknown-path-404","http.wrong-method-405"],"source":"D23"},
  'path.slash-at-end': {"sentence":"A path with a slash at its end, such as `/cases/` and `/cases/{case_id}/`, may be unknown, or the same as the path without it; a redirect is not allowed.","answers":[{"status":"2xx","problem":null},{"status":404,"problem":"not-found"}],"limits":["http.unknown-path-404"],"source":"D27"},
  'path.empty-id': {"sentence":"A create with a slash at the end of its path may be read as a wrong method on a case with an empty id.","answers":[{"status":"2xx","problem":null},{"status":404,"problem":"not-found"},{"status":405,"problem":"method-not-allowed"}],"limits":["http.unknown-path-404"],"source":"D27"},
  'path.letter-case': {"sentence":"A path in another letter case, such as `/Cases`, may be unknown, or the same as the path of the contract.","answers":[{"status":"2xx","problem":null},{"status":404,"problem":"not-found"}],"limits":["http.unknown-path-404"],"source":"D27"},
  'path.encoded-character': {"sentence":"A percent-encoded character in a path, such as one of an id, may be decoded or not.","answers":[{"status":"2xx","problem":null},{"status":404,"problem":"not-found"}],"limits":["get-case.unknown-404","http.unknown-path-404"],"source":"D27"},
  'path.semicolon': {"sentence":"A server may drop a `;` in a segment of a path, and what is behind it.","answers":[{"status":"2xx","problem":null},{"status":404,"problem":"not-found"}],"limits":["get-case.unknown-404","http.unknown-path-404"],"source":"D27"},
  'path.long': {"sentence":"A server may reject a path of more than 300 characters.","answers":[{"status":"2xx","problem":null},{"status":414,"problem":null}],"limits":["get-case.unknown-404","authentication.key-required"],"source":"D27"},
  'path.encoded-delimiter': {"sentence":"An encoded slash, backslash, semicolon, percent sign or control character in a path, encoded bytes that are not UTF-8, and a percent sign that encodes nothing, lead to a rejection, by the service or by a server in front of it.","answers":[{"status":"4xx","problem":null},{"status":"closed","problem":null}],"limits":["get-case.unknown-404","authentication.key-required"],"source":"D95"},
  'path.encoded-slash': {"sentence":"An encoded slash may be read as a slash, or rejected: WSGI and ASGI give a framework only the decoded path.","answers":[{"status":"2xx","problem":null},{"status":"4xx","problem":null},{"status":"closed","problem":null}],"limits":["get-case.unknown-404","authentication.key-required"],"source":"D95"},
  'path.double-slash': {"sentence":"Two slashes in a row in a path, encoded or not, may be read as one, redirected or rejected.","answers":[{"status":"2xx","problem":null},{"status":301,"problem":null},{"status":302,"problem":null},{"status":307,"problem":null},{"status":308,"problem":null},{"status":400,"problem":null},{"status":404,"problem":null},{"status":405,"problem":null}],"limits":["http.unknown-path-404","authentication.key-required"],"source":"D95"},
  'path.id-in-other-letter-case': {"sentence":"If a client writes a UUID or ULID in upper case instead of lower case, or the reverse, the id may be known or unknown.","answers":[{"status":"2xx","problem":null},{"status":404,"problem":"not-found"}],"limits":["get-case.unknown-404"],"source":"D6"},
  'query.malformed': {"sentence":"A query that cannot be decoded, such as `?%` or `?a=%FF`, that has a semicolon, a bracket or an encoded control character, or whose nested names contradict each other, such as `?a=1&a%5Bb%5D=2`, is ignored like every other query, or the request is rejected.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null}],"limits":["authentication.key-required","http.unknown-path-404","http.unknown-input-ignored"],"source":"D90"},
  'header.long': {"sentence":"A server may reject a request whose headers have more than 4,000 bytes.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null},{"status":431,"problem":null}],"limits":["authentication.key-required","http.unknown-input-ignored"],"source":"D90"},
  'header.not-ascii': {"sentence":"A server may reject a request with a header value that has a character other than a tab or printable ASCII.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null}],"limits":["authentication.key-required","http.unknown-input-ignored"],"source":"D90"},
  'header.expect': {"sentence":"A server may reject or ignore an `Expect` other than `100-continue`.","answers":[{"status":"2xx","problem":null},{"status":417,"problem":null}],"limits":["authentication.key-required","http.unknown-input-ignored"],"source":"D90"},
  'header.upgrade': {"sentence":"A server may ignore `Upgrade`, or reject a request with it, but not one without TLS for `h2c` (`http.client-headers-accepted`).","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null},{"status":403,"problem":null},{"status":404,"problem":null},{"status":426,"problem":null},{"status":501,"problem":null}],"limits":["authentication.key-required","http.unknown-input-ignored"],"source":"D90"},
  'header.only-if-cached': {"sentence":"A cache in front of the service may reject `Cache-Control: only-if-cached` (RFC 9111 §5.2.1.7).","answers":[{"status":"2xx","problem":null},{"status":504,"problem":null}],"limits":["authentication.key-required","http.unknown-input-ignored"],"source":"D90"},
  'header.charset': {"sentence":"A `charset` other than `utf-8`, and of a form other than `iso-8859-1` and `us-ascii`, may be ignored or rejected.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null},{"status":415,"problem":"unsupported-media-type"}],"limits":["http.media-type-compared"],"source":"D59"},
  'header.weight': {"sentence":"A parameter `q` of the media type, which some frameworks read as in `Accept`, may be ignored or rejected.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null},{"status":415,"problem":"unsupported-media-type"}],"limits":["http.media-type-compared"],"source":"D59"},
  'header.malformed-parameter': {"sentence":"A malformed, empty or repeated parameter of the media type, as in `application/json;` and `boundary=a; boundary=b`, may be ignored or rejected: RFC 9110 §5.6.6 allows empty ones, but many parsers reject them, or find no parts then.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null},{"status":415,"problem":"unsupported-media-type"},{"status":422,"problem":"invalid-request"}],"limits":["http.media-type-compared"],"source":"D59"},
  'header.space-in-type': {"sentence":"White space before a `;` in the `Content-Type` of a form may be ignored, or the upload rejected.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":415,"problem":"unsupported-media-type"},{"status":422,"problem":"invalid-request"}],"limits":["http.media-type-compared"],"source":"D98"},
  'header.repeated-content-type': {"sentence":"A server may read one of several `Content-Type` headers, or reject the request.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null},{"status":415,"problem":null}],"limits":["http.content-type-415"],"source":"D59"},
  'header.identity-encoding': {"sentence":"`Content-Encoding: identity`, in one or several lines, and an empty `Content-Encoding` may be ignored or rejected.","answers":[{"status":"2xx","problem":null},{"status":415,"problem":"unsupported-media-type"}],"limits":["http.content-encoding-415"],"source":"D33"},
  'read.condition': {"sentence":"A condition of a `GET`, such as `If-None-Match`, may be ignored or apply; `412` is never the response, and `304` only if a read would show the same as the one that had this `ETag` or `Last-Modified`.","answers":[{"status":"2xx","problem":null},{"status":304,"problem":null}],"limits":["get-case.reads-case","get-case.responds-with-200"],"source":"D90"},
  'read.body': {"sentence":"The body of a `GET` may be ignored or rejected; a `Content-Type` without a body is ignored.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null},{"status":411,"problem":null},{"status":413,"problem":null},{"status":415,"problem":null}],"limits":["get-case.reads-case"],"source":"D90"},
  'read.encoding': {"sentence":"Any `Content-Encoding` of a `GET` may be ignored or rejected.","answers":[{"status":"2xx","problem":null},{"status":415,"problem":"unsupported-media-type"}],"limits":["get-case.reads-case"],"source":"D33"},
  'key.repeated-authorization': {"sentence":"Of several `Authorization` headers only one may be read, or none, or the request is rejected: many servers and proxies drop the others.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null},{"status":401,"problem":"unauthorized"}],"limits":["authentication.key-required","authentication.unknown-key-rejected"],"source":"D19"},
  'key.malformed-authorization': {"sentence":"An `Authorization` that has no token, or one with characters that RFC 6750 does not allow, such as quotes and percent signs, may be rejected as malformed instead of as an unknown key.","answers":[{"status":400,"problem":null},{"status":401,"problem":"unauthorized"}],"limits":["authentication.key-required","authentication.unknown-key-rejected"],"source":"D26"},
  'key.two-spaces': {"sentence":"Two spaces after `Bearer` may be read as one or rejected.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null},{"status":401,"problem":"unauthorized"}],"limits":["authentication.unknown-key-rejected"],"source":"D58"},
  'key.empty-idempotency-key': {"sentence":"An empty `Idempotency-Key` may be ignored or rejected.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"}],"limits":["idempotency.illegal-key-400"],"source":"D41"},
  'key.repeated-idempotency-key': {"sentence":"Of several `Idempotency-Key` headers only one may be read, or none, or the request is rejected. `Idempotency_Key`, with an underscore, may count as one of them.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null}],"limits":["idempotency.illegal-key-400","idempotency.key-forms"],"source":"D41"},
  'body.missing': {"sentence":"A POST with neither body nor `Content-Type` may be rejected for either.","answers":[{"status":400,"problem":null},{"status":415,"problem":null},{"status":422,"problem":null}],"limits":["http.content-type-415","create-case.malformed-json"],"source":"D33"},
  'body.too-long-for-another-type': {"sentence":"A server may count the bytes of a body before it finds that its media type is wrong.","answers":[{"status":413,"problem":null},{"status":415,"problem":"unsupported-media-type"}],"limits":["http.content-type-415"],"source":"D74"},
  'body.long-and-rejected': {"sentence":"A server that has to reject a body of more than 64 KiB may close the connection without a response before it has read all of the body, provided that it stores nothing.","answers":[{"status":"closed","problem":null}],"limits":["limits.json-rejected","limits.file-rejected","authentication.key-required","http.case-before-other-rejections"],"source":"D74"},
  'body.too-long-for-a-proxy': {"sentence":"A body of more than 16 MiB may be rejected by a proxy, which counts bytes and knows neither keys nor cases.","answers":[{"status":413,"problem":null},{"status":"closed","problem":null}],"limits":["authentication.key-required","http.case-before-other-rejections"],"source":"D23"},
  'body.cut': {"sentence":"After an error in the request line or in the framing, such as a body that is shorter than announced, a server rejects the request, with or without a problem.","answers":[{"status":"4xx","problem":null},{"status":"closed","problem":null}],"limits":["authentication.key-required","authentication.unknown-key-rejected","http.case-before-other-rejections"],"source":"D25"},
  'json.empty-body': {"sentence":"An empty JSON body may be rejected as malformed, or as an object without its properties.","answers":[{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}],"limits":["create-case.malformed-json"],"source":"D98"},
  'json.repeated-name': {"sentence":"A repeated property name may be accepted or rejected. If it is accepted, only one of the values counts, and the others need not be valid.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}],"limits":["create-case.invalid-body"],"source":"D35"},
  'json.byte-order-mark': {"sentence":"A byte-order mark at the beginning of a JSON body may be accepted or rejected.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}],"limits":["create-case.malformed-json"],"source":"D91"},
  'json.deep-nesting': {"sentence":"Very deep nesting in a JSON body may be more than a parser accepts.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":413,"problem":"content-too-large"},{"status":422,"problem":"invalid-request"}],"limits":["create-case.invalid-body"],"source":"D25"},
  'json.guarded-name': {"sentence":"An unknown property whose name is empty or not well-formed Unicode, or is `__proto__`, `constructor` or `prototype`, may be rejected as malformed, without a pointer to it.","answers":[{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}],"limits":["create-case.invalid-body","problems.points-at-property"],"source":"D62"},
  'json.unreadable-value': {"sentence":"A body that is invalid may be rejected as malformed if it has a guarded name, an escaped surrogate or a number that some parsers do not read: one with more than 15 digits or an exponent.","answers":[{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}],"limits":["create-case.invalid-body"],"source":"D61"},
  'multipart.no-boundary': {"sentence":"`multipart/form-data` without a boundary does not parse, is no media type that a service can read, and has no parts.","answers":[{"status":400,"problem":"malformed-request"},{"status":415,"problem":"unsupported-media-type"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.truncated-multipart","http.malformed-content-type"],"source":"D33"},
  'multipart.illegal-boundary': {"sentence":"A body whose boundary is not legal (RFC 2046 §5.1.1) may be rejected for that, or read and judged.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null},{"status":409,"problem":null},{"status":413,"problem":null},{"status":415,"problem":null},{"status":422,"problem":null}],"limits":["http.malformed-content-type","upload-artifact.truncated-multipart"],"source":"D82"},
  'multipart.nameless-part': {"sentence":"A part without a name, or with an empty one, may be ignored, or rejected as malformed or as an unknown part.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.wrong-parts"],"source":"D17"},
  'multipart.encoded-part': {"sentence":"An encoding that the headers `Content-Transfer-Encoding`, `Content-Encoding` or `Transfer-Encoding` of a part declare may be ignored, or the upload rejected, except for the transfer encodings `7bit`, `8bit` and `binary`; `base64` and `quoted-printable` may also be decoded.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":415,"problem":null},{"status":422,"problem":null}],"limits":["upload-artifact.accepts-evidence"],"source":"D94"},
  'multipart.grammar': {"sentence":"A body that departs from the grammar of RFC 2046 and RFC 7578, such as one with bare line feeds, a part without `Content-Disposition` or with another disposition than `form-data`, a file name that ends in a backslash or has a quote without one, `filename*` without `filename`, or a part that is declared as a form or a message of its own, may be accepted or rejected. So may some legal forms that few libraries read: white space after a boundary, and the boundary within the text before the first one.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.written-by-any-client"],"source":"D82"},
  'multipart.boundary-inside': {"sentence":"A form in which the text of the boundary is also elsewhere than in a boundary, such as within a line of the file, may be rejected. If it is accepted, no byte is lost.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.written-by-any-client","upload-artifact.accepts-file-types"],"source":"D98"},
  'multipart.ends-after-boundary': {"sentence":"A form that ends right after a boundary, without the two hyphens behind the last one or with one of them, may count as complete. One that ends within a part, its headers or a boundary does not.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"}],"limits":["upload-artifact.truncated-multipart"],"source":"D98"},
  'multipart.space-in-name': {"sentence":"Spaces at the beginning or the end of the name of a part may be ignored, or make it an unknown part.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.wrong-parts"],"source":"D98"},
  'multipart.guarded-name': {"sentence":"A part with a name that objects of a language have themselves, such as `constructor` or `__proto__`, may be rejected as malformed.","answers":[{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.wrong-parts","problems.points-at-part"],"source":"D98"},
  'multipart.name-in-brackets': {"sentence":"The problem for a part with a name such as `kind[]` or `note[a]` may point at the name in front of the bracket.","answers":[{"status":422,"problem":"invalid-request"}],"limits":["problems.points-at-part","problems.escapes-pointer"],"source":"D98"},
  'multipart.charset-part': {"sentence":"A part `_charset_`, by which a form names the charset of its texts (RFC 7578 §4.6), may be read so, rejected as malformed or rejected as an unknown part.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.wrong-parts","problems.points-at-part"],"source":"D98"},
  'multipart.no-file-chosen': {"sentence":"A part that the contract does not define, with an empty file name and without content, may be ignored, or rejected as an unknown part.","answers":[{"status":"2xx","problem":null},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.wrong-parts"],"source":"D98"},
  'multipart.kind-type': {"sentence":"A `kind` whose type is no text, or whose charset is not UTF-8, US-ASCII or ISO-8859-1, may be rejected, and one declared as `application/json` may be read as JSON.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":415,"problem":"unsupported-media-type"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.written-by-any-client","upload-artifact.accepts-kinds","upload-artifact.unknown-kind"],"source":"D98"},
  'multipart.misleading-parameter': {"sentence":"A `Content-Type` in which another parameter contains `boundary=`, or has a name that ends with `boundary`, may be rejected. If the form is accepted, it is read with the real boundary.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":415,"problem":"unsupported-media-type"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.written-by-any-client","http.media-type-compared"],"source":"D98"},
  'multipart.overhead': {"sentence":"More than 64 KiB in addition to the file may be accepted or rejected.","answers":[{"status":"2xx","problem":null},{"status":413,"problem":"content-too-large"}],"limits":["upload-artifact.accepts-evidence"],"source":"D65"},
  'multipart.many-parts': {"sentence":"A parser may have a limit for the number of parts, of at least 50 parts.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":413,"problem":"content-too-large"}],"limits":["upload-artifact.wrong-parts"],"source":"D82"},
  'multipart.missing-after-truncation': {"sentence":"An empty or truncated body, and one without parts, may be rejected for a part that is not in it.","answers":[{"status":400,"problem":"malformed-request"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.truncated-multipart"],"source":"D73"},
  'multipart.kind-with-file-name': {"sentence":"A `kind` part with a file name may be accepted or rejected.","answers":[{"status":"2xx","problem":null},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.accepts-kinds"],"source":"D17"},
  'file.no-name': {"sentence":"A `file` part whose file name is missing, empty, or of dots and slashes only, such as `../`, may be accepted, or rejected as if it were no file, or for what it is as a text.","answers":[{"status":"2xx","problem":null},{"status":415,"problem":"unsupported-file-type"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.file-name-ignored"],"source":"D18"},
  'file.name-not-utf8': {"sentence":"A file name that is neither UTF-8 nor ISO-8859-1, such as one in Windows-1252 or Shift_JIS, may be ignored or rejected.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null},{"status":415,"problem":null},{"status":422,"problem":null}],"limits":["upload-artifact.file-name-ignored"],"source":"D18"},
  'file.long-name': {"sentence":"A file name of more than 400 bytes may be ignored or rejected.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":null},{"status":413,"problem":null},{"status":415,"problem":null},{"status":422,"problem":null},{"status":431,"problem":null}],"limits":["upload-artifact.file-name-ignored"],"source":"D18"},
  'file.not-whole': {"sentence":"A file that begins with the signature of its type, but that decoders do not open, such as one with nothing behind its signature, may be accepted as this type, or rejected.","answers":[{"status":"2xx","problem":null},{"status":415,"problem":"unsupported-file-type"}],"limits":["upload-artifact.accepts-file-types"],"source":"D64"},
  'file.part-of-signature': {"sentence":"A PDF whose `%PDF-` stands behind other bytes, within its first 1,024, may be accepted as a PDF with these bytes, or rejected, unless it begins as a file of another type; so may a file that begins with only `%PDF`, with the first two bytes of a JPEG or with the first four of a PNG.","answers":[{"status":"2xx","problem":null},{"status":415,"problem":"unsupported-file-type"}],"limits":["upload-artifact.unsupported-file-415"],"source":"D34"},
  'file.image-jpg': {"sentence":"`image/jpg` for a JPEG may be accepted or rejected.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":415,"problem":"unsupported-file-type"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.part-type-disagrees"],"source":"D15"},
  'file.text-plain': {"sentence":"`text/plain` on a `file` part may count as no type, or be rejected.","answers":[{"status":"2xx","problem":null},{"status":415,"problem":"unsupported-file-type"}],"limits":["upload-artifact.part-type-disagrees"],"source":"D15"},
  'file.malformed-type': {"sentence":"A type of a part that is empty, is no media type or has malformed parameters, may be ignored or rejected.","answers":[{"status":"2xx","problem":null},{"status":400,"problem":"malformed-request"},{"status":415,"problem":"unsupported-file-type"},{"status":422,"problem":"invalid-request"}],"limits":["upload-artifact.part-type-accepted","upload-artifact.part-type-disagrees","upload-artifact.written-by-any-client"],"source":"D15"},
  'sandbox.long-reason-code': {"sentence":"A reference that asks for a reason code longer than D79 allows may be accepted or rejected.","answers":[{"status":"2xx","problem":null},{"status":422,"problem":"invalid-request"}],"limits":["sandbox.unknown-reference-rejected"],"source":"D79"},
  'gateway.overload': {"sentence":"The response to any request may be one of these, with `Retry-After`; it may come from a gateway.","answers":[{"status":429,"problem":null},{"status":503,"problem":null}],"limits":["http.left-open-responses"],"source":"D37"},
  'gateway.own-form': {"sentence":"A web server or a gateway may send these on its own, in a form that the service cannot change, except those that a reference of the sandbox asks for. Whether a request may get one of them is a different question.","answers":[{"status":408,"problem":null},{"status":414,"problem":null},{"status":417,"problem":null},{"status":429,"problem":null},{"status":431,"problem":null},{"status":502,"problem":null},{"status":503,"problem":null},{"status":504,"problem":null}],"limits":["authentication.challenge","http.no-store","http.nosniff","http.no-cors","http.no-byte-order-mark","problems.form"],"source":"D95"},
};

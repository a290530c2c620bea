// The files with the checks; if one is missing here, suite.ts does not compile.
export { pathChecks } from './http/paths.ts';
export { methodChecks } from './http/methods.ts';
export { headChecks } from './http/head.ts';
export { requestHeaderChecks } from './http/request-headers.ts';
export { responseHeaderChecks } from './http/headers.ts';
export { responseEndChecks } from './http/response-end.ts';
export { timestampChecks } from './http/timestamps.ts';
export { mediaTypeChecks } from './http/media-types.ts';
export { arrivalChecks } from './webhook/arrival.ts';
export { eventContentChecks } from './webhook/content.ts';
export { signatureChecks } from './webhook/signature.ts';
export { retryChecks } from './webhook/retries.ts';

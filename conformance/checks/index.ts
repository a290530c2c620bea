// The files with the checks; if one is missing here, suite.ts does not compile.
export { arrivalChecks } from './webhook/arrival.ts';
export { eventContentChecks } from './webhook/content.ts';
export { signatureChecks } from './webhook/signature.ts';
export { retryChecks } from './webhook/retries.ts';

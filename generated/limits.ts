// Written by `npm run generate` from openapi.yaml. Never edited.
/** The limits of openapi.yaml: lengths in code points, sizes in bytes, numbers of items. */
export const limits = {
  reference: { maxLength: 256, pattern: new RegExp("^[^\\x00-\\x1F\\x7F-\\x9F]+$", 'u') },
  reasonCode: { maxLength: 128, pattern: new RegExp("^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*_(OK|FAIL)$", 'u') },
  idempotencyKey: { maxLength: 255, pattern: new RegExp("^[!-~]+$", 'u') },
  artifacts: 20,
  fileBytes: 10485760,
  jsonBytes: 65536,
};

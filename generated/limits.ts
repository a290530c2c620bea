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

/** The numbers that x-numbers lists, by id: times in milliseconds, sizes in bytes. */
export const numbers = {
  'create-body': 65536,
  'file': 10485760,
  'multipart-overhead': 65536,
  'artifacts': 20,
  'reference': 256,
  'idempotency-key': 255,
  'key-lifetime': 86400000,
  'file-name': 400,
  'path': 300,
  'digits': 15,
  'parts': 50,
  'unread-body': 65536,
  'proxy-body': 16777216,
  'reason-code': 128,
  'reasons': 64,
  'returned-content': 12,
  'clock-difference': 300000,
  'machine-clocks': 5000,
  'polling': 2000,
  'sandbox-decision': 5000,
  'event-arrival': 5000,
  'event-response': 15000,
  'first-retry': 10000,
  'event-clock': 5000,
  'attempts': 8,
  'retry-span': 86400000,
  'suite-wait': 10000,
  'suite-stall': 30000,
  'suite-connections': 100,
  'suite-at-once': 30,
};

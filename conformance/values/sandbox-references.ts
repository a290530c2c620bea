/** References that begin like those of the sandbox and ask for nothing that it knows (D53). */
export const unknownDirectives = [
  'sandbox:',
  'sandbox:anything',
  'sandbox:APPROVE',
  'sandbox:approved',
  'sandbox:approve:OCR_OK',
  'sandbox:hold:1',
  'sandbox: approve',
  'sandbox:error',
  'sandbox:error:500',
  'sandbox:error:404',
  'sandbox:error:5030',
  'sandbox:error:0429',
  'sandbox:error:4_29',
  'sandbox:denyX',
  'sandbox:hold ',
  'sandbox:#approve',
];

/** Codes that `sandbox:deny:` rejects (D68). */
export const illegalCodes = [
  'OCR_OK',
  'FACE_MATCH',
  'face_match_fail',
  'face_FAIL',
  'Face_MATCH_FAIL',
  'FAIL',
  '_FAIL',
  '1_FAIL',
  'FACE__MATCH_FAIL',
  'FACE MATCH_FAIL',
  'FACE-MATCH_FAIL',
  'FACE_MATCH_FAILED',
  'FACE_FAIL_OK',
  'FACEFAIL',
  'FACE_FAIL_',
  'FACE_FAIL,OCR_FAIL',
  'FACE:OCR_FAIL',
  'ÑANDU_FAIL',
  // A digit, but not one of 0 to 9.
  'A\u0663_FAIL',
  'FACE_MATCH_FAIL ',
  '',
];

/** References that only a sandbox key may send, of each kind. */
export const directives = [
  'sandbox:approve',
  'sandbox:approve#with a suffix',
  'sandbox:deny',
  'sandbox:hold',
  'sandbox:deny:DOCUMENT_EXPIRED_FAIL',
  'sandbox:error:503',
  'sandbox:anything',
  'sandbox:',
];

import type { Directive } from '../../../reference-impl/ports.ts';
import { type Defect, failing, type FaultTable } from '../support/fault.ts';
import { invalid, Rejected, problem } from '../../../reference-impl/http/problems.ts';
import { opening, readingDirectives, hold } from '../support/sandbox.ts';

/** References that are taken for a directive that they are not. */
const readingAsDirective =
  (reference: string, directive: Directive): Defect =>
  ({ directiveOf }) => ({
    directiveOf: (given) => (given.split('#')[0] === reference ? directive : directiveOf(given)),
  });

const denying = (code: string) => readingAsDirective(`sandbox:deny:${code}`, { effect: 'deny-with', code });

/** A live key may use the references that are like this. */
const honouringLive =
  (
    of: (reference: string) => boolean,
    as: (directive: Directive | undefined) => Directive | undefined = () => undefined,
  ): Defect =>
  ({ createCase, directiveOf }) => ({
    async createCase(call, parts) {
      const read = await call.read();
      const same = { ...call, read: async () => read };
      if (call.caller.mode !== 'live' || !of(read.body.reference)) return createCase(same, parts);
      const directive = as(directiveOf(read.body.reference));
      if (directive?.effect === 'error') return parts.sandboxError(directive.status);
      return createCase(same, { ...parts, directiveOf: () => undefined });
    },
  });

/** The problem of a reference points somewhere else. */
const pointingElsewhere =
  (errors: { pointer: string; detail: string }[]): Defect =>
  ({ createCase }) => ({
    async createCase(call, parts) {
      const response = await createCase(call, parts);
      const concerns = 'problem' in response && response.problem === 'invalid-request';
      return concerns ? { ...invalid(errors), ...(errors.length === 0 && { errors }) } : response;
    },
  });

/** Defects that the checks in `conformance/checks/sandbox/references.ts` must find. */
export const sandboxReferencesFaults: FaultTable = {
  'compares only the beginning of an error directive': [
    { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:error:5030' } },
    readingAsDirective('sandbox:error:5030', { effect: 'error', status: 503 }),
  ],
  'parses the code of an error directive as a number': [
    { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:error:0429' } },
    readingAsDirective('sandbox:error:0429', { effect: 'error', status: 429 }),
  ],
  'parses the code of an error directive as a JavaScript number': [
    { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:error:4_29' } },
    readingAsDirective('sandbox:error:4_29', { effect: 'error', status: 429 }),
  ],
  'compares only the beginning of a denial': [
    { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:denyX' } },
    readingAsDirective('sandbox:denyX', { effect: 'deny' }),
  ],
  'trims the end of a directive': [
    { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:hold ' } },
    readingAsDirective('sandbox:hold ', { effect: 'hold' }),
  ],
  'treats an unknown directive as a plain reference': [
    {
      'sandbox.unknown-directive-refused': { code: 'wrong-status', status: 201 },
      'sandbox.deny-code-checked': { code: 'wrong-status', status: 201 },
      'sandbox.live-key-refuses': { code: 'wrong-status', row: 'sandbox:anything', status: 201 },
    },
    opening((_, directive) => (directive?.effect === 'unknown' ? undefined : directive)),
  ],
  'treats sandbox: without a directive as a plain reference': [
    {
      'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:', status: 201 },
      'sandbox.live-key-refuses': { code: 'wrong-status', row: 'sandbox:' },
    },
    opening((reference, directive) => (reference === 'sandbox:' ? undefined : directive)),
  ],
  'treats sandbox: with a suffix as a plain reference': [
    { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:#approve', status: 201 } },
    opening((reference, directive) => (reference.startsWith('sandbox:#') ? undefined : directive)),
  ],
  'ignores text after a colon that follows a directive': [
    {
      'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:approve:OCR_OK', status: 201 },
    },
    readingDirectives((reference) => reference.replace(/^(sandbox:(?:approve|hold)):[^#]*/, '$1')),
  ],
  'compares only the beginning of a directive': [
    { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox:approved', status: 201 } },
    readingDirectives((reference) => reference.replace(/^sandbox:approve[^#:]*/, 'sandbox:approve')),
  ],
  'trims a directive': [
    { 'sandbox.unknown-directive-refused': { code: 'wrong-status', row: 'sandbox: approve', status: 201 } },
    readingDirectives((reference) => reference.replace(/^sandbox: +/, 'sandbox:')),
  ],
  'sends no pointer for an unknown directive': [
    {
      'sandbox.unknown-directive-refused': 'missing-pointer',
      'sandbox.deny-code-checked': 'missing-pointer',
      'sandbox.live-key-refuses': 'missing-pointer',
    },
    pointingElsewhere([]),
  ],
  'points at the type for an unknown directive': [
    {
      'sandbox.unknown-directive-refused': { code: 'wrong-pointer', actual: '#/type' },
      'sandbox.deny-code-checked': { code: 'wrong-pointer', actual: '#/type' },
      'sandbox.live-key-refuses': { code: 'wrong-pointer', actual: '#/type' },
    },
    pointingElsewhere([{ pointer: '#/type', detail: 'is wrong' }]),
  ],
  'responds with 400 to an unknown directive': [
    {
      'sandbox.unknown-directive-refused': { code: 'wrong-status', status: 400 },
      'sandbox.deny-code-checked': { code: 'wrong-status', status: 400 },
      'sandbox.live-key-refuses': { code: 'wrong-status', status: 400 },
      'http.left-open-answers': { code: 'wrong-status', row: 'a reason that is too long' },
    },
    ({ directiveOf }) => ({
      directiveOf(reference) {
        const directive = directiveOf(reference);
        if (directive?.effect === 'unknown')
          throw new Rejected(problem(400, 'malformed-request', 'There is no such directive.'));
        return directive;
      },
    }),
  ],
  'compares only the beginning of a code': [
    { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:FACE_MATCH_FAILED' } },
    denying('FACE_MATCH_FAILED'),
  ],
  'accepts a code that contains FAIL anywhere': [
    { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:FACE_FAIL_OK' } },
    denying('FACE_FAIL_OK'),
  ],
  'accepts all Unicode letters in a code': [
    { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:ÑANDU_FAIL' } },
    denying('ÑANDU_FAIL'),
  ],
  'accepts all Unicode digits in a code': [
    { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:A\u0663_FAIL' } },
    denying('A\u0663_FAIL'),
  ],
  'trims a code': [
    { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:FACE_MATCH_FAIL ' } },
    denying('FACE_MATCH_FAIL '),
  ],
  'does not check the code of a denial': [
    { 'sandbox.deny-code-checked': { code: 'wrong-status', status: 201 } },
    opening((reference, directive) => (reference.startsWith('sandbox:deny:') ? { effect: 'deny' } : directive)),
  ],
  'accepts a code that does not end in _FAIL': [
    { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:OCR_OK', status: 201 } },
    opening((reference, directive) =>
      /^sandbox:deny:[A-Z_]+_OK(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
  ],
  'accepts a code with only its end in upper case': [
    { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:face_FAIL', status: 201 } },
    opening((reference, directive) =>
      /^sandbox:deny:[a-z]+_FAIL(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
  ],
  'accepts a code in lower case': [
    { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:face_match_fail', status: 201 } },
    opening((reference, directive) =>
      /^sandbox:deny:[a-z_]+_fail(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
  ],
  'treats an empty code as a missing code': [
    { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:', status: 201 } },
    opening((reference, directive) => (/^sandbox:deny:(#|$)/.test(reference) ? { effect: 'deny' } : directive)),
  ],
  'accepts every code that ends in FAIL': [
    { 'sandbox.deny-code-checked': { code: 'wrong-status', row: 'sandbox:deny:FAIL', status: 201 } },
    opening((reference, directive) =>
      /^sandbox:deny:[A-Z_]*FAIL(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
  ],
  ...failing(
    { 'sandbox.live-key-refuses': { code: 'wrong-status', status: 201 } },
    {
      'accepts sandbox references with a live key': honouringLive(() => true),
      'treats unknown directives with a live key as plain references': honouringLive(
        (reference) => !/^sandbox:(approve|deny|hold|error)/.test(reference),
      ),
    },
  ),
  'accepts sandbox:hold with a live key': [
    { 'sandbox.live-key-refuses': { code: 'wrong-status', row: 'sandbox:hold', status: 201 } },
    honouringLive(hold),
  ],
  'accepts sandbox references that have a suffix with a live key': [
    { 'sandbox.live-key-refuses': { code: 'wrong-status', row: 'sandbox:approve#with a suffix', status: 201 } },
    honouringLive((reference) => reference.includes('#')),
  ],
  'responds with sandbox errors to a live key': [
    { 'sandbox.live-key-refuses': { code: 'wrong-status', row: 'sandbox:error:503', status: 503 } },
    honouringLive(
      (reference) => reference.startsWith('sandbox:error'),
      (directive) => directive,
    ),
  ],
  'responds with 403 to a sandbox reference with a live key': [
    { 'sandbox.live-key-refuses': { code: 'wrong-status', status: 403 } },
    ({ createCase }) => ({
      async createCase(call, parts) {
        const response = await createCase(call, parts);
        return response.status === 422 && call.caller.mode === 'live'
          ? { ...response, status: 403 as never }
          : response;
      },
    }),
  ],
  'decides cases of live keys without the sandbox': [
    { 'sandbox.absent-refuses': { code: 'wrong-status', status: 201 } },
    honouringLive((reference) => reference.startsWith('sandbox:')),
    'without sandbox',
  ],
  'treats sandbox:hold as a plain reference without the sandbox': [
    { 'sandbox.absent-refuses': { code: 'wrong-status', row: 'sandbox:hold', status: 201 } },
    honouringLive(hold),
    'without sandbox',
  ],
  'responds with sandbox errors without the sandbox': [
    { 'sandbox.absent-refuses': { code: 'wrong-status', status: 503 } },
    honouringLive(
      (reference) => reference.startsWith('sandbox:error'),
      (directive) => directive,
    ),
    'without sandbox',
  ],
};

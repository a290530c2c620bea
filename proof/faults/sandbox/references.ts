import type { Directive } from '../../../reference-impl/ports.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { invalid, Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
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

const faults: FaultTable = {
  'sandbox.unknown-reference-rejected': {
    'compares only the beginning of an error directive': readingAsDirective('sandbox:error:5030', {
      effect: 'error',
      status: 503,
    }),
    'parses the code of an error directive as a number': readingAsDirective('sandbox:error:0429', {
      effect: 'error',
      status: 429,
    }),
    'parses the code of an error directive as a JavaScript number': readingAsDirective('sandbox:error:4_29', {
      effect: 'error',
      status: 429,
    }),
    'compares only the beginning of a denial': readingAsDirective('sandbox:denyX', { effect: 'deny' }),
    'trims the end of a directive': readingAsDirective('sandbox:hold ', { effect: 'hold' }),
    'treats an unknown directive as a plain reference': opening((_, directive) =>
      directive?.effect === 'unknown' ? undefined : directive,
    ),
    'treats sandbox: without a directive as a plain reference': opening((reference, directive) =>
      reference === 'sandbox:' ? undefined : directive,
    ),
    'treats sandbox: with a suffix as a plain reference': opening((reference, directive) =>
      reference.startsWith('sandbox:#') ? undefined : directive,
    ),
    'ignores text after a colon that follows a directive': readingDirectives((reference) =>
      reference.replace(/^(sandbox:(?:approve|hold)):[^#]*/, '$1'),
    ),
    'compares only the beginning of a directive': readingDirectives((reference) =>
      reference.replace(/^sandbox:approve[^#:]*/, 'sandbox:approve'),
    ),
    'trims a directive': readingDirectives((reference) => reference.replace(/^sandbox: +/, 'sandbox:')),
    'sends no pointer for an unknown directive': pointingElsewhere([]),
    'points at the type for an unknown directive': pointingElsewhere([{ pointer: '#/type', detail: 'is wrong' }]),
    'responds with 400 to an unknown directive': ({ directiveOf }) => ({
      directiveOf(reference) {
        const directive = directiveOf(reference);
        if (directive?.effect === 'unknown')
          throw new Rejected(problem(400, 'malformed-request', 'There is no such directive.'));
        return directive;
      },
    }),
    'compares only the beginning of a code': denying('FACE_MATCH_FAILED'),
    'accepts a code that contains FAIL anywhere': denying('FACE_FAIL_OK'),
    'accepts all Unicode letters in a code': denying('ÑANDU_FAIL'),
    'accepts all Unicode digits in a code': denying('A\u0663_FAIL'),
    'trims a code': denying('FACE_MATCH_FAIL '),
    'does not check the code of a denial': opening((reference, directive) =>
      reference.startsWith('sandbox:deny:') ? { effect: 'deny' } : directive,
    ),
    'accepts a code that does not end in _FAIL': opening((reference, directive) =>
      /^sandbox:deny:[A-Z_]+_OK(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
    'accepts a code with only its end in upper case': opening((reference, directive) =>
      /^sandbox:deny:[a-z]+_FAIL(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
    'accepts a code in lower case': opening((reference, directive) =>
      /^sandbox:deny:[a-z_]+_fail(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
    'treats an empty code as a missing code': opening((reference, directive) =>
      /^sandbox:deny:(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
    'accepts every code that ends in FAIL': opening((reference, directive) =>
      /^sandbox:deny:[A-Z_]*FAIL(#|$)/.test(reference) ? { effect: 'deny' } : directive,
    ),
  },
  'sandbox.rejected-with-live-key': {
    'accepts sandbox references with a live key': honouringLive(() => true),
    'treats unknown directives with a live key as plain references': honouringLive(
      (reference) => !/^sandbox:(approve|deny|hold|error)/.test(reference),
    ),
    'accepts sandbox:hold with a live key': honouringLive(hold),
    'accepts sandbox references that have a suffix with a live key': honouringLive((reference) =>
      reference.includes('#'),
    ),
    'responds with sandbox errors to a live key': honouringLive(
      (reference) => reference.startsWith('sandbox:error'),
      (directive) => directive,
    ),
    'responds with 403 to a sandbox reference with a live key': ({ createCase }) => ({
      async createCase(call, parts) {
        const response = await createCase(call, parts);
        return response.status === 422 && call.caller.mode === 'live'
          ? { ...response, status: 403 as never }
          : response;
      },
    }),
  },
  'sandbox.rejected-without-capability': {
    'decides cases of live keys without the sandbox': honouringLive((reference) => reference.startsWith('sandbox:')),
    'treats sandbox:hold as a plain reference without the sandbox': honouringLive(hold),
    'responds with sandbox errors without the sandbox': honouringLive(
      (reference) => reference.startsWith('sandbox:error'),
      (directive) => directive,
    ),
  },
};

export default faults;

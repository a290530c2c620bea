// Which references of the sandbox are accepted.
import { create, properties } from './requests.ts';
import { sends } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, rejects } from './support/fault.ts';
import type { Input } from './support/input.ts';
import { approves, of } from './support/sandbox.ts';

const sentBy = (is: (sender: Input['sender']) => boolean) => (pattern: RegExp) =>
  create(({ reference: text }, { sender }) => is(sender) && typeof text === 'string' && pattern.test(text));
/** Creates with such a reference. */
const directive = sentBy((sender) => sender !== 'live');
const withLiveKey = sentBy((sender) => sender === 'live');
const withAnyKey = sentBy(() => true);

const acceptsDirective = (pattern: RegExp) => accepts(directive(pattern));
const acceptsLive = (pattern: RegExp) => accepts(withLiveKey(pattern));
const acceptsAny = (pattern: RegExp) => accepts(withAnyKey(pattern));
const rejectsDirective = (pattern: RegExp): InputFault => ({ rejects: directive(pattern) });

const pointsElsewhere = (errors: { pointer: string; detail: string }[]) =>
  sends(
    ({ status, text }) => status === 422 && text.includes('sandbox'),
    ({ body }) => ({ body: { ...body, errors } }),
  );

const normalised = (text: string) => text.replaceAll(/[\uff01-\uff5e]/g, (letter) => letter.normalize('NFKC'));

const faults: InputFaults = {
  ...faultsOf(rejectsDirective, {
    'rejects sandbox:hold': /^sandbox:hold(#|$)/,
    'accepts only letters in the code of a denial': /^sandbox:deny:[^#]*[0-9]/,
    'accepts codes only up to 64 letters': /^sandbox:deny:[^#]{65}/,
    'accepts only codes with a long first word': /^sandbox:deny:[A-Z0-9]_/,
    'accepts no suffix': /^sandbox:[^#]*#/,
    'accepts no suffix after a code': /^sandbox:deny:.*#/,
    'accepts only letters and digits in a suffix': /^sandbox:[^#]*#(?![\w-]*$)/,
    'accepts only ASCII in a suffix': /^sandbox:[^#]*#(?=.*[^\x20-\x7e])/,
    'accepts a suffix only up to 100 letters': /^sandbox:[^#]*#(?=.{101})/u,
    'begins a suffix at the last # instead of the first': /^sandbox:[^#]*#(?=.*#)/,
  }),
  ...faultsOf(acceptsDirective, {
    'opens a case for sandbox:error:429': /^sandbox:error:429(#|$)/,
    'opens a case for an error directive with a suffix': /^sandbox:error:503#/,
    'compares only the beginning of a denial': /^sandbox:denyX(#|$)/,
    'compares only the beginning of a directive': /^sandbox:approve[^#:]+/,
    'trims a directive': /^sandbox: +(approve|deny|hold)/,
    'trims the end of a directive': /^sandbox:hold (#|$)/,
    'treats sandbox: with a suffix as a plain reference': /^sandbox:#/,
    'ignores text after a colon that follows a directive': /^sandbox:(approve|hold):/,
    'compares only the beginning of a code': /^sandbox:deny:FACE_MATCH_FAILED(#|$)/,
    'accepts a code that contains FAIL anywhere': /^sandbox:deny:FACE_FAIL_OK(#|$)/,
    'accepts all Unicode letters in a code': /^sandbox:deny:ÑANDU_FAIL(#|$)/,
    'accepts all Unicode digits in a code': /^sandbox:deny:A\u0663_FAIL(#|$)/,
    'trims a code': /^sandbox:deny:FACE_MATCH_FAIL (#|$)/,
    'does not check the code of a denial': /^sandbox:deny:/,
    'accepts a code that does not end in _FAIL': /^sandbox:deny:[A-Z_]+_OK(#|$)/,
    'accepts a code with only its end in upper case': /^sandbox:deny:[a-z]+_FAIL(#|$)/,
    'accepts a code in lower case': /^sandbox:deny:[a-z_]+_fail(#|$)/,
    'treats an empty code as a missing code': /^sandbox:deny:(#|$)/,
    'accepts every code that ends in FAIL': /^sandbox:deny:[A-Z_]*FAIL(#|$)/,
  }),
  'opens a case for an error directive at the second try': accepts(
    create(
      ({ reference: text }, { sender, earlier }) =>
        typeof text === 'string' &&
        /^sandbox:error:(429|503)(#|$)/.test(text) &&
        earlier.some((each) => each.sender === sender && each.properties?.['reference'] === text),
    ),
  ),
  'opens a case of an entity for sandbox:error:503': accepts(
    create(({ type, reference: text }) => type === 'PM' && text === 'sandbox:error:503'),
  ),
  ...faultsOf(acceptsAny, {
    'treats an unknown directive as a plain reference': /^sandbox:(?!error)/,
    'treats sandbox: without a directive as a plain reference': /^sandbox:$/,
    'decides cases of live keys without the sandbox': /^sandbox:/,
    'treats sandbox:hold as a plain reference without the sandbox': /^sandbox:hold(#|$)/,
  }),
  ...faultsOf(acceptsLive, {
    'accepts sandbox references with a live key': /^sandbox:/,
    'treats unknown directives with a live key as plain references': /^sandbox:(?!approve|deny|hold|error)/,
    'accepts sandbox:hold with a live key': /^sandbox:hold(#|$)/,
    'accepts sandbox references that have a suffix with a live key': /^sandbox:.*#/,
  }),
  ...faultsOf(rejects('503 unavailable'), {
    'compares only the beginning of an error directive': directive(/^sandbox:error:5030(#|$)/),
    'responds with sandbox errors to a live key': withLiveKey(/^sandbox:error/),
  }),
  ...faultsOf(rejects('429 rate-limited'), {
    'parses the code of an error directive as a number': directive(/^sandbox:error:0429(#|$)/),
    'parses the code of an error directive as a JavaScript number': directive(/^sandbox:error:4_29(#|$)/),
  }),
  'responds with 400 to an unknown directive': rejects('400 malformed-request')(
    withAnyKey(/^sandbox:(?!(approve|deny|hold|error:429|error:503)(#|$)|deny:\w{1,115}_FAIL(#|$))/),
  ),
  'responds with 403 to a sandbox reference with a live key': rejects('403 unauthorized')(withLiveKey(/^sandbox:/)),
  'sends no pointer for an unknown directive': pointsElsewhere([]),
  'points at the type for an unknown directive': pointsElsewhere([{ pointer: '#/type', detail: 'is wrong' }]),
  'accepts a directive in any letter case': {
    ...acceptsDirective(/^sandbox:(approve|deny|hold)/i),
    ...approves(of(/^sandbox:approve/i)),
  },
  'trims a reference before it searches for a directive': {
    ...acceptsDirective(/^\s*sandbox:(approve|deny|hold)\s+$/),
    ...approves(of(/^\s*sandbox:approve/)),
  },
  'replaces full-width letters in a reference': {
    ...properties((body) => ({ ...body, reference: normalised(String(body['reference'])) })),
    ...approves(({ reference: text }) => /^sandbox:approve(#|$)/.test(normalised(text))),
  },
};

export default faults;

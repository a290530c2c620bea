import type { RequirementId } from '../../generated/requirements.ts';
import { headerIn, sizeOf } from '../wire/exchange.ts';
import { hasProblem } from './facts.ts';
import type { History } from './history.ts';
import type { Reading } from './request/reading.ts';

type Rule = [requirement: RequirementId, isTested: (reading: Reading, history: History) => boolean];

const header = (name: string) => (reading: Reading) => headerIn(reading.exchange.request.headers, name) !== undefined;
const anyHeader = (pattern: RegExp) => (reading: Reading) =>
  reading.exchange.request.headers.some(([name]) => pattern.test(name));
const contentType = (test: (value: string) => boolean) => (reading: Reading) =>
  test(headerIn(reading.exchange.request.headers, 'Content-Type') ?? '');
const reference = (test: (text: string) => boolean) => (reading: Reading) =>
  reading.create?.reference !== undefined && test(reading.create.reference);
const part = (name: string) => (reading: Reading) => reading.upload?.parts.find((each) => each.name === name);

/** The requirement that a rejection of a valid request breaks: the first whose feature the request has. */
const anyOperation: Rule[] = [
  [
    'authentication.scheme-any-case',
    ({ exchange }) => /^(?!Bearer )bearer /i.test(headerIn(exchange.request.headers, 'Authorization') ?? ''),
  ],
  ['http.no-method-override', anyHeader(/^x-(http-)?method(-override)?$/i)],
  ['http.accept-ignored', header('Accept')],
  ['http.range-ignored', header('Range')],
  ['http.client-headers-accepted', anyHeader(/^(expect|upgrade)$/i)],
];

const anyPost: Rule[] = [
  ['http.media-type-compared', contentType((value) => /[A-Z]/.test(value.split(';')[0]!))],
  ['http.media-type-compared', contentType((value) => /;(?!\s*boundary=[^;]*$)/i.test(value))],
];

const anyKey: Rule[] = [
  ['idempotency.only-success-stored', (reading, history) => history.keys.usesBefore(reading).length > 0],
  ['idempotency.key-forms', ({ key }) => key !== undefined],
];

const ofCreate: Rule[] = [
  ['sandbox.error-not-stored', (reading, history) => history.keys.hadSandboxError(reading)],
  ...anyPost,
  ['create-case.reference-lengths', reference((text) => [...text].length === 1)],
  ['create-case.reference-lengths', reference((text) => [...text].length > 200)],
  ['limits.json-accepted', ({ exchange }) => sizeOf(exchange.request.body) > 32 * 1024],
  ['sandbox.suffix-ignored', reference((text) => /^sandbox:[^#]*#/.test(text))],
  ['sandbox.denies-with-code', reference((text) => text.startsWith('sandbox:deny:'))],
  ['sandbox.stays-pending', reference((text) => text.startsWith('sandbox:hold'))],
  ['sandbox.denies', reference((text) => text.startsWith('sandbox:deny'))],
  ['sandbox.approves', reference((text) => text.startsWith('sandbox:'))],
  ...anyKey,
  ['create-case.opens-entity-case', ({ create }) => create?.type === 'PM'],
];

const ofUpload: Rule[] = [
  ['limits.twenty-artifacts', ({ exchange }) => hasProblem(exchange, 'artifact-limit-reached')],
  [
    'case-lifecycle.created-pending',
    (reading, history) => hasProblem(reading.exchange, 'case-closed') && isUntouched(reading, history),
  ],
  ['sandbox.stays-pending', ({ exchange }) => hasProblem(exchange, 'case-closed')],
  ...anyPost,
  ['limits.file-accepted', (reading) => (part('file')(reading)?.size ?? 0) > 1024 * 1024],
  [
    'upload-artifact.part-type-accepted',
    (reading) => /^(application\/octet-stream)?$/.test(part('file')(reading)?.type ?? ''),
  ],
  ['upload-artifact.part-type-accepted', (reading) => /[A-Z;]/.test(part('file')(reading)?.type ?? '')],
  ['upload-artifact.written-by-any-client', ({ upload }) => upload?.parts[0]?.name === 'file'],
  ['upload-artifact.accepts-file-types', (reading) => beginningOf(part('file')(reading)?.content) !== 'ffd8ffe0'],
  ['upload-artifact.file-name-ignored', (reading) => !isUsualName(part('file')(reading)?.filename)],
  ...anyKey,
  ['upload-artifact.accepts-kinds', (reading) => part('kind')(reading)?.content.toString() !== 'ID_FRONT'],
  ['upload-artifact.accepts-file-types', (reading) => part('file')(reading)?.type !== 'image/jpeg'],
];

/** Of a file, as hexadecimal digits; by default that of most JPEGs. */
const beginningOf = (content?: Buffer) => content?.toString('hex', 0, 4) ?? 'ffd8ffe0';

const isUsualName = (name = 'x.jpg') => /^[\w.-]{1,40}\.(jpe?g|png|pdf)$/i.test(name);

const isUntouched = ({ target, span }: Reading, history: History) =>
  (history.caseWith(target.caseId!)?.uploads ?? []).every(({ reading }) => reading.span.start >= span.start);

/**
 * The requirement that the service breaks if it rejects this request although it is valid. The scenarios of
 * http.header-names-any-case, limits.slow-body-accepted and limits.pause-accepted fail by it too.
 */
export function acceptanceOf(reading: Reading, history: History): RequirementId {
  const { operation } = reading.target;
  const find = (rules: Rule[]) => rules.find(([, isTested]) => isTested(reading, history))?.[0];
  if (operation === 'getCase') return find(anyOperation) ?? 'get-case.reads-case';
  if (operation === 'createCase') return find([...anyOperation, ...ofCreate]) ?? 'create-case.opens-person-case';
  return find([...anyOperation, ...ofUpload]) ?? 'upload-artifact.accepts-evidence';
}

import type { RequirementId } from '../../generated/requirements.ts';
import type { Answer } from '../engine/exchange.ts';
import { isAccepted } from '../engine/expect.ts';
import { Inconclusive, Violation } from '../engine/verdict.ts';
import { foreignContents, jpeg } from '../evidence-files/index.ts';
import { neverIssued } from './authentication.ts';
import type { Context } from './context.ts';
import { unknownIds } from './get-case.ts';
import { partsOf } from './tenant.ts';

/** One answer of each sort that the contract knows, with the requirement whose check judges that it comes. */
interface Entry {
  what: string;
  requirement: RequirementId;
  answer: Answer | undefined;
}

type Sample = [what: string, requirement: RequirementId, send: () => Promise<Answer>];

/** Requests that are refused, one of each sort that a service must answer, whatever it closes early (D74). */
function refusals(context: Context, id: string): Sample[] {
  const { tenant, nobody } = context;
  const stranger = context.stranger(neverIssued);
  const json = { 'Content-Type': 'application/json' };
  return [
    ['a create without a key', 'authentication.missing-key-401', () => nobody.create(tenant.newCase())],
    ['an upload without a key', 'authentication.missing-key-401', () => nobody.upload(id)],
    ['a read with an unknown key', 'authentication.unknown-key-401', () => stranger.read(id)],
    ['a read of an unknown case', 'get-case.unknown-404', () => tenant.read(unknownIds[0]!)],
    ['an upload to an unknown case', 'upload-artifact.case-must-exist', () => tenant.upload(unknownIds[0]!)],
    ['an unknown path', 'http.unknown-path-404', () => tenant.send({ method: 'GET', path: '/no-such-path' })],
    ['a wrong method', 'http.wrong-method-405', () => tenant.send({ method: 'DELETE', path: `/cases/${id}` })],
    ['malformed JSON', 'create-case.malformed-json', () => tenant.createRaw(Buffer.from('{'))],
    [
      'a truncated upload',
      'upload-artifact.truncated-multipart',
      () => tenant.uploadParts(id, partsOf({}), { last: false }),
    ],
    [
      'a create of another media type',
      'http.wrong-content-type-415',
      () => tenant.createRaw(Buffer.from('x'), { headers: { 'Content-Type': 'text/plain' } }),
    ],
    [
      'an upload of another media type',
      'http.wrong-content-type-415',
      () => tenant.uploadRaw(id, Buffer.from('{}'), { headers: json }),
    ],
    [
      'an unknown content',
      'upload-artifact.unknown-content',
      () => tenant.upload(id, { file: foreignContents['plain text']! }),
    ],
    ['a wrong type of case', 'create-case.invalid-type', () => tenant.create({ ...tenant.newCase(), type: 'XX' })],
    ['a missing reference', 'create-case.missing-member', () => tenant.create({ type: 'PF' })],
    ['an unknown member', 'create-case.unknown-member', () => tenant.create({ ...tenant.newCase(), nickname: 'x' })],
    ['an unknown kind', 'upload-artifact.unknown-kind', () => tenant.upload(id, { kind: 'UNKNOWN' })],
    [
      'an upload without its file',
      'upload-artifact.missing-part',
      () => tenant.uploadParts(id, [{ name: 'kind', content: 'ID_FRONT' }]),
    ],
    ['a body that is no object', 'create-case.no-object', () => tenant.create([])],
    [
      'a repeated part',
      'upload-artifact.repeated-part',
      () => tenant.uploadParts(id, [...partsOf({}), ...partsOf({})]),
    ],
    [
      'an unknown part',
      'upload-artifact.unknown-part',
      () => tenant.uploadParts(id, [...partsOf({}), { name: 'note', content: 'x' }]),
    ],
    [
      'an encoded create',
      'http.content-encoding-415',
      () => tenant.create(tenant.newCase(), { headers: { 'Content-Encoding': 'gzip' } }),
    ],
    [
      'an illegal idempotency key',
      'idempotency.illegal-key-400',
      () => tenant.create(tenant.newCase(), { headers: { 'Idempotency-Key': 'x'.repeat(256) } }),
    ],
    ['a key for another payload', 'idempotency.create-key-reused', () => reuseKey(context)],
    ...(context.claimsSandbox ? sandboxRefusals(context) : []),
  ];
}

/** Only in a sandbox do cases stay open, or are decided, as one likes. */
function sandboxRefusals(context: Context): Sample[] {
  const { tenant } = context;
  const failing = (status: 429 | 503) =>
    tenant.create(tenant.newCase('PF', `sandbox:error:${status}`), { expects: 'either' });
  return [
    ['a create when there are too many', 'sandbox.error-429', () => failing(429)],
    ['a create when the service is unavailable', 'sandbox.error-503', () => failing(503)],
    ['evidence for a full case', 'limits.twenty-first-artifact', () => overfill(context)],
    [
      'evidence for a decided case',
      'case-lifecycle.decided-case-refuses-evidence',
      async () => {
        const { id } = await tenant.decidedCase('APPROVED');
        return tenant.upload(id);
      },
    ],
  ];
}

async function reuseKey({ tenant, run }: Context): Promise<Answer> {
  const headers = { 'Idempotency-Key': run.reference() };
  await tenant.create(tenant.newCase(), { headers });
  return tenant.create(tenant.newCase(), { headers });
}

async function overfill({ tenant }: Context): Promise<Answer> {
  const { id } = await tenant.openCase();
  for (let at = 1; at <= 20; at += 1)
    await tenant.addEvidence(id, { file: jpeg(String(at)) }, 'limits.twenty-artifacts');
  return tenant.upload(id);
}

function successes({ tenant }: Context, id: string): Sample[] {
  return [
    ['a create', 'create-case.opens-person-case', () => tenant.create(tenant.newCase())],
    ['an upload', 'upload-artifact.accepts-evidence', () => tenant.upload(id)],
    ['a read', 'get-case.reads-case', () => tenant.read(id)],
  ];
}

/** Sends each sample once a run; what did not come as it must is left without an answer. */
function survey(
  context: Context,
  name: string,
  samplesOf: (shared: Context, id: string) => Sample[],
  came: (answer: Answer) => boolean,
): Promise<Entry[]> {
  return context.once(name, async (shared) => {
    const { id } = await shared.tenant.openCase();
    return Promise.all(
      samplesOf(shared, id).map(async ([what, requirement, send]) => {
        const end = await send().catch(blockedBy);
        if (end === undefined || typeof end === 'string')
          return { what, requirement: end ?? requirement, answer: undefined };
        return { what, requirement, answer: came(end) ? end : undefined };
      }),
    );
  });
}

/** What kept a sample from coming, as far as another requirement than its own did. */
function blockedBy(error: unknown): RequirementId | undefined {
  if (error instanceof Inconclusive && error.blockedBy !== undefined) return error.blockedBy;
  if (!(error instanceof Violation)) throw error;
}

const surveyRefusals = (context: Context) => survey(context, 'refusals', refusals, ({ status }) => status >= 400);
const surveySuccesses = (context: Context) => survey(context, 'successes', successes, isAccepted);

/**
 * Judges every refusal that came. What did not come as a 4xx or 5xx is another check's failure; when all that came is
 * well, it leaves this one inconclusive.
 */
export async function eachRefusal(context: Context, judge: (answer: Answer) => void): Promise<void> {
  judgeAll(await surveyRefusals(context), judge);
}

export async function eachSuccess(context: Context, judge: (answer: Answer) => void): Promise<void> {
  judgeAll(await surveySuccesses(context), judge);
}

export async function eachAnswer(context: Context, judge: (answer: Answer) => void): Promise<void> {
  judgeAll([...(await surveySuccesses(context)), ...(await surveyRefusals(context))], judge);
}

function judgeAll(entries: Entry[], judge: (answer: Answer) => void): void {
  for (const { what, answer } of entries) if (answer) judgeOne(what, answer, judge);
  const missing = entries.find(({ answer }) => !answer);
  if (missing)
    throw new Inconclusive(
      `blocked by ${missing.requirement}: ${missing.what} was not answered as it must be`,
      missing.requirement,
    );
}

function judgeOne(what: string, answer: Answer, judge: (answer: Answer) => void): void {
  try {
    judge(answer);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new Violation(`${error.expected} (on ${what})`, error.actual, error.exchange);
  }
}

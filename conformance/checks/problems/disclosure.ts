import type { RequirementId } from '../../../generated/requirements.ts';
import { type HttpResponse, mediaType } from '../../engine/exchange.ts';
import { expectThat, objectOf, show } from '../../engine/expect.ts';
import { NoResponse } from '../../engine/http.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { foreignContents } from '../support/fixtures/evidence-files.ts';
import { fullCase } from '../support/fixtures/sizes.ts';
import { partsOf } from '../support/fixtures/upload.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import { forEachRejection } from '../support/survey/survey.ts';

// What only the inside of a service writes: frames of common runtimes, paths of machines, statements and driver errors.
const internals: Record<string, RegExp> = {
  'a JavaScript stack frame': /\bat .+ \(?(file:|node:|\/|[A-Z]:\\).+:\d+:\d+\)?/,
  'a Python traceback': /Traceback \(most recent call last\)|File ".+", line \d+/,
  'a Java stack frame': /\bat [\w.$]+\([\w]+\.(java|kt|scala):\d+\)|\bjava\.lang\.\w+(Exception|Error)\b/,
  'a Go stack frame': /goroutine \d+ \[|\.go:\d+/,
  'a .NET stack frame': /\bat [\w.]+\(.*\) in .+:line \d+|\bSystem\.\w+Exception\b/,
  'a Ruby or PHP stack frame': /\.(rb|php):\d+|\bin .+\.php on line \d+/,
  'a file path':
    /(^|[\s"'(=:])(\/(usr|home|var|opt|tmp|etc|root|app|srv|src|proc|Users)\/|[A-Z]:\\)[\w.-]+|node_modules/,
  SQL: /\b(SELECT\b.+\bFROM|INSERT INTO|UPDATE\b.+\bSET|DELETE FROM|CREATE TABLE)\b|SQLITE_|SQLSTATE|ORA-\d{5}|(UNIQUE|unique|FOREIGN KEY|foreign key) constraint/,
};

/** What no problem may tell: what was submitted, and what only the inside of a service knows. */
export const disclosureChecks = {
  'problems.no-submitted-values': async (context) => {
    const { tenant } = context;
    const id = await tenant.openCaseWithEvidence();

    // No word of any language, and not to be met by chance: a few letters of it are enough to know it by.
    const value = 'Zq7Wx9Kv4Jb2Hy';
    const excerpts = Array.from({ length: value.length - 5 }, (_, at) => value.slice(at, at + 6).toLowerCase());
    const key = { headers: { 'Idempotency-Key': `${value}-${context.run.reference()}` } };
    await tenant.create(tenant.newCase(), key);
    const sandboxRefusal = context.claimsSandbox ? 'sandbox.unknown-directive-refused' : 'sandbox.absent-refuses';
    const requests: Record<string, [by: RequirementId, send: () => Promise<HttpResponse>]> = {
      'the type': ['create-case.invalid-type', () => tenant.create({ ...tenant.newCase(), type: value })],
      'the reference, too long': [
        'create-case.too-long-reference',
        () => tenant.create({ type: 'PF', reference: value.repeat(30) }),
      ],
      'the reference, with a control character': [
        'create-case.control-character',
        () => tenant.create({ type: 'PF', reference: `${value}\u0007` }),
      ],
      'the value of an unknown member': [
        'create-case.unknown-member',
        () => tenant.create({ ...tenant.newCase(), nickname: value }),
      ],
      'the reference, of the sandbox': [sandboxRefusal, () => tenant.create(tenant.newCase('PF', `sandbox:${value}`))],
      'a reference that is no string': [
        'create-case.invalid-reference',
        () => tenant.create({ type: 'PF', reference: { value } }),
      ],
      'a reference beside a wrong type': [
        'create-case.invalid-type',
        () => tenant.create({ type: 'XX', reference: value }),
      ],
      'malformed JSON behind a value': [
        'create-case.malformed-json',
        () => tenant.createRaw(Buffer.from(`{"type":"PF","reference":"${value}" x}`)),
      ],
      'a word in malformed JSON': [
        'create-case.malformed-json',
        () => tenant.createRaw(Buffer.from(`{"type":"PF","reference":${value}}`)),
      ],
      'malformed JSON': [
        'create-case.malformed-json',
        () => tenant.createRaw(Buffer.from(`{"type":"PF","reference":"x" ${value}}`)),
      ],
      'a body that is text': ['create-case.no-object', () => tenant.create(value)],
      'the media type': [
        'http.wrong-content-type-415',
        () => tenant.createRaw(Buffer.from('x'), { headers: { 'Content-Type': `text/${value}` } }),
      ],
      'the kind': ['upload-artifact.unknown-kind', () => tenant.upload(id, { kind: value })],
      'the content of a file': [
        'upload-artifact.unknown-content',
        () => tenant.upload(id, { file: Buffer.from(`${value} ${value}`) }),
      ],
      'the name of a file': [
        'upload-artifact.unknown-content',
        () => tenant.upload(id, { file: foreignContents['plain text']!, filename: `${value}.jpg` }),
      ],
      'the type of a part': [
        'upload-artifact.part-type-disagrees',
        () => tenant.upload(id, { type: `image/${value}` }),
      ],
      'the content of an unknown part': [
        'upload-artifact.unknown-part',
        () => tenant.uploadParts(id, [...partsOf(), { name: 'note', content: value }]),
      ],
      'a kind beside no file': [
        'upload-artifact.missing-part',
        () => tenant.uploadParts(id, [{ name: 'kind', content: value }]),
      ],
      'a truncated kind': [
        'upload-artifact.truncated-multipart',
        () => tenant.uploadParts(id, [{ name: 'kind', content: value }], { last: false }),
      ],
      'the id of a case': ['get-case.unknown-404', () => tenant.read(`${value}00000000`)],
      'the id of a case that evidence is for': [
        'upload-artifact.case-must-exist',
        () => tenant.upload(`${value}00000000`),
      ],
      'the idempotency key, for another payload': [
        'idempotency.create-key-reused',
        () => tenant.create(tenant.newCase(), key),
      ],
      'the content encoding': [
        'http.content-encoding-415',
        () => tenant.create(tenant.newCase(), { headers: { 'Content-Encoding': value } }),
      ],
      'the idempotency key': [
        'idempotency.illegal-key-400',
        () => tenant.create(tenant.newCase(), { headers: { 'Idempotency-Key': `${value} ${value}` } }),
      ],
      'the API key': ['authentication.unknown-key-401', () => context.withCredential({ value, shell: value }).read(id)],
      'the path': ['http.unknown-path-404', () => tenant.send({ method: 'GET', path: `/${value}` })],
      'the query': ['http.unknown-path-404', () => tenant.send({ method: 'GET', path: `/no-such-path?q=${value}` })],
      'the id of a case that is deleted': [
        'http.wrong-method-405',
        () => tenant.send({ method: 'DELETE', path: `/cases/${value}00000000` }),
      ],
    };
    await forEachRow(requests, async ([by, send]) => expectNone(excerpts, await rejectedPrecondition(by, send)));
    await forEachRow(await requestsForKnownCases(context), async ([by, caseId, send]) =>
      expectNone([caseId.toLowerCase()], await rejectedPrecondition(by, send)),
    );
  },

  'problems.no-internals': async (context) => {
    const judge = (response: HttpResponse) => {
      const shown = shownBy(response);
      for (const [what, pattern] of Object.entries(internals))
        expectThat(
          'internals-disclosed',
          !pattern.test(shown),
          `a problem without ${what}`,
          show(pattern.exec(shown)?.[0]),
          response,
        );
    };
    await forEachRejection(context, judge);
    for (const response of await hostileRequests(context)) if (response.status >= 400) judge(response);
  },
} satisfies Partial<Checks<'problems'>>;

/** Neither the problem nor the challenge beside it contains one of the texts, in whatever letter case. */
function expectNone(texts: string[], response: HttpResponse): void {
  const shown = [response.body.toString('utf8'), response.header('WWW-Authenticate') ?? ''].join('\n');
  const holds = !texts.some((text) => shown.toLowerCase().includes(text));
  expectThat('input-disclosed', holds, 'a problem without the submitted value', shown, response);
}

/** What is refused for the state of a case that is there, with the id that was submitted. */
async function requestsForKnownCases(
  context: Context,
): Promise<Record<string, [by: RequirementId, caseId: string, send: () => Promise<HttpResponse>]>> {
  const { tenant, claimsSandbox } = context;
  const { id } = await tenant.openCase();
  const remove = () => tenant.send({ method: 'DELETE', path: `/cases/${id}` });
  const rows: Awaited<ReturnType<typeof requestsForKnownCases>> = {
    'the id of a case that is there': ['http.wrong-method-405', id, remove],
  };
  // Only in a sandbox is a case decided, or full and not decided, as one likes.
  if (!claimsSandbox) return rows;
  const [full, { id: decided }] = [await fullCase(context), await tenant.decidedCase('APPROVED')];
  return {
    ...rows,
    'the id of a full case': ['limits.twenty-first-artifact', full.id, full.twentyFirst],
    'the id of a decided case': ['case-lifecycle.decided-case-refuses-evidence', decided, () => tenant.upload(decided)],
  };
}

/** Requests that lead careless services to show their inside. What gives no answer shows nothing. */
async function hostileRequests({ tenant }: Context): Promise<HttpResponse[]> {
  const { id } = await tenant.openCase();
  const requests = [
    () => tenant.createRaw(Buffer.from('{"type":"PF","reference":"x",,}')),
    () => tenant.create({ type: { $ne: null }, reference: { $gt: '' } }),
    () => tenant.create({ type: "PF'; DROP TABLE cases;--", reference: "x' OR '1'='1" }),
    () => tenant.createRaw(Buffer.from(`${'['.repeat(2000)}${']'.repeat(2000)}`)),
    () => tenant.read(encodeURIComponent("x' OR '1'='1")),
    () =>
      tenant.uploadRaw(id, Buffer.from('no multipart'), {
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      }),
    () => tenant.upload(id, { kind: "ID_FRONT'; DROP TABLE artifacts;--" }),
  ];
  const responses = await Promise.all(requests.map((send) => send().catch(ignoreNoResponse)));
  return responses.filter((response) => response !== undefined);
}

function ignoreNoResponse(error: unknown): undefined {
  if (!(error instanceof NoResponse)) throw error;
}

/** What a refusal tells a person, be it a problem or, as its own check judges, none. */
function shownBy(response: HttpResponse): string {
  const text = response.body.toString('utf8');
  if (mediaType(response.header('Content-Type')) !== 'application/problem+json') return text;
  const { type: _, instance: __, ...members } = objectOf(response);
  return strings(members).join('\n');
}

/** Every string in a value, names left out: the name of an unknown member may stand in a pointer (D62). */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectThat } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { foreignContents } from '../../values/evidence-files.ts';
import { fullCase } from '../support/fixtures/sizes.ts';
import { partsOf } from '../support/fixtures/upload.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows/rows.ts';

type Rows = Record<string, [judgedBy: RequirementId, send: () => Promise<HttpResponse>]>;

// No word of any language, and long enough that a part of it identifies it.
const value = 'Zq7Wx9Kv4Jb2Hy';
const pieces = Array.from({ length: value.length - 5 }, (_, at) => value.slice(at, at + 6));
const number = 4_815_162_342;
const excerpts = [
  String(number),
  ...pieces,
  ...pieces.flatMap((piece) => (['hex', 'base64'] as const).map((encoding) => Buffer.from(piece).toString(encoding))),
].map((excerpt) => excerpt.toLowerCase());

/** Checks that a problem does not repeat submitted values. */
export const submittedValueChecks = {
  'problems.no-submitted-values': async (context) => {
    const { tenant } = context;
    const { id } = await tenant.openCase();
    const key = { headers: { 'Idempotency-Key': `${value}-${context.run.reference()}` } };
    await tenant.create(tenant.newCase(), key);
    const rows: Rows = {
      ...valuesInCreates(context),
      ...valuesInUploads(context, id),
      ...valuesInPathsAndHeaders(context, id),
      'the idempotency key, for another payload': [
        'idempotency.create-key-reused',
        () => tenant.create(tenant.newCase(), key),
      ],
    };

    await forEachRow(rows, async ([judgedBy, send]) =>
      expectNoneContained(excerpts, await rejectedPrecondition(judgedBy, send)),
    );
    await forEachRow(requestsForKnownCases(context, id), async ([judgedBy, send]) => {
      const { response, caseId } = await send();
      await rejectedPrecondition(judgedBy, async () => response);
      expectNoneContained([caseId.toLowerCase()], response);
    });
  },
} satisfies Checks<'problems'>;

function valuesInCreates({ tenant, claimsSandbox }: Context): Rows {
  const sandboxRejection = claimsSandbox ? 'sandbox.unknown-directive-refused' : 'sandbox.absent-refuses';
  return {
    'the type': ['create-case.invalid-type', () => tenant.create({ ...tenant.newCase(), type: value })],
    'the reference, too long': [
      'create-case.too-long-reference',
      () => tenant.create({ type: 'PF', reference: value.repeat(30) }),
    ],
    'the reference, with a control character': [
      'create-case.control-character',
      () => tenant.create({ type: 'PF', reference: `${value}\u0007` }),
    ],
    'the value of an unknown property': [
      'create-case.unknown-member',
      () => tenant.create({ ...tenant.newCase(), nickname: value }),
    ],
    'the reference, of the sandbox': [sandboxRejection, () => tenant.create(tenant.newCase('PF', `sandbox:${value}`))],
    'a type that is a number': ['create-case.invalid-type', () => tenant.create({ type: number, reference: 'x' })],
    'a reference that is a number': [
      'create-case.invalid-reference',
      () => tenant.create({ type: 'PF', reference: number }),
    ],
    'a reference that is not a string': [
      'create-case.invalid-reference',
      () => tenant.create({ type: 'PF', reference: { value } }),
    ],
    'a reference with a wrong type': [
      'create-case.invalid-type',
      () => tenant.create({ type: 'XX', reference: value }),
    ],
    'malformed JSON after a value': [
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
  };
}

function valuesInUploads({ tenant }: Context, id: string): Rows {
  return {
    'the kind': ['upload-artifact.unknown-kind', () => tenant.upload(id, { kind: value })],
    'the content of a file': [
      'upload-artifact.unknown-content',
      () => tenant.upload(id, { file: Buffer.from(`${value} ${value}`) }),
    ],
    'the name of a file': [
      'upload-artifact.unknown-content',
      () => tenant.upload(id, { file: foreignContents['plain text']!, filename: `${value}.jpg` }),
    ],
    'the type of a part': ['upload-artifact.part-type-disagrees', () => tenant.upload(id, { type: `image/${value}` })],
    'the content of an unknown part': [
      'upload-artifact.unknown-part',
      () => tenant.uploadParts(id, [...partsOf(), { name: 'note', content: value }]),
    ],
    'a kind without a file': [
      'upload-artifact.missing-part',
      () => tenant.uploadParts(id, [{ name: 'kind', content: value }]),
    ],
    'a truncated kind': [
      'upload-artifact.truncated-multipart',
      () => tenant.uploadParts(id, [{ name: 'kind', content: value }], { last: false }),
    ],
  };
}

function valuesInPathsAndHeaders(context: Context, id: string): Rows {
  const { tenant } = context;
  return {
    'the id of a case': ['get-case.unknown-404', () => tenant.read(`${value}00000000`)],
    'the id of the case in an upload': ['upload-artifact.case-must-exist', () => tenant.upload(`${value}00000000`)],
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
    'the id of the case in a DELETE request': [
      'http.wrong-method-405',
      () => tenant.send({ method: 'DELETE', path: `/cases/${value}00000000` }),
    ],
  };
}

/** Neither the problem nor the challenge contains one of the texts, in any letter case. */
function expectNoneContained(texts: string[], response: HttpResponse): void {
  const shown = [response.body.toString('utf8'), response.header('WWW-Authenticate') ?? ''].join('\n');
  const places = texts.map((text) => shown.toLowerCase().indexOf(text)).filter((at) => at >= 0);
  const excerpt = excerptAt(shown, Math.min(...places));
  expectThat('input-disclosed', places.length === 0, 'a problem without the submitted value', excerpt, response);
}

/** The text around a place. Reports cut a long one at its end, so it begins shortly before the place. */
function excerptAt(text: string, at: number): string {
  const start = Math.max(0, at - 20);
  const end = at + 80;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

/** Requests that are rejected for the state of an existing case, with its id. */
function requestsForKnownCases(
  context: Context,
  id: string,
): Record<string, [judgedBy: RequirementId, send: () => Promise<{ caseId: string; response: HttpResponse }>]> {
  const { tenant, claimsSandbox } = context;
  const to = async (caseId: string, request: Promise<HttpResponse>) => ({ caseId, response: await request });
  const rows: ReturnType<typeof requestsForKnownCases> = {
    'the id of an existing case': [
      'http.wrong-method-405',
      () => to(id, tenant.send({ method: 'DELETE', path: `/cases/${id}` })),
    ],
  };
  // Only a sandbox decides a case, or keeps a full one open, when a check needs it.
  if (!claimsSandbox) return rows;
  return {
    ...rows,
    'the id of a full case': [
      'limits.twenty-first-artifact',
      async () => {
        const full = await fullCase(context);
        return to(full.id, full.twentyFirst());
      },
    ],
    'the id of a decided case': [
      'case-lifecycle.decided-case-refuses-evidence',
      async () => {
        const decided = await tenant.decidedCase('APPROVED');
        return to(decided.id, tenant.upload(decided.id));
      },
    ],
  };
}

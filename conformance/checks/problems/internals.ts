import { type HttpResponse, mediaType } from '../../engine/exchange.ts';
import { expectThat, objectOf, show } from '../../engine/expect.ts';
import { NoResponse } from '../../engine/http.ts';
import { internals } from '../../internals.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { forEachRow } from '../support/rows/rows.ts';
import { forEachRejection } from '../support/survey/survey.ts';

/** A problem does not show how the service works inside. */
export const internalsChecks = {
  'problems.no-internals': async (context) => {
    const judge = (response: HttpResponse) => {
      const shown = textShownBy(response);
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
    await forEachRow(await rejectionsOfHostileRequests(context), async (response) => judge(response));
  },
} satisfies Checks<'problems'>;

/** Sends requests that often make services disclose stack traces or SQL. Returns the rejections. */
async function rejectionsOfHostileRequests({ tenant }: Context): Promise<Record<string, HttpResponse>> {
  const { id } = await tenant.openCase();
  const form = { headers: { 'Content-Type': 'multipart/form-data; boundary=x' } };
  const requests = {
    'two commas in JSON': () => tenant.createRaw(Buffer.from('{"type":"PF","reference":"x",,}')),
    'operators of a database in a create': () => tenant.create({ type: { $ne: null }, reference: { $gt: '' } }),
    'SQL in a create': () => tenant.create({ type: "PF'; DROP TABLE cases;--", reference: "x' OR '1'='1" }),
    'nested JSON': () => tenant.createRaw(Buffer.from(`${'['.repeat(2000)}${']'.repeat(2000)}`)),
    'SQL in a read': () => tenant.read(encodeURIComponent("x' OR '1'='1")),
    'an upload with a body that is not multipart': () => tenant.uploadRaw(id, Buffer.from('no multipart'), form),
    'SQL in an upload': () => tenant.upload(id, { kind: "ID_FRONT'; DROP TABLE artifacts;--" }),
  };
  const sent = Object.entries(requests).map(
    async ([label, send]) => [label, await send().catch(ignoreNoResponse)] as const,
  );
  const rejections = (await Promise.all(sent)).filter(([, response]) => response && response.status >= 400);
  return Object.fromEntries(rejections) as Record<string, HttpResponse>;
}

function ignoreNoResponse(error: unknown): undefined {
  if (!(error instanceof NoResponse)) throw error;
}

/** The human-readable strings of a problem; the whole body if it is not a problem. */
function textShownBy(response: HttpResponse): string {
  const text = response.body.toString('utf8');
  if (mediaType(response.header('Content-Type')) !== 'application/problem+json') return text;
  const { type: _, instance: __, ...properties } = objectOf(response);
  return stringsIn(properties).join('\n');
}

/** Every string in a value. A pointer may contain the name of an unknown property (D62), so names are omitted. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

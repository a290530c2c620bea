import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { excerpt, expectStatus, expectThat } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { unknownCaseId } from '../support/fixtures/unknown.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows/rows.ts';

const listens = true;

/** Requests for responses of every kind, each with its statuses and the requirement that judges them. */
const requests = (
  { tenant, anonymous }: Context,
  id: string,
): Record<string, [allowed: number[], by: RequirementId, send: () => Promise<HttpResponse>]> => {
  const path = `/cases/${id}`;
  const send = (method: string) => () => tenant.send({ method, path, listens });
  return {
    'a create': [[201], 'create-case.answers-201', () => tenant.create(tenant.newCase(), { listens })],
    'an upload': [[201], 'upload-artifact.answers-201', () => tenant.upload(id, {}, { listens })],
    'a read': [[200], 'get-case.answers-200', () => tenant.read(id, { listens })],
    'an unknown case': [[404], 'get-case.unknown-404', () => tenant.read(unknownCaseId, { listens })],
    'a read without a key': [[401], 'authentication.missing-key-401', () => anonymous.read(id, { listens })],
    'malformed JSON': [[400], 'create-case.malformed-json', () => tenant.createRaw(Buffer.from('{'), { listens })],
    'a wrong method': [[405], 'http.wrong-method-405', send('DELETE')],
    HEAD: [[200, 405], 'http.head-like-get', send('HEAD')],
    OPTIONS: [[200, 204, 405], 'http.left-open-answers', send('OPTIONS')],
  };
};

/** Where a response ends on its connection. */
export const responseEndChecks = {
  'http.nothing-behind-response': async (context) => {
    const { id } = await context.tenant.openCase();
    await forEachRow(requests(context, id), async ([allowed, by, send]) => {
      const response = await send();
      await precondition(by, async () => expectStatus(response, ...allowed));
      const behind = response.exchange.response!.behind!;
      const actual = `${behind.length} more bytes: ${excerpt(JSON.stringify(behind.toString('latin1')))}`;
      expectThat('bytes-behind-response', behind.length === 0, 'nothing after the response', actual, response);
    });
  },
} satisfies Checks<'http'>;

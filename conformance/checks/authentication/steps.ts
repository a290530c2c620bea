import type { HttpResponse } from '../../engine/exchange.ts';
import { expectProblem } from '../../engine/expect.ts';
import type { Context } from '../support/context.ts';
import { forEachRow } from '../support/rows.ts';
import type { Tenant } from '../support/tenant.ts';

/** The control for requests with a wrong key: a case of the first tenant accepts evidence and can be read. */
export async function openControlCase({ tenant }: Context): Promise<string> {
  const id = await tenant.openCaseWithEvidence();
  await tenant.readCase(id);
  return id;
}

/** The three operations, valid except for the key. */
export async function operationsWith(
  context: Context,
  tenant: Tenant,
  options: { headers?: Record<string, string> } = {},
): Promise<Record<string, () => Promise<HttpResponse>>> {
  const id = await openControlCase(context);
  return {
    create: () => tenant.create(context.tenant.newCase(), options),
    upload: () => tenant.upload(id, {}, options),
    read: () => tenant.read(id, options),
  };
}

export const expectUnauthorized = (response: HttpResponse) => expectProblem(response, 401, '/problems/unauthorized');

export async function rejectsEveryOperation(
  context: Context,
  tenant: Tenant,
  options: { headers?: Record<string, string> } = {},
  judge: (response: HttpResponse) => void | Promise<void> = expectUnauthorized,
): Promise<void> {
  await forEachRow(await operationsWith(context, tenant, options), async (send) => judge(await send()));
}

import type { HttpResponse } from '../../../engine/exchange.ts';
import type { Request } from '../../../engine/http.ts';
import { multipart } from '../../../engine/multipart.ts';
import type { ApiClient } from '../api-client.ts';
import type { Context } from '../context.ts';
import { forEachRow, lazily } from './rows.ts';
import { rowsOf } from '../../../values/rows-of.ts';
import type { Tenant } from '../tenant.ts';

/** How a request differs from the valid one of its operation. */
export interface Change extends Partial<Omit<Request, 'path'>> {
  /** the sender, if not the tenant that opened the case */
  by?: ApiClient;
  /** the id in the path, made from that of the open case */
  caseId?: (opened: string) => string;
  /** with its question mark */
  query?: string;
}

/** A request that is valid for its operation. */
type ValidRequest = Pick<Request, 'method' | 'path'> & { headers: Record<string, string>; body: Uint8Array[] };

/** Sends the valid request of one operation, with a change that may depend on it. */
export type Send = (change?: Change | ((valid: ValidRequest) => Change)) => Promise<HttpResponse>;

/** An operation after its control: the valid request was accepted. */
interface Arranged {
  /** the id of the case in the path */
  opened: string;
  /** the valid request for this case */
  request: (caseId: string) => ValidRequest;
}

const create = (tenant: Tenant, body: object = tenant.newCase()): ValidRequest => ({
  method: 'POST',
  path: '/cases',
  headers: { 'Content-Type': 'application/json' },
  body: [Buffer.from(JSON.stringify(body))],
});

function upload(tenant: Tenant, caseId: string): ValidRequest {
  const { contentType, body } = multipart(tenant.parts());
  return { method: 'POST', path: `/cases/${caseId}/artifacts`, headers: { 'Content-Type': contentType }, body };
}

const operations = {
  'a create': async (tenant) => {
    await tenant.requireCreates();
    return { opened: '', request: () => create(tenant) };
  },
  'an upload': async (tenant) => ({
    opened: await tenant.openCaseForUploads(),
    request: (caseId) => upload(tenant, caseId),
  }),
  'a read': async (tenant) => ({
    opened: await tenant.openCaseForReads(),
    request: (caseId) => ({ method: 'GET', path: `/cases/${caseId}`, headers: {}, body: [] }),
  }),
} satisfies Record<string, (tenant: Tenant) => Promise<Arranged>>;

export type OperationName = keyof typeof operations;

export const eachOperation = ['a create', 'an upload', 'a read'] as const;
export const withBody = ['a create', 'an upload'] as const;
export const withCase = ['an upload', 'a read'] as const;

/** One operation, after its control. */
export async function operation({ tenant }: Context, name: OperationName): Promise<Send> {
  const arrange: (tenant: Tenant) => Promise<Arranged> = operations[name];
  const { opened, request } = await arrange(tenant);
  return async (change = {}) => {
    const given = typeof change === 'function' ? change(request(opened)) : change;
    const { by = tenant, caseId = (id: string) => id, query = '', headers, ...rest } = given;
    const valid = request(caseId(opened));
    const changed = { ...valid, ...rest, path: valid.path + query, headers: { ...valid.headers, ...headers } };
    const response = await by.send(changed);
    return name === 'an upload' ? tenant.requireUndecided(response) : response;
  };
}

/** The operations, each with its control when a row first needs it. */
export const operationsOf = (context: Context): Record<OperationName, () => Promise<Send>> =>
  Object.fromEntries(
    Object.keys(operations).map((name) => [name, lazily(() => operation(context, name as OperationName))]),
  ) as Record<OperationName, () => Promise<Send>>;

/** Judges operations, each as a row with its own control: one that does not work leaves the others judged. */
export function forEachOperation<Name extends OperationName = (typeof eachOperation)[number]>(
  context: Context,
  judge: (send: Send, name: Name) => Promise<void>,
  names: readonly Name[] = eachOperation as readonly OperationName[] as readonly Name[],
): Promise<void> {
  return forEachRow(rowsOf(...names), async (name) => judge(await operation(context, name), name));
}

import type { HttpResponse } from '../../engine/exchange.ts';
import type { Request } from '../../engine/http.ts';
import { multipart } from '../../engine/multipart.ts';
import type { ApiClient } from './api-client.ts';
import type { Context } from './context.ts';
import { forEachRow, lazily, rowsOf } from './rows.ts';
import type { Tenant } from './tenant.ts';

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

interface Operation {
  /** the control: the valid request is accepted. Returns the id of the case in its path */
  arrange: (tenant: Tenant) => Promise<string>;
  request: (tenant: Tenant, caseId: string) => ValidRequest;
}

const operations = {
  'a create': {
    arrange: async (tenant) => {
      await tenant.requireCreates();
      return '';
    },
    request: (tenant) => ({
      ...{ method: 'POST', path: '/cases', headers: { 'Content-Type': 'application/json' } },
      body: [Buffer.from(JSON.stringify(tenant.newCase()))],
    }),
  },
  'an upload': {
    arrange: (tenant) => tenant.openCaseForUploads(),
    request: (tenant, caseId) => {
      const { contentType, body } = multipart(tenant.parts());
      return { method: 'POST', path: `/cases/${caseId}/artifacts`, headers: { 'Content-Type': contentType }, body };
    },
  },
  'a read': {
    arrange: async (tenant) => {
      const { id } = await tenant.openCase();
      await tenant.readCase(id);
      return id;
    },
    request: (_, caseId) => ({ method: 'GET', path: `/cases/${caseId}`, headers: {}, body: [] }),
  },
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export const withBody = ['a create', 'an upload'] as const;
export const withCase = ['an upload', 'a read'] as const;

/** One operation, after its control. */
export async function operation({ tenant }: Context, name: OperationName): Promise<Send> {
  const { arrange, request }: Operation = operations[name];
  const opened = await arrange(tenant);
  return async (change = {}) => {
    const given = typeof change === 'function' ? change(request(tenant, opened)) : change;
    const { by = tenant, caseId = (id: string) => id, query = '', headers, ...rest } = given;
    const valid = request(tenant, caseId(opened));
    const changed = { ...valid, ...rest, path: valid.path + query, headers: { ...valid.headers, ...headers } };
    const response = await by.send(changed);
    return name === 'an upload' ? tenant.requireUndecided(response) : response;
  };
}

/** The operations, each with its control when a row first needs it. */
export const operationsOf = (context: Context): Record<OperationName, () => Promise<Send>> => ({
  'a create': lazily(() => operation(context, 'a create')),
  'an upload': lazily(() => operation(context, 'an upload')),
  'a read': lazily(() => operation(context, 'a read')),
});

/** Judges operations, each as a row with its own control: one that does not work leaves the others judged. */
export function forEachOperation<Name extends OperationName = OperationName>(
  context: Context,
  judge: (send: Send, name: Name) => Promise<void>,
  names: readonly Name[] = Object.keys(operations) as Name[],
): Promise<void> {
  return forEachRow(rowsOf(...names), async (name) => judge(await operation(context, name), name));
}

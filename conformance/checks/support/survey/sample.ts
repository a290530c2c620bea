import type { RequirementId } from '../../../../generated/requirements.ts';
import type { HttpResponse } from '../../../engine/exchange.ts';
import type { Context } from '../context.ts';
import type { Tenant } from '../tenant.ts';

/** The tenants and the case that a sample request uses. */
export interface SampleContext {
  context: Context;
  tenant: Tenant;
  /** without a key */
  anonymous: Tenant;
  /** with a key that was never issued */
  stranger: Tenant;
  /** an open case of the tenant */
  id: string;
}

/** Sample requests by the requirement whose check judges their status, each under a label. */
export type Samples = Partial<Record<RequirementId, Record<string, SendSample>>>;

export type SendSample = (context: SampleContext) => Promise<HttpResponse>;

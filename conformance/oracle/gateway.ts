import { type FreedomId, freedoms } from '../../generated/freedoms.ts';
import type { Exchange } from '../wire/exchange.ts';

export const ordinaryMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The responses that a web server or gateway sends on its own, in a form that the service cannot change (D95). */
export const gatewayStatuses = statusesOf('gateway.own-form');

/** The rejections of a service or gateway that is overloaded, which any request may get. */
export const overloads = statusesOf('gateway.overload');

/** False for headers that some web servers reject before the service sees the request (D95). */
export const hasPlainHeaders = ({ headers }: Exchange['request']): boolean =>
  headers.every(([, value]) => /^[\t\x20-\x7e]*$/.test(value));

function statusesOf(freedom: FreedomId): number[] {
  return freedoms[freedom].answers.flatMap(({ status }) => (typeof status === 'number' ? [status] : []));
}

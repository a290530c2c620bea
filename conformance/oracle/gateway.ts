import type { Exchange } from '../engine/exchange.ts';

export const ordinaryMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The responses that a web server or gateway sends on its own, in a form that the service cannot change (D87). */
export const gatewayStatuses = [408, 414, 417, 429, 431, 502, 503, 504];

/** False for headers that some web servers reject before the service sees the request (D87). */
export const hasPlainHeaders = ({ headers }: Exchange['request']): boolean =>
  headers.every(([, value]) => /^[\t\x20-\x7e]*$/.test(value));

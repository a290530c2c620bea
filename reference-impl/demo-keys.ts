import type { Key } from './http/keys.ts';
import type { Endpoint } from './ports.ts';

/** Public keys, so that a first call needs no set-up; served on loopback only. */
export const demoKeys: Key[] = [
  { key: 'sandbox_demo_key_of_tenant_one', tenant: 'one', mode: 'sandbox' },
  { key: 'sandbox_demo_key_of_tenant_two', tenant: 'two', mode: 'sandbox' },
  { key: 'live_demo_key_of_tenant_one', tenant: 'one', mode: 'live' },
];

/** Endpoints of the tenants with the demo keys, with public secrets: an address, and `/other` at it. */
export function demoEndpoints(url: string): Endpoint[] {
  return [
    { tenant: 'one', url, secret: 'whsec_ZGVtbyBzZWNyZXQgb2YgdGVuYW50IG9uZQ==' },
    { tenant: 'two', url: new URL('/other', url).href, secret: 'whsec_ZGVtbyBzZWNyZXQgb2YgdGVuYW50IHR3bw==' },
  ];
}

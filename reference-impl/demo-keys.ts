import type { Key } from './keys.ts';

/** Keys that everybody knows, so that a first call takes no set-up; served on loopback only. */
export const demoKeys: Key[] = [
  { key: 'sandbox_demo_key_of_tenant_one', tenant: 'one', mode: 'sandbox' },
  { key: 'sandbox_demo_key_of_tenant_two', tenant: 'two', mode: 'sandbox' },
  { key: 'live_demo_key_of_tenant_one', tenant: 'one', mode: 'live' },
];

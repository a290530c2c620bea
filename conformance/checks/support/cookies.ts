import type { Session } from './session.ts';
import type { Tenant } from './tenant.ts';

/** A header with every cookie that the candidate set for a tenant so far; undefined when it set none. */
export function cookiesOf({ run }: Session, { credential }: Tenant): { Cookie: string } | undefined {
  const set = run.exchanges
    .filter(({ request }) => request.credential?.value === credential?.value)
    .flatMap(({ response }) => response?.headers ?? [])
    .filter(([name]) => name.toLowerCase() === 'set-cookie')
    .map(([, value]) => value.split(';')[0]!);
  return set.length === 0 ? undefined : { Cookie: [...new Set(set)].slice(-20).join('; ') };
}

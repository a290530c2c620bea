import type { Parts } from '../../parts.ts';
import { UsageError } from '../../settings.ts';

/**
 * The store and the evidence in the database that an address names.
 *
 * @throws UsageError when it cannot be used
 */
export async function openDatabase(url: string, log: Parts['log']): Promise<Pick<Parts, 'store' | 'evidence'>> {
  // An address contains a password, so it is never shown.
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url))
    throw new UsageError('DATABASE_URL is no address of PostgreSQL: set it to postgres://user:password@host/database.');
  try {
    // The driver is an optional peer dependency.
    const { openPostgres } = await import('./open.ts');
    return await openPostgres(url, log);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND') throw new UsageError('DATABASE_URL needs the driver: run npm install pg.');
    throw new UsageError(`DATABASE_URL cannot be used (${message || code}): fix it, or start what it names.`);
  }
}

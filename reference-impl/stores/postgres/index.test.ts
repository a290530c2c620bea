import { tmpdir } from 'node:os';
import { expect, inject, it } from 'vitest';
import { createDatabase } from '../../../tools/postgres/server.ts';
import { defaultParts } from '../../compose.ts';
import { UsageError } from '../../settings.ts';
import { ended, start } from '../../testing/process.ts';
import { openDatabase } from './index.ts';

const { log } = defaultParts();

it.each([
  ['another protocol', 'mysql://user:secret@db.example/cases', 'is no address of PostgreSQL'],
  ['no address', 'db:5432 secret', 'is no address of PostgreSQL'],
  ['a port where nothing listens', 'postgres://user:secret@127.0.0.1:1/cases', 'cannot be used (connect ECONNREFUSED'],
])('%s is rejected in one sentence, without the password', async (_, url, sentence) => {
  const error = (await openDatabase(url, log).catch((error: unknown) => error)) as Error;

  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toMatch(/^DATABASE_URL .*\.$/);
  expect(error.message).toContain(sentence);
  expect(error.message).not.toContain('secret');
});

it('rejects a missing database, and one that may lose a commit', async () => {
  const url = await createDatabase(inject('postgres'));
  const unsafe = `${url}?options=${encodeURIComponent('-c synchronous_commit=off')}`;

  await expect(openDatabase(`${url}_not`, log)).rejects.toThrow(
    /^DATABASE_URL cannot be used \(database .* does not exist\)/,
  );
  await expect(openDatabase(unsafe, log)).rejects.toThrow('synchronous_commit is off');
});

it('without the driver, the command prints what to install', async () => {
  const withoutDriver = `data:text/javascript,import { registerHooks } from 'node:module';
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    registerHooks({ resolve(name, context, next) { if (name === 'pg') throw missing; return next(name, context); } });`;
  const env = { DATABASE_URL: 'postgres://cases@127.0.0.1/cases' };
  const { child, said } = start(tmpdir(), { env, node: ['--import', withoutDriver] });

  expect(await ended(child)).toBe(2);
  expect(said.err).toBe('DATABASE_URL needs the driver: run npm install pg.\n');
});

// The commands, queries and settings of docs/deploy.md and examples/deploy, as far as they can be run here.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { execute } from '../../conformance/testing.ts';
import { openPostgres } from '../../reference-impl/stores/postgres/open.ts';
import { defaultParts } from '../../reference-impl/compose.ts';
import { help, readSettings } from '../../reference-impl/settings.ts';
import { freePort } from '../processes.ts';
import { createDatabase } from './server.ts';
import { root } from '../root.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const page = read('docs/deploy.md');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text!);

let url: string;
beforeAll(async () => void (url = await createDatabase(inject('postgres'))));

test('the commands start three processes on one database, and end them', async () => {
  let script = blocks('sh')
    .join('\n')
    .replace(/postgres:\/\/\S+/, url);
  for (const port of ['8081', '8082', '8083']) script = script.replaceAll(port, String(await freePort()));
  const env = { ...process.env, HOST: '', KEYS: '', KEY_FILE: '', WEBHOOK_URL: '', WEBHOOKS: '', WEBHOOK_FILE: '' };
  const { code, out } = await execute('bash', ['-c', script], { cwd: root, env });

  const [ready, known] = blocks('text').map((text) => text.trim());
  expect(out.split(ready!)).toHaveLength(4);
  expect(out).toContain(known);
  expect(code).toBe(0);
});

test('the queries run', async () => {
  const { store } = await openPostgres(url, defaultParts().log);
  await store.close();
  const client = new Client({ connectionString: url });
  await client.connect();
  const answers = [];
  for (const query of blocks('sql')) answers.push((await client.query(query)).rows);
  await client.end();

  expect(answers).toHaveLength(5);
  expect(answers[3]).toEqual([{ keys: '0', bytes: '0' }]);
});

test('the settings of the compose file are those of the service, and it leads to the proxy', () => {
  const { services, secrets } = parse(read('examples/deploy/compose.yaml')) as {
    services: Record<string, { environment: Record<string, string>; volumes: string[]; ports: string[] }>;
    secrets: object;
  };
  const { environment } = services['cases']!;
  for (const name of Object.keys(environment)) expect(help).toContain(name);
  const folder = mkdtempSync(join(tmpdir(), 'compose-'));
  const keys = [{ key: 'k', tenant: 'one', mode: 'sandbox' }];
  writeFileSync(join(folder, 'keys'), JSON.stringify(keys));
  const filled = {
    ...environment,
    DATABASE_URL: environment['DATABASE_URL']!.replace('${DATABASE_PASSWORD}', 'secret'),
    KEY_FILE: environment['KEY_FILE']!.replace('/run/secrets', folder),
  };
  const settings = readSettings(filled, []);
  rmSync(folder, { recursive: true });

  expect(settings).toMatchObject({ host: '0.0.0.0', keys, databaseUrl: 'postgres://cases:secret@database/cases' });
  expect(Object.keys(secrets)).toEqual(['keys']);
  expect(services['proxy']!.volumes).toEqual(['./nginx.conf:/etc/nginx/conf.d/default.conf:ro']);
  expect(read('examples/deploy/nginx.conf')).toContain(`server cases:${settings.port} `);
});

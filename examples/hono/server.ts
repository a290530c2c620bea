// Starts the service: `node examples/hono/server.ts`. DATABASE names a file; without it nothing is kept.
import { serve } from '@hono/node-server';
import { demoKeys } from '../cases/keys.ts';
import { Store } from '../cases/store.ts';
import { createApp } from './app.ts';

const { PORT = '8082', HOST = '127.0.0.1', DATABASE = ':memory:' } = process.env;

const { fetch } = createApp(new Store(DATABASE), demoKeys);
serve({ fetch, port: Number(PORT), hostname: HOST }, ({ port }) => {
  process.stdout.write(`Cases are served at http://${HOST}:${port}\n`);
});

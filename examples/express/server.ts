// Starts the service: `node examples/express/server.ts`. DATABASE names a file; without it nothing is kept.
import { createApp } from './app.ts';
import { Store } from './store.ts';

const { PORT = '8081', HOST = '127.0.0.1', DATABASE = ':memory:' } = process.env;
// Keys of your own come from where you keep secrets; these are public.
const keys = {
  sandbox_demo_key_of_tenant_one: { tenant: 'one', mode: 'sandbox' },
  sandbox_demo_key_of_tenant_two: { tenant: 'two', mode: 'sandbox' },
  live_demo_key_of_tenant_one: { tenant: 'one', mode: 'live' },
} as const;

const server = createApp(new Store(DATABASE), keys).listen(Number(PORT), HOST, () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`Cases are served at http://${HOST}:${address?.port}\n`);
});

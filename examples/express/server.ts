// Starts the service: `node examples/express/server.ts`. DATABASE names a file; without it nothing is kept.
import { demoKeys } from '../cases/keys.ts';
import { Store } from '../cases/store.ts';
import { createApp } from './app.ts';

const { PORT = '8081', HOST = '127.0.0.1', DATABASE = ':memory:' } = process.env;

const server = createApp(new Store(DATABASE), demoKeys).listen(Number(PORT), HOST, () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`Cases are served at http://${HOST}:${address?.port}\n`);
});

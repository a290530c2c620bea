import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { reset } from './connection.ts';

test('a connection that still sends its end is closed', async () => {
  const server = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = net.connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  await once(client, 'connect');
  client.end();
  reset(client);
  // It rejects for the error that Node reports when it forgets the socket.
  await once(client, 'close');
  expect(client.destroyed).toBe(true);
});

test('a TLS connection is closed', async () => {
  const server = net.createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = tls.connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  client.on('error', () => {});
  await once(client, 'connect');
  const [closed] = [once(client, 'close'), reset(client)];
  await closed;
  expect(client.destroyed).toBe(true);
});
